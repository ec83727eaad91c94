"""Say what the services need from the world: storage, a bus, a clock, chance, thinkers, messengers."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypedDict, Unpack

from siam.server.domain.chat import Line
from siam.server.domain.live_game import Result
from siam.server.domain.log import Entry
from siam.server.domain.players import Calls, Player, Session
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.tables import Status, Table


class Conflict(Exception):  # noqa: N818 - the word of the domain
    """Somebody else changed the same thing first."""


class Stale(Conflict):
    """What was to be changed is not any more as it was read."""


class Damaged(Refusal):
    """What is stored can't be read."""

    def __init__(self, message: str) -> None:
        super().__init__(Code.DAMAGED, message)


class Unusable(Exception):  # noqa: N818 - the word of the domain
    """The storage can't be used until the host does something; the message is one line that says what."""


class Outage(Exception):  # noqa: N818 - the word of the domain
    """The storage or the bus can't be reached now."""


class Clock(Protocol):
    """The time."""

    def now(self) -> float:
        """Seconds since the epoch."""
        ...


class Chance(Protocol):
    """Ids, secrets and seeds."""

    def table_id(self) -> str:
        """A new table's id, which nobody can guess."""
        ...

    def player_id(self) -> str:
        """A new player's id."""
        ...

    def secret(self) -> str:
        """A session's secret."""
        ...

    def seed(self) -> int:
        """A seed for a deal or a bot."""
        ...


@dataclass(frozen=True, slots=True)
class Standing:
    """What lists need to know about a game: kept beside the table with every append."""

    version: int
    turn: int
    to_move: int | None
    mover: str | None
    since: float | None
    deadline: float | None
    result: Result | None = None


NOT_BEGUN = Standing(version=0, turn=0, to_move=None, mover=None, since=None, deadline=None)


@dataclass(frozen=True, slots=True)
class Append:
    """Entries for a table's log, all or none; with a table if it changed by them too."""

    table_id: str
    entries: tuple[tuple[Entry, int], ...]
    standing: Standing
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class Creation:
    """A new table, all or nothing: with the start of its game, and with the finished table it is a rematch of."""

    table: Table
    start: Append | None = None
    origin: Table | None = None


@dataclass(frozen=True, slots=True)
class Visit:
    """When a player was last seen at a table."""

    table_id: str
    player: str
    seen: float


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in a list."""

    table: Table
    standing: Standing


class TableStore(Protocol):
    """Tables, their logs and what is said at them."""

    async def create(self, table: Table, *, start: Append | None = None, origin: Table | None = None) -> None:
        """Keep a new table, with the start of its game; Conflict if the table it is a rematch of has changed."""
        ...

    async def load(self, table_id: str) -> Listed | None:
        """Find a table."""
        ...

    async def save(self, table: Table) -> Table:
        """Keep a changed table; Conflict if its revision is not the stored one. Gives it its new revision."""
        ...

    async def delete(self, table_id: str) -> None:
        """Forget a table that never started."""
        ...

    async def append(self, append: Append) -> Table | None:
        """Append to a log, committed on return; Conflict if a version or key is there already.

        Gives the table with its new revision if it was saved too.
        """
        ...

    async def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        """Read a log."""
        ...

    async def by_key(self, table_id: str, key: str) -> tuple[int, int] | None:
        """Find the version and turn of an entry by its sender's key."""
        ...

    async def public(self, status: Status, before: str | None, limit: int) -> list[Listed]:
        """List public tables, newest first."""
        ...

    async def of_player(
        self, player_id: str, statuses: Sequence[Status], before: str | None, limit: int
    ) -> list[Listed]:
        """List the tables where a player sits, is invited or hosts, newest first."""
        ...

    async def running(self, before_deadline: float | None, limit: int, *, timed: bool = False) -> list[str]:
        """List running tables: all, those with a clock that runs, or those whose deadline has passed."""
        ...

    async def waiting_for_bots(self, since: float, limit: int) -> list[str]:
        """List running tables where it has been a bot's turn since then or longer."""
        ...

    async def unrated(self, since: float) -> list[Listed]:
        """List games finished since then that have no ratings."""
        ...

    async def versions(self, table_ids: Sequence[str]) -> dict[str, tuple[int, int]]:
        """Return version and revision of tables, to notice missed changes."""
        ...

    async def count_won(self, player_id: str) -> tuple[int, int]:
        """Count a player's finished and won games."""
        ...

    async def say(self, table_id: str, line: Line) -> Line:
        """Keep a line of chat; gives it its number."""
        ...

    async def lines(self, table_id: str, before: int | None, limit: int) -> list[Line]:
        """Read the latest lines of chat."""
        ...

    async def note_visits(self, visits: Sequence[Visit]) -> None:
        """Remember when players were last seen at their tables."""
        ...

    async def last_seen(self, table_id: str, player_id: str) -> float | None:
        """Return when a player was last seen at a table."""
        ...

    async def analysis(self, table_id: str) -> str | None:
        """Read a stored analysis."""
        ...

    async def keep_analysis(self, table_id: str, document: str) -> None:
        """Keep an analysis."""
        ...


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A player's new rating after a game."""

    player: str
    mu: float
    sigma: float
    version: int
    """The player's version that the rating was computed from."""


