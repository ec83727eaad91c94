"""Requests have an end: in bytes, in time, and in number while they are unfinished."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path

import httpx2
import pytest

from siam.server.app.asgi.connections import PLACES
from tests.server.people import PATIENCE, Person
from tests.server.servers import Process
from tests.server.strangers.test_sockets import CLOSE, CONTINUED, PING, TEXT, frame

START = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
ENOUGH = 32 * 1024 * 1024
"""More than the buffers of the network between us and the server hold."""

ENDLESS = {
    "header value": (b"GET / HTTP/1.1\r\nHost: x\r\nX: ", b"x" * 8_192),
    "header name": (b"GET / HTTP/1.1\r\nHost: x\r\n", b"x" * 8_192),
    "headers": (b"GET / HTTP/1.1\r\nHost: x\r\n", b"X: x\r\n" * 1_000),
    "address": (b"GET /", b"x" * 8_192),
    "query": (b"GET /?", b"x" * 8_192),
    "blank lines": (b"", b"\r\n" * 4_096),
    "body": (START + b"Content-Length: 9999999999\r\n\r\n", b" " * 8_192),
    "pieces of a body": (START + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n" * 1_000),
    "name of a piece": (START + b"Transfer-Encoding: chunked\r\n\r\n1;", b"x" * 8_192),
    "trailer": (START + b"Transfer-Encoding: chunked\r\n\r\n1\r\n \r\n0\r\nX: ", b"x" * 8_192),
    "handshake": (b"GET /api/me/live HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX: ", b"x" * 8_192),
}

UNFINISHED = {
    "nothing": b"",
    "a blank line": b"\r\n",
    "half a head": b"GET / HTTP/1.1\r\nHost:",
    "half a body": START + b'Content-Length: 1000\r\n\r\n{"seats": ',
    "half a body in pieces": START + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
    "a request and half a head": b"GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET / HT",
    "half a handshake": b"GET /api/me/live HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
}


@pytest.fixture
async def process(tmp_path: Path) -> AsyncIterator[Process]:
    """A server process."""
    started = Process(tmp_path)
    await started.start()
    yield started
    started.stop()


@contextlib.asynccontextmanager
async def connection(process: Process) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A bare connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", process.port)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def is_cut(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pieces: Iterable[bytes]) -> bool:
    """Send until the server cuts the connection; False if it has taken more than enough."""
    sent = 0
    try:
        for piece in pieces:
            writer.write(piece)
            await asyncio.wait_for(writer.drain(), PATIENCE)
            sent += len(piece)
            if sent > ENOUGH:
                return False
            if reader.at_eof():
                return True
    except ConnectionError:
        return True
    return False


def open_files(process: Process) -> int:
    """How many files and connections a process has open."""
    assert process.process is not None
    return sum(1 for _ in Path(f"/proc/{process.process.pid}/fd").iterdir())


async def test_what_never_ends_is_cut(process: Process) -> None:
    for name, (start, more) in ENDLESS.items():
        async with connection(process) as (reader, writer):
            assert await is_cut(reader, writer, itertools.chain([start], itertools.repeat(more))), name
    assert "Traceback" not in process.log


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET / HTTP/1.1\r\nX: " + b"x" * 40_000, b"431"),
        (b"GET / HTTP/1.1\r\n" + b"X: x\r\n" * 200, b"431"),
        (b"GET /" + b"x" * 9_000, b"414"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 6_000 + b"\r\n" + b"Y: y\r\n" * 80 + b"\r\n", b"200"),
        (b"NONSENSE\r\n\r\n", b"400"),
    ],
)
async def test_a_refused_request_is_told_why(process: Process, request_: bytes, status: bytes) -> None:
    async with connection(process) as (reader, writer):
        writer.write(request_)
        assert status in await asyncio.wait_for(reader.readline(), PATIENCE)


async def test_unfinished_requests_are_closed_after_a_while(process: Process) -> None:
    async def closed(start: bytes, *, drip: bytes) -> None:
        async with connection(process) as (reader, writer):
            writer.write(start)
            reading = asyncio.create_task(reader.read())
            while not reading.done():
                await asyncio.wait([reading], timeout=1)
                writer.write(drip)  # however slowly it goes on, it does not go on for ever
            with contextlib.suppress(ConnectionError):
                await reading

    waits = [closed(start, drip=drip) for start in UNFINISHED.values() for drip in (b"", b" ")]
    await asyncio.wait_for(asyncio.gather(*waits), 2 * PATIENCE)
    assert "Traceback" not in process.log


@pytest.mark.parametrize("start", UNFINISHED.values(), ids=UNFINISHED.keys())
async def test_a_crowd_of_unfinished_requests_keeps_nobody_out(process: Process, start: bytes) -> None:
    anna = await Person.guest(process.url, "Anna")
    live = await anna.connect(await anna.make())
    await live.next("view")
    async with contextlib.AsyncExitStack() as crowd:
        oldest, writer = await crowd.enter_async_context(connection(process))
        writer.write(start)
        for _ in range(PLACES + 50):
            _, writer = await crowd.enter_async_context(connection(process))
            writer.write(start)
        with contextlib.suppress(ConnectionError):
            await asyncio.wait_for(oldest.read(), PATIENCE)
        for number in range(5):
            newcomer = await Person.guest(process.url, f"Newcomer {number}")
            await newcomer.make()
            await newcomer.http.aclose()
        assert open_files(process) < PLACES + 100
        await live.send(type="ping")
        await live.next("pong")
    await anna.http.aclose()
    assert "Traceback" not in process.log


async def test_a_client_who_went_away_amid_a_body_is_no_error(process: Process) -> None:
    anna = await Person.guest(process.url, "Anna")
    head = START + f"Cookie: {anna.cookie}\r\nContent-Length: 100\r\n\r\n{{".encode()
    async with connection(process) as (_, writer):
        writer.write(head)
        await writer.drain()
        await anna.get("/health")
    await anna.get("/health")
    process.stop()
    assert "Traceback" not in process.log
    await anna.http.aclose()


async def test_a_server_that_stops_does_not_wait_for_unfinished_requests(process: Process) -> None:
    async with contextlib.AsyncExitStack() as crowd:
        for start in UNFINISHED.values():
            _, writer = await crowd.enter_async_context(connection(process))
            writer.write(start)
            await writer.drain()
        async with httpx2.AsyncClient() as http:
            await http.get(f"{process.url}/health")
        process.stop()
    assert "timeout graceful shutdown exceeded" not in process.log


def is_held(process: Process, port: int) -> bool:
    """Whether the server's side of a connection is still open, as the system sees it."""
    ends = f"0100007F:{process.port:04X} 0100007F:{port:04X} 01"
    return ends in Path("/proc/net/tcp").read_text()


