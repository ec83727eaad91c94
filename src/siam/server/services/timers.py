"""Do what time brings: flags fall, bots left alone are woken, calls are delivered, finished games are rated."""

import asyncio
from collections.abc import Awaitable, Callable

from siam.server.domain.clocks import LiveClock
from siam.server.domain.log import Paused, Resumed
from siam.server.domain.refusals import Refusal
from siam.server.logs import Log
from siam.server.ports import Clock, Conflict, Facts, Outage
from siam.server.services.attendance import UP
from siam.server.services.bots import Bots
from siam.server.services.open_tables import Desk, Desks
from siam.server.services.play import Playing

LOG = Log("siam")
FLAG_SECONDS = 0.5
BEAT_SECONDS = 2.0
WAKE_SECONDS = 10.0
LONELY_SECONDS = 30.0
OUTAGE_SECONDS = 6.0
AT_ONCE = 500


class Clockwork:
    """The server's own initiative."""

    def __init__(self, desks: Desks, playing: Playing, bots: Bots, clock: Clock, facts: Facts) -> None:
        self.desks = desks
        self.playing = playing
        self.bots = bots
        self.clock = clock
        self.facts = facts
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Make up for the time when no server ran, then tick."""
        await self._forgive_outage()
        await self._beat()
        await self.wake_bots(0.0)
        self.every(FLAG_SECONDS, self.drop_flags)
        self.every(BEAT_SECONDS, self._beat)
        self.every(WAKE_SECONDS, lambda: self.wake_bots(LONELY_SECONDS))

    def every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Do some work again and again."""
        self._tasks.append(asyncio.create_task(self._repeat(seconds, work)))

    async def _repeat(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except Outage as problem:
                LOG.warning("storage_away", problem=str(problem))
            except Exception:
                LOG.exception("clockwork_failed")

    async def drop_flags(self) -> None:
        """Take out who has no time left."""
        for table_id in await self.desks.store.running(self.clock.now(), AT_ONCE):
            try:
                await self.playing.time_out(await self.desks.at(table_id))
            except Refusal:
                continue  # another process was faster

    async def wake_bots(self, lonely_seconds: float) -> None:
        """Let bots think whose process has died."""
        for table_id in await self.desks.store.waiting_for_bots(self.clock.now() - lonely_seconds, AT_ONCE):
            desk = await self._desk(table_id)
            if desk is not None:
                self.bots.wake(desk)

    async def _desk(self, table_id: str) -> Desk | None:
        """Return a table's desk; one table that can't be read must not stop the others."""
        try:
            return await self.desks.at(table_id)
        except Refusal as refusal:
            LOG.warning("table_unreadable", table=table_id, problem=str(refusal))
            return None

    async def _beat(self) -> None:
        await self.facts.put("beat", str(self.clock.now()))

    async def _forgive_outage(self) -> None:
        """Give live clocks back the time in which no server ran."""
        beat = await self.facts.get("beat")
        now = self.clock.now()
        if beat is None or now - float(beat) < OUTAGE_SECONDS:
            return
        await self.facts.put(UP, str(now))
        for table_id in await self.desks.store.running(None, 100_000, timed=True):
            desk = await self._desk(table_id)
            if desk is None:
                continue
            async with desk.lock:
                course = desk.course
                if course is None or course.paused_at is not None or course.result is not None:
                    continue
                if not isinstance(desk.table.clock, LiveClock):
                    continue
                stopped = max(course.since, float(beat))
                try:
                    await self.desks.enter(desk, None, Paused(), at=stopped)
                    await self.desks.enter(desk, None, Resumed(), at=now)
                except Conflict:
                    continue

    async def stop(self) -> None:
        """Stand still."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
