"""Make engines for SQLite and PostgreSQL: addresses, time-outs, the file's permissions, and errors in words."""

import contextlib
import os
import socket
from pathlib import Path
from typing import Any
from weakref import WeakSet

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from siam.server.ports import Unusable

TIMEOUT_SECONDS = 10
OWNER_ONLY = 0o600
SQLITE_ALWAYS = ("foreign_keys=ON", "cache_size=-4000")
LOG_BESIDE = ("journal_mode=WAL",)
ONE_FILE = ("journal_mode=DELETE",)
EACH_COMMIT_SYNCED = ("synchronous=FULL",)
EACH_SECOND_SYNCED = ("synchronous=NORMAL", "wal_autocheckpoint=0", "journal_size_limit=16000000")


def database_url(text: str) -> str:
    """Return SQLAlchemy's address of a database from what a host writes: a file, or a postgres address."""
    if text.startswith(("postgres://", "postgresql://")):
        return "postgresql+psycopg://" + text.split("://", 1)[1]
    if "://" in text:
        return text
    return f"sqlite:///{text}"


def parsed_url(url: str) -> URL:
    """Parse a database's address; Unusable if it is none."""
    try:
        return make_url(url)
    except ArgumentError:
        raise Unusable("the address of the database is neither a file nor postgresql://name:password@host/…") from None


def file_of(url: str | URL) -> Path | None:
    """Return the file of an SQLite database; None for other databases."""
    address = parsed_url(url) if isinstance(url, str) else url
    if address.get_backend_name() != "sqlite" or not address.database or address.database == ":memory:":
        return None
    return Path(address.database)


def make_engine(
    url: str,
    *,
    pool_size: int = 2,
    pragmas: tuple[str, ...] = (*LOG_BESIDE, *EACH_COMMIT_SYNCED),
    timeout_seconds: int = TIMEOUT_SECONDS,
) -> Engine:
    """Make an engine; no connection is opened yet. A new file of SQLite is for its owner only."""
    address = parsed_url(url)
    try:
        if address.get_backend_name() == "sqlite":
            return _sqlite(address, pool_size, pragmas, timeout_seconds)
        return _postgresql(address, pool_size, timeout_seconds)
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as problem:
        raise Unusable(f"{shown(address)} is no database that Siam can use: {problem}") from problem
    except OSError as problem:
        raise Unusable(f"{shown(address)} can't be used: {problem.strerror}") from problem


def _sqlite(address: URL, pool_size: int, pragmas: tuple[str, ...], timeout_seconds: int) -> Engine:
    file = file_of(address)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNER_ONLY))
    engine = create_engine(
        address,
        poolclass=QueuePool,
        pool_size=pool_size,
        max_overflow=0,
        pool_timeout=timeout_seconds,
        connect_args={"check_same_thread": False, "isolation_level": None, "timeout": timeout_seconds},
    )

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: ConnectionPoolEntry) -> None:
        with contextlib.closing(connection.cursor()) as cursor:
            for pragma in (*SQLITE_ALWAYS, *pragmas):
                cursor.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.connection.cursor().execute("BEGIN")

    return engine


def _postgresql(address: URL, pool_size: int, timeout_seconds: int) -> Engine:
    engine = create_engine(
        address,
        pool_size=pool_size,
        max_overflow=0,
        pool_pre_ping=True,
        pool_timeout=timeout_seconds,
        connect_args={"connect_timeout": timeout_seconds, "tcp_user_timeout": timeout_seconds * 1_000},
    )

    @event.listens_for(engine, "connect")
    def _limit(connection: Any, _record: ConnectionPoolEntry) -> None:
        with contextlib.closing(connection.cursor()) as cursor:
            cursor.execute(f"SET statement_timeout = {timeout_seconds * 1_000}")
            cursor.execute(f"SET lock_timeout = {timeout_seconds * 500}")
        connection.commit()

    return engine


class OpenConnections:
    """The connections of an engine, to be cut when the server at their other end has frozen.

    A time-out that the database server keeps is no help once it stands still; nor is one of the network, as its
    machine still answers. A thread that waits for it goes on when its connection is cut.
    """

    def __init__(self, engine: Engine) -> None:
        self._open: WeakSet[Any] = WeakSet()
        if engine.dialect.name == "postgresql":
            event.listen(engine, "connect", lambda connection, _record: self._open.add(connection))

    def cut(self) -> None:
        """Cut every connection; whoever waits on one gets an error."""
        for connection in list(self._open):
            with (
                contextlib.suppress(Exception),  # it may be closed already, and then it holds nobody up
                socket.socket(fileno=os.dup(connection.fileno())) as line,
            ):
                line.shutdown(socket.SHUT_RDWR)


def unusable(url: str | URL, problem: Exception) -> Unusable:
    """Return in one line for the host why a database can't be used."""
    address = parsed_url(url) if isinstance(url, str) else url
    reason = problem.orig if isinstance(problem, DBAPIError) else problem
    lines = str(reason).strip().splitlines() or [type(reason).__name__]
    return Unusable(f"{shown(address)} can't be used: {lines[0]}")


def shown(address: URL) -> str:
    """Name a database without its password."""
    return f"the database {file_of(address) or address.render_as_string(hide_password=True)}"
