"""Answer requests of people who want back in, want their data, or want to leave."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from starlette.responses import Response

from siam.server.app.context import COOKIE, Ask, answer, nothing
from siam.server.app.handlers.accounts import me_seen, named, session_seen, token_seen, with_cookie
from siam.server.app.handlers.notifications import notifications_seen
from siam.server.app.handlers.tables import open_table_of, seat_of
from siam.server.app.limits import CALLS, EXPORTS, LETTERS, LOG_INS
from siam.server.domain.refusals import Code, Refusal
from siam.server.messages.accounts import (
    DeletionRequest,
    Export,
    ForgottenRequest,
    KeyRequest,
    NewPasswordRequest,
    SeatAgain,
    SeatLink,
)
from siam.server.messages.game import ENCODER
from siam.server.messages.tables import Summary
from siam.server.ports import Listed
from siam.server.ports.accounts import Wanted
from siam.server.services.people.recovery import sits_at
from siam.server.services.tables.lobby import every_table
from siam.server.views.times import iso

PAGE = 30
PIECE = 200
"""Tables or lines of an export that are made up before others have their turn."""
RESULTS = ("won", "lost", "none")
TIMES = frozenset({"at", "seen", "since", "due"})


async def forgotten(ask: Ask) -> Response:
    """Ask for a link for a new password; the answer is the same whether there is such an account or not."""
    request = await ask.body(ForgottenRequest)
    await ask.spend(ask.address, LETTERS)
    await ask.spend(f"forgotten {request.name.casefold()}", LETTERS)
    await ask.world.recovery.ask_for_password(request.name)
    return nothing()


async def new_password(ask: Ask) -> Response:
    """Choose a new password by a link; every other session ends."""
    request = await ask.body(NewPasswordRequest)
    await ask.spend(ask.address, LOG_INS)
    ended = await ask.world.recovery.sessions_of(request.key)
    player = await ask.world.recovery.choose_password(request.key, request.password)
    for session in ended:
        ask.world.peers.ended(session.id)
    return with_cookie(ask, player, await ask.world.accounts.open(player, ask.agent))


async def verify_mail(ask: Ask) -> Response:
    """Show by a link that a mail address is mine."""
    request = await ask.body(KeyRequest)
    await ask.spend(ask.address, LOG_INS)
    await ask.world.recovery.verify_mail(request.key)
    return nothing()


async def send_proof(ask: Ask) -> Response:
    """Send the link for my mail address once more."""
    player = ask.player
    await ask.spend(player.id, CALLS)
    await ask.spend(ask.address, LETTERS)
    await ask.world.recovery.ask_for_proof(player)
    return nothing()


async def seat_link(ask: Ask) -> Response:
    """Make the link by which I, a guest, take my seat again; an earlier one is void."""
    player, seat = ask.player, seat_of(ask)
    assert seat is not None
    await ask.spend(player.id, CALLS)
    return answer(SeatLink(await ask.world.recovery.seat_link(player, await open_table_of(ask), seat)), 201)


async def seat_again(ask: Ask) -> Response:
    """Be the guest again who sits on a seat, by its link."""
    request = await ask.body(KeyRequest)
    await ask.spend(ask.address, LOG_INS)
    player, table = await ask.world.recovery.guest_of(request.key)
    open_table = await ask.world.open_tables.at(table)
    if not sits_at(open_table.table, player):
        raise Refusal(Code.NO_SUCH_LINK)
    again = SeatAgain(me_seen(player), table)
    if ask.visitor is not None and ask.visitor.id == player.id:
        return answer(again)
    return with_cookie(ask, player, await ask.world.accounts.open(player, ask.agent), content=again)


async def delete(ask: Ask) -> Response:
    """Delete my account: my games stay, my name goes."""
    player = ask.player
    request = await ask.body(DeletionRequest)
    if not player.is_guest:
        await ask.spend(f"password {player.id}", LOG_INS)
    for session in await ask.world.departures.leave(player, request.password):
        ask.world.peers.ended(session.id)
    ask.world.notifications.forget(player.id)
    response = nothing()
    response.delete_cookie(COOKIE, path=(ask.request.scope.get("root_path") or "") + "/")
    return response


async def my_games(ask: Ask) -> Response:
    """List my finished games, newest first."""
    return await _history(ask, ask.player.id)


async def games(ask: Ask) -> Response:
    """List an account's finished games; those by link only for who played them."""
    return await _history(ask, (await named(ask)).id)


