"""Draw a table as a postcard, wide as messengers show it: words and players on the left, the chart on the right.

A stranger may look at it, so nothing is drawn of a hand but how many cards it has.
"""

from collections.abc import Iterator, Sequence

from siam.drawing.colours import BOOK, DARK, LIGHT, SANS, Colours
from siam.drawing.elements import element, move_to, text
from siam.drawing.geometry import HEIGHT, WIDTH
from siam.drawing.pictures import board_svg, position_svg
from siam.drawing.signs import flag, follower, mark
from siam.rules import FACTIONS, Board, Position, Seat

CARD_WIDTH, CARD_HEIGHT = 1200, 630
_CHART_WIDTH = CARD_HEIGHT * WIDTH // HEIGHT
_LEFT, _RIGHT = 56, CARD_WIDTH - _CHART_WIDTH - 36
_BACK = "M-13 -19 H13 Q16 -19 16 -16 V16 Q16 19 13 19 H-13 Q-16 19 -16 16 V-16 Q-16 -19 -13 -19 Z"


def postcard_svg(
    scene: Position | Board,
    *,
    headline: str,
    line: str,
    names: Sequence[str],
    dark: bool = False,
    language: str = "en",
    supply_title: str = "Supply",
) -> str:
    """Draw a table: a position, or before the start its empty board, with one name for each seat.

    >>> from siam.rules import deal
    >>> card = postcard_svg(deal(players=2, seed=7), headline="Anna and Bea", line="Struggle 1 of 8", names=["A", "B"])
    >>> 'width="1200"' in card
    True
    """
    colours = DARK if dark else LIGHT
    if isinstance(scene, Position):
        options = {"players": False, "hands": False, "supply_title": supply_title}
        chart = position_svg(scene, width=_CHART_WIDTH, dark=dark, language=language, **options)  # type: ignore[arg-type]
    else:
        chart = board_svg(scene, width=_CHART_WIDTH, dark=dark, language=language)
    return element(
        "svg",
        element("rect", width=CARD_WIDTH, height=CARD_HEIGHT, fill=colours.paper_raised),
        *_words(headline, line, colours),
        *_seats(scene, names, colours),
        *(_provinces(scene, colours) if isinstance(scene, Position) else ()),
        *_frame(colours),
        element("g", chart, transform=move_to(CARD_WIDTH - _CHART_WIDTH, 0)),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {CARD_WIDTH} {CARD_HEIGHT}",
        width=CARD_WIDTH,
        height=CARD_HEIGHT,
    )


def _words(headline: str, line: str, colours: Colours) -> Iterator[str]:
    yield mark("R", _LEFT + 18, 74, 36, colours.rama_edge)
    yield _written("Siam", _LEFT + 50, 86, 36, BOOK, colours.ink_soft, font_weight=700, letter_spacing="0.08em")
    lines = _wrapped(headline)
    size = 58 if len(lines) == 1 else 48
    for at, words in enumerate(lines):
        yield _written(words, _LEFT, 170 + at * 54, size, BOOK, colours.ink, font_weight=700)
    yield _written(line, _LEFT, 222 + (len(lines) - 1) * 50, 30, SANS, colours.ink_soft)


def _seats(scene: Position | Board, names: Sequence[str], colours: Colours) -> Iterator[str]:
    step = min(76, 240 // len(names))
    for seat, name in enumerate(names):
        y = 330.0 + seat * step
        size = 34 if len(name) <= 14 else 34 * 14 / len(name)
        yield _written(name, _LEFT + 38, y + 12, size, SANS, colours.ink, font_weight=600)
        if isinstance(scene, Position):
            yield from _held(scene, seat, y, colours)
        else:
            yield element("circle", cx=_LEFT + 12, cy=y, r=9, fill="none", stroke=colours.ink_soft, stroke_width=3)


def _held(position: Position, seat: Seat, y: float, colours: Colours) -> Iterator[str]:
    """Draw what a player has: the court, which lies open, and how many cards are left."""
    player = position.players[seat]
    if seat == position.to_move and not position.is_over:
        yield element("path", d=f"M{_LEFT} {y - 15}L{_LEFT + 22} {y}L{_LEFT} {y + 15}Z", fill=colours.act_glow)
    for faction in FACTIONS:
        x = _LEFT + 326 + faction * 88
        yield follower(faction.letter, x, y, 38, colours)
        yield text(str(player.court[faction]), x + 40, y + 12, 32, SANS, colours.ink, font_weight=600)
    back = {"fill": colours.land_tint_british, "stroke": colours.ink_soft, "stroke_width": 2}
    yield element("path", d=_BACK, transform=move_to(_LEFT + 592, y), **back)
    yield text(str(len(player.hand)), _LEFT + 592, y + 10, 26, SANS, colours.ink, font_weight=600)


def _provinces(position: Position, colours: Colours) -> Iterator[str]:
    """Draw how many provinces each faction and the British control."""
    y = 576.0
    for at, letter in enumerate("RLMB"):
        x = _LEFT + 20 + at * 120
        if letter == "B":
            yield flag(x, y, 36, colours)
        else:
            yield mark(letter, x, y, 34, colours.piece(letter)[1])
        count = sum(control is not None and control.letter == letter for control in position.controls)
        yield text(str(count), x + 44, y + 12, 32, SANS, colours.ink, font_weight=600)


def _frame(colours: Colours) -> Iterator[str]:
    line = {"fill": "none", "stroke": colours.ink_soft}
    wide = CARD_WIDTH - _CHART_WIDTH
    yield element("rect", x=14, y=14, width=wide - 28, height=CARD_HEIGHT - 28, stroke_width=2, **line)
    yield element("rect", x=21, y=21, width=wide - 42, height=CARD_HEIGHT - 42, stroke_width=1, **line)


def _written(words: str, x: float, y: float, size: float, family: str, colour: str, **attributes: object) -> str:
    """Write words that begin at a point, smaller if they would not fit."""
    most = (_RIGHT - x) / (size * 0.48)
    fitting = size if len(words) <= most else size * most / len(words)
    return text(words, x, y, fitting, family, colour, **attributes).replace('"middle"', '"start"', 1)


def _wrapped(words: str, width: int = 26) -> list[str]:
    """Break words into one line, or two of about the same length."""
    if len(words) <= width or " " not in words:
        return [words]
    spaces = [at for at, letter in enumerate(words) if letter == " "]
    middle = min(spaces, key=lambda at: abs(at - len(words) / 2))
    return [words[:middle], words[middle + 1 :]]
