"""Let bots move: one question at a time for each table, asked outside the event loop."""

import asyncio
from collections.abc import Sequence

from siam.notation import format_position
from siam.server.domain.absence import bot_waits
from siam.server.domain.live_game import Course, check
from siam.server.domain.log import Moved
from siam.server.domain.tables import ChairKind, Table
from siam.server.logs import Log
from siam.server.messages.game import EntryMade
from siam.server.ports import Chance, Conflict, Outage, Question, Thinkers
from siam.server.services.open_tables import Desk, Desks

LOG = Log("siam")
TRIES = 2
LEAST_SECONDS = 0.05
MOST_SECONDS = 5.0


class Bots:
    """The bots of all tables that this process looks after."""

    def __init__(self, desks: Desks, thinkers: Thinkers, chance: Chance) -> None:
        self.desks = desks
        self.thinkers = thinkers
        self.chance = chance
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = False
        desks.told.append(self._after)

    def _after(self, desk: Desk, before: int, made: Sequence[EntryMade]) -> None:
        self.wake(desk)

    def wake(self, desk: Desk) -> None:
        """Let a bot think if it is its turn."""
        if desk.thinking or self._stopping or self._level_to_move(desk) is None:
            return
        desk.thinking = True
        task = asyncio.create_task(self._play(desk))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _level_to_move(self, desk: Desk) -> str | None:
        """Return the level of the bot whose turn it is and that need not wait for who may come back."""
        course = desk.course
        if course is None or course.result is not None or course.paused_at is not None:
            return None
        chair = desk.table.chairs[course.position.to_move]
        if chair.kind is not ChairKind.BOT or bot_waits(course, self.desks.clock.now()):
            return None
        return chair.level

    async def _play(self, desk: Desk) -> None:
        try:
            while (level := self._level_to_move(desk)) is not None and not self._stopping:
                await self._move(desk, level)
        except Conflict:
            pass  # another process was faster; its news wakes us again
        except Exception:
            LOG.exception("bot_failed", table=desk.id)
        finally:
            desk.thinking = False
            self.desks.release(desk)

    async def _move(self, desk: Desk, level: str) -> None:
        course = desk.course
        assert course is not None
        text = await self._choose(desk.table, course, level)
        async with desk.lock:
            if desk.course is not course:
                return  # a take-back, a resignation: think again
            text, turn = check(course, text)
            await self.desks.enter(desk, course.position.to_move, Moved(text), turn=turn)

    async def _choose(self, table: Table, course: Course, level: str) -> str:
        seconds = None
        if course.times:
            left = course.times_at(self.desks.clock.now())[course.position.to_move]
            seconds = min(MOST_SECONDS, max(LEAST_SECONDS, left / 20))
        for _ in range(TRIES):
            try:
                return await self.thinkers.choose(question(table, course), level, seconds, self.chance.seed())
            except Outage as problem:
                LOG.warning("bot_unreachable", table=table.id, level=level, problem=str(problem))
        return "pass"  # always legal (§4.3), so a table never waits for a broken bot

    async def stop(self) -> None:
        """Let no bot begin to think any more; thoughts under way are lost and begin anew after a restart."""
        self._stopping = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def question(table: Table, course: Course) -> Question:
    """Put a position into words for a thinker."""
    options = course.position.options.values
    return Question(format_position(course.position), options, table.board_file)
