"""The first page does not wait for the rest of the server."""

import asyncio
import gc
import logging
import signal
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from siam.server.app.asgi.startup import Opening, Sparing
from siam.server.app.run import CONNECTIONS
from tests.server.servers import free_port


async def asked(request: Request) -> PlainTextResponse:
    return PlainTextResponse("the whole server")


@asynccontextmanager
async def alive(app: ASGIApp) -> AsyncIterator[httpx2.AsyncClient]:
    """Take an app through its life as an ASGI server does."""
    orders: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    told: asyncio.Queue[Any] = asyncio.Queue()
    scope = {"type": "lifespan", "asgi": {}, "state": {}}
    life = asyncio.ensure_future(app(scope, orders.get, told.put))
    orders.put_nowait({"type": "lifespan.startup"})
    assert (await told.get())["type"] == "lifespan.startup.complete"
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://siam") as client:
        yield client
    orders.put_nowait({"type": "lifespan.shutdown"})
    assert (await told.get())["type"] == "lifespan.shutdown.complete"
    await life


async def test_a_page_is_shown_while_the_server_loads_and_the_rest_waits_for_it() -> None:
    gate, stopped = threading.Event(), asyncio.Event()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        stopped.set()

    def load() -> ASGIApp:
        gate.wait()
        return Starlette(routes=[Route("/{path:path}", asked)], lifespan=lifespan)

    async with alive(Opening(load)) as client:
        page = await client.get("/")
        assert page.status_code == 200
        assert "text/html" in page.headers["content-type"]
        assert "Content-Security-Policy" in page.headers
        asking = asyncio.create_task(client.get("/api/me"))
        await client.get("/table/k7m2q9x4d8pw")
        assert not asking.done()
        gate.set()
        assert (await asking).text == "the whole server"
        assert (await client.get("/")).text == "the whole server"
    assert stopped.is_set()


async def test_a_server_that_can_not_start_ends(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ended: list[int] = []
    monkeypatch.setattr(signal, "raise_signal", ended.append)

    def load() -> ASGIApp:
        raise OSError("no such database")

    with caplog.at_level(logging.ERROR):
        async with alive(Opening(load)) as client:
            assert (await client.get("/health")).status_code == 503
    assert ended == [signal.SIGTERM]
    assert "could_not_start" in caplog.text


async def test_a_server_that_is_told_to_stop_while_it_loads_stops() -> None:
    gate = threading.Event()

    def load() -> ASGIApp:
        gate.wait()
        raise AssertionError("nobody waits for this any more")

    async with alive(Opening(load)) as client:
        assert (await client.get("/")).status_code == 200
    gate.set()


async def test_a_socket_that_waits_while_the_server_ends_is_turned_away_once(caplog: pytest.LogCaptureFixture) -> None:
    came, ended = asyncio.Event(), asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            came.set()
            await ended.wait()
            await send({"type": "websocket.close", "code": 1013})

    port = free_port()
    server = uvicorn.Server(uvicorn.Config(app, port=port, lifespan="off", log_config=None, **CONNECTIONS))
    serving = asyncio.create_task(server._serve())
    while not server.started:
        await asyncio.sleep(0.01)
    lines = ["GET / HTTP/1.1", "Host: siam", "Upgrade: websocket", "Connection: Upgrade"]
    lines += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13", "", ""]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write("\r\n".join(lines).encode())
    await came.wait()
    ended.set()
    for connection in list(server.server_state.connections):
        connection.shutdown()  # as the web server does when it ends, in the same round of the loop
    assert b" 500 " in await reader.read()
    writer.close()
    server.should_exit = True
    await serving
    assert not [record for record in caplog.records if record.exc_info]


def test_what_took_long_to_walk_is_not_walked_again() -> None:
    quick, slow = Sparing(long_seconds=1_000.0), Sparing(long_seconds=0.0)
    gc.callbacks.append(quick)
    try:
        gc.collect()
        before = gc.get_freeze_count()
        gc.callbacks.append(slow)
        gc.collect(1)
        assert gc.get_freeze_count() == before
        gc.collect()
        assert gc.get_freeze_count() > before
    finally:
        gc.callbacks.remove(quick)
        gc.callbacks.remove(slow)
        gc.unfreeze()
