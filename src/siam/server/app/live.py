"""Speak over a WebSocket: one socket, one table."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass

import msgspec
from msgspec import UNSET
from starlette.websockets import WebSocket, WebSocketDisconnect

from siam.server.app.asgi.websocket import (
    CLOSE_FLOOD,
    CLOSE_LATER,
    CLOSE_MISSING,
    CLOSE_ORIGIN,
    CLOSE_TOKEN,
    Outbox,
)
from siam.server.app.context import address_of, decode, is_own_origin, refuse_nul, who_asks
from siam.server.app.handlers.tables import index, whole_view
from siam.server.app.limits import (
    CHAT,
    CROWD_MESSAGES,
    SOCKET_MESSAGES,
    SOCKETS,
    SOCKETS_OF_AN_ADDRESS,
    SOCKETS_OF_ONE,
    Bucket,
    Meter,
)
from siam.server.app.world import World
from siam.server.domain.players import Player
from siam.server.domain.proposals import ProposalKind
from siam.server.domain.refusals import Code, Refusal
from siam.server.logs import Log
from siam.server.messages.game import ENCODER
from siam.server.messages.live import (
    Answer,
    AskSteps,
    Chat,
    ClientMessage,
    Look,
    Ping,
    Pong,
    Propose,
    Refused,
    Resign,
    Resume,
    Say,
    ShowSeat,
    Submit,
    Updates,
)
from siam.server.messages.table_requests import RequestId
from siam.server.ports import Busy
from siam.server.services.tables.feeds import Listener
from siam.server.services.tables.open_table import OpenTable
from siam.server.services.tables.presence import Watcher

LOG = Log("siam")
MESSAGE_BYTES = 4_096

DECODER = msgspec.json.Decoder(ClientMessage)


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who speaks through a socket, and what counts the messages."""

    player: Player | None
    session: str | None
    person: str
    meters: tuple[Meter, ...]

    async def may_speak(self, cost: float = 1.0) -> bool:
        """Count a message; False if it is one too many of the player or of the address."""
        for meter in self.meters:
            if not await meter.spend(cost):
                return False
        return True


@contextlib.asynccontextmanager
async def visitor_of(socket: WebSocket, world: World) -> AsyncIterator[Visitor | None]:
    """Know who comes through a socket while it is open; who may not come in is told why, and is None."""
    if not is_own_origin(socket, world):
        await _refuse(socket, CLOSE_ORIGIN)
        yield None
        return
    address = address_of(socket)
    async with contextlib.AsyncExitStack() as places:
        try:
            world.limits.spend(address, SOCKETS)
            found, _ = await who_asks(socket, world)
            player, session = (found[1], found[0].id) if found else (None, None)
            await places.enter_async_context(world.crowds.place(f"at {address}", SOCKETS_OF_AN_ADDRESS))
            if player is not None:
                await places.enter_async_context(world.crowds.place(player.id, SOCKETS_OF_ONE))
        except Refusal as refusal:
            await _refuse(socket, CLOSE_FLOOD if refusal.code is Code.TOO_MANY else CLOSE_TOKEN)
            yield None
            return
        meters = [world.crowds.meter(f"at {address}", CROWD_MESSAGES)]
        if player is not None:
            meters.append(world.crowds.meter(player.id, SOCKET_MESSAGES))
        person = world.persons.name(player, address)
        yield Visitor(player, session, person, tuple(meter for meter in meters if meter is not None))


async def _refuse(socket: WebSocket, code: int) -> None:
    await socket.accept()
    await socket.close(code)


async def table_socket(socket: WebSocket, world: World) -> None:
    """Serve a socket at a table until it closes."""
    async with visitor_of(socket, world) as visitor:
        if visitor is not None:
            await _at_table(socket, world, visitor)


async def _at_table(socket: WebSocket, world: World, visitor: Visitor) -> None:
    player = visitor.player
    try:
        open_table = await world.visit(socket.path_params["id"], player)
        await world.agreements.take_again(player, open_table)
    except Refusal as refusal:
        await _refuse(socket, CLOSE_LATER if refusal.code is Code.BUSY else CLOSE_MISSING)
        return
    await socket.accept()
    outbox = Outbox(socket)
    asked = socket.query_params.get("seat", "")
    watcher = Watcher(player, _ignore, visitor.session, int(asked) - 1 if asked in ("1", "2", "3", "4") else None)
    watcher.close = outbox.close
    watcher.unheard = await world.order.unheard(player)
    try:
        world.audience.join(open_table, watcher)  # at once: so the table stays in memory
    except Busy:
        await socket.close(CLOSE_LATER)
        return
    after, said = _number(socket, "after"), _number(socket, "said")
    try:
        view = await whole_view(world, open_table, watcher)
    except BaseException:
        world.audience.leave(open_table, watcher)
        raise
    watcher.send = outbox.send
    if after is None:
        outbox.send(ENCODER.encode(view))
    else:
        outbox.send(world.audience.update(open_table, watcher, after))
        for line in view.chat or []:
            if said is not None and line.n > said:
                outbox.send(ENCODER.encode(Chat(line)))
    world.came(open_table)
    sending = asyncio.create_task(outbox.run())
    try:
        await _listen(socket, world, visitor, open_table, watcher, outbox)
    except WebSocketDisconnect:
        pass
    finally:
        world.audience.leave(open_table, watcher)
        world.attendance.note_leaving(open_table, player)
        world.came(open_table)
        await _end(sending)


