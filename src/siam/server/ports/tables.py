"""Declare what is needed to keep tables, their logs and what is said at them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from siam.server.domain.chat import ChatLine
from siam.server.domain.live_game import Result
from siam.server.domain.log import Entry
from siam.server.domain.tables import Status, Table


@dataclass(frozen=True, slots=True)
class Standing:
    """What lists need to know about a game: kept beside the table with every append.

    `imprint` tells the position from all others while several people play on it, so that nobody is advised on it.
    """

    version: int
    turn: int
    to_move: int | None
    mover: str | None
    since: float | None
    deadline: float | None
    result: Result | None = None
    imprint: str = ""


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
class Holdings:
    """How many tables somebody has: that wait for players, that run with bots, that have a map of their own."""

    waiting: int = 0
    with_bots: int = 0
    with_maps: int = 0


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
        """Keep a changed table and return it with its new revision; Conflict if its old one is not the stored one."""
        ...

    async def delete(self, table_id: str) -> None:
        """Forget a table that never started."""
        ...

    async def append(self, append: Append) -> Table | None:
        """Append to a log, committed on return; Conflict if a version or key is there already.

        Return the table with its new revision if it was saved too.
        """
        ...

    async def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        """Read a log."""
        ...

    async def by_key(self, table_id: str, key: str) -> tuple[int, int] | None:
        """Find the version and turn of an entry by its sender's key."""
        ...

    async def public(self, status: Status, before: str | None, limit: int) -> list[Listed]:
        """List public tables, newest first; the first page of those that wait or run has only a few of each person."""
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

    async def holdings(self, *, host: str) -> Holdings:
        """Count the tables of a host."""
        ...

    async def holdings_of_person(self, person: str, since: float) -> Holdings:
        """Count the tables that a person is charged for, but for games in which nothing has happened since then."""
        ...

    async def is_played(self, imprints: Sequence[str]) -> bool:
        """Return whether several people play on one of some positions now, at whatever table."""
        ...

    async def without_imprint(self, limit: int) -> list[str]:
        """List running tables of which an older server did not say what lies on them."""
        ...

    async def keep_imprint(self, table_id: str, version: int, imprint: str) -> None:
        """Say what lies on a table, unless it has moved on."""
        ...

    async def count_won(self, player_id: str) -> tuple[int, int]:
        """Count a player's finished and won games."""
        ...

    async def say(self, table_id: str, line: ChatLine) -> ChatLine:
        """Keep a line of chat; return it with its number."""
        ...

    async def lines(self, table_id: str, before: int | None, limit: int) -> list[ChatLine]:
        """Read the latest lines of chat."""
        ...

    async def last_lines(self, table_ids: Sequence[str]) -> dict[str, int]:
        """Return the number of the last line said at each table, to notice missed ones; nothing where all is silent."""
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
