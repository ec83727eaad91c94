"""Decide how a game is written down: tags, an empty line, the moves, one a line, with comments (`.siam`)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from siam.notation.errors import NotationError
from siam.notation.graphs import format_graph
from siam.notation.moves import format_move, parse_move
from siam.notation.options import format_options, parse_options
from siam.notation.positions import BoardFinder, format_position, parse_position
from siam.notation.words import NOTHING
from siam.rules import BUILT_IN, CONTROLS, Board, Game, Outcome, Seat, load_board
from siam.rules.boards import format_board, parse_normal_board
from siam.rules.errors import BoardError, IllegalMoveError, wrong_type

VERSION = "1"
UNFINISHED = "*"
GRAPH = "Graph"
"""The tag by which a map of one's own is known again."""
MAP_FILE = "MapFile"
"""The tag with the whole map, where it does not come with the game."""
REQUIRED_TAGS = ("Notation", "Map", "Players", "Setup", "Options", "Result", "Ending")
KNOWN_TAGS = (*REQUIRED_TAGS, GRAPH, MAP_FILE)

_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\]|\\["\\])*)"\]')
_ENDINGS = (UNFINISHED, *(control.letter for control in CONTROLS))


@dataclass(frozen=True, slots=True)
class Record:
    """A game as written down: the game, its other tags, and the comments before and after each move.

    `comments[0]` stands before the first move, `comments[n]` after the n-th. A game that was given up has a
    `result` of its own although its moves end before the end.
    """

    game: Game
    tags: tuple[tuple[str, str], ...] = ()
    comments: tuple[str, ...] = ()
    result: str = UNFINISHED
    ending: str = UNFINISHED

    @classmethod
    def of(cls, game: Game, **tags: str) -> "Record":
        """Write down a game with some tags; result and ending come from the game itself."""
        if not isinstance(game, Game):
            raise wrong_type("a game is needed", game)
        result, ending = _verdict(game.outcome)
        return cls(game, tuple(tags.items()), ("",) * (len(game.turns) + 1), result, ending)

    def given_up(self, winners: Sequence[Seat], why: str = "") -> "Record":
        """Return the record of the same game with a result of its own; `why` stands behind the last move."""
        result = " ".join(str(seat + 1) for seat in winners) or NOTHING
        comments = (*self.comments[:-1], why) if why else self.comments
        return replace(self, result=result, comments=comments)


def format_record(record: Record) -> str:
    """Write a record.

    >>> from siam.rules import deal
    >>> print(format_record(Record.of(Game(deal(players=2, seed=7)).push("pass"), Seat1="Anna")))
    [Notation "1"]
    [Map "siam"]
    [Players "2"]
    [Setup "siam pat:R1L2M1,ray:R2L1M1,chi:R2L2,ayu:R3M1,kho:L1M3,ked:R1M3,suk:R2L2,lua:L2M2 R4L5M3 \
KTT12RLM:L1M1/KTT12RLM:R1M1 1 0 - -"]
    [Options ""]
    [Result "*"]
    [Ending "*"]
    [Seat1 "Anna"]
    <BLANKLINE>
    pass
    <BLANKLINE>
    """
    if not isinstance(record, Record):
        raise wrong_type("a record is made by Record.of", record)
    setup = record.game.setup
    required = {
        "Notation": VERSION,
        "Map": setup.board.name,
        "Players": str(len(setup.players)),
        "Setup": format_position(setup),
        "Options": format_options(setup.options),
        "Result": record.result,
        "Ending": record.ending,
    }
    if setup.board.name not in BUILT_IN:
        required[GRAPH] = format_graph(setup.board)
        if setup.board.drawing:  # one that no file was read for has none
            required[MAP_FILE] = format_board(setup.board)
    lines = [_format_tag(key, value) for key, value in (*required.items(), *record.tags)]
    comments = record.comments or ("",) * (len(record.game.turns) + 1)
    lines += ["", *_comment_lines(comments[0])]
    for move, comment in zip(record.game.moves, comments[1:], strict=True):
        first, *rest = comment.split("\n")
        text = format_move(setup.board, move)
        lines += [f"{text} # {first}" if first else text, *_comment_lines("\n".join(rest))]
    return "\n".join(lines) + "\n"


def format_records(records: list[Record]) -> str:
    """Write several records into one text."""
    return "\n".join(map(format_record, records))


def parse_record(text: str, *, find_board: BoardFinder = load_board) -> Record:
    """Read a text with exactly one record; a map that is not at hand is read from the record itself.

    >>> from siam.rules import deal
    >>> text = Game(deal(players=2, seed=7)).push("pass", "pass").record(Seat1="Anna")
    >>> record = parse_record(text)
    >>> record.tags, len(record.game.turns)
    ((('Seat1', 'Anna'),), 2)
    """
    records = parse_records(text, find_board=find_board)
    if len(records) != 1:
        raise NotationError(f"one game was expected, not {len(records)}")
    return records[0]


def parse_records(text: str, *, find_board: BoardFinder = load_board) -> list[Record]:
    """Read all records of a text, replaying each; an error names the line."""
    if not isinstance(text, str):
        raise wrong_type("a record is read from a text", text)
    return [_Reader(lines, find_board).record() for lines in _split(text)]


def _verdict(outcome: Outcome | None) -> tuple[str, str]:
    if outcome is None:
        return UNFINISHED, UNFINISHED
    winners = " ".join(str(seat + 1) for seat in outcome.winners) or NOTHING
    return winners, outcome.ending.letter


def _format_tag(key: str, value: str) -> str:
    escaped = value.replace("\n", " ").replace("\\", "\\\\").replace('"', '\\"')
    return f'[{key} "{escaped}"]'


