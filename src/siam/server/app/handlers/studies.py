"""Answer requests about replays, records, hints, analysis and positions without a table."""

import io

from starlette.responses import Response

from siam.server.app.context import Ask, answer
from siam.server.app.handlers.tables import desk_of, seat_of
from siam.server.app.limits import HINTS
from siam.server.messages.study import (
    DealRequest,
    Dealt,
    StudyHintRequest,
    StudyPlayRequest,
    StudyReplyRequest,
    StudyRequest,
)
from siam.server.messages.tables import TurnRequest


async def replay(ask: Ask) -> Response:
    """Show a game turn by turn."""
    return answer(await ask.world.replays.replay(await desk_of(ask), ask.visitor, seat_of(ask)))


async def log(ask: Ask) -> Response:
    """Show what happened at a table."""
    return answer(await ask.world.replays.log(await desk_of(ask), ask.visitor, seat_of(ask)))


async def record(ask: Ask) -> Response:
    """Download a game."""
    desk = await desk_of(ask)
    text = ask.world.replays.record(desk, ask.world.settings.public_url or ask.world.settings.site_name)
    headers = {"Content-Disposition": f'attachment; filename="{desk.id}.siam"'}
    return Response(text, headers=headers, media_type="text/plain; charset=utf-8")


async def qr_code(ask: Ask) -> Response:
    """Draw the invitation as a QR code."""
    import segno  # only invitations need it

    desk = await desk_of(ask)
    base = ask.world.settings.public_url.rstrip("/") or str(ask.request.base_url).rstrip("/")
    picture = io.BytesIO()
    code = segno.make(f"{base}/table/{desk.id}", error="m")
    code.save(picture, kind="svg", border=2, dark="#000", xmldecl=False, svgclass=None, lineclass=None, scale=4)
    drawing = picture.getvalue().replace(b'stroke="#000"', b'stroke="currentColor"')
    return Response(drawing, media_type="image/svg+xml")


async def hint(ask: Ask) -> Response:
    """Return a hint where it is fair."""
    player = ask.player
    request = await ask.body(TurnRequest)
    ask.world.limits.spend(player.id, HINTS)
    return answer(await ask.world.advising.hint(player, await desk_of(ask), request.turn))


async def analysis(ask: Ask) -> Response:
    """Show an analysis."""
    return answer(await ask.world.advising.analysis(await desk_of(ask), start=False))


async def start_analysis(ask: Ask) -> Response:
    """Begin an analysis."""
    player = ask.player
    ask.world.limits.spend(player.id, HINTS)
    return answer(await ask.world.advising.analysis(await desk_of(ask), start=True))


async def study(ask: Ask) -> Response:
    """Show a position and what can come next."""
    request = await ask.body(StudyRequest)
    return answer(ask.world.studying.steps(request.position, request.options, request.steps))


async def study_play(ask: Ask) -> Response:
    """Play a move on a position."""
    request = await ask.body(StudyPlayRequest)
    return answer(ask.world.studying.play(request.position, request.options, request.move))


async def study_hint(ask: Ask) -> Response:
    """Advise on a position that is nobody's running game."""
    request = await ask.body(StudyHintRequest)
    ask.world.limits.spend(ask.address, HINTS)
    ask.world.studying.check_fairness(request.position, request.options)
    return answer(await ask.world.studying.hint(request.position, request.options))


async def study_reply(ask: Ask) -> Response:
    """Let a bot move on a position."""
    request = await ask.body(StudyReplyRequest)
    ask.world.limits.spend(ask.address, HINTS)
    ask.world.studying.check_fairness(request.position, request.options)
    return answer(await ask.world.studying.reply(request.position, request.options, request.level))


async def study_deal(ask: Ask) -> Response:
    """Deal a position."""
    request = await ask.body(DealRequest)
    state = ask.world.studying.deal(request.players, request.seed, request.board, request.options)
    return answer(Dealt(state))