async def _end(sending: asyncio.Task[None]) -> None:
    """Leave off sending; raised in the handler, what ended it would hold on to the handler's frame."""
    sending.cancel()
    await asyncio.gather(sending, return_exceptions=True)


def _number(socket: WebSocket, name: str) -> int | None:
    """Read a number of the address; None for anything else."""
    text = socket.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else None


def _ignore(message: bytes) -> None:
    """Hear nothing yet."""


async def feed_socket(socket: WebSocket, world: World) -> None:
    """Serve a personal feed until it closes."""
    async with visitor_of(socket, world) as visitor:
        if visitor is not None:
            await _at_home(socket, world, visitor)


async def _at_home(socket: WebSocket, world: World, visitor: Visitor) -> None:
    await socket.accept()
    outbox = Outbox(socket)
    player = visitor.player
    listener = Listener(player.id if player else None, outbox.send, visitor.session, outbox.close)
    world.feeds.join(listener)
    sending = asyncio.create_task(outbox.run())
    bucket = Bucket(SOCKET_MESSAGES)
    try:
        while True:
            event = await socket.receive()
            if event["type"] == "websocket.disconnect":
                break
            if bucket.spend() and await visitor.may_speak():
                outbox.send(ENCODER.encode(Pong()))
            else:
                outbox.close(CLOSE_FLOOD)
    finally:
        world.feeds.leave(listener)
        await _end(sending)


async def _listen(
    socket: WebSocket, world: World, visitor: Visitor, open_table: OpenTable, watcher: Watcher, outbox: Outbox
) -> None:
    while True:
        event = await socket.receive()
        if event["type"] == "websocket.disconnect":
            return
        text = event.get("text")
        data = (event.get("bytes") or b"") if text is None else text.encode()
        if len(data) > MESSAGE_BYTES or not await visitor.may_speak():
            outbox.close(CLOSE_FLOOD)
            continue
        await _hear(data, world, open_table, watcher, outbox)


async def _hear(data: bytes, world: World, open_table: OpenTable, watcher: Watcher, outbox: Outbox) -> None:
    re: RequestId = None
    outbox.hold()
    try:
        try:
            message = DECODER.decode(data)
            refuse_nul(data)
        except msgspec.MsgspecError:
            message = decode(data, ClientMessage)  # again, for the refusal that names the field
        re = message.id
        if isinstance(message, Submit | AskSteps | Resume):
            await world.open_tables.show_at_least(open_table, message.after)
        reply = await _answer(message, world, open_table, watcher)
        if reply is not None:
            outbox.send(reply)
    except Refusal as refusal:
        outbox.send(ENCODER.encode(_refused(refusal, re)))
        if refusal.code is Code.STALE:
            outbox.send(ENCODER.encode(await whole_view(world, open_table, watcher)))
    finally:
        outbox.let_go()


def _refused(refusal: Refusal, re: RequestId) -> Refused:
    return Refused(refusal.code.text, str(refusal), re, refusal.reason or UNSET, refusal.field or UNSET)


async def _answer(message: ClientMessage, world: World, open_table: OpenTable, watcher: Watcher) -> bytes | None:
    match message:
        case Submit():
            began = time.perf_counter()
            accepted = await world.playing.submit(
                _known(watcher), open_table, message.after, message.move, message.key, index(message.seat)
            )
            world.metrics.answers["socket.submit"].add(time.perf_counter() - began)
            accepted.re = message.id
            return ENCODER.encode(accepted)
        case AskSteps():
            made = world.playing.steps(watcher.player, open_table, message.after, message.steps)
            made.re = message.id
            return ENCODER.encode(made)
        case Resume():
            return world.audience.update(open_table, watcher, message.after)
        case Updates():
            watcher.short = message.form == "short"
        case Ping():
            return ENCODER.encode(Pong(message.id))
        case Say():
            player = _known(watcher)
            world.limits.spend(player.id, CHAT)
            await world.chat.say(player, open_table, message.text, message.greeting)
        case Look():
            if open_table.presence.look(watcher, visible=message.visible):
                world.looked(open_table)
                if message.visible:
                    await world.agreements.welcome(watcher.player, open_table)
        case Propose():
            kind = ProposalKind(message.kind)
            await world.agreements.propose(_known(watcher), open_table, kind, index(message.seat), message.level)
        case Answer():
            await world.agreements.answer(_known(watcher), open_table, message.proposal, accept=message.accept)
        case Resign():
            await world.playing.resign(_known(watcher), open_table, index(message.seat))
        case ShowSeat():
            watcher.asked_seat = message.seat - 1
            return ENCODER.encode(await whole_view(world, open_table, watcher))
    return None


def _known(watcher: Watcher) -> Player:
    if watcher.player is None:
        raise Refusal(Code.NO_SESSION)
    return watcher.player
