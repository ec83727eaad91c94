"""Decide what a board is: eight provinces, three homes and the borders between them, read from a file (R-01)."""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

from siam.rules.display import PICTURE_WIDTH, shown_by
from siam.rules.drawings import check_drawing
from siam.rules.errors import A_TEXT, BoardError, wrong_type
from siam.rules.factions import CONTROLS, FACTIONS, Control, Faction
from siam.rules.followers import PROVINCE_COUNT
from siam.rules.map_texts import (
    MAP_CHARACTERS,
    MapTextError,
    format_map,
    is_normal,
    read_map,
    read_normal_map,
    read_strange_map,
)

Province: TypeAlias = int

PROVINCES = tuple(range(PROVINCE_COUNT))
BUILT_IN = ("siam", "albion")
NAME_LENGTH = 32
FORMAT_VERSION = 1


@dataclass(frozen=True, slots=True)
class ProvinceInfo:
    """What is printed on a province: its code in the notation and its name in each language."""

    code: str
    names: tuple[tuple[str, str], ...]

    def name(self, language: str = "en") -> str:
        """Return the name in a language, or in English, or the code."""
        names = dict(self.names)
        return names.get(language) or names.get("en") or self.code


@dataclass(frozen=True, slots=True, repr=False)
class Board:
    """A map: provinces in the alphabetical order of their codes, homes by faction, neighbours by province.

    `drawing` is what a map file says besides the rules, kept as it was read for whoever draws it; `file` is where
    that file lies, for whoever must tell another program, and None for a built-in map.
    """

    name: str
    provinces: tuple[ProvinceInfo, ...]
    homes: tuple[Province, Province, Province]
    neighbours: tuple[tuple[Province, ...], ...]
    drawing: dict[str, Any] = field(default_factory=dict, compare=False, repr=False, hash=False)
    file: Path | None = field(default=None, compare=False, repr=False)
    codes: tuple[str, ...] = field(init=False, compare=False, repr=False)
    """The eight three-letter codes in order."""

    def __repr__(self) -> str:
        if self.file is not None:
            return f"load_board({str(self.file)!r})"
        return f"load_board({self.name!r})" if self.name in BUILT_IN else f"<Board {self.name}: {' '.join(self.codes)}>"

    def __str__(self) -> str:
        return str(shown_by("board_text")(self))

    def svg(self, **how: Any) -> str:
        """Draw the map; `siam.drawing.board_svg` tells what can be chosen."""
        return str(shown_by("board_svg")(self, **how))

    def _repr_svg_(self) -> str:
        return self.svg(width=PICTURE_WIDTH)

    def __post_init__(self) -> None:
        object.__setattr__(self, "codes", tuple(province.code for province in self.provinces))

    @property
    def graph(self) -> tuple[tuple[str, ...], tuple[Province, ...], tuple[tuple[Province, ...], ...]]:
        """All that the rules ask of a board: codes, homes and neighbours."""
        return self.codes, self.homes, self.neighbours

    @property
    def borders(self) -> tuple[tuple[Province, Province], ...]:
        """Each pair of adjacent provinces once."""
        return tuple((a, b) for a in PROVINCES for b in self.neighbours[a] if a < b)

    def province(self, code: str) -> Province:
        """Find a province by its code; BoardError if there is none."""
        if code not in self.codes:
            raise BoardError(f"there is no province {code!r} on {self.name}; known: {' '.join(self.codes)}")
        return self.codes.index(code)

    def home_of(self, province: Province) -> Faction | None:
        """Return whose home a province is, if anybody's (§1.3)."""
        return Faction(self.homes.index(province)) if province in self.homes else None


def reachable(board: Board, controls: tuple[Control | None, ...], faction: Faction) -> tuple[Province, ...]:
    """List the open provinces into which a faction's own card may put followers (§5.11, R-12)."""
    own, home = CONTROLS[faction], board.homes[faction]
    reached = set(board.neighbours[home]) if controls[home] in (None, own) else set()
    if own in controls:
        for province in PROVINCES:
            if controls[province] is own:
                reached.update(board.neighbours[province])
    return tuple(sorted([province for province in reached if controls[province] is None]))


