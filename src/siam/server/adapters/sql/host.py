"""What a host decides by a command while the server runs: links, reports, mutes, bans, names, registration.

The commands write into the database and no more. The server sees the change when it reads the player the next time, at
the latest after a minute; it brings the names at tables in line and closes the sockets of sessions that are gone.
"""

import contextlib
import hashlib
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from siam.server.adapters.sql.engines import EACH_COMMIT_SYNCED, unusable
from siam.server.adapters.sql.links import keep_link
from siam.server.adapters.sql.players import read_player
from siam.server.adapters.sql.schema import FACTS, PLAYERS, REPORTS, SESSIONS
from siam.server.adapters.sql.upgrade import HEAD
from siam.server.adapters.sql.upgrades import existing
from siam.server.domain.links import HOST_LIFETIME, Link, Purpose
from siam.server.domain.players import Player, clean_name, name_key
from siam.server.domain.refusals import Refusal
from siam.server.ports import Unusable

REGISTRATION, CLOSED = "registration", "closed"
"""The fact by which a host closes the door without a restart."""


@dataclass(frozen=True, slots=True)
class Report:
    """A report of one player about another."""

    id: int
    at: float
    by: str
    player: str
    name: str
    table: str | None
    reason: str
    text: str
    said: str
    closed: float | None


@contextlib.contextmanager
def opened(url: str) -> Iterator[Connection]:
    """Open the database of a server that may be running, for one change."""
    with existing(url, EACH_COMMIT_SYNCED) as (engine, schema):
        if schema != HEAD:
            raise Unusable(f"the schema is {schema}, this version needs {HEAD}: siam migrate")
        try:
            with engine.begin() as connection:
                yield connection
        except SQLAlchemyError as problem:
            raise unusable(engine.url, problem) from problem


def find(connection: Connection, who: str) -> Player:
    """Find a player by id, by an account's name, or by a guest's if only one has it."""
    row = connection.execute(select(PLAYERS).where(PLAYERS.c.id == who)).first()
    if row is None:
        with contextlib.suppress(Refusal):
            row = connection.execute(select(PLAYERS).where(PLAYERS.c.name_key == name_key(who))).first()
    if row is None:
        rows = connection.execute(select(PLAYERS).where(PLAYERS.c.name == who, PLAYERS.c.deleted.is_(None))).all()
        if len(rows) > 1:
            ids = ", ".join(row.id for row in rows[:10])
            raise Unusable(f"{len(rows)} guests are called {who}; name one by its id: {ids}")
        row = rows[0] if rows else None
    if row is None:
        raise Unusable(f"there is no player {who}")
    return read_player(row)


def password_link(url: str, name: str) -> str:
    """Make a link by which an account's owner chooses a new password; return its secret."""
    with opened(url) as connection:
        player = find(connection, name)
        if player.is_guest:
            raise Unusable(f"{player.name} is a guest and has no password")
        secret = secrets.token_urlsafe(32)
        link = Link(player.id, Purpose.PASSWORD, time.time() + HOST_LIFETIME)
        keep_link(connection, link, hashlib.sha256(secret.encode()).hexdigest())
    return secret


def reports(url: str, *, closed: bool = False) -> list[Report]:
    """List the reports that wait, or all."""
    query = select(REPORTS).order_by(REPORTS.c.id)
    if not closed:
        query = query.where(REPORTS.c.closed.is_(None))
    with opened(url) as connection:
        return [_report(row) for row in connection.execute(query)]


def close_report(url: str, number: int) -> None:
    """Note that a report was dealt with."""
    with opened(url) as connection:
        statement = update(REPORTS).where(REPORTS.c.id == number, REPORTS.c.closed.is_(None))
        if connection.execute(statement.values(closed=time.time())).rowcount != 1:
            raise Unusable(f"no report {number} waits")


def mute(url: str, who: str, seconds: float | None) -> Player:
    """Let a player say nothing for a time; None lets them speak again."""
    return _change(url, who, {"muted_until": None if seconds is None else time.time() + seconds})


def ban(url: str, who: str, *, banned: bool = True) -> Player:
    """Shut a player out, or let an account in again; a banned one's sessions and tokens end."""
    return _change(url, who, {"banned": banned}, end_sessions=banned)


def remove_name(url: str, who: str, name: str | None = None) -> Player:
    """Give a player another name, at every table and in all chat."""
    with opened(url) as connection:
        player = find(connection, who)
        try:
            fresh = clean_name(name or f"Player {secrets.randbelow(90_000) + 10_000}")
        except Refusal as problem:
            raise Unusable(str(problem)) from None
        taken = connection.execute(select(PLAYERS.c.id).where(PLAYERS.c.name_key == name_key(fresh))).first()
        if taken is not None:
            raise Unusable(f"the name {fresh} is taken")
        values: dict[str, Any] = {"name": fresh, "names_due": True}
        if not player.is_guest:
            values["name_key"] = name_key(fresh)
        _write(connection, player, values)
        return find(connection, player.id)


def set_registration(url: str, *, is_open: bool) -> None:
    """Open or close the door for new accounts."""
    with opened(url) as connection:
        connection.execute(delete(FACTS).where(FACTS.c.name == REGISTRATION))
        if not is_open:
            connection.execute(insert(FACTS).values(name=REGISTRATION, value=CLOSED))


def registration_is_open(url: str) -> bool:
    """Return whether the door is open."""
    with opened(url) as connection:
        value = connection.execute(select(FACTS.c.value).where(FACTS.c.name == REGISTRATION)).scalar_one_or_none()
    return value != CLOSED


def _change(url: str, who: str, values: dict[str, Any], *, end_sessions: bool = False) -> Player:
    with opened(url) as connection:
        player = find(connection, who)
        _write(connection, player, values)
        if end_sessions:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.player == player.id))
        return find(connection, player.id)


def _write(connection: Connection, player: Player, values: dict[str, Any]) -> None:
    version = {"version": PLAYERS.c.version + 1}
    connection.execute(update(PLAYERS).where(PLAYERS.c.id == player.id).values({**values, **version}))


def _report(row: Any) -> Report:
    return Report(
        *(row.id, row.at, row.by, row.player, row.name, row.table_id),
        *(row.reason, row.text, row.said, row.closed),
    )
