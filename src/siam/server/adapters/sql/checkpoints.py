"""Bring commits from SQLite's log into its file, every second, without holding up the writer.

A commit is in the log before it is acknowledged, so it survives the end of this process whatever ends it. The log
itself is forced onto the disk here: only a failing machine could lose the last second.

Whatever goes wrong here is tried again: a full disk is emptied some day, and the log must not fill it anew.
"""

import threading
from pathlib import Path

from sqlalchemy import Engine

from siam.server.adapters.sql.occupancy import note_lost_log
from siam.server.logs import Log

LOG = Log("siam")
SECONDS = 1.0
MOST_SECONDS = 8.0
LONG_LOG_PAGES = 16_000
"""A log of this length (64 MB) is begun anew, while writing waits. Where there is ever a pause it begins anew in it."""
MOST_LOG_BYTES = 256_000_000
"""A log that can't be taken in may grow to this size; then writing stops, while there is space left to take it in."""
READERS_MILLISECONDS = 500


class Checkpoints:
    """A thread that looks after the log while there is something new in it.

    `problem` says why the log could not be taken in the last time, or is None. `log_was_removed` means that the file
    of the log is not the one that is written to any more.
    """

    def __init__(self, engine: Engine, file: Path | None) -> None:
        self.writing_must_wait = False
        self.problem: str | None = None
        self.log_was_removed = False
        self.failures = 0
        self.taken_in = 0
        self._engine = engine
        self._file = file
        self._log = None if file is None else file.with_name(file.name + "-wal")
        self._log_number: int | None = None
        self._written = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)
        self._thread.start()

    @property
    def log_bytes(self) -> int:
        """Return how long the log is."""
        try:
            return 0 if self._log is None else self._log.stat().st_size
        except OSError:
            return 0

    @property
    def trouble(self) -> str | None:
        """Return why what is written now might be lost; None if all is well."""
        if self.log_was_removed:
            return f"{self._log} was removed while the server runs: restart the server"
        return self.problem

    @property
    def refuses_writing(self) -> bool:
        """Return whether writing would make things worse."""
        return self.log_was_removed or (self.problem is not None and self.log_bytes > MOST_LOG_BYTES)

    def note_commit(self) -> None:
        """Note that something new was committed."""
        self._written.set()

    def stop(self) -> None:
        """Take in what is left, and end."""
        self._stopping.set()
        self._written.set()
        self._thread.join()

    def _run(self) -> None:
        seconds = SECONDS
        while not self._stopping.is_set():
            self._written.wait()
            self._stopping.wait(seconds)
            self._written.clear()
            try:
                self._take_in()
            except Exception as problem:  # the edge of a thread: it must outlive every error
                self._fail(problem)
                seconds = min(seconds * 2, MOST_SECONDS)
                self._written.set()  # again, even if nobody writes meanwhile
            else:
                self._succeed()
                seconds = SECONDS

    def _fail(self, problem: Exception) -> None:
        if self.problem is None:
            LOG.error("checkpoint_failed", reason=str(problem), log_bytes=self.log_bytes)
        self.problem = str(problem)
        self.failures += 1

    def _succeed(self) -> None:
        if self.problem is not None:
            LOG.info("checkpoints_again", failures=self.failures, log_bytes=self.log_bytes)
        self.problem = None
        self.taken_in += 1

    def _take_in(self) -> None:
        with self._engine.connect() as connection:
            cursor = connection.connection.cursor()
            self._look_for_the_log()
            _, pages, _ = cursor.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            if pages <= LONG_LOG_PAGES:
                return
            self.writing_must_wait = True
            try:
                cursor.execute(f"PRAGMA busy_timeout={READERS_MILLISECONDS}")  # a long backup holds nobody up
                cursor.execute("PRAGMA wal_checkpoint(RESTART)")
            finally:
                self.writing_must_wait = False

    def _look_for_the_log(self) -> None:
        """Notice that somebody took the log's file away: other connections would begin another one."""
        if self._file is None or self._log is None or self.log_was_removed:
            return
        try:
            number: int | None = self._log.stat().st_ino
        except FileNotFoundError:
            number = None
        if self._log_number is None:
            self._log_number = number
        elif number != self._log_number:
            self.log_was_removed = True
            note_lost_log(self._file)
            LOG.error("database_log_removed", file=str(self._log))


def take_in_whole_log(engine: Engine) -> None:
    """Bring everything from the log into the file and cut the log to nothing: it may hold the space that is needed."""
    with engine.connect() as connection:
        connection.connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
