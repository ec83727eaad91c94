"""Keep players, sessions and waiting calls in SQL."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Unpack

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from siam.server.adapters.sql.database import Database
from siam.server.adapters.sql.schema import CALLS, FACTS, PLAYERS, RATINGS, SESSIONS, SUBSCRIPTIONS
from siam.server.domain.players import NotificationSettings, Player, Session, When, name_key
from siam.server.ports import Conflict, Notification, PlayerChanges, PushSubscription, RatingChange, Stale

BY_SECRET = (
    select(SESSIONS, *(column.label(f"player_{column.name}") for column in PLAYERS.c))
    .join(PLAYERS, PLAYERS.c.id == SESSIONS.c.player)
    .where(SESSIONS.c.secret_hash == bindparam("secret"))
)


class SqlPlayers:
    """Players in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, player: Player) -> None:
        """Keep a new player."""
        await self._database.write(lambda connection: connection.execute(insert(PLAYERS), [_row(player)]))

    async def change(
        self, player: Player, *, only_session: str | None = None, **changes: Unpack[PlayerChanges]
    ) -> Player:
        """Change parts of a player, if nobody else has changed it since it was read."""
        changed = replace(player, **changes, version=player.version + 1)
        before, after = _row(player), _row(changed)
        values = {name: value for name, value in after.items() if value != before[name]}
        await self._database.write(lambda connection: _change(connection, player, values, only_session))
        return changed

    def forget(self, player_id: str) -> None:
        """Do nothing: no player is remembered here."""

    async def find(self, player_id: str) -> Player | None:
        """Find a player."""
        return (await self.find_many([player_id])).get(player_id)

    async def find_many(self, player_ids: Sequence[str]) -> dict[str, Player]:
        """Find several players."""
        query = select(PLAYERS).where(PLAYERS.c.id.in_(player_ids))
        rows = await self._database.read_by_key(lambda connection: connection.execute(query).all())
        return {row.id: read_player(row) for row in rows}

    async def by_name(self, name: str) -> Player | None:
        """Find an account by its name."""
        query = select(PLAYERS).where(PLAYERS.c.name_key == name_key(name))
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else read_player(row)

    async def open_session(self, session: Session, secret_hash: str) -> None:
        """Keep a session."""
        values = {
            "id": session.id,
            "secret_hash": secret_hash,
            "player": session.player,
            "created": session.created,
            "seen": session.seen,
            "agent": session.agent[:200],
            "is_token": session.is_token,
        }
        await self._database.write(lambda connection: connection.execute(insert(SESSIONS), [values]))

    async def by_secret(self, secret_hash: str) -> tuple[Session, Player] | None:
        """Find a session and its player."""
        values = {"secret": secret_hash}
        row = await self._database.read_by_key(lambda connection: connection.execute(BY_SECRET, values).first())
        return None if row is None else (_read_session(row), read_player(row, "player_"))

    async def touch(self, session_id: str, at: float) -> None:
        """Note that a session was used."""
        statement = update(SESSIONS).where(SESSIONS.c.id == session_id).values(seen=at)
        await self._database.write(lambda connection: connection.execute(statement))

    async def sessions(self, player_id: str) -> list[Session]:
        """List sessions and tokens, latest first."""
        query = select(SESSIONS).where(SESSIONS.c.player == player_id).order_by(SESSIONS.c.seen.desc())
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [_read_session(row) for row in rows]

    async def end_session(self, player_id: str, session_id: str) -> bool:
        """End a session of that player."""
        statement = delete(SESSIONS).where(SESSIONS.c.id == session_id, SESSIONS.c.player == player_id)
        ended = await self._database.write(lambda connection: connection.execute(statement).rowcount)
        return ended > 0

    async def rate(self, table_id: str, changes: Sequence[RatingChange], at: float) -> bool:
        """Keep new ratings once for a table."""
        try:
            await self._database.write(lambda connection: _rate(connection, table_id, changes, at))
        except Stale:
            raise
        except Conflict:
            return False
        return True

    async def subscriptions(self, player_id: str) -> list[PushSubscription]:
        """List the browsers that may be woken."""
        query = select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.player == player_id)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [PushSubscription(row.endpoint, row.document) for row in rows]

    async def subscribe(self, player_id: str, subscription: PushSubscription) -> None:
        """Remember a browser; it belongs to who used it last."""
        values = {"player": player_id, "document": subscription.document}
        statement = (
            self._database.upsert(SUBSCRIPTIONS)
            .values(endpoint=subscription.endpoint, **values)
            .on_conflict_do_update(index_elements=["endpoint"], set_=values)
        )
        await self._database.write(lambda connection: connection.execute(statement))

    async def unsubscribe(self, player_id: str, endpoint: str) -> None:
        """Forget a browser."""
        statement = delete(SUBSCRIPTIONS).where(
            SUBSCRIPTIONS.c.endpoint == endpoint, SUBSCRIPTIONS.c.player == player_id
        )
        await self._database.write(lambda connection: connection.execute(statement))

    async def queue_notification(self, notification: Notification) -> None:
        """Let a message wait; a newer one for the same table and channel replaces it."""
        await self._database.write(lambda connection: _queue(connection, notification))

    async def due_notifications(self, now: float, limit: int) -> list[Notification]:
        """List messages whose time has come."""
        query = select(CALLS).where(CALLS.c.due <= now).order_by(CALLS.c.due, CALLS.c.player, CALLS.c.channel)
        rows = await self._database.read(lambda connection: connection.execute(query.limit(limit)).all())
        return [
            Notification(row.id, row.player, row.channel, row.table_id, row.version, row.due, row.attempts)
            for row in rows
        ]

    async def claim_notification(self, notification: Notification, until: float) -> bool:
        """Take a message on, unless another process has done so."""
        statement = (
            update(CALLS).where(CALLS.c.id == notification.id, CALLS.c.due == notification.due).values(due=until)
        )
        claimed = await self._database.write(lambda connection: connection.execute(statement).rowcount)
        return claimed == 1

    async def settle_notification(self, call_id: int, *, retry_at: float | None) -> None:
        """Drop a message, or try it again later."""
        if retry_at is None:
            statement: Any = delete(CALLS).where(CALLS.c.id == call_id)
        else:
            statement = update(CALLS).where(CALLS.c.id == call_id).values(due=retry_at, attempts=CALLS.c.attempts + 1)
        await self._database.write(lambda connection: connection.execute(statement))


