"""Limit how often work on a table is done: at once the first times, then together for all that was asked meanwhile."""

import asyncio
from collections.abc import Callable
from typing import TypedDict
from weakref import WeakKeyDictionary

from siam.server.services.tables.open_table import OpenTable


class Pace(TypedDict):
    """How often something is done."""

    at_once: int
    per_second: float


class Paced:
    """Some work on a table: a few times at once, then so often a second, and once for all that was asked meanwhile."""

    def __init__(self, work: Callable[[OpenTable], None], *, at_once: int, per_second: float) -> None:
        self._work = work
        self._at_once = at_once
        self._per_second = per_second
        self._levels: WeakKeyDictionary[OpenTable, tuple[float, float]] = WeakKeyDictionary()
        self._waiting: set[OpenTable] = set()

    def __call__(self, open_table: OpenTable) -> None:
        """Do it now or soon."""
        if open_table in self._waiting:
            return
        loop = asyncio.get_running_loop()
        level = self._level(open_table, loop.time())
        if level >= 1:
            self._do(open_table, loop)
        else:
            self._waiting.add(open_table)
            loop.call_later((1 - level) / self._per_second, self._do, open_table, loop)

    def _level(self, open_table: OpenTable, now: float) -> float:
        """Return how many times it may be done at once."""
        level, at = self._levels.get(open_table, (self._at_once, now))
        return min(self._at_once, level + (now - at) * self._per_second)

    def _do(self, open_table: OpenTable, loop: asyncio.AbstractEventLoop) -> None:
        self._waiting.discard(open_table)
        now = loop.time()
        self._levels[open_table] = (self._level(open_table, now) - 1, now)
        self._work(open_table)
