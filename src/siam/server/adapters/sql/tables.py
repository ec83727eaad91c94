"""Keep tables, logs and chat in SQL. The primary key of the log decides between two moves at once."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from siam.server.adapters.sql.database import Bulk, Database
from siam.server.adapters.sql.documents import read_entry, read_standing, read_table
from siam.server.adapters.sql.log_writes import append_all, create_all, save_all
from siam.server.adapters.sql.schema import ANALYSES, CHAT, LOG, RATINGS, SEATS, TABLES, VISITS
from siam.server.domain.chat import Line, Room
from siam.server.domain.log import Entry
from siam.server.domain.tables import Status, Table
from siam.server.logs import Log
from siam.server.ports import Append, Creation, Damaged, Listed, Visit

LOGGER = Log("siam")
NO_LINE = 2**31 - 1  # greater than the number of every line
TABLE = select(TABLES).where(TABLES.c.id == bindparam("id"))
ENTRIES = (
    select(LOG).where(LOG.c.table_id == bindparam("id"), LOG.c.version > bindparam("after")).order_by(LOG.c.version)
)
BY_KEY = select(LOG.c.version, LOG.c.turn).where(LOG.c.table_id == bindparam("id"), LOG.c.key == bindparam("key"))
LINES = (
    select(CHAT)
    .where(CHAT.c.table_id == bindparam("id"), CHAT.c.n < bindparam("before"))
    .order_by(CHAT.c.n.desc())
    .limit(bindparam("limit"))
)


class SqlTables:
    """Tables in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, table: Table, *, start: Append | None = None, origin: Table | None = None) -> None:
        """Keep a new table, with the start of its game and the link from the table it is a rematch of."""
        await self._database.write(Bulk(create_all, Creation(table, start, origin)))

    async def load(self, table_id: str) -> Listed | None:
        """Find a table."""
        values = {"id": table_id}
        row = await self._database.glance(lambda connection: connection.execute(TABLE, values).first())
        return None if row is None else _listed(row)

    async def save(self, table: Table) -> Table:
        """Keep a changed table if nobody else changed it meanwhile."""
        await self._database.write(Bulk(save_all, table))
        return replace(table, revision=table.revision + 1)

    async def delete(self, table_id: str) -> None:
        """Forget a table that never started."""
        statement = delete(TABLES).where(TABLES.c.id == table_id, TABLES.c.status == Status.OPEN.value)
        await self._database.write(lambda connection: connection.execute(statement))

    async def append(self, append: Append) -> Table | None:
        """Append to a log; moves of several tables go together."""
        await self._database.write(Bulk(append_all, append))
        table = append.table
        return None if table is None else replace(table, revision=table.revision + 1)

    async def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        """Read a log."""
        values = {"id": table_id, "after": after}
        rows = await self._database.glance(lambda connection: connection.execute(ENTRIES, values).all())
        try:
            return [read_entry(row) for row in rows]
        except (LookupError, TypeError, ValueError) as problem:
            raise Damaged(f"the log of table {table_id} can't be read: {problem}") from problem

    async def by_key(self, table_id: str, key: str) -> tuple[int, int] | None:
        """Find an entry by its sender's key."""
        values = {"id": table_id, "key": key}
        row = await self._database.glance(lambda connection: connection.execute(BY_KEY, values).first())
        return None if row is None else (row.version, row.turn)

    async def public(self, status: Status, before: str | None, limit: int) -> list[Listed]:
        """List public tables, newest first."""
        query = select(TABLES).where(TABLES.c.status == status.value, TABLES.c.public.is_(True))
        return await self._page(query, before, limit)

    async def of_player(
        self, player_id: str, statuses: Sequence[Status], before: str | None, limit: int
    ) -> list[Listed]:
        """List a player's tables, newest first."""
        seated = select(SEATS.c.table_id).where(SEATS.c.player == player_id)
        hosted = select(TABLES.c.id).where(TABLES.c.host == player_id)
        # The calculation keeps SQLite from the index of states, which would lead it through everybody's tables.
        status = TABLES.c.status.concat("") if self._database.is_sqlite else TABLES.c.status
        query = select(TABLES).where(
            status.in_([status.value for status in statuses]), TABLES.c.id.in_(seated.union(hosted))
        )
        return await self._page(query, before, limit)

    async def _page(self, query: Any, before: str | None, limit: int) -> list[Listed]:
        if before is not None and before.isascii() and before.isdigit() and len(before) < 19:
            query = query.where(TABLES.c.number < int(before))
        query = query.order_by(TABLES.c.number.desc()).limit(limit)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return _legible(rows)

    async def waiting_for_bots(self, since: float, limit: int) -> list[str]:
        """List running tables where a bot is to move."""
        query = select(TABLES.c.id).where(
            TABLES.c.status == Status.RUNNING.value,
            TABLES.c.mover.is_(None),
            TABLES.c.to_move.is_not(None),
            TABLES.c.since <= since,
        )
        return await self._database.read(lambda connection: list(connection.execute(query.limit(limit)).scalars()))

    async def unrated(self, since: float) -> list[Listed]:
        """List games finished since then that have no ratings."""
        rated = select(RATINGS.c.table_id)
        query = select(TABLES).where(
            TABLES.c.status == Status.FINISHED.value, TABLES.c.since >= since, TABLES.c.id.not_in(rated)
        )
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return _legible(rows)

    async def running(self, before_deadline: float | None, limit: int, *, timed: bool = False) -> list[str]:
        """List running tables, or those whose time is up."""
        query = select(TABLES.c.id).where(TABLES.c.status == Status.RUNNING.value)
        if before_deadline is not None:
            query = query.where(TABLES.c.deadline <= before_deadline)
        if timed:
            query = query.where(TABLES.c.deadline.is_not(None))
        query = query.order_by(TABLES.c.since).limit(limit)
        return await self._database.read(lambda connection: list(connection.execute(query).scalars()))

    async def versions(self, table_ids: Sequence[str]) -> dict[str, tuple[int, int]]:
        """Return version and revision of tables."""
        query = select(TABLES.c.id, TABLES.c.version, TABLES.c.revision).where(TABLES.c.id.in_(table_ids))
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return {row.id: (row.version, row.revision) for row in rows}

    async def count_won(self, player_id: str) -> tuple[int, int]:
        """Count finished and won games."""
        query = select(func.count(SEATS.c.won)).where(SEATS.c.player == player_id)
        won = query.where(SEATS.c.won.is_(True))
        return await self._database.read(
            lambda connection: (connection.execute(query).scalar_one(), connection.execute(won).scalar_one())
        )

    async def say(self, table_id: str, line: Line) -> Line:
        """Keep a line of chat under the next number."""
        return await self._database.write(lambda connection: _say(connection, table_id, line))

    async def lines(self, table_id: str, before: int | None, limit: int) -> list[Line]:
        """Read the latest lines of chat, oldest first."""
        values = {"id": table_id, "before": NO_LINE if before is None else before, "limit": limit}
        rows = await self._database.glance(lambda connection: connection.execute(LINES, values).all())
        return [
            Line(row.n, row.at, row.name, row.seat, row.text, row.greeting, Room(row.room)) for row in reversed(rows)
        ]

    async def note_visits(self, visits: Sequence[Visit]) -> None:
        """Remember when players were last seen at their tables."""
        statement = self._database.upsert(VISITS)
        statement = statement.on_conflict_do_update(
            index_elements=["table_id", "player"], set_={"seen": statement.excluded.seen}
        )
        rows = [asdict(visit) for visit in visits]
        await self._database.write(lambda connection: connection.execute(statement, rows))

    async def last_seen(self, table_id: str, player_id: str) -> float | None:
        """Return when a player was last seen at a table."""
        query = select(VISITS.c.seen).where(VISITS.c.table_id == table_id, VISITS.c.player == player_id)
        return await self._database.read(lambda connection: connection.execute(query).scalar_one_or_none())

    async def analysis(self, table_id: str) -> str | None:
        """Read a stored analysis."""
        query = select(ANALYSES.c.document).where(ANALYSES.c.table_id == table_id)
        return await self._database.read(lambda connection: connection.execute(query).scalar_one_or_none())

    async def keep_analysis(self, table_id: str, document: str) -> None:
        """Keep an analysis, once."""
        values = {"table_id": table_id, "document": document}
        statement = self._database.upsert(ANALYSES).values(values).on_conflict_do_nothing()
        await self._database.write(lambda connection: connection.execute(statement))


def _legible(rows: Sequence[Any]) -> list[Listed]:
    """Read the rows of a list; one that is damaged is left out, and the host is told."""
    found = []
    for row in rows:
        try:
            found.append(_listed(row))
        except Damaged as problem:
            LOGGER.error("table_damaged", table=row.id, reason=str(problem))
    return found


def _listed(row: Any) -> Listed:
    try:
        return Listed(read_table(row), read_standing(row))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as problem:
        raise Damaged(f"table {row.id} can't be read: {type(problem).__name__}: {problem}") from problem


def _say(connection: Connection, table_id: str, line: Line) -> Line:
    latest = select(func.coalesce(func.max(CHAT.c.n), 0)).where(CHAT.c.table_id == table_id)
    said = replace(line, n=connection.execute(latest).scalar_one() + 1)
    connection.execute(
        insert(CHAT).values(
            table_id=table_id,
            n=said.n,
            at=said.at,
            name=said.name,
            seat=said.seat,
            text=said.text,
            greeting=said.greeting,
            room=said.room.value,
        )
    )
    return said
