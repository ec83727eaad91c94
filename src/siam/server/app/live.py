"""Speak over a WebSocket: one socket, one table."""

import asyncio
import contextlib

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from siam.server.app.asgi.websocket import CLOSE_FLOOD, CLOSE_MISSING, CLOSE_ORIGIN, CLOSE_TOKEN, Outbox
from siam.server.app.context import decode, error_content, is_own_origin, refuse_nul, who_asks
from siam.server.app.handlers.tables import index, whole_view
from siam.server.app.limits import CHAT, SOCKET_MESSAGES, SOCKETS, Bucket
from siam.server.app.world import World
from siam.server.domain.players import Player
from siam.server.domain.proposals import ProposalKind
from siam.server.domain.refusals import Code, Refusal
from siam.server.logs import Log
from siam.server.messages.game import ENCODER
from siam.server.messages.live import (
    Answer,
    AskSteps,
    ClientMessage,
    Look,
    Ping,
    Propose,
    Resign,
    Resume,
    Say,
    ShowSeat,
    Submit,
)
from siam.server.services.audience import Watcher
from siam.server.services.feeds import Listener
from siam.server.services.open_tables import Desk

LOG = Log("siam")
MESSAGE_BYTES = 4_096

DECODER = msgspec.json.Decoder(ClientMessage)


async def open_socket(socket: WebSocket, world: World) -> tuple[Player | None, str | None] | None:
    """Let a socket in, or close it and give None."""
    if not is_own_origin(socket, world):
        await _refuse(socket, CLOSE_ORIGIN)
        return None
    try:
        world.limits.spend(socket.client.host if socket.client else "?", SOCKETS)
        found, _ = await who_asks(socket, world)
    except Refusal as refusal:
        await _refuse(socket, CLOSE_FLOOD if refusal.code is Code.TOO_MANY else CLOSE_TOKEN)
        return None
    return (found[1], found[0].id) if found else (None, None)


async def _refuse(socket: WebSocket, code: int) -> None:
    await socket.accept()
    await socket.close(code)


async def table_socket(socket: WebSocket, world: World) -> None:
    """Serve a socket at a table until it closes."""
    visitor = await open_socket(socket, world)
    if visitor is None:
        return
    player, session = visitor
    try:
        desk = await world.visit(socket.path_params["id"], player)
        await world.agreements.take_again(player, desk)
    except Refusal:
        await _refuse(socket, CLOSE_MISSING)
        return
    await socket.accept()
    outbox = Outbox(socket)
    asked = socket.query_params.get("seat", "")
    watcher = Watcher(player, _ignore, session, int(asked) - 1 if asked in ("1", "2", "3", "4") else None)
    watcher.close = outbox.close
    world.audience.join(desk, watcher)  # at once: so the table stays in memory
    after = socket.query_params.get("after", "")
    try:
        view = await whole_view(world, desk, watcher)
    except BaseException:
        world.audience.leave(desk, watcher)
        raise
    watcher.send = outbox.send
    if after.isascii() and after.isdigit() and len(after) < 8:
        outbox.send(world.audience.update(desk, watcher, int(after)))
    else:
        outbox.send(ENCODER.encode(view if view.version == desk.version else world.audience.view(desk, watcher)))
    world.came(desk)
    sending = asyncio.create_task(outbox.run())
    try:
        await _listen(socket, world, desk, watcher, outbox)
    except WebSocketDisconnect:
        pass
    finally:
        world.audience.leave(desk, watcher)
        world.attendance.note_leaving(desk, player)
        world.came(desk)
        sending.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await sending


def _ignore(message: bytes) -> None:
    """Hear nothing yet."""


async def feed_socket(socket: WebSocket, world: World) -> None:
    """Serve a personal feed until it closes."""
    visitor = await open_socket(socket, world)
    if visitor is None:
        return
    player, session = visitor
    await socket.accept()
    outbox = Outbox(socket)
    listener = Listener(player.id if player else None, outbox.send, session, outbox.close)
    world.feeds.join(listener)
    sending = asyncio.create_task(outbox.run())
    bucket = Bucket(SOCKET_MESSAGES)
    try:
        while True:
            event = await socket.receive()
            if event["type"] == "websocket.disconnect":
                break
            if bucket.spend():
                outbox.send(b'{"type":"pong"}')
            else:
                outbox.close(CLOSE_FLOOD)
    finally:
        world.feeds.leave(listener)
        sending.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await sending


async def _listen(socket: WebSocket, world: World, desk: Desk, watcher: Watcher, outbox: Outbox) -> None:
    bucket = Bucket(SOCKET_MESSAGES) if world.settings.rate_limits else None
    while True:
        event = await socket.receive()
        if event["type"] == "websocket.disconnect":
            return
        text = event.get("text")
        data = (event.get("bytes") or b"") if text is None else text.encode()
        if len(data) > MESSAGE_BYTES or (bucket is not None and not bucket.spend()):
            outbox.close(CLOSE_FLOOD)
            continue
        await _hear(data, world, desk, watcher, outbox)


async def _hear(data: bytes, world: World, desk: Desk, watcher: Watcher, outbox: Outbox) -> None:
    re: object = None
    outbox.hold()
    try:
        try:
            message = DECODER.decode(data)
            refuse_nul(data)
        except msgspec.MsgspecError:
            message = decode(data, ClientMessage)  # again, for the refusal that names the field
        re = message.id
        reply = await _answer(message, world, desk, watcher)
        if reply is not None:
            outbox.send(reply)
    except Refusal as refusal:
        outbox.send(ENCODER.encode({"type": "error", **error_content(refusal), "re": re}))
        if refusal.code is Code.STALE:
            outbox.send(ENCODER.encode(await whole_view(world, desk, watcher)))
    finally:
        outbox.let_go()


async def _answer(message: ClientMessage, world: World, desk: Desk, watcher: Watcher) -> bytes | None:
    match message:
        case Submit():
            accepted = await world.playing.submit(
                _known(watcher), desk, message.after, message.move, message.key, index(message.seat)
            )
            accepted.re = message.id
            return ENCODER.encode(accepted)
        case AskSteps():
            made = world.playing.steps(watcher.player, desk, message.after, message.steps)
            made.re = message.id
            return ENCODER.encode(made)
        case Resume():
            return world.audience.update(desk, watcher, message.after)
        case Ping():
            return ENCODER.encode({"type": "pong", "re": message.id})
        case Say():
            player = _known(watcher)
            world.limits.spend(player.id, CHAT)
            await world.talking.say(player, desk, message.text, message.greeting)
        case Look():
            watcher.visible = message.visible
            world.looked(desk)
        case Propose():
            kind = ProposalKind(message.kind)
            await world.agreements.propose(_known(watcher), desk, kind, index(message.seat), message.level)
        case Answer():
            await world.agreements.answer(_known(watcher), desk, message.proposal, accept=message.accept)
        case Resign():
            await world.playing.resign(_known(watcher), desk, index(message.seat))
        case ShowSeat():
            watcher.asked_seat = message.seat - 1
            return ENCODER.encode(await whole_view(world, desk, watcher))
    return None


def _known(watcher: Watcher) -> Player:
    if watcher.player is None:
        raise Refusal(Code.NO_SESSION)
    return watcher.player
