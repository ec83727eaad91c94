"""Name the messages about puzzles."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from siam.server.messages.game import Entry, Result, State, StepText
from siam.server.messages.table_requests import MoveText, Options, Strict

ThemeText = Literal["last_card", "in_two", "pass", "swap", "order", "no_effect", "colony", "tie_break"]
OwnMoves = Annotated[list[MoveText], Meta(max_length=32)]


class PuzzleListed(Struct):
    """A puzzle in the list."""

    id: str
    grade: int
    players: int
    themes: list[ThemeText]


class PuzzlesListed(Struct):
    """Every puzzle, in order."""

    puzzles: list[PuzzleListed]


class Puzzle(Struct):
    """A puzzle to be solved by the seat; the solution stays with the server."""

    id: str
    grade: int
    players: int
    themes: list[ThemeText]
    seat: int
    options: Options
    state: State


class PuzzleStepsRequest(Strict):
    """A move in the making, after the solver's moves so far."""

    moves: OwnMoves = field(default_factory=list)
    steps: Annotated[list[StepText], Meta(max_length=12)] = field(default_factory=list)


class PuzzleMovesRequest(Strict):
    """All of the solver's own moves so far; the others' answers follow from them."""

    moves: Annotated[list[MoveText], Meta(min_length=1, max_length=32)]


class PuzzleSolutionRequest(Strict):
    """The solver's moves so far; what wins now is asked for."""

    moves: OwnMoves = field(default_factory=list)


class PuzzleSolution(Struct):
    """The move that wins, and the steps that make it."""

    move: str
    steps: list[str]


class PuzzleTried(Struct):
    """How the try stands, what happened since the solver's latest move, and how it ended.

    A wrong try is refuted to the end of the game; the result tells why it does not win.
    """

    status: Literal["solved", "go_on", "wrong"]
    log: list[Entry]
    state: State
    result: Result | None
