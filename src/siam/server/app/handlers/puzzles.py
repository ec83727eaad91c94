"""Answer requests about puzzles."""

from starlette.responses import Response

from siam.server.app.context import Ask, answer
from siam.server.messages.puzzles import PuzzleMovesRequest, PuzzleSolutionRequest, PuzzleStepsRequest
from siam.server.services.study import puzzle_attempts


async def puzzles(ask: Ask) -> Response:
    """List the puzzles."""
    return answer(puzzle_attempts.list_puzzles())


async def puzzle(ask: Ask) -> Response:
    """Show a puzzle, without its solution."""
    return answer(puzzle_attempts.show_puzzle(ask.path("id")))


async def steps(ask: Ask) -> Response:
    """Return what can follow the steps of a move in the making."""
    request = await ask.body(PuzzleStepsRequest)
    return answer(await ask.world.puzzles.next_steps(ask.person, ask.path("id"), request.moves, request.steps))


async def moves(ask: Ask) -> Response:
    """Judge the solver's moves and let the others answer."""
    request = await ask.body(PuzzleMovesRequest)
    return answer(await ask.world.puzzles.try_moves(ask.person, ask.path("id"), request.moves))


async def solution(ask: Ask) -> Response:
    """Return the winning move."""
    request = await ask.body(PuzzleSolutionRequest)
    return answer(await ask.world.puzzles.give_away(ask.person, ask.path("id"), request.moves))
