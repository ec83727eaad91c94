"""Let bots move: one question at a time for each table, asked outside the event loop."""

import asyncio
from collections.abc import Sequence
from random import Random

from siam.notation import format_move, format_position
from siam.rules import HalfMove, PassStep, Position
from siam.server import messages as wire
from siam.server.domain.absence import bot_waits
from siam.server.domain.live_game import LiveGame, check
from siam.server.domain.log import Moved
from siam.server.domain.tables import ChairKind, Table
from siam.server.logs import Log
from siam.server.ports import Conflict, Ids, Outage, Question, Thinkers, Workshop
from siam.server.services.tables.open_table import OpenTable
from siam.server.services.tables.open_tables import OpenTables

LOG = Log("siam")
PAUSES = (0.2, 1.0, 5.0)
"""Seconds after each try: a pool that broke is made anew, and one that is starved gets air."""
LEAST_SECONDS = 0.05
MOST_SECONDS = 5.0


class Bots:
    """The bots of all tables that this process looks after."""

    def __init__(self, open_tables: OpenTables, thinkers: Thinkers, ids: Ids, workshop: Workshop) -> None:
        self.open_tables = open_tables
        self.thinkers = thinkers
        self.ids = ids
        self.workshop = workshop
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = False
        self.failures = 0

    @property
    def thinking(self) -> int:
        """How many tables wait for a bot."""
        return len(self._tasks)

    @property
    def waiting(self) -> int:
        """How many questions wait for a thinker."""
        return self.thinkers.waiting

    def after_commit(self, open_table: OpenTable, before: int, made: Sequence[wire.Entry]) -> None:
        """Let a bot think if it is to move now."""
        self.wake(open_table)

    def wake(self, open_table: OpenTable) -> None:
        """Let a bot think if it is its turn."""
        if open_table.thinking or self._stopping or self._level_to_move(open_table) is None:
            return
        open_table.thinking = True
        task = asyncio.create_task(self._play(open_table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _level_to_move(self, open_table: OpenTable) -> str | None:
        """Return the level of the bot to move; None if it still waits for the player who may come back."""
        game = open_table.game
        if game is None or game.result is not None or game.paused_at is not None:
            return None
        chair = open_table.table.chairs[game.position.to_move]
        if chair.kind is not ChairKind.BOT or bot_waits(game, self.open_tables.clock.now()):
            return None
        return chair.level

    async def _play(self, open_table: OpenTable) -> None:
        try:
            while (level := self._level_to_move(open_table)) is not None and not self._stopping:
                await self._move(open_table, level)
        except Conflict:
            pass  # another process was faster; its news wakes us again
        except Exception:
            LOG.exception("bot_failed", table=open_table.id)
        finally:
            open_table.thinking = False
            self.open_tables.release(open_table)

    async def _move(self, open_table: OpenTable, level: str) -> None:
        game = open_table.game
        assert game is not None
        text = await self._choose(open_table.table, game, level)
        async with open_table.lock:
            if open_table.game is not game:
                return  # a take-back, a resignation: think again
            text, turn = check(game, text)
            await self.open_tables.enter(open_table, game.position.to_move, Moved(text), turn=turn)

    async def _choose(self, table: Table, game: LiveGame, level: str) -> str:
        seconds = None
        if game.times:
            left = game.times_at(self.open_tables.clock.now())[game.position.to_move]
            seconds = min(MOST_SECONDS, max(LEAST_SECONDS, left / 20))
        for pause in PAUSES:
            try:
                return await self.thinkers.choose(question(table, game), level, seconds, self.ids.seed())
            except Outage as problem:
                LOG.warning("bot_unreachable", table=table.id, level=level, problem=str(problem))
                self.failures += 1
            await asyncio.sleep(pause if seconds is None else min(pause, seconds))
        # A table never waits for ever; and a bot that can't think plays simply, but does not pass the game away.
        return await self.workshop.do(table.charged, simple_move, game.position, self.ids.seed())

    async def stop(self) -> None:
        """Let no bot begin to think any more; thoughts under way are lost and begin anew after a restart."""
        self._stopping = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def simple_move(position: Position, seed: int) -> str:
    """Choose a move by the rules alone: a card if one may be played, by chance."""
    random, half = Random(seed), HalfMove(position)
    while half.move is None:
        cards = [step for step in half.legal_steps if not isinstance(step, PassStep)]
        half = half.then(random.choice(cards or half.legal_steps))
    return format_move(position.board, half.move)


def question(table: Table, game: LiveGame) -> Question:
    """Format the question that a thinker is asked."""
    options = game.position.options.values
    return Question(format_position(game.position), options, table.board_file, table.charged)