async def _history(ask: Ask, player: str) -> Response:
    visitor = ask.visitor.id if ask.visitor else None
    result, rated, other = ask.query("result"), ask.query("rated"), ask.query("with")
    if result is not None and result not in RESULTS:
        raise Refusal(Code.INVALID, "won, lost or none", field="result")
    if rated not in (None, "true", "false"):
        raise Refusal(Code.INVALID, "true or false", field="rated")
    wanted = Wanted(
        player=player,
        visitor=visitor,
        since=_instant(ask, "since"),
        until=_instant(ask, "until"),
        result=result,
        players=ask.number("players"),
        opponent=None if other is None else (await named(ask, other)).id,
        rated=None if rated is None else rated == "true",
    )
    found = await ask.world.archive.history(wanted, ask.query("before"), PAGE)
    cursor = str(int(found[-1].table.created * 1_000_000)) if len(found) == PAGE else None
    return answer(await ask.world.lobby.page(found, visitor, cursor))


def _instant(ask: Ask, name: str) -> float | None:
    """Read a day or an instant; one without a zone is in UTC."""
    text = ask.query(name)
    if text is None:
        return None
    try:
        instant = datetime.fromisoformat(text)
        return (instant if instant.tzinfo else instant.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        raise Refusal(Code.INVALID, "a day like 2026-11-18, or an instant", field=name) from None


async def export(ask: Ask) -> Response:
    """Download everything that the server knows about me."""
    player, world = ask.player, ask.world
    await ask.spend(player.id, EXPORTS)
    found = await every_table(world.tables, player.id)
    sessions = await world.players.sessions(player.id)
    rows = await world.archive.everything(player.id)
    current = ask.session.id if ask.session else None
    content = Export(
        player=me_seen(player),
        created=iso(player.created),
        settings=json.loads(player.settings),
        notifications=notifications_seen(player.notifications),
        sessions=[session_seen(session, current) for session in sessions if not session.is_token],
        tokens=[token_seen(session) for session in sessions if session.is_token],
        tables=[],
        **{name: [] for name in rows},
    )
    long = {"tables": await _in_pieces([listed async for listed in _summaries(ask, found)])}
    for name, some in rows.items():
        long[name] = await _in_pieces([_readable(row) for row in some])
    told = {name: long.get(name, getattr(content, name)) for name in content.__struct_fields__}
    return answer(told, headers={"Content-Disposition": 'attachment; filename="siam.json"'})


async def _summaries(ask: Ask, found: list[Listed]) -> AsyncIterator[Summary]:
    for start in range(0, len(found), PIECE):
        for table in (await ask.world.lobby.page(found[start : start + PIECE], ask.player.id, None)).tables:
            yield table
        await asyncio.sleep(0)


async def _in_pieces(values: Sequence[object]) -> msgspec.Raw:
    """Encode a list piece by piece: who has played for years holds nobody up."""
    pieces = []
    for start in range(0, len(values), PIECE):
        pieces.append(ENCODER.encode(values[start : start + PIECE])[1:-1])
        await asyncio.sleep(0)
    return msgspec.Raw(b"[" + b",".join(pieces) + b"]")


def _readable(row: dict[str, Any]) -> dict[str, Any]:
    return {name: iso(value) if name in TIMES else value for name, value in row.items()}