def load_board(name: str | Path) -> Board:
    """Load a built-in map by name, or a map file by path.

    >>> load_board("albion").codes
    ('dev', 'ess', 'gwy', 'lan', 'mor', 'nor', 'str', 'war')
    """
    if not isinstance(name, str | Path):
        raise wrong_type("a map is named by a text or a path", name)
    if str(name) in BUILT_IN:
        return _built_in(str(name))
    path = Path(name)
    if path.suffix != ".toml":
        raise BoardError(f"there is no map {str(name)!r}; built in: {', '.join(BUILT_IN)}; others: a .toml file")
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(MAP_CHARACTERS + 1)  # it may be any file, of any size
        return replace(parse_board(text, source=str(path)), file=path.resolve())
    except OSError as problem:
        raise BoardError(f"{path}: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise BoardError(f"{path}: not UTF-8 text") from None


@cache
def _built_in(name: str) -> Board:
    text = resources.files("siam.rules").joinpath("maps", f"{name}.toml").read_text(encoding="utf-8")
    return _board(tomllib.loads(text))


def parse_board(text: str, *, source: str = "map") -> Board:
    """Read a map file's text; a faulty one gets one message that names the line at fault."""
    if not isinstance(text, str):
        raise wrong_type(A_TEXT, text)
    return _parsed(text, source, _check_name)


def _parsed(text: str, source: str, check: Callable[[Board], None] | None = None) -> Board:
    try:
        content = read_map(text)
    except MapTextError as fault:
        raise BoardError(f"{source}, line {fault.line}: {fault}") from None
    except tomllib.TOMLDecodeError as problem:
        raise BoardError(f"{source}: {problem}") from None
    try:
        board = _board(content)
        if check is not None:
            check(board)
    except _FaultError as fault:
        raise BoardError(f"{source}, line {_line_of(text, fault.culprit)}: {fault}") from None
    return board


def _check_name(board: Board) -> None:
    """Keep the built-in names for the built-in graphs: positions and records name a board by its name only."""
    if board.name in BUILT_IN and board.graph != _built_in(board.name).graph:
        raise _FaultError(f"another map is called {board.name} already: give this one a name of its own", "name")


def format_board(board: Board) -> str:
    """Format a board with its drawing as one line that `restore_board` reads quickly."""
    return format_map(board.drawing)


def restore_board(text: str) -> Board:
    """Restore a board that was kept: what `format_board` wrote, or a map file as it was."""
    if not is_normal(text):
        return _parsed(text, "map")  # kept before the built-in names were reserved
    try:
        return _board(read_normal_map(text))
    except _FaultError as fault:
        raise BoardError(f"map: {fault}") from None


def parse_normal_board(text: str) -> Board:
    """Read a board from one line, as `format_board` writes it, that may come from anybody."""
    try:
        board = _board(read_strange_map(text))
        _check_name(board)
    except (_FaultError, MapTextError) as fault:
        raise BoardError(f"map: {fault}") from None
    return board


class _FaultError(Exception):
    """What is wrong with a map, and a piece of the text that is to blame."""

    def __init__(self, message: str, culprit: str = "") -> None:
        super().__init__(message)
        self.culprit = culprit


def _line_of(text: str, culprit: str) -> int:
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        if culprit and culprit in line:
            return number
    return 1


def _board(content: dict[str, Any]) -> Board:
    name = content.get("name")
    if not isinstance(name, str) or not name.isidentifier() or not name.isascii():
        raise _FaultError("a map needs a name, in plain letters", "name")
    if len(name) > NAME_LENGTH:
        raise _FaultError(f"a map's name has at most {NAME_LENGTH} letters", "name")
    version = content.get("version", FORMAT_VERSION)
    if version is True or version != FORMAT_VERSION:
        raise _FaultError(f"this program reads map files of version {FORMAT_VERSION}, not {version!r}", "version")
    provinces = _provinces(content.get("provinces"))
    codes = [province["code"] for province in provinces]
    neighbours = _neighbours(content.get("borders"), codes)
    infos = tuple(ProvinceInfo(p["code"], tuple(sorted(p.get("names", {}).items()))) for p in provinces)
    homes = _homes(provinces)
    board = Board(name, infos, homes, neighbours, drawing=content)
    try:
        check_drawing(content, {(codes[a], codes[b]) for a, b in board.borders})
    except BoardError as problem:
        raise _FaultError(str(problem), str(problem).split(":")[0]) from None
    return board


def _provinces(entries: object) -> list[dict[str, Any]]:
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise _FaultError("a map needs [[provinces]]", "provinces")
    for entry in entries:
        code = entry.get("code")
        if not (isinstance(code, str) and len(code) == 3 and code.isascii() and code.islower() and code.isalpha()):
            raise _FaultError(
                f"a province's code is three small letters, not {code!r}",
                f'"{code}"' if isinstance(code, str) else str(code),
            )
        names = entry.get("names", {})
        if not isinstance(names, dict) or not all(isinstance(name, str) for name in names.values()):
            raise _FaultError(f"the names of {code} are texts by language", f'"{code}"')
    provinces = sorted(entries, key=lambda entry: str(entry["code"]))
    for first, second in pairwise(provinces):
        if first["code"] == second["code"]:
            raise _FaultError(f"two provinces are called {first['code']}", f'"{first["code"]}"')
    if len(provinces) != PROVINCE_COUNT:
        raise _FaultError(f"a map has eight provinces, not {len(provinces)}", "[[provinces]]")
    return provinces


def _homes(provinces: list[dict[str, Any]]) -> tuple[Province, Province, Province]:
    found: dict[Faction, Province] = {}
    by_name = {faction.name.lower(): faction for faction in FACTIONS}
    for index, entry in enumerate(provinces):
        home = entry.get("home")
        if home is None:
            continue
        if not isinstance(home, str) or home not in by_name:
            raise _FaultError(f"home is rama, lao or malay, not {home!r}", f'"{entry["code"]}"')
        if by_name[home] in found:
            raise _FaultError(f"{home} has two homes", f'"{entry["code"]}"')
        found[by_name[home]] = index
    missing = [faction.name.lower() for faction in FACTIONS if faction not in found]
    if missing:
        raise _FaultError(f"{missing[0]} has no home", "home")
    return found[Faction.RAMA], found[Faction.LAO], found[Faction.MALAY]


def _neighbours(borders: object, codes: list[str]) -> tuple[tuple[Province, ...], ...]:
    if not isinstance(borders, list):
        raise _FaultError('a map needs borders = ["aaa-bbb", …]', "borders")
    adjacent: list[set[Province]] = [set() for _ in codes]
    for border in borders:
        ends = border.split("-") if isinstance(border, str) else []
        if len(ends) != 2 or ends[0] not in codes or ends[1] not in codes or ends[0] == ends[1]:
            raise _FaultError(f"a border joins two known provinces, not {border!r}", str(border))
        a, b = codes.index(ends[0]), codes.index(ends[1])
        if b in adjacent[a]:
            raise _FaultError(f"the border {border} stands there twice", str(border))
        adjacent[a].add(b)
        adjacent[b].add(a)
    reached, frontier = {0}, [0]
    while frontier:
        for province in adjacent[frontier.pop()] - reached:
            reached.add(province)
            frontier.append(province)
    if len(reached) != len(codes):
        lost = next(code for index, code in enumerate(codes) if index not in reached)
        raise _FaultError(f"no way leads from {codes[0]} to {lost}", f'"{lost}"')
    return tuple(tuple(sorted(provinces)) for provinces in adjacent)


def board_finder(*boards: Board) -> Callable[[str], Board]:
    """Return a function that finds a board by its name: among these, or else as `load_board` does.

    Two different maps of one name are a BoardError: positions and records name a board by its name only.
    """
    given: dict[str, Board] = {}
    for board in boards:
        known = given.setdefault(board.name, board)
        if known.graph != board.graph:
            raise BoardError(f"two different maps are called {board.name}: give one of them a name of its own")
    return lambda name: given.get(name) or load_board(name)
