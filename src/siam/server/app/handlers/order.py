"""Answer requests about order: whom I have blocked, what the host should know."""

from starlette.responses import Response

from siam.server import messages as wire
from siam.server.app.context import Ask, answer, nothing
from siam.server.app.limits import REPORTS
from siam.server.messages.order import BlockRequest, ReportRequest


async def blocks(ask: Ask) -> Response:
    """List whom I have blocked."""
    found = await ask.world.order.blocked(ask.player)
    return answer(wire.Blocks([wire.BlockedPlayer(one.id, one.name, one.is_guest) for one in found]))


async def block(ask: Ask) -> Response:
    """Block a player: they neither invite me nor sit down where I sit, and I do not hear them."""
    player = ask.player
    request = await ask.body(BlockRequest)
    await ask.world.order.block(player, request.player)
    return nothing()


async def unblock(ask: Ask) -> Response:
    """Let a player near again."""
    await ask.world.order.unblock(ask.player, ask.path("id"))
    return nothing()


async def report(ask: Ask) -> Response:
    """Tell the host about a player."""
    player = ask.player
    request = await ask.body(ReportRequest)
    await ask.spend(player.id, REPORTS)
    await ask.world.order.report(player, request.player, request.reason, request.text, request.table)
    return nothing()
