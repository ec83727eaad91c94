"""Answer requests about puzzles."""

from starlette.responses import Response

from siam.server.app.asking import Ask, answer
from siam.server.messages.puzzles import PuzzleMovesRequest, PuzzleStepsRequest
from siam.server.services import puzzling


async def puzzles(ask: Ask) -> Response:
    """List the puzzles."""
    return answer(puzzling.list_puzzles())


async def puzzle(ask: Ask) -> Response:
    """Show a puzzle, without its solution."""
    return answer(puzzling.show_puzzle(ask.path("id")))


async def steps(ask: Ask) -> Response:
    """Say what can follow the steps of a move in the making."""
    request = await ask.body(PuzzleStepsRequest)
    return answer(await puzzling.next_steps(ask.path("id"), request.moves, request.steps))


async def moves(ask: Ask) -> Response:
    """Judge the solver's moves and let the others answer."""
    request = await ask.body(PuzzleMovesRequest)
    return answer(await puzzling.try_moves(ask.path("id"), request.moves))
