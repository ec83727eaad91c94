"""Decide how the map looks in the terminal: provinces where their capitals lie, dotted lines between neighbours."""

from typing import Any

from rich.text import Text

from siam.cli.terminal.names import Cast
from siam.cli.terminal.signs import HOME, KING, SIGNS, STYLES
from siam.rules import FACTIONS, PROVINCES, Board, Control, Position, Province

COLUMNS, ROWS = 54, 18
LABEL_WIDTH = 24
LABEL_ROWS = 2

_Spot = tuple[int, int]


def chart(cast: Cast, position: Position) -> Text | None:
    """Draw the map, if its file says where the capitals lie."""
    spots = _spots(cast.board)
    if spots is None:
        return None
    height = max(row for _, row in spots.values()) + LABEL_ROWS
    canvas = [[(" ", "")] * (COLUMNS + LABEL_WIDTH) for _ in range(height)]
    for a, b in cast.board.borders:
        for column, row in _way(spots[a], spots[b]):
            canvas[row][column] = ("·", "dim")
    for province, (column, row) in spots.items():
        for offset, line in enumerate(_label(cast, position, province)):
            for place, cell in enumerate(line):
                canvas[row + offset][column + place] = cell
    return Text("\n").join(Text.assemble(*row) for row in canvas)


def _spots(board: Board) -> dict[Province, _Spot] | None:
    """Find a column and row for every province; who would cover another moves down a little."""
    drawn = {entry["code"]: entry.get("capital") for entry in board.drawing.get("provinces", ())}
    places = [drawn.get(code) for code in board.codes]
    if not all(_is_place(place) for place in places):
        return None
    lefts, tops = [place[0] for place in places if place], [place[1] for place in places if place]
    spots: dict[Province, _Spot] = {}
    for province in sorted(PROVINCES, key=lambda one: (tops[one], lefts[one])):
        column = _scaled(lefts[province], lefts, COLUMNS)
        row = _scaled(tops[province], tops, ROWS)
        while any(_cover((column, row), taken) for taken in spots.values()):
            row += 1
        spots[province] = column, row
    return spots


def _is_place(place: Any) -> bool:
    return isinstance(place, list) and len(place) == 2 and all(isinstance(number, int | float) for number in place)


def _scaled(value: float, values: list[float], size: int) -> int:
    least, most = min(values), max(values)
    return round((value - least) / max(1, most - least) * size)


def _cover(one: _Spot, other: _Spot) -> bool:
    return abs(one[0] - other[0]) < LABEL_WIDTH and abs(one[1] - other[1]) < LABEL_ROWS


def _way(start: _Spot, end: _Spot) -> list[_Spot]:
    """List the spots between two provinces, from label to label."""
    (left, top), (right, bottom) = start, end
    length = max(abs(right - left) // 2, abs(bottom - top), 1)
    middle = 6
    return [
        (round(left + (right - left) * step / length) + middle, round(top + (bottom - top) * step / length))
        for step in range(length + 1)
    ]


def _label(cast: Cast, position: Position, province: Province) -> list[list[tuple[str, str]]]:
    control = position.controls[province]
    style = "bold reverse" if province == position.contested else "bold" if control is None else "dim"
    name = [(letter, style) for letter in f"{cast.board.codes[province]} {cast.province(province)}"[: LABEL_WIDTH - 6]]
    home = cast.board.home_of(province)
    if home is not None:
        name += [(" ", ""), (HOME, STYLES[Control(home)]), (home.letter, STYLES[Control(home)])]
    if position.kings[province]:
        name += [(" ", ""), (KING, "bold magenta")]
    name.append((" ", ""))
    if control is not None:
        return [name, [(letter, STYLES[control]) for letter in f"{SIGNS[control]} {cast.control(control)}"]]
    counts: list[tuple[str, str]] = []
    for faction in FACTIONS:
        number = position.followers[province][faction]
        counts += [
            (letter, STYLES[Control(faction)] if number else "dim") for letter in f"{SIGNS[Control(faction)]}{number}"
        ]
        counts.append((" ", ""))
    return [name, counts]
