"""Talk to the database: readers in a few threads, and one writer that commits waiting work together.

A batch is acknowledged as a whole after its commit, so an acknowledged move is a committed move; but not every move
needs a commit of its own. Each job runs in a savepoint: one that fails takes nobody else's with it.

With PostgreSQL the writer is a thread that waits for the answers. SQLite commits into its log in less time than it
takes to wake a thread, so there the loop itself writes what came up in one of its rounds, and reads what it finds by a
key. `Checkpoints` then forces the log onto the disk. A host who wants that for each commit gets the thread back.
"""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Table, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.pool import QueuePool

from siam.server.adapters.sql.checkpoints import Checkpoints
from siam.server.ports import Conflict, Outage

T = TypeVar("T")

READERS = 3
BATCH = 256
SOON_SECONDS = 0.002
ALWAYS = ("journal_mode=WAL", "foreign_keys=ON", "cache_size=-4000")
EACH_COMMIT_SYNCED = ("synchronous=FULL",)
EACH_SECOND_SYNCED = ("synchronous=NORMAL", "wal_autocheckpoint=0", "journal_size_limit=16000000")


class Job:
    """Some writing that waits for the writer."""

    __slots__ = ("error", "future", "result", "work")

    def __init__(self, work: Callable[[Connection], Any], future: "asyncio.Future[Any]") -> None:
        self.work = work
        self.future = future
        self.result: Any = None
        self.error: Exception | None = None


WriteRows = Callable[[Any, str, Sequence[Any]], None]
"""Writes rows through a cursor of the driver; it is told the dialect."""


class Bulk:
    """Rows of one kind from several jobs, written in one go; on trouble each job runs alone."""

    def __init__(self, write: WriteRows, row: Any) -> None:
        self.write = write
        self.row = row

    def __call__(self, connection: Connection) -> None:
        """Write this row alone."""
        write_rows(connection, self.write, [self.row])


class Database:
    """An engine, its readers and its one writer."""

    def __init__(self, url: str, *, sync_each_commit: bool = False) -> None:
        self.url = make_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.engine = _engine(url, READERS + 2, EACH_COMMIT_SYNCED if sync_each_commit else EACH_SECOND_SYNCED)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._waiting: list[Job] = []
        self._batches: queue.SimpleQueue[list[Job]] = queue.SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._connection: Connection | None = None
        self._closed = False
        self._writer: threading.Thread | None = None
        self._checkpoints: Checkpoints | None = None
        if self.is_sqlite and not sync_each_commit:
            self._checkpoints = Checkpoints(self.engine)
        else:
            self._writer = threading.Thread(target=self._write_batches, name="writer", daemon=True)
            self._writer.start()

    @staticmethod
    def engine_of(url: str) -> Engine:
        """Make an engine without readers and writer, for commands."""
        return _engine(url, 2, EACH_COMMIT_SYNCED)

    def upsert(self, table: Table) -> Any:
        """Begin an INSERT that can say what happens on a conflict; each kind of database has its own."""
        return import_module(f"sqlalchemy.dialects.{self.url.get_backend_name()}").insert(table)

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Run a query in a reader's thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._read, query)

    def _read(self, query: Callable[[Connection], T]) -> T:
        try:
            with self.engine.connect() as connection:
                return query(connection)
        except (OperationalError, InterfaceError) as problem:
            raise Outage(str(problem.orig)) from problem

    async def glance(self, query: Callable[[Connection], T]) -> T:
        """Run a query that finds a few rows by a key: at once where that is quicker than waking a thread."""
        if self._checkpoints is None or self._closed:
            return await self.read(query)
        try:
            connection = self._connected()
            with connection.begin():
                return query(connection)
        except (OperationalError, InterfaceError) as problem:
            self._reconnect()
            raise Outage(str(problem.orig)) from problem

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
        return await future

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
        self._commit(batch)
        self._checkpoints.note_commit()
        _answer(batch)

    def _write_batches(self) -> None:
        """Commit what waits, batch by batch; an empty batch says that there is no more to come."""
        stopping = False
        while not stopping and (batch := self._batches.get()):
            with contextlib.suppress(queue.Empty):
                while len(batch) < BATCH and not stopping:
                    more = self._batches.get_nowait()
                    batch = batch + more
                    stopping = not more
            self._commit(batch)
            loop = self._loop
            if loop is not None and not loop.is_closed():
                loop.call_soon_threadsafe(_answer, batch)

    def _commit(self, batch: list[Job]) -> None:
        try:
            connection = self._connected()
            if not self._commit_bulk(connection, batch):
                with connection.begin():
                    self._run(connection, batch)
        except Exception as problem:  # the edge of a thread: every waiting job must hear of it
            for job in batch:
                job.error = job.error or _translated(problem)
            self._reconnect()

    def _connected(self) -> Connection:
        """Give the writer's one connection."""
        if self._connection is None:
            self._connection = self.engine.connect()
        return self._connection

    def _reconnect(self) -> None:
        """Let go of a connection that may be broken."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):  # it may be gone already
                connection.close()

    def _commit_bulk(self, connection: Connection, batch: list[Job]) -> bool:
        """Commit a batch of nothing but rows, kind by kind; False, and nothing written, if that can't be done."""
        rows: dict[WriteRows, list[Any]] = {}
        for job in batch:
            if not isinstance(job.work, Bulk):
                return False
            rows.setdefault(job.work.write, []).append(job.work.row)
        driver = connection.connection
        try:
            with _our_errors(connection):
                if self.is_sqlite:
                    driver.cursor().execute("BEGIN")
                for write, some in rows.items():
                    write_rows(connection, write, some)
                driver.commit()
        except Conflict:
            driver.rollback()
            return False
        return True

    def _run(self, connection: Connection, batch: list[Job]) -> None:
        """Write rows of one kind in one go, everything else job by job."""
        bulks: dict[Any, list[Job]] = {}
        alone: list[Job] = []
        for job in batch:
            if isinstance(job.work, Bulk):
                bulks.setdefault(job.work.write, []).append(job)
            else:
                alone.append(job)
        for write, jobs in bulks.items():
            try:
                with connection.begin_nested():
                    write_rows(connection, write, [job.work.row for job in jobs if isinstance(job.work, Bulk)])
            except Conflict:
                alone += jobs
        for job in alone:
            _run_alone(connection, job)

    async def close(self) -> None:
        """Finish what waits, then let go."""
        if self._closed:
            return
        self._closed = True
        if self._waiting:
            self._hand_over()
        if self._writer is not None:
            self._batches.put([])
            await asyncio.get_running_loop().run_in_executor(None, self._writer.join)
        self._reconnect()
        if self._checkpoints is not None:
            await asyncio.get_running_loop().run_in_executor(None, self._checkpoints.stop)
        self._readers.shutdown(wait=True)
        self.engine.dispose()


