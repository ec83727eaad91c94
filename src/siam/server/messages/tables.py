"""Name the messages about tables: requests, summaries, views, live messages."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Raw, Struct, field

from siam.rules import CardLetter
from siam.server.messages.game import Entry, Result, SeatNumber, State, StepText

Level: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]
PersonName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
Key: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
MoveText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
Version: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
RequestId: TypeAlias = Annotated[int, Meta(ge=-(2**53), le=2**53)] | Annotated[str, Meta(max_length=64)] | None


class Strict(Struct, forbid_unknown_fields=True):
    """A request: unknown fields are an error."""


class NoClock(Strict, tag_field="kind", tag="none"):
    """No clock."""


class LiveClock(Strict, tag_field="kind", tag="live"):
    """Time for the whole game, and an increment a move."""

    seconds: Annotated[float, Meta(ge=10, le=86_400)]
    increment: Annotated[float, Meta(ge=0, le=600)] = 0


class DaysClock(Strict, tag_field="kind", tag="days"):
    """Days a move."""

    days: Annotated[float, Meta(ge=0.25, le=60)]


Clock: TypeAlias = NoClock | LiveClock | DaysClock


class Options(Strict):
    """The options of §8; what is left out is as in the book."""

    first_player: Literal["lowest", "highest"] = "lowest"
    discards: Literal["top", "open"] = "top"
    table_talk: Literal["silent", "open"] = "silent"
    capital_last: bool = False
    colony_loses: bool = False


class MeSeat(Strict, tag_field="kind", tag="me"):
    """I sit here."""


class OpenSeat(Strict, tag_field="kind", tag="open"):
    """Anybody may sit here."""


class InvitedSeat(Strict, tag_field="kind", tag="invited"):
    """Only that player may sit here."""

    player: PersonName


class BotSeat(Strict, tag_field="kind", tag="bot"):
    """A bot sits here."""

    level: Level


class HereSeat(Strict, tag_field="kind", tag="here"):
    """Somebody at my screen sits here."""

    name: PersonName | None = None


SeatRequest: TypeAlias = MeSeat | OpenSeat | InvitedSeat | BotSeat | HereSeat
SeatArrangement: TypeAlias = OpenSeat | InvitedSeat | BotSeat | HereSeat


class TableRequest(Strict):
    """A table to be made."""

    seats: Annotated[list[SeatRequest], Meta(min_length=2, max_length=4)]
    board: Annotated[str, Meta(max_length=32)] = "siam"
    board_file: Annotated[str, Meta(max_length=100_000)] | None = None
    options: Options = field(default_factory=Options)
    clock: Clock = field(default_factory=NoClock)
    visibility: Literal["public", "link"] = "public"
    rated: bool = True
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    name: Annotated[str, Meta(max_length=60)] | None = None
    shuffle: bool = False


class MoveRequest(Strict):
    """A whole move, the version it was made on, and a key to send it twice without harm."""

    after: Version
    move: MoveText
    key: Key
    seat: SeatNumber | None = None


class StepsRequest(Strict):
    """A move in the making."""

    after: Version
    steps: Annotated[list[StepText], Meta(max_length=12)]


class StartRequest(Strict):
    """Start now; open seats become bots of this level."""

    fill: Level


class BranchRequest(Strict):
    """Play on from a turn of a finished game: my seat, and how strong the bots at the others are."""

    turn: Annotated[int, Meta(ge=0, le=10_000)]
    seat: SeatNumber
    level: Level


class RecordRequest(Strict):
    """A finished game that was played elsewhere, as it is written down (`.siam`); my seat, if I had one."""

    record: Annotated[str, Meta(min_length=1, max_length=120_000)]
    seat: SeatNumber | None = None


class ResignRequest(Strict):
    """Give up, on a shared screen for one seat."""

    seat: SeatNumber | None = None


class ProposalRequest(Strict):
    """Something that the others must agree to."""

    kind: Literal["take_back", "pause", "end", "replace"]
    seat: SeatNumber | None = None
    level: Level | None = None


class AnswerRequest(Strict):
    """Yes or no to a proposal; the proposer's no withdraws it."""

    accept: bool


