"""Keep tables, logs and chat in SQL. The primary key of the log decides between two moves at once."""

import contextlib
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import Connection, and_, bindparam, case, delete, func, insert, select, update

from siam.server.adapters.sql.batches import Bulk
from siam.server.adapters.sql.database import Database
from siam.server.adapters.sql.documents import read_entry, read_standing, read_table
from siam.server.adapters.sql.log_writes import append_all, create_all, save_all
from siam.server.adapters.sql.schema import ANALYSES, CHAT, LOG, RATINGS, SEATS, TABLES, VISITS
from siam.server.domain.chat import ChatLine, Room
from siam.server.domain.log import Entry
from siam.server.domain.tables import Status, Table
from siam.server.logs import Log
from siam.server.ports import Append, Conflict, Creation, Damaged, Holdings, Listed, Outage, Visit

LOGGER = Log("siam")
LISTED_OF_A_HOST, LISTED_OF_ONE = 3, 10
"""Public tables of one host, and of one person (all guests of an address), that the first page of a list shows."""

TRIES = 10
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
        row = await self._database.read_by_key(lambda connection: connection.execute(TABLE, values).first())
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
        rows = await self._database.read_by_key(lambda connection: connection.execute(ENTRIES, values).all())
        try:
            return [read_entry(row) for row in rows]
        except (LookupError, TypeError, ValueError) as problem:
            raise Damaged(f"the log of table {table_id} can't be read: {problem}") from problem

    async def by_key(self, table_id: str, key: str) -> tuple[int, int] | None:
        """Find an entry by its sender's key."""
        values = {"id": table_id, "key": key}
        row = await self._database.read_by_key(lambda connection: connection.execute(BY_KEY, values).first())
        return None if row is None else (row.version, row.turn)

    async def public(self, status: Status, before: str | None, limit: int) -> list[Listed]:
        """List public tables, newest first; the first page of those that wait or run has only a few of each person."""
        query = select(TABLES).where(TABLES.c.status == status.value, TABLES.c.public.is_(True))
        if before is None and status is not Status.FINISHED:
            query = query.where(TABLES.c.id.in_(_few_of_each(status)))
        return await self.page(query, before, limit)

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
        return await self.page(query, before, limit)

    async def page(self, query: Any, before: str | None, limit: int) -> list[Listed]:
        """Read a page of a list, newest first."""
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

    async def holdings(self, *, host: str) -> Holdings:
        """Count the tables of a host."""
        return await self._count(TABLES.c.host == host)

    async def holdings_of_person(self, person: str, since: float) -> Holdings:
        """Count the tables that a person is charged for, but for games in which nothing happens any more."""
        return await self._count(TABLES.c.person == person, func.coalesce(TABLES.c.since, TABLES.c.created) >= since)

    async def _count(self, *of: Any) -> Holdings:
        is_open = TABLES.c.status == Status.OPEN.value
        figures = [
            func.coalesce(func.sum(case((which, 1), else_=0)), 0)
            for which in (is_open, and_(~is_open, TABLES.c.bots > 0), TABLES.c.own_map)
        ]
        query = select(*figures).where(TABLES.c.status.in_([Status.OPEN.value, Status.RUNNING.value]), *of)
        return await self._database.read_by_key(lambda connection: Holdings(*connection.execute(query).one()))

    async def is_played(self, imprints: Sequence[str]) -> bool:
        """Return whether several people play on one of some positions now."""
        query = select(TABLES.c.id).where(TABLES.c.imprint.in_(imprints)).limit(1)
        return await self._database.read_by_key(lambda connection: connection.execute(query).first() is not None)

    async def without_imprint(self, limit: int) -> list[str]:
        """List running tables of which nothing says what lies on them."""
        is_running = TABLES.c.status == Status.RUNNING.value
        query = select(TABLES.c.id).where(is_running, TABLES.c.imprint.is_(None), TABLES.c.version > 0)
        return await self._database.read(lambda connection: list(connection.execute(query.limit(limit)).scalars()))

    async def keep_imprint(self, table_id: str, version: int, imprint: str) -> None:
        """Say what lies on a table, unless it has moved on."""
        statement = update(TABLES).where(TABLES.c.id == table_id, TABLES.c.version == version).values(imprint=imprint)
        await self._database.write(lambda connection: connection.execute(statement))

    async def count_won(self, player_id: str) -> tuple[int, int]:
        """Count finished and won games."""
        query = select(func.count(SEATS.c.won)).where(SEATS.c.player == player_id)
        won = query.where(SEATS.c.won.is_(True))
        return await self._database.read(
            lambda connection: (connection.execute(query).scalar_one(), connection.execute(won).scalar_one())
        )

    async def say(self, table_id: str, line: ChatLine) -> ChatLine:
        """Keep a line of chat under the next number."""
        for _ in range(TRIES):
            with contextlib.suppress(Conflict):  # another process was faster with that number
                return await self._database.write(lambda connection: _say(connection, table_id, line))
        raise Outage("everybody speaks at once")

    async def lines(self, table_id: str, before: int | None, limit: int) -> list[ChatLine]:
        """Read the latest lines of chat, oldest first."""
        values = {"id": table_id, "before": NO_LINE if before is None else before, "limit": limit}
        rows = await self._database.read_by_key(lambda connection: connection.execute(LINES, values).all())
        return [
            ChatLine(row.n, row.at, row.name, row.seat, row.text, row.greeting, Room(row.room), row.player)
            for row in reversed(rows)
        ]

    async def last_lines(self, table_ids: Sequence[str]) -> dict[str, int]:
        """Return the number of the last line said at each table."""
        query = select(CHAT.c.table_id, func.max(CHAT.c.n).label("last")).where(CHAT.c.table_id.in_(table_ids))
        rows = await self._database.read(lambda connection: connection.execute(query.group_by(CHAT.c.table_id)).all())
        return {row.table_id: row.last for row in rows}

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


def _few_of_each(status: Status) -> Any:
    """Choose the newest public tables of each host, and of all guests of an address, so that nobody fills a page."""
    person = func.coalesce(TABLES.c.person, TABLES.c.host)
    newest = TABLES.c.number.desc()
    numbered = (
        select(
            TABLES.c.id,
            func.row_number().over(partition_by=TABLES.c.host, order_by=newest).label("of_host"),
            func.row_number().over(partition_by=person, order_by=newest).label("of_person"),
        )
        .where(TABLES.c.status == status.value, TABLES.c.public.is_(True))
        .subquery()
    )
    return select(numbered.c.id).where(numbered.c.of_host <= LISTED_OF_A_HOST, numbered.c.of_person <= LISTED_OF_ONE)


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


def _say(connection: Connection, table_id: str, line: ChatLine) -> ChatLine:
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
            player=said.player,
        )
    )
    return said