def write_rows(connection: Connection, write: WriteRows, rows: Sequence[Any]) -> None:
    """Write rows through the driver; its errors become ours."""
    with _our_errors(connection), contextlib.closing(connection.connection.cursor()) as cursor:
        write(cursor, connection.dialect.name, rows)


@contextlib.contextmanager
def _our_errors(connection: Connection) -> Iterator[None]:
    driver = connection.dialect.loaded_dbapi
    try:
        yield
    except driver.IntegrityError as problem:
        raise Conflict(str(problem)) from problem
    except (driver.OperationalError, driver.InterfaceError) as problem:
        raise Outage(str(problem)) from problem


def _run_alone(connection: Connection, job: Job) -> None:
    try:
        with connection.begin_nested():
            job.result = job.work(connection)
    except IntegrityError as problem:
        job.error = _translated(problem)
    except DBAPIError:
        raise
    except Exception as problem:  # the job's own trouble, not the batch's
        if isinstance(problem, Outage):
            raise
        job.error = problem


def _answer(batch: list[Job]) -> None:
    for job in batch:
        if job.future.done():
            continue
        if job.error is not None:
            job.future.set_exception(job.error)
        else:
            job.future.set_result(job.result)


def _translated(problem: Exception) -> Exception:
    match problem:
        case IntegrityError():
            return Conflict(str(problem.orig))
        case OperationalError() | InterfaceError():
            return Outage(str(problem.orig))
        case _:
            return problem


def _engine(url: str, pool_size: int, sqlite_sync: tuple[str, ...]) -> Engine:
    address = make_url(url)
    if address.get_backend_name() != "sqlite":
        return create_engine(url, pool_size=pool_size, max_overflow=0, pool_pre_ping=True)
    path = address.database
    if path:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(
        url,
        poolclass=QueuePool,
        pool_size=pool_size,
        max_overflow=0,
        connect_args={"check_same_thread": False, "isolation_level": None, "timeout": 10},
    )

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        for pragma in (*ALWAYS, *sqlite_sync):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.connection.cursor().execute("BEGIN")

    return engine


def database_url(text: str) -> str:
    """Give SQLAlchemy's address of a database from what a host writes: a file, or a postgres address."""
    if text.startswith(("postgres://", "postgresql://")):
        return "postgresql+psycopg://" + text.split("://", 1)[1]
    if "://" in text:
        return text
    return f"sqlite:///{text}"
