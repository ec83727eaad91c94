"""Show puzzles and judge attempts at them."""

from collections.abc import Sequence
from functools import lru_cache

from siam.notation import NotationError, format_move, format_position, parse_move
from siam.puzzles import Judgement, Puzzle, Status, attempt, puzzle_set
from siam.puzzles.proofs import winning_moves
from siam.rules import Game, IllegalMoveError, Move, Position
from siam.server import messages as wire
from siam.server.domain.clocks import NO_CLOCK
from siam.server.domain.live_game import begin, follow_turn
from siam.server.domain.log import Entry, Moved, Started
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.rulesets import RULES_VERSION
from siam.server.messages.puzzles import PuzzleListed, PuzzlesListed, PuzzleSolution, PuzzleTried
from siam.server.messages.study import Studied
from siam.server.ports import Workshop
from siam.server.services.study.studies import studied
from siam.server.views.events import entry_made
from siam.server.views.outcomes import result_made
from siam.server.views.state import state_seen
from siam.server.views.steps import steps_and_parts
from siam.server.views.tables import options_seen


def list_puzzles() -> PuzzlesListed:
    """List every puzzle."""
    return PuzzlesListed([PuzzleListed(**_heading(puzzle)) for puzzle in puzzle_set().values()])  # type: ignore[arg-type]


def show_puzzle(name: str) -> wire.Puzzle:
    """Show a puzzle without its solution."""
    puzzle = _find(name)
    position = puzzle.position
    return wire.Puzzle(
        **_heading(puzzle),  # type: ignore[arg-type]
        seat=position.to_move + 1,
        options=options_seen(position.options),
        state=_told(Game(position)).state,
    )


class PuzzleAttempts:
    """Tries at puzzles, judged in threads of their own: a proof may take a second."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop

    async def next_steps(self, person: str, name: str, moves: list[str], steps: list[str]) -> Studied:
        """Return what can follow the steps chosen so far."""
        game = (await self._attempt(person, _find(name), moves)).game
        return studied(_told(game).state, game.position, steps)

    async def try_moves(self, person: str, name: str, moves: list[str]) -> PuzzleTried:
        """Judge the solver's own moves and let the others answer."""
        puzzle = _find(name)
        verdict = await self._attempt(person, puzzle, moves)
        before = (await self._attempt(person, puzzle, moves[:-1])).game
        told = _told(verdict.game, since=len(before.turns))
        return PuzzleTried(verdict.status.value, told.log, told.state, told.result)

    async def give_away(self, person: str, name: str, moves: list[str]) -> PuzzleSolution:
        """Return what wins after the solver's moves so far."""
        puzzle = _find(name)
        verdict = await self._attempt(person, puzzle, moves)
        position = verdict.game.position
        if verdict.status is not Status.GO_ON:
            raise Refusal(Code.NOT_RUNNING, "the puzzle is over")
        move = puzzle.solution if not moves else (await self._workshop.do(person, _winning_moves, position))[0]
        steps, _parts = steps_and_parts(position, move)
        return PuzzleSolution(format_move(position.board, move), steps)

    async def _attempt(self, person: str, puzzle: Puzzle, texts: list[str]) -> Judgement:
        try:
            return await self._workshop.do(person, _judged, puzzle.id, tuple(texts))
        except NotationError as problem:
            raise Refusal(Code.NOT_A_MOVE, str(problem)) from None
        except IllegalMoveError as problem:
            raise Refusal(Code.ILLEGAL_MOVE, str(problem), reason=problem.reason.name) from None
        except ValueError as problem:
            raise Refusal(Code.NOT_RUNNING, str(problem)) from None


def _winning_moves(position: Position) -> Sequence[Move]:
    return winning_moves(position, at_most=1)


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


@lru_cache(maxsize=512)
def _judged(name: str, texts: tuple[str, ...]) -> Judgement:
    puzzle = puzzle_set()[name]
    if not texts:
        return Judgement(Status.GO_ON, Game(puzzle.position))
    return attempt(puzzle, [parse_move(puzzle.position.board, text) for text in texts])


def _told(game: Game, since: int = 0) -> PuzzleTried:
    """Format a game as a table would, from a turn on."""
    setup = game.setup
    live = begin(
        Entry(1, None, 0.0, Started(format_position(setup), RULES_VERSION)), setup.board, setup.options, NO_CLOCK
    )
    log = []
    for number, turn in enumerate(game.turns, start=1):
        entry = Entry(number + 1, turn.seat, 0.0, Moved(format_move(setup.board, turn.move)))
        if number > since:
            log.append(entry_made(entry, number, live.position, turn.events))
        live = follow_turn(live, entry, turn)
    state = state_seen(live, frozenset(range(live.players)), 0.0)
    return PuzzleTried("go_on", log, state, result_made(live.result, live.position))