class PlayerChanges(TypedDict, total=False):
    """The parts of a player that change; all others stay as they are stored."""

    name: str
    password_hash: str
    mail: str | None
    language: str | None
    settings: str
    calls: Calls


@dataclass(frozen=True, slots=True)
class PushSubscription:
    """A browser that may be woken."""

    endpoint: str
    document: str


@dataclass(frozen=True, slots=True)
class Call:
    """A message that waits to be delivered."""

    id: int
    player: str
    channel: str
    table_id: str | None
    version: int
    due: float
    attempts: int


class PlayerStore(Protocol):
    """Players, their sessions, and how they want to be called."""

    async def add(self, player: Player) -> None:
        """Keep a new player; Conflict if an account has that name."""
        ...

    async def change(
        self, player: Player, *, only_session: str | None = None, **changes: Unpack[PlayerChanges]
    ) -> Player:
        """Change parts of a player; gives the changed one.

        Stale if it was changed since it was read, another Conflict if an account has that name. With `only_session`
        all its other sessions and tokens end with the change.
        """
        ...

    async def find(self, player_id: str) -> Player | None:
        """Find a player."""
        ...

    async def find_many(self, player_ids: Sequence[str]) -> dict[str, Player]:
        """Find several players."""
        ...

    async def by_name(self, name: str) -> Player | None:
        """Find an account by its name."""
        ...

    async def open_session(self, session: Session, secret_hash: str) -> None:
        """Keep a session."""
        ...

    async def by_secret(self, secret_hash: str) -> tuple[Session, Player] | None:
        """Find a session and its player."""
        ...

    async def touch(self, session_id: str, at: float) -> None:
        """Note that a session was used."""
        ...

    async def sessions(self, player_id: str) -> list[Session]:
        """List a player's sessions and tokens."""
        ...

    async def end_session(self, player_id: str, session_id: str) -> bool:
        """End a session; False if there is none."""
        ...

    async def rate(self, table_id: str, changes: Sequence[RatingChange], at: float) -> bool:
        """Keep new ratings once for a table; False if that was done before, Stale if a player has changed."""
        ...

    async def subscriptions(self, player_id: str) -> list[PushSubscription]:
        """List the browsers that may be woken."""
        ...

    async def subscribe(self, player_id: str, subscription: PushSubscription) -> None:
        """Remember a browser."""
        ...

    async def unsubscribe(self, player_id: str, endpoint: str) -> None:
        """Forget a browser."""
        ...

    async def queue_call(self, call: Call) -> None:
        """Let a message wait."""
        ...

    async def due_calls(self, now: float, limit: int) -> list[Call]:
        """List messages whose time has come."""
        ...

    async def claim_call(self, call: Call, until: float) -> bool:
        """Take a message on; False if another process has it."""
        ...

    async def settle_call(self, call_id: int, *, retry_at: float | None) -> None:
        """Drop a message, or try it again later."""
        ...


class Facts(Protocol):
    """Small facts that the server keeps about itself."""

    async def get(self, name: str) -> str | None:
        """Read a fact."""
        ...

    async def put(self, name: str, value: str) -> None:
        """Keep a fact."""
        ...

    async def settle(self, facts: Mapping[str, str]) -> dict[str, str]:
        """Keep facts that belong together unless they are there; gives the kept ones, the same to every process."""
        ...


class Bus(Protocol):
    """News for the other processes; what this one publishes does not come back to it."""

    async def publish(self, message: bytes) -> None:
        """Send news; never waits long and never raises."""
        ...

    def listen(self, hear: Callable[[bytes], Awaitable[None]], catch_up: Callable[[], Awaitable[None]]) -> None:
        """Call `hear` for each piece of news, and `catch_up` whenever some may have been missed."""
        ...


@dataclass(frozen=True, slots=True)
class Question:
    """A position for a thinker, as text."""

    position: str
    options: dict[str, str | bool]
    board_file: str | None


@dataclass(frozen=True, slots=True)
class Advice:
    """A thinker's move, and each seat's chance to win if it was asked for."""

    move: str
    chances: tuple[float, ...] = ()


class Thinkers(Protocol):
    """Bots and analysis, outside the event loop."""

    def levels(self) -> tuple[str, ...]:
        """Name the levels there are."""
        ...

    async def choose(self, question: Question, level: str, seconds: float | None, seed: int) -> str:
        """Choose a move within its time."""
        ...

    async def advise(self, question: Question, seconds: float) -> Advice:
        """Find the best move and the chances; waits while bots think."""
        ...


class Passwords(Protocol):
    """Password hashing, off the event loop."""

    async def hash(self, password: str) -> str:
        """Hash a password."""
        ...

    async def matches(self, password_hash: str | None, password: str) -> bool:
        """Check a password; takes as long if there is no hash."""
        ...


@dataclass(frozen=True, slots=True)
class Message:
    """What a player is told."""

    title: str
    body: str
    url: str
    table: str | None


class Messenger(Protocol):
    """A way to call a player: webhook, mail or push."""

    name: str

    async def deliver(self, player: Player, message: Message) -> bool:
        """Deliver a message: True when it arrived, False if it never will; Outage to try again."""
        ...
