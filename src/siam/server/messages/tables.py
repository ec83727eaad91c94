"""Name the messages about tables: requests, summaries, views, live messages."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Raw, Struct, field

from siam.server.messages.game import EntryMade, ResultMade, SeatNumber, StateSeen, StepText

Level: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]
PersonName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
Key: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
MoveText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
Version: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
RequestId: TypeAlias = Annotated[int, Meta(ge=-(2**53), le=2**53)] | Annotated[str, Meta(max_length=64)] | None


class Strict(Struct, forbid_unknown_fields=True):
    """A request: unknown fields are an error."""


class NoClockWire(Strict, tag_field="kind", tag="none"):
    """No clock."""


class LiveClockWire(Strict, tag_field="kind", tag="live"):
    """Time for the whole game, and an increment a move."""

    seconds: Annotated[float, Meta(ge=10, le=86_400)]
    increment: Annotated[float, Meta(ge=0, le=600)] = 0


class DaysClockWire(Strict, tag_field="kind", tag="days"):
    """Days a move."""

    days: Annotated[float, Meta(ge=0.25, le=60)]


ClockWire: TypeAlias = NoClockWire | LiveClockWire | DaysClockWire


class OptionsWire(Strict):
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
    options: OptionsWire = field(default_factory=OptionsWire)
    clock: ClockWire = field(default_factory=NoClockWire)
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


class TableMade(Struct):
    """Where a new table is."""

    id: str
    url: str


class SeatSeen(Struct):
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


class TableSeen(Struct):
    """A table but for its game."""

    id: str
    name: str | None
    status: Literal["open", "running", "finished"]
    board: str
    options: OptionsWire
    clock: ClockWire
    visibility: Literal["public", "link"]
    rated: bool
    created: str
    started: str | None
    finished: str | None
    host: str
    rematch: str | None
    of: str | None


class You(Struct):
    """Who the watcher is at this table, and what they may do now."""

    seats: list[int]
    seat: int | None
    my_turn: bool
    legal: list[str]
    host: bool
    watching: bool


class ProposalSeen(Struct):
    """An open proposal; `turn` is the turn whose move would be taken back, `due` when it happens at the earliest."""

    id: int
    kind: Literal["take_back", "pause", "end", "replace"]
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


class LineSeen(Struct):
    """Something said."""

    n: int
    at: str
    name: str
    seat: int | None
    text: str | None
    greeting: str | None
    room: Literal["table", "watchers"]


class ViewSeen(Struct):
    """A table as one watcher may see it.

    `log_from` is the oldest version of the log that the watcher may see now. `chat` is null where nothing new was said.
    """

    type: Literal["view"]
    table: TableSeen
    seats: list[SeatSeen]
    version: int
    turn: int
    state: StateSeen | Raw | None
    you: You
    log: list[EntryMade] | Raw
    log_from: int
    proposals: list[ProposalSeen]
    watchers: Watchers
    chat: list[LineSeen] | None
    can_chat: bool
    can_greet: bool
    hints: bool
    result: ResultMade | None


class UpdateSeen(Struct, rename={"from_": "from"}):
    """What changed since a version."""

    type: Literal["update"]
    from_: int
    version: int
    turn: int
    log: list[EntryMade] | Raw
    log_from: int
    state: StateSeen | Raw
    you: You
    proposals: list[ProposalSeen]
    result: ResultMade | None
    status: Literal["open", "running", "finished"]


class Accepted(Struct):
    """A move was committed."""

    type: Literal["accepted"]
    version: int
    turn: int
    key: str
    re: int | str | None = None


class Summary(Struct):
    """A table in a list."""

    id: str
    name: str | None
    status: Literal["open", "running", "finished"]
    board: str
    options: OptionsWire
    clock: ClockWire
    visibility: Literal["public", "link"]
    rated: bool
    created: str
    host: str
    seats: list[SeatSeen]
    version: int
    turn: int
    to_move: int | None
    since: str | None
    mine: list[int]
    my_turn: bool
    result: ResultMade | None
    watchers: int


class Summaries(Struct):
    """A page of tables; `next` goes on."""

    tables: list[Summary]
    next: str | None


class Lines(Struct):
    """A page of chat."""

    lines: list[LineSeen]


class LogSeen(Struct):
    """Everything that happened at a table, as far as the watcher may see it now."""

    entries: list[EntryMade]


class NextTable(Struct):
    """The next table where it is my turn."""

    table: str | None


class ReplayTurn(Struct):
    """A turn of a game and the position after it; turn 0 is the deal."""

    turn: int
    version: int
    entry: EntryMade | None
    state: StateSeen


class Replay(Struct):
    """A game, turn by turn."""

    table: TableSeen
    seats: list[SeatSeen]
    result: ResultMade | None
    complete: bool
    turns: list[ReplayTurn]
