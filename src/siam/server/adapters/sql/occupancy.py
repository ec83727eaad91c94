"""Let one server at a time use a file of SQLite: two would each believe what they have in memory.

A small file beside the database is locked while the server runs. The lock ends with the process, whatever ends it;
the file stays, and says whether the server that had it last was stopped in good order.
"""

import contextlib
import errno
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from siam.server.adapters.sql.engines import OWNER_ONLY
from siam.server.logs import Log
from siam.server.ports import Unusable

LOG = Log("siam")
RUNNING = b"running\n"
LOG_LOST = b"logless\n"
TAKEN = (errno.EACCES, errno.EAGAIN)


@contextlib.contextmanager
def occupied(file: Path | None) -> Iterator[None]:
    """Keep every other server off a database; Unusable if one has it. Databases without a file need no lock."""
    if file is None:
        yield
        return
    lock = _opened(file)
    try:
        _take(lock, file)
        _look_back(lock, file)
        os.pwrite(lock, RUNNING, 0)
        yield
        if os.pread(lock, len(RUNNING), 0) == RUNNING:
            os.truncate(lock, 0)
    finally:
        os.close(lock)


def note_lost_log(file: Path) -> None:
    """Note for the next server that the log was removed: other connections may have begun a new one."""
    with contextlib.suppress(OSError):
        lock = os.open(_lock_of(file), os.O_RDWR)
        try:
            os.pwrite(lock, LOG_LOST, 0)
        finally:
            os.close(lock)


def _lock_of(file: Path) -> Path:
    return file.with_name(file.name + ".lock")


def _opened(file: Path) -> int:
    try:
        return os.open(_lock_of(file), os.O_CREAT | os.O_RDWR, OWNER_ONLY)
    except OSError as problem:
        raise Unusable(f"the database {file} can't be used: {problem.strerror}") from problem


def _take(lock: int, file: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as problem:
        if problem.errno not in TAKEN:
            LOG.warning("database_not_locked", file=str(file), problem=problem.strerror)
            return  # a file system without locks: the host must see to it
        raise Unusable(
            f"another server uses the database {file}; stop it first, or use PostgreSQL and Redis for several"
        ) from None


def _look_back(lock: int, file: Path) -> None:
    """Warn the host if the log, which holds the latest moves of the last server, was removed."""
    note = os.pread(lock, len(RUNNING), 0)
    killed_without_log = note == RUNNING and file.exists() and not file.with_name(file.name + "-wal").exists()
    if note == LOG_LOST or killed_without_log:
        LOG.warning("database_log_missing", file=f"{file}-wal", problem="unless it was taken in, moves are missing")


def warn_if_readable(file: Path | None) -> None:
    """Tell the host if other people on this machine may read the database."""
    if file is not None and file.stat().st_mode & 0o077:
        LOG.warning("database_readable_by_others", file=str(file), remedy=f"chmod 600 {file}")