class SqlFacts:
    """Small facts in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, name: str) -> str | None:
        """Read a fact."""
        query = select(FACTS.c.value).where(FACTS.c.name == name)
        return await self._database.read(lambda connection: connection.execute(query).scalar_one_or_none())

    async def put(self, name: str, value: str) -> None:
        """Keep a fact."""
        statement = (
            self._database.upsert(FACTS)
            .values(name=name, value=value)
            .on_conflict_do_update(index_elements=["name"], set_={"value": value})
        )
        await self._database.write(lambda connection: connection.execute(statement))

    async def settle(self, facts: Mapping[str, str]) -> dict[str, str]:
        """Keep facts that belong together unless they are there; return the stored ones."""
        return await self._database.write(lambda connection: self._settle(connection, facts))

    def _settle(self, connection: Connection, facts: Mapping[str, str]) -> dict[str, str]:
        """Insert in a fixed order, so that a second process waits at the first fact until the other has finished."""
        for name, value in sorted(facts.items()):
            insertion = self._database.upsert(FACTS).values(name=name, value=value).on_conflict_do_nothing()
            connection.execute(insertion)
        kept = connection.execute(select(FACTS).where(FACTS.c.name.in_(list(facts))))
        return {row.name: row.value for row in kept}


def _row(player: Player) -> dict[str, Any]:
    return {
        "id": player.id,
        "name": player.name,
        "name_key": None if player.is_guest or player.deleted is not None else name_key(player.name),
        "created": player.created,
        "password_hash": player.password_hash,
        "mail": player.mail,
        "language": player.language,
        "mu": player.mu,
        "sigma": player.sigma,
        "rated_games": player.rated_games,
        "settings": player.settings,
        "webhook_url": player.notifications.webhook_url,
        "webhook_when": player.notifications.webhook.value,
        "mail_when": player.notifications.mail.value,
        "push_when": player.notifications.push.value,
        "version": player.version,
        "mail_verified": player.mail_verified,
        "muted_until": player.muted_until,
        "banned": player.banned,
        "deleted": player.deleted,
        "names_due": player.names_due,
    }


def read_player(row: Any, prefix: str = "") -> Player:
    """Read a player from a row, in which other columns may stand beside those with the prefix."""
    values = {name.removeprefix(prefix): value for name, value in row._mapping.items() if name.startswith(prefix)}
    notifications = NotificationSettings(
        values["webhook_url"],
        When(values["webhook_when"]),
        When(values["mail_when"]),
        When(values["push_when"]),
    )
    names = (
        *("id", "name", "created", "password_hash", "mail", "language"),
        *("mu", "sigma", "rated_games", "settings", "version"),
        *("mail_verified", "muted_until", "banned", "deleted", "names_due"),
    )
    return Player(**{name: values[name] for name in names}, notifications=notifications)


def _read_session(row: Any) -> Session:
    return Session(row.id, row.player, row.created, row.seen, row.agent, bool(row.is_token))


def _change(connection: Connection, player: Player, values: dict[str, Any], only_session: str | None) -> None:
    where = (PLAYERS.c.id == player.id, PLAYERS.c.version == player.version)
    if connection.execute(update(PLAYERS).where(*where).values(values)).rowcount != 1:
        raise Stale(f"player {player.id} was changed meanwhile")
    if only_session is not None:
        others = (SESSIONS.c.player == player.id, SESSIONS.c.id != only_session)
        connection.execute(delete(SESSIONS).where(*others))


def _rate(connection: Connection, table_id: str, changes: Sequence[RatingChange], at: float) -> None:
    for change in sorted(changes, key=lambda change: change.player):  # in one order: nobody locks another out
        values = {"mu": change.mu, "sigma": change.sigma}
        connection.execute(insert(RATINGS).values(table_id=table_id, player=change.player, at=at, **values))
        where = (PLAYERS.c.id == change.player, PLAYERS.c.version == change.version)
        counts = {"rated_games": PLAYERS.c.rated_games + 1, "version": change.version + 1}
        if connection.execute(update(PLAYERS).where(*where).values({**values, **counts})).rowcount != 1:
            raise Stale(f"player {change.player} was changed meanwhile")


def _queue(connection: Connection, notification: Notification) -> None:
    connection.execute(
        delete(CALLS).where(
            CALLS.c.player == notification.player,
            CALLS.c.channel == notification.channel,
            CALLS.c.table_id == notification.table_id,
        )
    )
    connection.execute(
        insert(CALLS).values(
            player=notification.player,
            channel=notification.channel,
            table_id=notification.table_id,
            version=notification.version,
            due=notification.due,
            attempts=notification.attempts,
        )
    )
