"""Answer requests about replays, records, hints, analysis and positions without a table."""

import io

from starlette.responses import Response

from siam.server import messages as wire
from siam.server.app.context import Ask, answer
from siam.server.app.handlers.tables import index, open_table_of, seat_of
from siam.server.app.limits import CROWD, HINTS, RECORDS, TABLES
from siam.server.app.reach import address_asked_by
from siam.server.messages.study import (
    DealRequest,
    Dealt,
    StudyHintRequest,
    StudyPlayRequest,
    StudyReplyRequest,
    StudyRequest,
)
from siam.server.messages.table_requests import BranchRequest, RecordRequest, TurnRequest


async def replay(ask: Ask) -> Response:
    """Show a game turn by turn."""
    return answer(await ask.world.replays.replay(await open_table_of(ask), ask.visitor, seat_of(ask)))


async def log(ask: Ask) -> Response:
    """Show what happened at a table."""
    return answer(await ask.world.replays.log(await open_table_of(ask), ask.visitor, seat_of(ask)))


async def record(ask: Ask) -> Response:
    """Download a game."""
    open_table = await open_table_of(ask)
    text = ask.world.replays.record(open_table, ask.world.settings.public_url or ask.world.settings.site_name)
    headers = {"Content-Disposition": f'attachment; filename="{open_table.id}.siam"'}
    return Response(text, headers=headers, media_type="text/plain; charset=utf-8")


async def qr_code(ask: Ask) -> Response:
    """Draw the invitation as a QR code."""
    import segno  # only invitations need it

    open_table = await open_table_of(ask)
    base = address_asked_by(ask.request, ask.world.settings)
    picture = io.BytesIO()
    code = segno.make(f"{base}/table/{open_table.id}", error="m")
    code.save(picture, kind="svg", border=2, dark="#000", xmldecl=False, svgclass=None, lineclass=None, scale=4)
    drawing = picture.getvalue().replace(b'stroke="#000"', b'stroke="currentColor"')
    return Response(drawing, media_type="image/svg+xml")


async def hint(ask: Ask) -> Response:
    """Return a hint where it is fair."""
    player = ask.player
    request = await ask.body(TurnRequest)
    await ask.spend(player.id, HINTS)
    return answer(await ask.world.hints.hint(player, ask.person, await open_table_of(ask), request.turn))


async def branch(ask: Ask) -> Response:
    """Play on from a turn of a finished game."""
    player = ask.player
    request = await ask.body(BranchRequest)
    await ask.spend(player.id, TABLES)
    await ask.spend(f"tables {ask.address}", CROWD)
    origin = await open_table_of(ask)
    turn, seat = request.turn, request.seat - 1
    open_table = await ask.world.branching.branch(player, ask.person, origin, turn, seat, request.level)
    return answer(wire.NewTable(open_table.id, f"table/{open_table.id}"), 201)


async def bring(ask: Ask) -> Response:
    """Keep a finished game that was played elsewhere."""
    player = ask.player
    request = await ask.body(RecordRequest)
    await ask.spend(ask.person, RECORDS)
    await ask.spend(f"tables {ask.address}", CROWD)
    table_id = await ask.world.brought_games.keep(player, ask.person, request.record, index(request.seat))
    return answer(wire.NewTable(table_id, f"table/{table_id}"), 201)


async def analysis(ask: Ask) -> Response:
    """Show an analysis."""
    return answer(await ask.world.hints.analysis(await open_table_of(ask)))


async def start_analysis(ask: Ask) -> Response:
    """Begin an analysis."""
    player = ask.player
    await ask.spend(player.id, HINTS)
    return answer(await ask.world.hints.analysis(await open_table_of(ask), starter=ask.person))


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
    await ask.spend(ask.address, HINTS)
    return answer(await ask.world.studying.hint(ask.person, request.position, request.options))


async def study_reply(ask: Ask) -> Response:
    """Let a bot move on a position."""
    request = await ask.body(StudyReplyRequest)
    await ask.spend(ask.address, HINTS)
    return answer(await ask.world.studying.reply(ask.person, request.position, request.options, request.level))


async def study_deal(ask: Ask) -> Response:
    """Deal a position."""
    request = await ask.body(DealRequest)
    state = ask.world.studying.deal(request.players, request.seed, request.board, request.options)
    return answer(Dealt(state))
