"""Name the messages about positions without a table, hints and analysis."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from siam.analysis.annotations import Mark
from siam.rules import CardLetter
from siam.server.messages.game import Entry, Part, Preview, Result, State, StepText
from siam.server.messages.reasons import Reason
from siam.server.messages.table_requests import Level, MoveText, Options, Strict

PositionText = Annotated[str, Meta(min_length=1, max_length=600)]


class StudyRequest(Strict):
    """A position, and a move in the making on it."""

    position: PositionText
    options: Options = field(default_factory=Options)
    steps: Annotated[list[StepText], Meta(max_length=12)] = field(default_factory=list)


class StudyPlayRequest(Strict):
    """A move on a position."""

    position: PositionText
    move: MoveText
    options: Options = field(default_factory=Options)


class StudyHintRequest(Strict):
    """A position to be advised on."""

    position: PositionText
    options: Options = field(default_factory=Options)


class StudyReplyRequest(Strict):
    """A position on which a bot shall move."""

    position: PositionText
    level: Level
    options: Options = field(default_factory=Options)


class DealRequest(Strict):
    """A deal."""

    players: Annotated[int, Meta(ge=2, le=4)] = 2
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    board: Annotated[str, Meta(max_length=32)] = "siam"
    options: Options = field(default_factory=Options)


class Dealt(Struct):
    """A new position."""

    state: State


class Studied(Struct):
    """A position, what can come next, and what was chosen."""

    state: State
    legal: list[str]
    without_effect: list[CardLetter]
    parts: list[Part]
    next: Part | None
    move: str | None
    complete: bool
    no_effect: bool
    preview: Preview | None


class StudyPlayed(Struct):
    """A move that was played, and the position after it."""

    entry: Entry
    state: State
    result: Result | None


class Hint(Struct):
    """The best move, each seat's chance to win after it, the steps that make it with what each decides, and why."""

    move: str
    chances: list[float]
    steps: list[str]
    parts: list[Part]
    reason: Reason | None = None


class TurnAnalysed(Struct):
    """A turn with the chances before it, the best move, what was lost by the one played, and why."""

    turn: int
    chances: list[float]
    move: str
    best: str
    loss: float
    mark: Mark | None
    best_steps: list[str] = field(default_factory=list)
    best_parts: list[Part] = field(default_factory=list)
    reason: Reason | None = None


class Analysis(Struct):
    """A game with the engine's opinion."""

    status: Literal["none", "running", "done"]
    done: int
    of: int
    turns: list[TurnAnalysed]