async def test_answers_that_nobody_reads_are_not_kept_for_ever(process: Process) -> None:
    async with connection(process) as (_, writer):  # a reader that nobody reads from takes in little by itself
        writer.write(b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 1_000)
        port = writer.get_extra_info("sockname")[1]
        assert is_held(process, port)
        for _ in range(int(2 * PATIENCE)):
            await asyncio.sleep(1)
            if not is_held(process, port):
                break
        assert not is_held(process, port)


async def socket_of(process: Process) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A bare WebSocket that hears of nothing."""
    reader, writer = await asyncio.open_connection("127.0.0.1", process.port, limit=1)
    lines = [
        "GET /api/me/live HTTP/1.1",
        "Host: x",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    ]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    return reader, writer


def endless(*pieces: bytes) -> Iterator[bytes]:
    """The first piece once, the others again and again."""
    yield pieces[0]
    yield from itertools.cycle(pieces[1:])


@pytest.mark.parametrize(
    "pieces",
    [
        (b"", frame(b"p" * 125, PING) * 500),
        (frame(b"x", TEXT, last=False), frame(b"", CONTINUED, last=False) * 1_000),
        (b"", frame(b"{}") * 1_000),
    ],
    ids=["pings", "empty fragments", "messages"],
)
async def test_a_socket_that_never_reads_is_cut(process: Process, pieces: tuple[bytes, ...]) -> None:
    reader, writer = await socket_of(process)
    assert await is_cut(reader, writer, endless(*pieces))
    writer.transport.abort()
    assert "Traceback" not in process.log


async def test_a_socket_that_speaks_before_it_was_let_in_is_cut_without_a_word(process: Process) -> None:
    for words in (frame(b"p" * 125, PING) * 500, b"\x83\x80\x00\x00\x00\x00", frame(b"\x03\xe8", CLOSE)):
        for _ in range(5):
            reader, writer = await socket_of(process)
            assert await is_cut(reader, writer, itertools.repeat(words))
            writer.transport.abort()
    assert "Traceback" not in process.log


@pytest.mark.parametrize(
    "last_words",
    [b"\x83\x80\x00\x00\x00\x00", frame(b"\x03\xe8", CLOSE), b"\x81\x01x"],
    ids=["no such kind", "goodbye", "no mask"],
)
async def test_a_socket_that_goes_on_after_its_end_is_cut_without_a_word(process: Process, last_words: bytes) -> None:
    for _ in range(5):
        reader, writer = await socket_of(process)
        assert await asyncio.wait_for(reader.readexactly(12), PATIENCE) == b"HTTP/1.1 101"
        writer.write(last_words + frame(b"{}") * 1_000)
        assert await is_cut(reader, writer, itertools.repeat(frame(b"{}") * 1_000))
        writer.transport.abort()
    assert "Traceback" not in process.log


@pytest.mark.parametrize(
    "path",
    [
        "/%00",
        "/%00.js",
        "/a%00/b",
        "/" + "x" * 3_000 + ".js",
        "/assets/" + "x" * 300 + ".js",
        "/api/players/%00",
        "/api/tables/%00",
        "/api/boards/%00",
        "/api/" + "x" * 3_000,
    ],
)
async def test_what_nothing_is_called_by_is_not_found(process: Process, path: str) -> None:
    async with httpx2.AsyncClient() as http:
        assert (await http.get(process.url + path)).status_code == 404
    assert "Traceback" not in process.log


async def test_a_very_long_page_address_is_a_page(process: Process) -> None:
    async with httpx2.AsyncClient() as http:
        assert (await http.get(f"{process.url}/table/{'x' * 3_000}")).status_code == 200
