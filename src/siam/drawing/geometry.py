"""Turn a board into shapes on the chart: outlines joined from shared lines, or a graph where there are none.

`web/src/board/geometry.ts` does the same for the browser. What a map file says beyond the rules is anybody's, so a
value that is no number, point or word is left out.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from siam.drawing.elements import Point, polyline
from siam.drawing.spreading import RADIUS, spread
from siam.rules import FACTIONS, Board

WIDTH, HEIGHT = 1000, 1400
_SUPPLY: Point = (500, 1270)


@dataclass(frozen=True, slots=True)
class Words:
    """Words on the chart: a name in each language, where, how slanted and how large."""

    names: dict[str, str]
    at: Point
    angle: float
    size: float

    def name(self, language: str) -> str:
        """Return the words in a language, or in English."""
        return self.names.get(language) or self.names.get("en", "")


@dataclass(frozen=True, slots=True)
class Land:
    """A province as drawn: its outline, the middle of its followers, their spots by faction, and its label."""

    path: str
    middle: Point
    spots: tuple[tuple[Point, ...], ...]
    label: Words


@dataclass(frozen=True, slots=True)
class Geometry:
    """Everything that is drawn of a board, whatever the position."""

    is_outlined: bool
    lands: tuple[Land, ...]
    supply: Point
    compass: Point | None
    lines: tuple[tuple[str, str], ...] = ()
    rivers: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()
    islands: tuple[str, ...] = ()
    hills: tuple[tuple[float, float, float], ...] = ()
    roads: tuple[tuple[Point, Point], ...] = ()
    seas: tuple[Words, ...] = ()
    labels: tuple[Words, ...] = field(default=())


def geometry(board: Board) -> Geometry:
    """Return the shapes of a board."""
    provinces = sorted(_tables(board.drawing.get("provinces")), key=lambda entry: str(entry.get("code")))
    is_outlined = len(provinces) == len(board.provinces) and all(entry.get("outline") for entry in provinces)
    return _outlined(board, provinces) if is_outlined and board.drawing.get("lines") else _graph(board)


def _outlined(board: Board, provinces: list[dict[str, Any]]) -> Geometry:
    drawing = board.drawing
    lines = {str(entry["name"]): entry for entry in _tables(drawing.get("lines")) if "name" in entry}
    islands = [(str(entry.get("province")), _points(entry.get("points"))) for entry in _tables(drawing.get("islands"))]
    lands = []
    for entry, info in zip(provinces, board.provinces, strict=True):
        ring = _ring([str(name) for name in entry["outline"]], lines)
        own = [points for code, points in islands if code == info.code]
        path = "".join(f"{polyline(points)}Z" for points in (ring, *own))
        lands.append(_land(entry, dict(info.names), path, _point(entry.get("capital")) or _mean(ring)))
    return Geometry(
        is_outlined=True,
        lands=tuple(lands),
        supply=_point(_table(drawing.get("supply")).get("at")) or _SUPPLY,
        compass=_point(_table(drawing.get("compass")).get("at")),
        lines=tuple((str(entry.get("kind")), polyline(_points(entry.get("points")))) for entry in lines.values()),
        rivers=tuple(polyline(_points(entry.get("points"))) for entry in _tables(drawing.get("rivers"))),
        foreign=tuple(f"{polyline(_points(entry.get('points')))}Z" for entry in _tables(drawing.get("lands"))),
        islands=tuple(f"{polyline(points)}Z" for _, points in islands),
        hills=tuple(_hills(drawing.get("hills"))),
        seas=tuple(_words(drawing.get("seas"))),
        labels=tuple(_words(drawing.get("labels"))),
    )


def _graph(board: Board) -> Geometry:
    """Draw a board without outlines: circles spread out by their borders, and dotted roads between them."""
    places = spread(len(board.provinces), board.borders)
    lands = []
    for (x, y), info in zip(places, board.provinces, strict=True):
        arc = f"a{RADIUS} {RADIUS} 0 1 0"
        path = f"{polyline([(x - RADIUS, y)])}{arc} {2 * RADIUS} 0{arc} {-2 * RADIUS} 0Z"
        label = Words(dict(info.names) or {"en": info.code}, (x, y - 62), 0, 26)
        lands.append(Land(path, (x, y + 24), ((), (), ()), label))
    return Geometry(
        is_outlined=False,
        lands=tuple(lands),
        supply=(850, 1262),
        compass=(110, 1290),
        roads=tuple((places[a], places[b]) for a, b in board.borders),
    )


def _land(entry: dict[str, Any], names: dict[str, str], path: str, capital: Point) -> Land:
    pieces = _table(entry.get("pieces"))
    spots = tuple(_points(pieces.get(faction.name.lower())) for faction in FACTIONS)
    every = [spot for row in spots for spot in row]
    label = _table(entry.get("label"))
    words = Words(
        names or {"en": str(entry.get("code"))},
        _point(label.get("at")) or (capital[0], capital[1] - 82),
        _number(label.get("angle"), 0),
        _number(label.get("size"), 30),
    )
    return Land(path, _mean(every) if every else capital, spots, words)


def _ring(names: list[str], lines: dict[str, dict[str, Any]]) -> tuple[Point, ...]:
    """Join the lines of an outline; a leading `-` says that a line is followed backwards."""
    ring: list[Point] = []
    for name in names:
        points = _points(lines.get(name.removeprefix("-"), {}).get("points"))
        along = points[::-1] if name.startswith("-") else points
        ring += along[1:] if ring else along
    return tuple(ring)


def _hills(entries: object) -> Iterator[tuple[float, float, float]]:
    for entry in _tables(entries):
        for found in entry.get("marks", ()) if isinstance(entry.get("marks"), list) else ():
            if isinstance(found, list) and len(found) == 3 and all(_is_number(value) for value in found):
                yield found[0], found[1], found[2]


def _words(entries: object) -> Iterator[Words]:
    for entry in _tables(entries):
        names, at = _table(entry.get("names")), _point(entry.get("at"))
        if names and at:
            said = {str(language): str(name) for language, name in names.items()}
            yield Words(said, at, _number(entry.get("angle"), 0), _number(entry.get("size"), 28))


def _tables(value: object) -> list[dict[str, Any]]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _table(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _points(value: object) -> tuple[Point, ...]:
    found = [_point(entry) for entry in value] if isinstance(value, list) else []
    return tuple(point for point in found if point)


def _point(value: object) -> Point | None:
    if isinstance(value, list) and len(value) == 2 and all(_is_number(part) for part in value):
        return value[0], value[1]
    return None


def _number(value: object, default: float) -> float:
    return float(value) if isinstance(value, int | float) and _is_number(value) else default


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e6


def _mean(points: tuple[Point, ...] | list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
