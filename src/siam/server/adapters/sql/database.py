"""Talk to the database: readers in a few threads, and one writer that commits waiting work together.

A batch is acknowledged as a whole after its commit, so an acknowledged move is a committed move; but not every move
needs a commit of its own. Each job runs in a savepoint: one that fails takes nobody else's with it.

With PostgreSQL the writer is a thread that waits for the answers. SQLite commits into its log in less time than it
takes to wake a thread, so there the loop itself writes what came up in one of its rounds, and reads what it finds by a
key. `Checkpoints` then forces the log onto the disk. A host who wants that for each commit gets the thread back.

Nobody waits for ever: whatever a thread has not answered in time is an outage for who asked.
"""

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any, TypeVar

from sqlalchemy import Connection, Table
from sqlalchemy.exc import SQLAlchemyError

from siam.server.adapters.sql.batches import Job, answer, commit, fail
from siam.server.adapters.sql.checkpoints import Checkpoints, take_in_whole_log
from siam.server.adapters.sql.engines import (
    EACH_COMMIT_SYNCED,
    EACH_SECOND_SYNCED,
    LOG_BESIDE,
    TIMEOUT_SECONDS,
    OpenConnections,
    file_of,
    make_engine,
    parsed_url,
    unusable,
)
from siam.server.adapters.sql.problems import translated
from siam.server.adapters.sql.upgrade import migrate
from siam.server.ports import Outage

T = TypeVar("T")

READERS = 3
BATCH = 256
SOON_SECONDS = 0.002
GRACE_SECONDS = 2
LOOP_MILLISECONDS = 1_000
"""How long the loop itself waits for a lock of SQLite that another program holds: everybody waits with it."""