def _comment_lines(comment: str) -> list[str]:
    return [f"# {line}".rstrip() for line in comment.split("\n")] if comment else []


def _split(text: str) -> Iterator[list[tuple[int, str]]]:
    """Cut a text into games, each a list of numbered lines: a tag after a move begins the next one."""
    lines: list[tuple[int, str]] = []
    has_tags = in_moves = False
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        line = raw.strip()
        if line.startswith("["):
            if in_moves:
                yield lines
                lines, in_moves = [], False
            has_tags = True
        elif (line and not line.startswith("#")) or (not line and has_tags):
            in_moves = True
        lines.append((number, line))
    if any(line for _, line in lines):
        yield lines


class _Reader:
    """Reads the numbered lines of one game."""

    def __init__(self, lines: list[tuple[int, str]], find_board: BoardFinder) -> None:
        self._lines = lines
        self._find_board = find_board
        self._tags: dict[str, str] = {}
        self._tag_lines: dict[str, int] = {}

    def record(self) -> Record:
        first_move = self._read_tags()
        game = self._setup()
        comments: list[list[str]] = [[]]
        for number, line in self._lines[first_move:]:
            text, hash_sign, comment = line.partition("#")
            if text.strip():
                game = self._play(game, number, text.strip())
                comments.append([comment.strip()])
            elif hash_sign:
                comments[-1].append(comment.strip())
        self._check_verdict(game)
        others = tuple((key, value) for key, value in self._tags.items() if key not in KNOWN_TAGS)
        texts = tuple("\n".join(lines).strip("\n") for lines in comments)
        return Record(game, others, texts, self._tags["Result"], self._tags["Ending"])

    def _read_tags(self) -> int:
        """Read the tags; return the index of the line after them."""
        index = 0
        for index, (number, line) in enumerate(self._lines):  # noqa: B007 - the index is what we want
            if not line:
                if self._tags:
                    break
                continue
            if line.startswith("#") and not self._tags:
                continue
            match = _TAG.fullmatch(line)
            if not match:
                raise NotationError(f'line {number}: {_shortened(line)} is no tag like [Key "value"]')
            key, value = match.groups()
            if key in self._tags:
                raise NotationError(f"line {number}: the tag {key} stands there twice")
            self._tags[key] = re.sub(r"\\(.)", r"\1", value)
            self._tag_lines[key] = number
        for key in REQUIRED_TAGS:
            if key not in self._tags:
                raise NotationError(f"line {self._lines[index][0]}: the tag {key} is missing")
        return index

    def _setup(self) -> Game:
        if self._tags["Notation"] != VERSION:
            raise self._tag_error("Notation", f"this reader knows version {VERSION} only")
        try:
            options = parse_options(self._tags["Options"])
        except NotationError as problem:
            raise self._tag_error("Options", str(problem)) from None
        own = self._own_map()
        try:
            setup = parse_position(self._tags["Setup"], options, find_board=lambda name: self._board(name, own))
        except NotationError as problem:
            raise self._tag_error("Setup", str(problem)) from None
        if self._tags["Map"] != setup.board.name:
            raise self._tag_error("Map", f"the setup is on the map {setup.board.name}")
        if GRAPH in self._tags and self._tags[GRAPH] != format_graph(setup.board):
            name = setup.board.name
            raise self._tag_error(GRAPH, f"the game was played on another map called {name} than the one at hand")
        if self._tags["Players"] != str(len(setup.players)):
            raise self._tag_error("Players", f"the setup has {len(setup.players)} players")
        return Game(setup)

    def _own_map(self) -> Board | None:
        """Read the map that the record carries, if it carries one."""
        if MAP_FILE not in self._tags:
            return None
        try:
            return parse_normal_board(self._tags[MAP_FILE])
        except BoardError as problem:
            raise self._tag_error(MAP_FILE, str(problem)) from None

    def _board(self, name: str, own: Board | None) -> Board:
        """Find a map: the one at hand, else the record's own."""
        try:
            return self._find_board(name)
        except BoardError:
            if own is None or own.name != name:
                raise
            return own

    def _play(self, game: Game, number: int, text: str) -> Game:
        try:
            return game.play(parse_move(game.setup.board, text))
        except NotationError as problem:
            raise NotationError(f"line {number}: {problem}") from None
        except IllegalMoveError as problem:
            raise NotationError(f"line {number}: {text!r} is illegal: {problem}") from None

    def _check_verdict(self, game: Game) -> None:
        """Check that result and ending fit the game, if it was played to its end."""
        result, ending = self._tags["Result"], self._tags["Ending"]
        seats = [str(seat + 1) for seat in range(len(game.setup.players))]
        winners = result.split(" ")
        if result not in (UNFINISHED, NOTHING) and winners != sorted(set(winners) & set(seats)):
            raise self._tag_error("Result", f"{result!r} names no winning seats; - is nobody, * unfinished")
        if ending not in _ENDINGS:
            raise self._tag_error("Ending", f"{ending!r} is none of {' '.join(_ENDINGS)}")
        if game.outcome is None:
            if ending != UNFINISHED:
                raise self._tag_error("Ending", "the moves stop before the end")
            return
        for key, said, found in zip(("Result", "Ending"), (result, ending), _verdict(game.outcome), strict=True):
            if said != found:
                raise self._tag_error(key, f"the moves lead to {found!r}, not {said!r}")

    def _tag_error(self, key: str, message: str) -> NotationError:
        return NotationError(f"line {self._tag_lines[key]}: {key}: {message}")


def _shortened(line: str) -> str:
    return repr(line if len(line) <= 60 else line[:57] + "…")
