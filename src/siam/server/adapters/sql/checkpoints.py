"""Bring what was committed from SQLite's log into its file, every second, beside the writer and not in its way.

A commit is in the log before it is acknowledged, so it survives the end of this process whatever ends it. The log
itself is forced onto the disk here: only a failing machine could lose the last second.
"""

import contextlib
import threading

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

SECONDS = 1.0
LONG_LOG_PAGES = 16_000
"""A log of this length (64 MB) is begun anew, while writing waits. Where there is ever a pause it begins anew in it."""


class Checkpoints:
    """A thread that looks after the log while there is something new in it."""

    def __init__(self, engine: Engine) -> None:
        self.writing_must_wait = False
        self._engine = engine
        self._written = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)
        self._thread.start()

    def note_commit(self) -> None:
        """Hear that there is something new."""
        self._written.set()

    def stop(self) -> None:
        """Take in what is left, and end."""
        self._stopping.set()
        self._written.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._written.wait()
            self._stopping.wait(SECONDS)
            self._written.clear()
            with contextlib.suppress(DBAPIError):  # the file may be locked by somebody else: the next second will do
                self._take_in()

    def _take_in(self) -> None:
        with self._engine.connect() as connection:
            _, pages, _ = connection.connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            if pages > LONG_LOG_PAGES:
                self.writing_must_wait = True
                try:
                    connection.connection.cursor().execute("PRAGMA wal_checkpoint(RESTART)")
                finally:
                    self.writing_must_wait = False