class Database:
    """An engine, its readers and its one writer."""

    def __init__(self, url: str, *, sync_each_commit: bool = False, timeout_seconds: int = TIMEOUT_SECONDS) -> None:
        self.url = parsed_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.file = file_of(self.url)
        sync = EACH_COMMIT_SYNCED if sync_each_commit else EACH_SECOND_SYNCED
        self.engine = make_engine(
            url, pool_size=READERS + 2, pragmas=(*LOG_BESIDE, *sync), timeout_seconds=timeout_seconds
        )
        self._connections = OpenConnections(self.engine)
        self._timeout_seconds = timeout_seconds
        self._began: dict[int, float] = {}
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._closer = ThreadPoolExecutor(1, thread_name_prefix="closer")
        self._waiting: list[Job] = []
        self._batches: queue.SimpleQueue[list[Job]] = queue.SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._connection: Connection | None = None
        self._closed = False
        self._writer: threading.Thread | None = None
        self._checkpoints: Checkpoints | None = None
        if self.is_sqlite and not sync_each_commit:
            self._checkpoints = Checkpoints(self.engine, self.file)
        else:
            self._writer = threading.Thread(target=self._write_batches, name="writer", daemon=True)
            self._writer.start()

    def prepare(self) -> None:
        """Take in the log that the last server left, then bring the tables up to date; Unusable if that can't be done.

        The log comes first: on a full disk it may hold the very space that the first commit needs.
        """
        try:
            if self.is_sqlite:
                take_in_whole_log(self.engine)
            migrate(self.engine)
        except (SQLAlchemyError, sqlite3.Error) as problem:
            raise unusable(self.url, problem) from problem

    @property
    def trouble(self) -> str | None:
        """Return why what is written now might be lost; None if all is well."""
        return None if self._checkpoints is None else self._checkpoints.trouble

    @property
    def figures(self) -> dict[str, tuple[str, float]]:
        """Return figures for those who watch over the server, each with what it means."""
        if self._checkpoints is None:
            return {}
        return {
            "database_log_bytes": ("Length of SQLite's log", self._checkpoints.log_bytes),
            "database_checkpoints": ("Times that the log was taken in", self._checkpoints.taken_in),
            "database_checkpoints_failed": ("Times that this failed", self._checkpoints.failures),
            "database_in_trouble": ("Whether the log can't be taken in now", float(self.trouble is not None)),
        }

    def upsert(self, table: Table) -> Any:
        """Begin an INSERT that can handle a conflict; each kind of database has its own."""
        return import_module(f"sqlalchemy.dialects.{self.url.get_backend_name()}").insert(table)

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Run a query in a reader's thread."""
        loop = asyncio.get_running_loop()
        return await self._in_time(loop.run_in_executor(self._readers, self._read, query))

    def _read(self, query: Callable[[Connection], T]) -> T:
        with self._timed(), _our_errors(), self.engine.connect() as connection:
            return query(connection)

    async def read_by_key(self, query: Callable[[Connection], T]) -> T:
        """Run a query that finds a few rows by a key: at once where that is quicker than waking a thread."""
        if self._checkpoints is None or self._closed:
            return await self.read(query)
        try:
            with _our_errors():
                connection = self._connected()
                with connection.begin():
                    return query(connection)
        except Outage:
            self._reconnect()
            raise

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run some writing; committed on return."""
        if self._closed:
            raise Outage("the database is closed")
        loop = asyncio.get_running_loop()
        self._loop = loop
        future: asyncio.Future[T] = loop.create_future()
        if not self._waiting:
            loop.call_soon(self._hand_over)
        self._waiting.append(Job(work, future))
        return await (future if self._writer is None else self._in_time(future))

    async def _in_time(self, future: "asyncio.Future[T]") -> T:
        """Wait for a thread, but not for ever; cut the connections if it hangs on a frozen server."""
        try:
            return await asyncio.wait_for(future, self._timeout_seconds + GRACE_SECONDS)
        except TimeoutError:
            if self._is_overdue():
                self._connections.cut()
            raise Outage("the database does not answer") from None

    def _is_overdue(self) -> bool:
        """Return whether some thread has waited longer than any statement may take."""
        latest = time.monotonic() - self._timeout_seconds - GRACE_SECONDS / 2
        return any(began < latest for began in list(self._began.values()))

    @contextlib.contextmanager
    def _timed(self) -> Iterator[None]:
        self._began[threading.get_ident()] = time.monotonic()
        try:
            yield
        finally:
            del self._began[threading.get_ident()]

    def _hand_over(self) -> None:
        """Write everything that came up in this round of the loop: one commit, or one wake-up, for many moves."""
        if self._checkpoints is not None and self._checkpoints.writing_must_wait and not self._closed:
            asyncio.get_running_loop().call_later(SOON_SECONDS, self._hand_over)
            return
        batch, self._waiting = self._waiting, []
        if not batch:
            return
        if self._checkpoints is None:
            self._batches.put(batch)
            return
        if self._checkpoints.refuses_writing:
            fail(batch, Outage(self._checkpoints.trouble or "the database is in trouble"))
            answer(batch)
            return
        self._commit(batch)
        self._checkpoints.note_commit()
        answer(batch)

    def _write_batches(self) -> None:
        """Commit what waits, batch by batch; an empty batch says that there is no more to come."""
        stopping = False
        while not stopping and (batch := self._batches.get()):
            with contextlib.suppress(queue.Empty):
                while len(batch) < BATCH and not stopping:
                    more = self._batches.get_nowait()
                    batch = batch + more
                    stopping = not more
            batch = [job for job in batch if not job.future.done()]  # whoever gave up was told that it failed
            with self._timed():
                self._commit(batch)
            loop = self._loop
            if loop is not None and not loop.is_closed():
                loop.call_soon_threadsafe(answer, batch)

    def _commit(self, batch: list[Job]) -> None:
        try:
            commit(self._connected(), batch)
        except Exception as problem:  # the edge of a thread: every waiting job must hear of it
            fail(batch, translated(problem))
            self._reconnect()

    def _connected(self) -> Connection:
        """Return the writer's one connection."""
        if self._connection is None:
            self._connection = self.engine.connect()
            if self._writer is None:
                self._connection.connection.cursor().execute(f"PRAGMA busy_timeout={LOOP_MILLISECONDS}")
        return self._connection

    def _reconnect(self) -> None:
        """Let go of a connection that may be broken."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):  # it may be gone already
                if not self.is_sqlite:  # with the last connection to its file, SQLite would remove its log
                    connection.invalidate()
                connection.close()

    async def close(self) -> None:
        """Finish what waits, then let go."""
        if self._closed:
            return
        self._closed = True
        if self._waiting:
            self._hand_over()
        closing = asyncio.get_running_loop().run_in_executor(self._closer, self._finish)
        try:
            await asyncio.wait_for(asyncio.shield(closing), self._timeout_seconds + GRACE_SECONDS)
        except TimeoutError:
            self._connections.cut()
            await closing
        finally:
            self._closer.shutdown(wait=False)

    def _finish(self) -> None:
        if self._writer is not None:
            self._batches.put([])
            self._writer.join()
        self._reconnect()
        if self._checkpoints is not None:
            self._checkpoints.stop()
        self._readers.shutdown(wait=True)
        self.engine.dispose()


@contextlib.contextmanager
def _our_errors() -> Iterator[None]:
    try:
        yield
    except Exception as problem:
        meaning = translated(problem)
        if meaning is problem:
            raise
        raise meaning from problem
