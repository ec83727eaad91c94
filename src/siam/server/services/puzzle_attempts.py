"""Set puzzles and judge tries at them."""

import asyncio
from functools import lru_cache

from siam.notation import NotationError, format_move, format_position, parse_move
from siam.puzzles import Puzzle, Status, Verdict, attempt, puzzle_set
from siam.rules.errors import IllegalMoveError
from siam.rules.game import Game
from siam.server.domain.clocks import NO_CLOCK
from siam.server.domain.live_game import begin, follow_turn
from siam.server.domain.log import Entry, Moved, Started
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.rulesets import RULES_VERSION
from siam.server.messages.puzzles import PuzzleListed, PuzzleSeen, PuzzlesListed, PuzzleTried
from siam.server.messages.study import Studied
from siam.server.views.events import entry_made
from siam.server.views.outcomes import result_made
from siam.server.views.state import state_seen
from siam.server.views.steps import steps_made
from siam.server.views.tables import options_seen


def list_puzzles() -> PuzzlesListed:
    """List every puzzle."""
    return PuzzlesListed([PuzzleListed(**_heading(puzzle)) for puzzle in puzzle_set().values()])  # type: ignore[arg-type]


def show_puzzle(name: str) -> PuzzleSeen:
    """Show a puzzle without its solution."""
    puzzle = _find(name)
    position = puzzle.position
    return PuzzleSeen(
        **_heading(puzzle),  # type: ignore[arg-type]
        seat=position.to_move + 1,
        options=options_seen(position.options),
        state=_told(Game(position)).state,
    )


async def next_steps(name: str, moves: list[str], steps: list[str]) -> Studied:
    """Return what can follow the steps chosen so far."""
    game = (await _attempt(_find(name), moves)).game
    made = steps_made(game.position, 0, steps)
    return Studied(_told(game).state, made.legal, made.move, made.complete, made.no_effect, made.preview)


async def try_moves(name: str, moves: list[str]) -> PuzzleTried:
    """Judge the solver's own moves and let the others answer."""
    puzzle = _find(name)
    verdict = await _attempt(puzzle, moves)
    before = (await _attempt(puzzle, moves[:-1])).game
    told = _told(verdict.game, since=len(before.turns))
    return PuzzleTried(verdict.status.value, told.log, told.state, told.result)


def _find(name: str) -> Puzzle:
    puzzle = puzzle_set().get(name)
    if puzzle is None:
        raise Refusal(Code.NOT_FOUND, "there is no such puzzle")
    return puzzle


def _heading(puzzle: Puzzle) -> dict[str, object]:
    return {
        "id": puzzle.id,
        "grade": puzzle.grade,
        "players": puzzle.players,
        "themes": [theme.value for theme in puzzle.themes],
    }


async def _attempt(puzzle: Puzzle, texts: list[str]) -> Verdict:
    """Judge moves in a thread of their own: a proof may take a second."""
    try:
        return await asyncio.to_thread(_judged, puzzle.id, tuple(texts))
    except NotationError as problem:
        raise Refusal(Code.NOT_A_MOVE, str(problem)) from None
    except IllegalMoveError as problem:
        raise Refusal(Code.ILLEGAL_MOVE, str(problem), reason=problem.reason.name) from None
    except ValueError as problem:
        raise Refusal(Code.NOT_RUNNING, str(problem)) from None


@lru_cache(maxsize=512)
def _judged(name: str, texts: tuple[str, ...]) -> Verdict:
    puzzle = puzzle_set()[name]
    if not texts:
        return Verdict(Status.GO_ON, Game(puzzle.position))
    return attempt(puzzle, [parse_move(puzzle.position.board, text) for text in texts])


def _told(game: Game, since: int = 0) -> PuzzleTried:
    """Format a game as a table would, from a turn on."""
    setup = game.setup
    course = begin(
        Entry(1, None, 0.0, Started(format_position(setup), RULES_VERSION)), setup.board, setup.options, NO_CLOCK
    )
    log = []
    for number, turn in enumerate(game.turns, start=1):
        entry = Entry(number + 1, turn.seat, 0.0, Moved(format_move(setup.board, turn.move)))
        if number > since:
            log.append(entry_made(entry, number, course.position, turn.events))
        course = follow_turn(course, entry, turn)
    state = state_seen(course, frozenset(range(course.players)), 0.0)
    return PuzzleTried("go_on", log, state, result_made(course.result, course.position))
