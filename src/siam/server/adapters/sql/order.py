"""Keep blocks and reports in SQL, and clear out what has had its time."""

from collections.abc import Sequence

from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update

from siam.server.adapters.sql.database import Database
from siam.server.adapters.sql.schema import (
    ANALYSES,
    BLOCKS,
    CALLS,
    CHAT,
    LINKS,
    PLAYERS,
    REPORTS,
    SEATS,
    SESSIONS,
    SUBSCRIPTIONS,
    TABLES,
    VISITS,
)
from siam.server.domain.tables import Status
from siam.server.ports.order import Complaint


class SqlOrder:
    """Blocks and reports in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def block(self, player: str, other: str, at: float) -> None:
        """Remember a block."""
        values = {"player": player, "blocked": other, "since": at}
        statement = self._database.upsert(BLOCKS).values(values).on_conflict_do_nothing()
        await self._database.write(lambda connection: connection.execute(statement))

    async def unblock(self, player: str, other: str) -> None:
        """Forget a block."""
        statement = delete(BLOCKS).where(BLOCKS.c.player == player, BLOCKS.c.blocked == other)
        await self._database.write(lambda connection: connection.execute(statement))

    async def blocked_by(self, player: str) -> frozenset[str]:
        """Return whom a player has blocked."""
        query = select(BLOCKS.c.blocked).where(BLOCKS.c.player == player)
        return await self._database.read_by_key(lambda connection: frozenset(connection.execute(query).scalars()))

    async def are_apart(self, player: str, others: frozenset[str]) -> bool:
        """Return whether a block stands between a player and one of some others."""
        query = select(BLOCKS.c.player).where(
            or_(
                and_(BLOCKS.c.player == player, BLOCKS.c.blocked.in_(others)),
                and_(BLOCKS.c.blocked == player, BLOCKS.c.player.in_(others)),
            )
        )
        return await self._database.read_by_key(
            lambda connection: connection.execute(query.limit(1)).first() is not None
        )

    async def report(self, complaint: Complaint) -> None:
        """Keep a report."""
        values = {
            "at": complaint.at,
            "by": complaint.by,
            "player": complaint.player,
            "name": complaint.name,
            "table_id": complaint.table,
            "reason": complaint.reason,
            "text": complaint.text,
            "said": complaint.said,
        }
        await self._database.write(lambda connection: connection.execute(insert(REPORTS).values(values)))

    async def count_open_reports(self, by: str) -> int:
        """Count a player's reports that wait."""
        query = select(func.count()).select_from(REPORTS).where(REPORTS.c.by == by, REPORTS.c.closed.is_(None))
        return await self._database.read(lambda connection: connection.execute(query).scalar_one())


class SqlAttic:
    """What has had its time, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def stale_waiting(self, before: float, limit: int) -> Sequence[str]:
        """List tables that have waited for long."""
        query = select(TABLES.c.id).where(TABLES.c.status == Status.OPEN.value, TABLES.c.created < before)
        return await self._database.read(lambda connection: list(connection.execute(query.limit(limit)).scalars()))

    async def stale_running(self, before: float, limit: int) -> Sequence[str]:
        """List running games without a clock in which nobody has moved for long."""
        query = select(TABLES.c.id).where(
            TABLES.c.status == Status.RUNNING.value, TABLES.c.since < before, TABLES.c.deadline.is_(None)
        )
        return await self._database.read(lambda connection: list(connection.execute(query.limit(limit)).scalars()))

    async def discard(self, table_id: str) -> None:
        """Forget a table and what belongs to it."""

        def write(connection: Connection) -> None:
            connection.execute(delete(ANALYSES).where(ANALYSES.c.table_id == table_id))
            connection.execute(delete(CALLS).where(CALLS.c.table_id == table_id))
            connection.execute(delete(TABLES).where(TABLES.c.id == table_id))

        await self._database.write(write)

    async def clear_guests(self, before: float, limit: int) -> int:
        """Forget guests who have not been here for long."""
        recent = select(SESSIONS.c.player).where(SESSIONS.c.seen >= before)
        waiting = select(SEATS.c.player).join(TABLES, TABLES.c.id == SEATS.c.table_id)
        waiting = waiting.where(TABLES.c.status.in_([Status.OPEN.value, Status.RUNNING.value]))
        query = (
            select(PLAYERS.c.id)
            .where(
                PLAYERS.c.password_hash.is_(None),
                PLAYERS.c.deleted.is_(None),
                PLAYERS.c.created < before,
                PLAYERS.c.id.not_in(recent),
                PLAYERS.c.id.not_in(waiting.where(SEATS.c.player.is_not(None))),
            )
            .limit(limit)
        )
        guests = await self._database.read(lambda connection: list(connection.execute(query).scalars()))
        if guests:
            await self._database.write(lambda connection: _forget(connection, guests, before))
        return len(guests)

    async def clear_sessions(self, before: float) -> None:
        """End sessions that nobody uses, and drop links whose time is over."""

        def write(connection: Connection) -> None:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.seen < before, SESSIONS.c.is_token.is_(False)))
            connection.execute(delete(LINKS).where(LINKS.c.until < before))

        await self._database.write(write)

    async def living(self, sessions: Sequence[str]) -> set[str]:
        """Return which sessions there still are."""
        query = select(SESSIONS.c.id).where(SESSIONS.c.id.in_(sessions))
        return await self._database.read(lambda connection: set(connection.execute(query).scalars()))


def _forget(connection: Connection, guests: list[str], at: float) -> None:
    """Delete what belongs to guests; those whom no game names are deleted altogether."""
    for table in (SESSIONS, SUBSCRIPTIONS, CALLS, LINKS, VISITS, BLOCKS):
        connection.execute(delete(table).where(table.c.player.in_(guests)))
    named = {row[0] for row in connection.execute(select(SEATS.c.player).where(SEATS.c.player.in_(guests)))}
    named |= {row[0] for row in connection.execute(select(TABLES.c.host).where(TABLES.c.host.in_(guests)))}
    named |= {row[0] for row in connection.execute(select(CHAT.c.player).where(CHAT.c.player.in_(guests)))}
    gone = [guest for guest in guests if guest not in named]
    connection.execute(delete(BLOCKS).where(BLOCKS.c.blocked.in_(gone)))
    connection.execute(delete(PLAYERS).where(PLAYERS.c.id.in_(gone)))
    kept = {"settings": "{}", "mail": None, "mail_verified": False, "webhook_url": None, "language": None}
    off = {"webhook_when": "off", "mail_when": "off", "push_when": "off", "deleted": at}
    version = {"version": PLAYERS.c.version + 1}
    connection.execute(update(PLAYERS).where(PLAYERS.c.id.in_(named)).values({**kept, **off, **version}))
