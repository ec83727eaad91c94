"""Name the messages about tables: summaries, views, logs, replays."""

from typing import Literal

from msgspec import Raw, Struct

from siam.rules import CardLetter
from siam.server.messages.game import Entry, Result, State
from siam.server.messages.table_requests import Clock, Options


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


class MoveMade(Struct, omit_defaults=True):
    """A move of whoever was to move; `auto` if there was no choice. Without `at` it came with the one before it."""

    move: str
    at: str | None = None
    auto: bool = False


class Moved(Struct, tag_field="type", tag="moved", omit_defaults=True, rename={"from_": "from"}):
    """An update in short: the moves since a version, and what does not follow from them.

    `clocks` has everybody's time left, by seat; without clocks it is left out, as is `log_from` where it is 1.
    """

    from_: int
    moves: list[MoveMade]
    log_from: int = 1
    clocks: list[float] | None = None
    deadline: str | None = None


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