class ChatRequest(Strict):
    """Words, or one of the fixed greetings."""

    text: Annotated[str, Meta(min_length=1, max_length=300)] | None = None
    greeting: Annotated[str, Meta(max_length=24)] | None = None


class TurnRequest(Strict):
    """A turn of a finished game, or none for the running one."""

    turn: Annotated[int, Meta(ge=0, le=10_000)] | None = None


class NewTable(Struct):
    """Where a new table is."""

    id: str
    url: str


class SeatMeta(Struct):
    """Who sits on a seat."""

    seat: int
    kind: Literal["player", "bot", "here", "open", "invited"]
    player: str | None
    name: str | None
    guest: bool
    level: str | None
    rating: int | None
    team: int
    present: bool
    resigned: bool


class TableTerms(Struct):
    """What a table is, and what was agreed at it."""

    id: str
    name: str | None
    status: Literal["open", "running", "finished"]
    board: str
    options: Options
    clock: Clock
    visibility: Literal["public", "link"]
    rated: bool
    created: str
    started: str | None
    finished: str | None
    host: str


class TableFacts(TableTerms):
    """A table but for its game."""

    rematch: str | None
    of: str | None


class You(Struct):
    """Who the watcher is at this table, and what they may do now."""

    seats: list[int]
    seat: int | None
    my_turn: bool
    legal: list[str]
    without_effect: list[CardLetter]
    host: bool
    watching: bool


class Proposal(Struct):
    """An open proposal; `turn` is the turn whose move would be taken back.

    `due` is when it happens at the earliest, or with `resume` at the latest.
    """

    id: int
    kind: Literal["take_back", "pause", "end", "replace", "resume"]
    by: int
    seat: int | None
    level: str | None
    waiting: list[int]
    turn: int | None
    due: str | None


class Watchers(Struct):
    """Who looks on."""

    count: int
    names: list[str]


class ChatLine(Struct):
    """Something said."""

    n: int
    at: str
    name: str
    seat: int | None
    text: str | None
    greeting: str | None
    room: Literal["table", "watchers"]
    player: str | None


class View(Struct, tag_field="type", tag="view"):
    """A table as one watcher may see it.

    `log_from` is the oldest version of the log that the watcher may see now. `chat` is null where nothing new was said.
    """

    table: TableFacts
    seats: list[SeatMeta]
    version: int
    turn: int
    state: State | Raw | None
    you: You
    log: list[Entry] | Raw
    log_from: int
    proposals: list[Proposal]
    watchers: Watchers
    chat: list[ChatLine] | None
    can_chat: bool
    can_greet: bool
    hints: bool
    result: Result | None


class Update(Struct, tag_field="type", tag="update", rename={"from_": "from"}):
    """What changed since a version."""

    from_: int
    version: int
    turn: int
    log: list[Entry] | Raw
    log_from: int
    state: State | Raw
    you: You
    proposals: list[Proposal]
    result: Result | None
    status: Literal["open", "running", "finished"]


class Accepted(Struct, tag_field="type", tag="accepted"):
    """A move was committed."""

    version: int
    turn: int
    key: str
    re: int | str | None = None


class Summary(TableTerms):
    """A table in a list."""

    seats: list[SeatMeta]
    version: int
    turn: int
    to_move: int | None
    since: str | None
    mine: list[int]
    my_turn: bool
    result: Result | None
    watchers: int


class Summaries(Struct):
    """A page of tables; `next` goes on."""

    tables: list[Summary]
    next: str | None


class Lines(Struct):
    """A page of chat."""

    lines: list[ChatLine]


class Log(Struct):
    """Everything that happened at a table, as far as the watcher may see it now."""

    entries: list[Entry]


class NextTable(Struct):
    """The next table where it is my turn."""

    table: str | None


class ReplayTurn(Struct):
    """A turn of a game and the position after it; turn 0 is the deal."""

    turn: int
    version: int
    entry: Entry | None
    state: State


class Replay(Struct):
    """A game, turn by turn."""

    table: TableFacts
    seats: list[SeatMeta]
    result: Result | None
    complete: bool
    turns: list[ReplayTurn]
