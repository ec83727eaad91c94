"""Share a few places among people: whoever asks often waits behind those who ask seldom, and not too many wait."""

import asyncio
import contextlib
from collections import Counter, OrderedDict, deque

from siam.server.ports import Busy


class FairQueue:
    """A limited number of places; those who wait get them in turn, person by person and not question by question.

    At most `waiting` may wait, and at most `of_one` of one person may wait or have a place; the next is sent away.
    """

    def __init__(self, places: int, *, waiting: int | None = None, of_one: int | None = None) -> None:
        self._free = places
        self._most = waiting
        self._most_of_one = of_one
        self._here: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(len(line) for line in self._waiting.values())

    async def enter(self, person: str) -> None:
        """Wait for a place; who goes away meanwhile costs nobody a turn. Busy if too many wait already."""
        if self._most_of_one is not None and self._here[person] >= self._most_of_one:
            raise Busy
        if self._free > 0:
            self._free -= 1
            self._here[person] += 1
            return
        if self._most is not None and self.waiting >= self._most:
            raise Busy
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line = self._waiting.setdefault(person, deque())
        line.append(turn)
        self._here[person] += 1
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave(person)  # the place came at the same moment
            else:
                self._go(person)
                with contextlib.suppress(ValueError):
                    line.remove(turn)
                if not line and self._waiting.get(person) is line:
                    del self._waiting[person]
            raise

    def leave(self, person: str) -> None:
        """Give a place to the next person in turn."""
        self._go(person)
        while self._waiting:
            following, line = self._waiting.popitem(last=False)
            turn = line.popleft()
            if line:
                self._waiting[following] = line  # at the end: everybody else comes first
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _go(self, person: str) -> None:
        self._here[person] -= 1
        if not self._here[person]:
            del self._here[person]
