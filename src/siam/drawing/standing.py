"""Draw what stands on the chart: names, boxes of the track, followers, control markers, the supply."""

import math
from collections.abc import Iterator

from siam.drawing.colours import BOOK, KING_CROWN, KING_DISC, SANS, Colours
from siam.drawing.elements import Point, element, move_to, number, text
from siam.drawing.geometry import Geometry, Land
from siam.drawing.signs import flag, follower, mark
from siam.rules import FACTIONS, Board, Followers, Position, Province

PIECE = 44
_MARKER = 84
_MOST_DRAWN = 4
_SHIELD = "M-88 -92 H88 V6 Q88 92 0 124 Q-88 92 -88 6 Z"
_INNER_SHIELD = "M-79 -83 H79 V6 Q79 84 0 113 Q-79 84 -79 6 Z"
_CROWN = "M0 -150 L5 -134 L12 -124 H-12 L-5 -134 Z M-18 -121 H18 L22 -111 H-22 Z M-32 -108 H32 L38 -95 H-38 Z"


def name(land: Land, colours: Colours, language: str) -> str:
    """Draw a province's name along its land."""
    x, y = land.label.at
    return text(
        land.label.name(language).upper(),
        x,
        y,
        land.label.size,
        BOOK,
        colours.ink,
        font_weight=700,
        letter_spacing="0.16em",
        fill_opacity=0.82,
        paint_order="stroke",
        stroke=colours.land,
        stroke_width=5,
        stroke_opacity=0.7,
        stroke_linejoin="round",
        transform=f"rotate({number(land.label.angle)} {number(x)} {number(y)})" if land.label.angle else None,
    )


def badge(board: Board, position: Position | None, province: Province, land: Land, colours: Colours) -> str:
    """Draw above a province's name the box of its tile, crowned or not, and whose home it is."""
    size, slant = land.label.size, math.radians(land.label.angle)
    x, y = land.label.at[0] + size * 1.36 * math.sin(slant), land.label.at[1] - size * 1.36 * math.cos(slant)
    radius, home = size * 0.56, board.home_of(province)
    edge = colours.piece(home.letter)[1] if home is not None else ""
    if position is None or position.controls[province] is not None:
        return mark(home.letter, x, y, radius * 2, edge) if home is not None else ""
    fill, stroke, ink = colours.paper_raised, colours.ink_soft, colours.ink
    if province == position.contested:
        fill, ink = colours.ink, colours.paper_raised
    if position.kings[province]:
        fill, stroke, ink = KING_DISC, KING_CROWN, KING_CROWN
    box = str(position.track.index(province) + 1)
    parts = [
        element("circle", cx=x, cy=y, r=radius, fill=fill, stroke=stroke, stroke_width=1.6),
        text(box, x, y + radius * 0.42, radius * 1.25, SANS, ink, font_weight=600),
    ]
    if home is not None:
        parts.append(mark(home.letter, x + radius * 2.15, y, radius * 1.7, edge))
    return "".join(parts)


def pieces(position: Position, province: Province, land: Land, colours: Colours) -> Iterator[str]:
    """Draw the followers of an open province, or the control marker of a resolved one."""
    control = position.controls[province]
    if control is not None:
        yield _control_marker(control.letter, land.middle, colours)
        return
    there = position.followers[province]
    rows = [faction for faction in FACTIONS if there[faction]]
    if not rows:
        yield text("–", *land.middle, PIECE * 0.6, SANS, colours.ink_faint)
    for at, faction in enumerate(rows):
        aside = (at - (len(rows) - 1) / 2) * PIECE * 1.1
        spots = _spots(land, faction, there[faction], aside)
        for x, y in spots[:_MOST_DRAWN]:
            yield follower(faction.letter, x, y, PIECE, colours)
        if there[faction] > _MOST_DRAWN:
            x, y = spots[_MOST_DRAWN]
            yield _count(there[faction], x, y + PIECE * 0.28, colours)


def _spots(land: Land, faction: int, count: int, aside: float) -> tuple[Point, ...]:
    """Return where followers stand: on the spots of the map, or else in a row around the middle."""
    if all(len(spots) > _MOST_DRAWN for spots in land.spots):
        return land.spots[faction][:count]
    wide = min(count, _MOST_DRAWN + 1)
    left, y = land.middle[0] - PIECE * 0.9 * (wide - 1) / 2, land.middle[1] + aside
    return tuple((left + at * PIECE * 0.9, y) for at in range(wide))


def _count(count: int, x: float, y: float, colours: Colours) -> str:
    outline = {"paint_order": "stroke", "stroke": colours.land, "stroke_width": 5, "stroke_linejoin": "round"}
    return text(str(count), x, y, PIECE * 0.72, SANS, colours.ink, font_weight=600, **outline)


def _control_marker(letter: str, at: Point, colours: Colours) -> str:
    x, y = at
    if letter == "B":
        size = _MARKER * 1.15
        return flag(x - _MARKER * 0.45 + size / 2, y - _MARKER * 0.7 + size / 2, size, colours)
    fill, edge, on = colours.piece(letter)
    rim = {"fill": "none", "stroke": edge, "stroke_width": 1.5, "stroke_dasharray": "3 3"}
    return "".join(
        (
            element("circle", cx=float(x), cy=float(y), r=_MARKER / 2, fill=fill, stroke=edge, stroke_width=3),
            element("circle", cx=float(x), cy=float(y), r=_MARKER / 2 - 5, **rim),
            mark(letter, x, y - _MARKER * 0.02, _MARKER * 0.56, on),
        )
    )


def supply(drawn: Geometry, followers: Followers, colours: Colours, title: str) -> str:
    """Draw the supply on a coat of arms."""
    parts = [
        element("path", d=_SHIELD, fill=colours.paper_raised, stroke=colours.ink_soft, stroke_width=3),
        element("path", d=_INNER_SHIELD, fill="none", stroke=colours.ink_faint, stroke_width=1.2),
        element("path", d=_CROWN, fill=colours.rama, stroke=colours.ink_soft, stroke_width=1.5),
        text(title, 0, -62, 25, BOOK, colours.ink, font_weight=700, letter_spacing="0.1em"),
    ]
    for row, faction in enumerate(FACTIONS):
        y = -30 + row * 47
        parts.append(follower(faction.letter, -31, y, 38, colours))
        parts.append(text(str(followers[faction]), 24, y + 13, 38, SANS, colours.ink, font_weight=600))
    return element("g", *parts, transform=move_to(*drawn.supply, 0.9))
