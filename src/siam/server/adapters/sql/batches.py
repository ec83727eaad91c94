"""Commit many small writings together, so that one that fails takes nobody else's with it."""

import contextlib
from asyncio import Future
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection

from siam.server.adapters.sql.problems import is_own_trouble, translated


class Job:
    """Some writing that waits for the writer."""

    __slots__ = ("error", "future", "result", "work")

    def __init__(self, work: Callable[[Connection], Any], future: Future[Any]) -> None:
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


def commit(connection: Connection, batch: list[Job]) -> None:
    """Commit a batch in one transaction: nothing but rows in one go, else job by job."""
    if not _commit_bulk(connection, batch):
        with connection.begin():
            _run_jobs(connection, batch)


def fail(batch: list[Job], problem: Exception) -> None:
    """Let every job of a batch fail that has not failed yet."""
    for job in batch:
        job.error = job.error or problem


def answer(batch: list[Job]) -> None:
    """Tell everybody who waits for a job of a batch how it ended."""
    for job in batch:
        if job.future.done():
            continue
        if job.error is not None:
            job.future.set_exception(job.error)
        else:
            job.future.set_result(job.result)


def write_rows(connection: Connection, write: WriteRows, rows: Sequence[Any]) -> None:
    """Write rows through the driver."""
    with contextlib.closing(connection.connection.cursor()) as cursor:
        write(cursor, connection.dialect.name, rows)


def _commit_bulk(connection: Connection, batch: list[Job]) -> bool:
    """Commit a batch of nothing but rows, kind by kind; False, and nothing written, if that can't be done."""
    rows: dict[WriteRows, list[Any]] = {}
    for job in batch:
        if not isinstance(job.work, Bulk):
            return False
        rows.setdefault(job.work.write, []).append(job.work.row)
    driver = connection.connection
    try:
        if connection.dialect.name == "sqlite":
            driver.cursor().execute("BEGIN")
        for write, some in rows.items():
            write_rows(connection, write, some)
        driver.commit()
    except Exception as problem:
        if not is_own_trouble(problem):
            raise
        driver.rollback()
        return False
    return True


def _run_jobs(connection: Connection, batch: list[Job]) -> None:
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
        except Exception as problem:
            if not is_own_trouble(problem):
                raise
            alone += jobs
    for job in alone:
        _run_alone(connection, job)


def _run_alone(connection: Connection, job: Job) -> None:
    try:
        with connection.begin_nested():
            job.result = job.work(connection)
    except Exception as problem:  # the job's own trouble, or else the batch's
        if not is_own_trouble(problem):
            raise
        job.error = translated(problem)
