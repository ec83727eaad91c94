"""Messages reach the app however the network cuts them up."""

import asyncio
import gc
import json
import weakref
from collections.abc import AsyncIterator

import pytest
from websockets.server import ServerProtocol

from siam.server.app.asgi.websocket import QuickSocket
from tests.server.people import PATIENCE, Json, Person

TEXT, CONTINUED, PING, PONG, CLOSE = 0x1, 0x0, 0x9, 0xA, 0x8
MASK = b"\x01\x02\x03\x04"


def frame(payload: bytes, kind: int = TEXT, *, last: bool = True) -> bytes:
    """A frame as a browser sends it."""
    size = len(payload)
    head = bytes((kind | (0x80 if last else 0),))
    head += bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return head + MASK + bytes(byte ^ MASK[place % 4] for place, byte in enumerate(payload))


def ping(number: int) -> bytes:
    """A message that is answered with its number."""
    return json.dumps({"type": "ping", "id": number}).encode()


class Wire:
    """A bare connection at a table."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, *pieces: bytes) -> None:
        """Send pieces that arrive one by one."""
        for piece in pieces:
            self.writer.write(piece)
            await self.writer.drain()
            await asyncio.sleep(0.02)

    async def frame(self) -> tuple[int, bytes]:
        """Read the next frame."""
        kind, size = await asyncio.wait_for(self.reader.readexactly(2), PATIENCE)
        if size == 126:
            size = int.from_bytes(await self.reader.readexactly(2), "big")
        return kind & 0xF, await self.reader.readexactly(size)

    async def pong(self) -> object:
        """Wait for the next answer to a ping; gives its number."""
        while True:
            kind, payload = await self.frame()
            message: Json = json.loads(payload) if kind == TEXT else {"type": None}
            if message["type"] == "pong":
                return message["re"]

    async def close_code(self) -> int:
        """Wait until the server closes the socket; gives the code."""
        while True:
            kind, payload = await self.frame()
            if kind == CLOSE:
                return int.from_bytes(payload[:2], "big")


@pytest.fixture
async def wire(anna: Person) -> AsyncIterator[Wire]:
    """A connection after its handshake."""
    table = await anna.make()
    host, port = anna.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    lines = [
        f"GET /api/tables/{table}/live HTTP/1.1",
        f"Host: {host}:{port}",
        f"Cookie: {anna.cookie}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    ]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    yield Wire(reader, writer)
    writer.close()


async def test_whole_messages_are_answered_in_order(wire: Wire) -> None:
    await wire.send(*(frame(ping(number)) for number in range(20)))
    assert [await wire.pong() for _ in range(20)] == list(range(20))


async def test_a_message_may_come_in_pieces(wire: Wire) -> None:
    whole = frame(ping(1))
    await wire.send(whole[:1], whole[1:9], whole[9:])
    assert await wire.pong() == 1
    await wire.send(frame(ping(2)))
    assert await wire.pong() == 2


async def test_many_messages_may_come_in_one_piece(wire: Wire) -> None:
    await wire.send(frame(ping(0)), b"".join(frame(ping(number)) for number in range(1, 30)), frame(ping(30)))
    assert [await wire.pong() for _ in range(31)] == list(range(31))


async def test_a_message_may_be_longer_than_a_short_frame(wire: Wire) -> None:
    await wire.send(frame(ping(4) + b" " * 300), frame(ping(5) + b" " * 3_000))
    assert [await wire.pong() for _ in range(2)] == [4, 5]


async def test_a_fragmented_message_is_put_together(wire: Wire) -> None:
    text = ping(3)
    await wire.send(frame(text[:5], last=False), frame(b"", PING), frame(text[5:], CONTINUED))
    assert await wire.pong() == 3


async def test_a_text_amid_a_fragmented_message_closes_the_socket(wire: Wire) -> None:
    await wire.send(frame(b'{"type', last=False), frame(ping(1)))
    assert await wire.close_code() == 1002


async def test_a_text_that_is_none_closes_the_socket(wire: Wire) -> None:
    await wire.send(frame(b"\xff\xfe"))
    assert await wire.close_code() == 1007


async def test_a_message_without_a_mask_closes_the_socket(wire: Wire) -> None:
    await wire.send(b"\x81\x02{}")
    assert await wire.close_code() == 1002


async def test_a_ping_of_the_protocol_is_answered(wire: Wire) -> None:
    await wire.send(frame(b"here?", PING))
    while (answer := await wire.frame())[0] != PONG:
        pass
    assert answer[1] == b"here?"


async def test_a_socket_that_is_closed_leaves_nothing_to_the_garbage_collector(wire: Wire) -> None:
    await wire.send(frame(ping(1)))
    assert await wire.pong() == 1
    gc.disable()
    try:
        open_ones = [weakref.ref(each) for each in gc.get_objects() if isinstance(each, QuickSocket | ServerProtocol)]
        wire.writer.close()
        for _ in range(100):
            await asyncio.sleep(0.05)
            if not any(each() for each in open_ones):
                break
        assert not any(each() for each in open_ones)
    finally:
        gc.enable()
