"""Name the messages about positions without a table, hints and analysis."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from siam.server.messages.game import EntryMade, Preview, ResultMade, StateSeen, StepText
from siam.server.messages.tables import Level, MoveText, OptionsWire, Strict

PositionText = Annotated[str, Meta(min_length=1, max_length=600)]


class StudyRequest(Strict):
    """A position, and a move in the making on it."""

    position: PositionText
    options: OptionsWire = field(default_factory=OptionsWire)
    steps: Annotated[list[StepText], Meta(max_length=12)] = field(default_factory=list)


class StudyPlayRequest(Strict):
    """A move on a position."""

    position: PositionText
    move: MoveText
    options: OptionsWire = field(default_factory=OptionsWire)


class StudyHintRequest(Strict):
    """A position to be advised on."""

    position: PositionText
    options: OptionsWire = field(default_factory=OptionsWire)


class StudyReplyRequest(Strict):
    """A position on which a bot shall move."""

    position: PositionText
    level: Level
    options: OptionsWire = field(default_factory=OptionsWire)


class DealRequest(Strict):
    """A deal."""

    players: Annotated[int, Meta(ge=2, le=4)] = 2
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    board: Annotated[str, Meta(max_length=32)] = "siam"
    options: OptionsWire = field(default_factory=OptionsWire)


class Dealt(Struct):
    """A new position."""

    state: StateSeen


class Studied(Struct):
    """A position, what can come next, and what was chosen."""

    state: StateSeen
    legal: list[str]
    move: str | None
    complete: bool
    no_effect: bool
    preview: Preview | None


class StudyPlayed(Struct):
    """A move that was played, and the position after it."""

    entry: EntryMade
    state: StateSeen
    result: ResultMade | None


class Hint(Struct):
    """The best move, each seat's chance to win after it, and the steps that make it."""

    move: str
    chances: list[float]
    steps: list[str]


class TurnAnalysed(Struct):
    """A turn with the chances before it, the best move, and what was lost by the one played."""

    turn: int
    chances: list[float]
    move: str
    best: str
    loss: float
    mark: Literal["inaccuracy", "mistake", "blunder"] | None
    best_steps: list[str] = field(default_factory=list)


class Analysis(Struct):
    """A game with the engine's opinion."""

    status: Literal["none", "running", "done"]
    done: int
    of: int
    turns: list[TurnAnalysed]
