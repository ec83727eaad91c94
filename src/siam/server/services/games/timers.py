"""Do what is due: flags fall, abandoned bots are woken, notifications are delivered, finished games are rated."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from siam.server.domain.clocks import LiveClock
from siam.server.domain.log import Paused, Resumed
from siam.server.domain.refusals import Refusal
from siam.server.logs import Log
from siam.server.ports import Clock, Conflict, Facts, Outage
from siam.server.services.games.bots import Bots
from siam.server.services.games.play import Playing
from siam.server.services.tables.attendance import UP
from siam.server.services.tables.open_table import OpenTable
from siam.server.services.tables.open_tables import OpenTables

LOG = Log("siam")
FLAG_SECONDS = 0.5
BEAT_SECONDS = 1.0
WAKE_SECONDS = 10.0
LONELY_SECONDS = 30.0
OUTAGE_SECONDS = 3.0
"""How old the last beat must be if others may be beating too; a server that is alone knows that nobody was there."""

FROZEN_SECONDS = 2.5
"""How late a tick must be to say that the process, or the whole machine, stood still."""

AT_ONCE = 500


class Timers:
    """The server's own initiative."""

    def __init__(
        self, open_tables: OpenTables, playing: Playing, bots: Bots, clock: Clock, facts: Facts, *, alone: bool = False
    ) -> None:
        self.open_tables = open_tables
        self.playing = playing
        self.bots = bots
        self.clock = clock
        self.facts = facts
        self.alone = alone
        self._ticked = clock.steady()
        self._forgiving = asyncio.Lock()
        playing.look_up, playing.stood_still = self.look_up, self.stood_still
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Make up for the time when no server ran, then begin to tick."""
        await self._forgive_outage(0.0 if self.alone else OUTAGE_SECONDS)
        await self._beat()
        self._ticked = self.clock.steady()
        await self.wake_bots(0.0)
        self.every(FLAG_SECONDS, self._tick)
        self.every(BEAT_SECONDS, self.keep_beating)
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

    async def _tick(self) -> None:
        await self.look_up()
        await self.drop_flags()

    def stood_still(self) -> bool:
        """Return whether this process stood still, and has not looked up since."""
        return self.clock.steady() - self._ticked >= FROZEN_SECONDS

    async def look_up(self) -> None:
        """Notice that this process stood still, and give that time back before anybody loses by it."""
        if not self.stood_still() and not self._forgiving.locked():
            self._ticked = self.clock.steady()
            return
        async with self._forgiving:
            stood_still = self.clock.steady() - self._ticked
            if stood_still >= FROZEN_SECONDS:
                LOG.warning("stood_still", seconds=round(stood_still, 1))
                await self._forgive_outage(FROZEN_SECONDS)
                await self._beat()
                self._ticked = self.clock.steady()

    async def drop_flags(self) -> None:
        """Take out of their games the players who have no time left."""
        for table_id in await self.open_tables.store.running(self.clock.now(), AT_ONCE):
            try:
                await self.playing.time_out(await self.open_tables.at(table_id))
            except Refusal:
                continue  # another process was faster

    async def wake_bots(self, lonely_seconds: float) -> None:
        """Let bots think that another process left behind when it died."""
        for table_id in await self.open_tables.store.waiting_for_bots(self.clock.now() - lonely_seconds, AT_ONCE):
            open_table = await self._open_table(table_id)
            if open_table is not None:
                self.bots.wake(open_table)

    async def _open_table(self, table_id: str) -> OpenTable | None:
        """Return a table; one table that can't be read must not stop the others."""
        try:
            return await self.open_tables.at(table_id)
        except Refusal as refusal:
            LOG.warning("table_unreadable", table=table_id, problem=str(refusal))
            return None

    async def keep_beating(self) -> None:
        """Note that a server runs; but first since when it did not, or nobody would know any more."""
        await self.look_up()
        await self._beat()

    async def _beat(self) -> None:
        await self.facts.put("beat", str(self.clock.now()))

    async def _forgive_outage(self, least: float) -> None:
        """Give live clocks back the time in which no server ran, or begin anew if the clock was turned back."""
        beat = await self.facts.get("beat")
        now = self.clock.now()
        if beat is None or 0 <= now - float(beat) < least:
            return
        if now - float(beat) >= OUTAGE_SECONDS:
            await self.facts.put(UP, str(now))
        for table_id in await self.open_tables.store.running(None, 100_000, timed=True):
            open_table = await self._open_table(table_id)
            if open_table is None:
                continue
            async with open_table.lock:
                game = open_table.game
                if game is None or game.paused_at is not None or game.result is not None:
                    continue
                if not isinstance(open_table.table.clock, LiveClock):
                    continue
                stopped = max(game.since, float(beat))
                try:
                    await self.open_tables.enter(open_table, None, Paused(), at=stopped)
                    await self.open_tables.enter(open_table, None, Resumed(), at=now)
                except Conflict:
                    continue

    async def stop(self) -> None:
        """Stop ticking."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        with contextlib.suppress(Outage):  # then the time since the last beat is given back
            await self._beat()
