"""Give advice: hints where they are fair, and the analysis of finished games."""

import asyncio
from itertools import pairwise

import msgspec

from siam.analysis.annotations import Appraisal, chances_by_camp, chances_by_seat, comment_on, final_chances
from siam.analysis.reasons import Line, reason_for
from siam.notation import format_position, parse_move
from siam.rules import Position
from siam.server.domain.imprints import imprint
from siam.server.domain.live_game import LiveGame
from siam.server.domain.players import Player
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.tables import Status
from siam.server.logs import Log
from siam.server.messages.game import ENCODER, Part
from siam.server.messages.study import Analysis, Hint, TurnAnalysed
from siam.server.ports import BUSY_SECONDS, Advice, Busy, Outage, Question, Thinkers
from siam.server.services.study.replays import Replays
from siam.server.services.tables.open_table import OpenTable
from siam.server.views.reasons import reason_made
from siam.server.views.steps import steps_and_parts

LOG = Log("siam")
HINT_SECONDS = 1.0
ANALYSIS_SECONDS = 0.25
ANALYSES = 8
ANALYSES_OF_ONE = 2
"""Analyses under way at a time, in all and of one person."""


class Hints:
    """The engine's opinion for people."""

    def __init__(self, thinkers: Thinkers, replays: Replays) -> None:
        self.thinkers = thinkers
        self.replays = replays
        self._running: dict[str, Analysis] = {}
        self._starters: dict[str, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def hint(self, player: Player, person: str, open_table: OpenTable, turn: int | None) -> Hint:
        """Advise the only person at a table of bots, or anybody about a finished game."""
        if open_table.table.status is Status.FINISHED:
            games = await self.replays.positions(open_table)
            game = games[min(turn or 0, len(games) - 1)]
            await self.check_fairness(game.position)
        else:
            game = open_table.running
            seats = open_table.table.seats_of(player.id)
            if not seats or not open_table.table.is_against_bots(game):
                raise Refusal(Code.NO_HINTS)
            if turn is not None and turn != game.turn:
                raise Refusal(Code.NO_HINTS)
            if game.position.to_move not in seats:
                raise Refusal(Code.NOT_YOUR_TURN)
            await self.check_fairness(game.position)
        hint = await self.advise(game.position, person, open_table.table.board_file)
        if hint.reason is not None and open_table.table.status is not Status.FINISHED:
            hint.reason.better = hint.reason.instead = []  # the replies would show what others hold
        return hint

    async def check_fairness(self, *positions: Position) -> None:
        """Refuse advice on what several people play on now, through whichever process and whatever else is asked.

        A finished game may have led through the same position: it was brought for that, or dealt alike.
        """
        if await self.replays.open_tables.store.is_played([imprint(position) for position in positions]):
            raise Refusal(Code.NO_HINTS)

    async def advise(self, position: Position, person: str, board_file: str | None = None) -> Hint:
        """Advise on any position."""
        if position.is_over:
            raise Refusal(Code.NOT_RUNNING, "the game is over")
        advice = await self._ask(position, board_file, HINT_SECONDS, person)
        reason = reason_for(position, _line(position, advice.line))
        chances, board = list(advice.chances), position.board
        return Hint(advice.move, chances, *_steps(position, advice.move), reason_made(board, reason))

    async def _ask(
        self, position: Position, board_file: str | None, seconds: float, person: str, played: str | None = None
    ) -> Advice:
        text, options = format_position(position), position.options.values
        question = Question(text, options, board_file, person, played=played, waits=True)
        try:
            return await self.thinkers.advise(question, seconds)
        except Outage as problem:
            raise Refusal(Code.UNAVAILABLE, str(problem)) from None

    async def analysis(self, open_table: OpenTable, *, starter: str | None = None) -> Analysis:
        """Return the analysis of a finished game, and begin it if a person asks for it."""
        if open_table.table.status is not Status.FINISHED:
            raise Refusal(Code.NO_HINTS, "the analysis is there once the game is over")
        running = self._running.get(open_table.id)
        if running is not None:
            return running
        stored = await self.replays.open_tables.store.analysis(open_table.id)
        games = await self.replays.positions(open_table)
        if stored is not None:
            return _with_parts(msgspec.json.decode(stored.encode(), type=Analysis), games)
        fresh = Analysis("none", 0, len(games) - 1, [])
        if starter is not None:
            await self.check_fairness(*(game.position for game in games if not game.position.is_over))
            running = self._running.get(open_table.id)
            if running is not None:  # somebody else asked meanwhile
                return running
            self._check_number(starter)
            fresh.status = "running"
            self._running[open_table.id] = fresh
            self._starters[open_table.id] = starter
            task = asyncio.create_task(self._analyse(open_table, games, fresh, starter))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return fresh

    def _check_number(self, person: str) -> None:
        """Refuse one analysis too many: each keeps a thinker busy for a minute or longer."""
        if list(self._starters.values()).count(person) >= ANALYSES_OF_ONE:
            raise Busy("you have an analysis under way; wait until it is done")
        if len(self._starters) >= ANALYSES:
            raise Busy("too many games are being analysed now; try again in a few minutes")

    async def _analyse(self, open_table: OpenTable, games: list[LiveGame], analysis: Analysis, person: str) -> None:
        board_file = open_table.table.board_file
        try:
            ahead: Advice | None = None
            for turn, (game, after) in enumerate(pairwise(games)):
                advice = ahead or await self._appraise(games, turn, board_file, person)
                ahead = await self._appraise(games, turn + 1, board_file, person)
                analysis.turns.append(_turn_analysed(game, after, advice, ahead))
                analysis.done += 1
            analysis.status = "done"
            await self.replays.open_tables.store.keep_analysis(open_table.id, ENCODER.encode(analysis).decode())
        except Exception:
            LOG.exception("analysis_failed", table=open_table.id)
        finally:
            self._running.pop(open_table.id, None)
            self._starters.pop(open_table.id, None)

    async def _appraise(self, games: list[LiveGame], turn: int, board_file: str | None, person: str) -> Advice:
        """Ask what a game was worth after a turn, and what the next move made of it; wait until there is room."""
        game = games[turn]
        if game.result is not None:
            return Advice("pass", chances_by_seat(game.players, final_chances(game.players, game.result.winners)))
        played = games[turn + 1].moves[-1] if turn + 1 < len(games) else None
        while True:
            try:
                return await self._ask(game.position, board_file, ANALYSIS_SECONDS, person, played)
            except Busy:
                await asyncio.sleep(BUSY_SECONDS)

    async def stop(self) -> None:
        """Leave unfinished analyses; they begin anew when somebody asks."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _turn_analysed(game: LiveGame, after: LiveGame, advice: Advice, ahead: Advice) -> TurnAnalysed:
    """Compare the move played with the best one; `ahead` is the advice on the position after it."""
    position, move = game.position, after.moves[-1]
    best, *replies = _line(position, advice.line)
    (played,) = _line(position, (move,))
    known = advice.after_played
    appraisal = Appraisal(
        best,
        chances_by_camp(game.players, advice.chances),
        {} if known is None else {played: chances_by_camp(game.players, known)},
        tuple(replies),
    )
    follows = () if after.result is not None else _line(after.position, ahead.line)
    comment = comment_on(position, played, appraisal, chances_by_camp(game.players, ahead.chances), follows)
    steps, parts = steps_and_parts(position, best)
    return TurnAnalysed(
        turn=game.turn + 1,
        chances=[round(chance, 3) for chance in advice.chances],
        move=move,
        best=advice.move,
        loss=round(comment.loss, 3),
        mark=comment.mark,
        best_steps=steps,
        best_parts=parts,
        reason=reason_made(position.board, comment.reason),
    )


def _with_parts(analysis: Analysis, games: list[LiveGame]) -> Analysis:
    """Add what each step decides to an analysis that an older version stored without it."""
    for turn in analysis.turns:
        if not turn.best_parts:
            turn.best_steps, turn.best_parts = _steps(games[turn.turn - 1].position, turn.best)
    return analysis


def _steps(position: Position, text: str) -> tuple[list[str], list[Part]]:
    return steps_and_parts(position, parse_move(position.board, text))


def _line(position: Position, texts: tuple[str, ...]) -> Line:
    return tuple(parse_move(position.board, text) for text in texts)
