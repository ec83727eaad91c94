"""The doors to a server: requests and sockets through wires that may be cut, each with what came of it and when."""

import asyncio
import contextlib
import json
import time
from collections.abc import Callable
from typing import Any

import httpx2
import websockets
from websockets.asyncio.client import ClientConnection, connect

from bench.chaos.history import Answered, Result, Try

Json = dict[str, Any]
PATIENCE_SECONDS = 8.0
TROUBLE = (httpx2.HTTPError, OSError, TimeoutError, websockets.WebSocketException, ValueError)
MAY_HAVE_HAPPENED = (502, 503, 504)


def result_of(status: int) -> Result:
    """Return what a status says about what was asked for."""
    if status < 400:
        return Result.DONE
    if status in MAY_HAVE_HAPPENED:
        return Result.UNKNOWN
    return Result.REFUSED if status < 500 else Result.BROKEN


def answered(content: Json) -> Answered:
    """Keep of an answer what the checker wants to know."""
    match content:
        case {"type": "accepted", "version": version, "turn": turn}:
            return Answered(version=version, turn=turn)
        case {"type": "steps", "legal": legal, "move": move}:
            return Answered(legal=tuple(legal), move=move)
        case {"id": int(number), "waiting": _}:
            return Answered(proposal=number)
        case {"id": str(text)}:
            return Answered(id=text)
        case _:
            return Answered()


class Doors:
    """One visitor's ways to the workers of a server: a session, and an address for each worker."""

    def __init__(self, addresses: list[str]) -> None:
        self.addresses = addresses
        self._http = httpx2.AsyncClient(timeout=PATIENCE_SECONDS)

    async def ask(self, worker: int, method: str, path: str, body: object = None) -> tuple[Try, Json]:
        """Ask for something; gives what came of it, and what the answer says."""
        address = self.addresses[worker]
        begin = time.monotonic()
        content: Json = {}
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                response = await self._http.request(
                    method, address + path, json={} if body is None else body, headers={"Origin": address}
                )
            content = response.json() if response.content else {}
        except TROUBLE:
            return Try(worker, begin, time.monotonic(), Result.UNKNOWN), {}
        result = result_of(response.status_code)
        code = content["error"]["code"] if response.status_code >= 400 and "error" in content else ""
        return Try(worker, begin, time.monotonic(), result, code, answered(content)), content

    async def connect(self, worker: int, path: str) -> ClientConnection:
        """Open a socket."""
        address = self.addresses[worker]
        cookie = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        return await connect(
            address.replace("http", "ws", 1) + path,
            additional_headers={"Origin": address, "Cookie": cookie},
            open_timeout=PATIENCE_SECONDS,
            close_timeout=1,
            ping_interval=None,
            compression=None,
            max_queue=None,
        )

    async def close(self) -> None:
        """Let go."""
        await self._http.aclose()


class Line:
    """A socket that is open, and the answers that are waited for on it."""

    def __init__(self, socket: ClientConnection, worker: int) -> None:
        self.socket = socket
        self.worker = worker
        self._waiting: dict[int, asyncio.Future[Json]] = {}
        self._asked = 0

    async def listen(self, hear: Callable[[Json], None]) -> None:
        """Pass on every message until the socket is closed or breaks."""
        try:
            async for text in self.socket:
                message: Json = json.loads(text)
                waiting = self._waiting.pop(message.get("re") or 0, None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(message)
                hear(message)
        except TROUBLE:
            pass
        finally:
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(ConnectionError("the socket broke"))

    async def ask(self, message: Json, *, silent: bool = False) -> tuple[Try, Json]:
        """Send something and wait for its answer; what is `silent` is answered only when it is refused."""
        begin = time.monotonic()
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                own = await self._send(message)
                if silent:
                    waits = [own, await self._send({"type": "ping"})]
                    done, _ = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
                    content = (own if own in done else waits[1]).result()
                else:
                    content = await own
        except TROUBLE:
            return Try(self.worker, begin, time.monotonic(), Result.UNKNOWN), {}
        code = content["code"] if content["type"] == "error" else ""
        result = Result.REFUSED if code else Result.DONE
        if code in ("unavailable", "damaged"):
            result = Result.UNKNOWN if code == "unavailable" else Result.BROKEN
        return Try(self.worker, begin, time.monotonic(), result, code, answered(content)), content

    async def _send(self, message: Json) -> "asyncio.Future[Json]":
        self._asked += 1
        waiting: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        waiting.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._waiting[self._asked] = waiting
        await self.socket.send(json.dumps({**message, "id": self._asked}))
        return waiting

    async def tell(self, message: Json) -> None:
        """Send something to which there is no answer."""
        with contextlib.suppress(*TROUBLE):
            await self.socket.send(json.dumps(message))

    def tear(self) -> None:
        """Break off without a word."""
        self.socket.transport.abort()
