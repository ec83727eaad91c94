"""Draw the players below the chart: whose turn it is, each court, and the cards still in hand."""

from collections.abc import Iterator

from siam.drawing.colours import SANS, Colours
from siam.drawing.elements import element, text
from siam.drawing.geometry import HEIGHT, WIDTH
from siam.drawing.signs import follower
from siam.rules import FACTIONS, Position, Seat

ROW = 92
_PIECE = 46


def seats(position: Position, colours: Colours, names: tuple[str, ...], *, hands: bool) -> Iterator[str]:
    """Draw one row for each player."""
    height = ROW * len(position.players)
    yield element("rect", y=HEIGHT, width=WIDTH, height=height, fill=colours.paper_raised)
    for seat in range(len(position.players)):
        yield from _row(position, seat, colours, names[seat], hands=hands)


def _row(position: Position, seat: Seat, colours: Colours, name: str, *, hands: bool) -> Iterator[str]:
    player, y = position.players[seat], HEIGHT + ROW * (seat + 0.5)
    base, ink = y + 14, colours.ink
    if seat == position.to_move and not position.is_over:
        yield element("path", d=f"M24 {y - 18}L50 {y}L24 {y + 18}Z", fill=colours.act_glow)
    yield text(name, 66, base, 40, SANS, ink, font_weight=600).replace('"middle"', '"start"')
    for faction in FACTIONS:
        x = 330 + faction * 104
        yield follower(faction.letter, x, y, _PIECE, colours)
        yield text(str(player.court[faction]), x + 46, base, 38, SANS, ink, font_weight=600)
    if hands:
        letters = " ".join(card.letter for card in player.hand) or "–"
        yield text(letters, 815, base, 34, SANS, colours.ink_soft, letter_spacing="0.02em")
    else:
        yield text(str(len(player.hand)), 815, base, 38, SANS, colours.ink_soft)
