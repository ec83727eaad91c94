"""Keep a player's history in SQL: finished games, everything that is known, and how it is forgotten."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, delete, func, or_, select, update
from sqlalchemy.sql.elements import ColumnElement

from siam.server.adapters.sql.database import Database
from siam.server.adapters.sql.documents import table_row
from siam.server.adapters.sql.players import read_player
from siam.server.adapters.sql.schema import (
    BLOCKS,
    CALLS,
    CHAT,
    LINKS,
    PLAYERS,
    RATINGS,
    REPORTS,
    SEATS,
    SESSIONS,
    SUBSCRIPTIONS,
    TABLES,
    VISITS,
)
from siam.server.adapters.sql.tables import SqlTables
from siam.server.domain.live_game import How
from siam.server.domain.players import DELETED_NAME, Player
from siam.server.domain.tables import Status, Table
from siam.server.ports import Conflict, Listed, Stale
from siam.server.ports.accounts import Wanted

AGREED = f'%"how": "{How.AGREEMENT.value}"%'


class SqlArchive:
    """What a database knows about players in the long run."""

    def __init__(self, database: Database, tables: SqlTables) -> None:
        self._database = database
        self._tables = tables

    async def history(self, wanted: Wanted, before: str | None, limit: int) -> list[Listed]:
        """List finished games, newest first."""
        own = select(SEATS.c.table_id).where(SEATS.c.player == wanted.player)
        if wanted.result in ("won", "lost"):
            own = own.where(SEATS.c.won.is_(wanted.result == "won"))
        query = select(TABLES).where(TABLES.c.status.concat("") == Status.FINISHED.value, TABLES.c.id.in_(own))
        return await self._tables.page(query.where(*_conditions(wanted)), before, limit)

    async def everything(self, player: str) -> dict[str, list[dict[str, Any]]]:
        """Return the rows about a player that nothing else shows."""
        queries = {
            "lines": select(CHAT.c.table_id, CHAT.c.at, CHAT.c.text, CHAT.c.greeting).where(CHAT.c.player == player),
            "ratings": select(RATINGS.c.table_id, RATINGS.c.at, RATINGS.c.mu, RATINGS.c.sigma).where(
                RATINGS.c.player == player
            ),
            "visits": select(VISITS.c.table_id, VISITS.c.seen).where(VISITS.c.player == player),
            "browsers": select(SUBSCRIPTIONS.c.endpoint).where(SUBSCRIPTIONS.c.player == player),
            "waiting_calls": select(CALLS.c.channel, CALLS.c.table_id, CALLS.c.due).where(CALLS.c.player == player),
            "blocked": select(BLOCKS.c.blocked.label("player"), BLOCKS.c.since).where(BLOCKS.c.player == player),
            "reports": select(REPORTS.c.at, REPORTS.c.name, REPORTS.c.reason, REPORTS.c.text).where(
                REPORTS.c.by == player
            ),
        }

        def read(connection: Connection) -> dict[str, list[dict[str, Any]]]:
            return {
                name: [dict(row) for row in connection.execute(query).mappings()] for name, query in queries.items()
            }

        return await self._database.read(read)

    async def amend(self, table: Table) -> Table:
        """Keep a table whose names changed; its seats, with who has won, stay as they are."""
        row = table_row(table)
        where = (TABLES.c.id == table.id, TABLES.c.revision == table.revision)
        values = {"document": row["document"], "revision": table.revision + 1}

        def write(connection: Connection) -> None:
            if connection.execute(update(TABLES).where(*where).values(values)).rowcount != 1:
                raise Conflict(f"table {table.id} was changed meanwhile")

        await self._database.write(write)
        return replace(table, revision=table.revision + 1)

    async def rename_lines(self, player: str, name: str) -> None:
        """Change the name at everything that a player has said."""
        statement = update(CHAT).where(CHAT.c.player == player).values(name=name)
        await self._database.write(lambda connection: connection.execute(statement))

    async def depart(self, player: Player, at: float) -> None:
        """Forget everything about a player but that there was one."""
        await self._database.write(lambda connection: _depart(connection, player, at))

    async def names_due(self, limit: int) -> Sequence[Player]:
        """List players whose old names are still shown somewhere."""
        query = select(PLAYERS).where(PLAYERS.c.names_due.is_(True)).limit(limit)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [read_player(row) for row in rows]

    async def names_done(self, player: str) -> None:
        """Note that the old name of a player is shown nowhere any more."""
        values = {"names_due": False, "version": PLAYERS.c.version + 1}
        statement = update(PLAYERS).where(PLAYERS.c.id == player).values(values)
        await self._database.write(lambda connection: connection.execute(statement))


def _conditions(wanted: Wanted) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if wanted.visitor != wanted.player:
        seated = select(SEATS.c.table_id).where(SEATS.c.player == wanted.visitor)
        conditions.append(or_(TABLES.c.public.is_(True), TABLES.c.id.in_(seated)))
    if wanted.since is not None:
        conditions.append(TABLES.c.since >= wanted.since)
    if wanted.until is not None:
        conditions.append(TABLES.c.since < wanted.until)
    if wanted.result is not None:
        agreed = TABLES.c.result.like(AGREED)
        conditions.append(agreed if wanted.result == "none" else ~agreed)
    if wanted.players is not None:
        seats = select(func.count()).select_from(SEATS).where(SEATS.c.table_id == TABLES.c.id)
        conditions.append(seats.scalar_subquery() == wanted.players)
    if wanted.opponent is not None:
        conditions.append(TABLES.c.id.in_(select(SEATS.c.table_id).where(SEATS.c.player == wanted.opponent)))
    if wanted.rated is not None:
        rated = TABLES.c.id.in_(select(RATINGS.c.table_id))
        conditions.append(rated if wanted.rated else ~rated)
    return conditions


def _depart(connection: Connection, player: Player, at: float) -> None:
    values = {
        "name": DELETED_NAME,
        "name_key": None,
        "password_hash": None,
        "mail": None,
        "mail_verified": False,
        "language": None,
        "settings": "{}",
        "webhook_url": None,
        "webhook_when": "off",
        "mail_when": "off",
        "push_when": "off",
        "deleted": at,
        "names_due": True,
        "version": player.version + 1,
    }
    where = (PLAYERS.c.id == player.id, PLAYERS.c.version == player.version)
    if connection.execute(update(PLAYERS).where(*where).values(values)).rowcount != 1:
        raise Stale(f"player {player.id} was changed meanwhile")
    for table in (SESSIONS, SUBSCRIPTIONS, CALLS, LINKS, VISITS, BLOCKS):
        connection.execute(delete(table).where(table.c.player == player.id))
    connection.execute(delete(BLOCKS).where(BLOCKS.c.blocked == player.id))
    connection.execute(update(REPORTS).where(REPORTS.c.player == player.id).values(name=DELETED_NAME))
