"""Give advice: hints where they are fair, and the analysis of finished games."""

import asyncio
from itertools import pairwise

import msgspec

from siam.notation import format_position, parse_move
from siam.rules.moves import Play
from siam.rules.position import Position
from siam.server.domain.live_game import Course
from siam.server.domain.players import Player
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.tables import Status
from siam.server.logs import Log
from siam.server.messages.game import ENCODER
from siam.server.messages.study import Analysis, Hint, TurnAnalysed
from siam.server.ports import Advice, Outage, Question, Thinkers
from siam.server.services.open_tables import Desk
from siam.server.services.replays import Replays
from siam.server.views.steps import steps_of

LOG = Log("siam")
HINT_SECONDS = 1.0
ANALYSIS_SECONDS = 0.25
MARKS = ((0.30, "blunder"), (0.15, "mistake"), (0.07, "inaccuracy"))


class Advising:
    """The engine's opinion for people."""

    def __init__(self, thinkers: Thinkers, replays: Replays) -> None:
        self.thinkers = thinkers
        self.replays = replays
        self._running: dict[str, Analysis] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def hint(self, player: Player, desk: Desk, turn: int | None) -> Hint:
        """Advise the only person at a table of bots, or anybody about a finished game."""
        if desk.table.status is Status.FINISHED:
            courses = await self.replays.positions(desk)
            course = courses[min(turn or 0, len(courses) - 1)]
        else:
            course = desk.running
            seats = desk.table.seats_of(player.id)
            if not seats or not desk.table.is_against_bots(course):
                raise Refusal(Code.NO_HINTS)
            if turn is not None and turn != course.turn:
                raise Refusal(Code.NO_HINTS)
            if course.position.to_move not in seats:
                raise Refusal(Code.NOT_YOUR_TURN)
        return await self.advise(course.position, desk.table.board_file)

    async def advise(self, position: Position, board_file: str | None = None) -> Hint:
        """Advise on any position."""
        if position.is_over:
            raise Refusal(Code.NOT_RUNNING, "the game is over")
        advice = await self._ask(position, board_file, HINT_SECONDS)
        return Hint(advice.move, list(advice.chances), _steps(position, advice.move))

    async def _ask(self, position: Position, board_file: str | None, seconds: float) -> Advice:
        question = Question(format_position(position), position.options.values, board_file)
        try:
            return await self.thinkers.advise(question, seconds)
        except Outage as problem:
            raise Refusal(Code.UNAVAILABLE, str(problem)) from None

    async def analysis(self, desk: Desk, *, start: bool) -> Analysis:
        """Return the analysis of a finished game, and begin it if asked."""
        if desk.table.status is not Status.FINISHED:
            raise Refusal(Code.NO_HINTS, "the analysis is there once the game is over")
        running = self._running.get(desk.id)
        if running is not None:
            return running
        stored = await self.replays.desks.store.analysis(desk.id)
        if stored is not None:
            return msgspec.json.decode(stored.encode(), type=Analysis)
        courses = await self.replays.positions(desk)
        fresh = Analysis("none", 0, len(courses) - 1, [])
        if start:
            fresh.status = "running"
            self._running[desk.id] = fresh
            task = asyncio.create_task(self._analyse(desk, courses, fresh))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return fresh

    async def _analyse(self, desk: Desk, courses: list[Course], analysis: Analysis) -> None:
        try:
            before: Advice | None = None
            for course, after in pairwise(courses):
                advice = before or await self._ask(course.position, desk.table.board_file, ANALYSIS_SECONDS)
                before = await self._after(after, desk.table.board_file)
                seat = course.position.to_move
                move = after.moves[-1]
                loss = 0.0
                if move != advice.move:
                    loss = max(0.0, round(advice.chances[seat] - before.chances[seat], 3))
                mark = next((name for least, name in MARKS if loss >= least), None)
                chances = [round(chance, 3) for chance in advice.chances]
                steps = _steps(course.position, advice.move)
                analysis.turns.append(
                    TurnAnalysed(course.turn + 1, chances, move, advice.move, loss, mark, steps)  # type: ignore[arg-type]
                )
                analysis.done += 1
            analysis.status = "done"
            await self.replays.desks.store.keep_analysis(desk.id, ENCODER.encode(analysis).decode())
        except Exception:
            LOG.exception("analysis_failed", table=desk.id)
        finally:
            self._running.pop(desk.id, None)

    async def _after(self, course: Course, board_file: str | None) -> Advice:
        if course.result is None:
            return await self._ask(course.position, board_file, ANALYSIS_SECONDS)
        winners = course.result.winners
        share = 1.0 / len(winners) if winners and course.players != 4 else 1.0
        return Advice("pass", tuple(share if seat in winners else 0.0 for seat in range(course.players)))

    async def stop(self) -> None:
        """Leave unfinished analyses; they begin anew when somebody asks."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _steps(position: Position, text: str) -> list[str]:
    """Return which steps make a move, for drawing it."""
    move = parse_move(position.board, text)
    return steps_of(position, move) if isinstance(move, Play) else ["pass"]
