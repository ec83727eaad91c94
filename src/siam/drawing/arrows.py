"""Draw a move on the board: arrows between the places that it joins, and a ring where a follower is taken."""

import math
from collections.abc import Iterator

from siam.drawing.colours import Colours
from siam.drawing.elements import Point, element, number
from siam.drawing.geometry import Geometry
from siam.rules import Move, Pass, Place, Swap, SwapTiles

_RING = 92


def arrows(drawn: Geometry, move: Move, colours: Colours) -> Iterator[str]:
    """Draw what a move does; a pass draws nothing."""
    if isinstance(move, Pass):
        return
    middles = [land.middle for land in drawn.lands]
    match move.effect:
        case SwapTiles(left, right) | Swap(left=left, right=right):
            yield from _arrow(middles[left], middles[right], colours, both=True)
        case Place(cells):
            for province in sorted({cell.province for cell in cells}):
                yield from _arrow(drawn.supply, middles[province], colours, both=False)
    if move.taken:
        x, y = middles[move.taken.province]
        yield element("circle", cx=x, cy=y, r=_RING, **_stroke(colours))


def _arrow(start: Point, end: Point, colours: Colours, *, both: bool) -> Iterator[str]:
    (x1, y1), (x2, y2) = start, end
    bend: Point = ((x1 + x2) / 2 + (y2 - y1) * 0.18, (y1 + y2) / 2 - (x2 - x1) * 0.18)
    way = " ".join(number(value) for value in (*bend, x2, y2))
    yield element("path", d=f"M{number(x1)} {number(y1)}Q{way}", **_stroke(colours))
    yield _head(bend, end, colours)
    if both:
        yield _head(bend, start, colours)


def _head(start: Point, end: Point, colours: Colours) -> str:
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    turned = f"translate({number(end[0])} {number(end[1])}) rotate({number(angle)})"
    return element("path", d="M-36 -22L9 0L-36 22Z", fill=colours.act_glow, transform=turned)


def _stroke(colours: Colours) -> dict[str, object]:
    return {
        "fill": "none",
        "stroke": colours.act_glow,
        "stroke_width": 9,
        "stroke_dasharray": "4 14",
        "stroke_linecap": "round",
    }
