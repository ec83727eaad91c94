"""A WebSocket client that costs little, so that the server is what is measured."""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import TypeAlias, cast
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
Heard: TypeAlias = Callable[["Socket", bytes], None]
NO_MASK = b"\0\0\0\0"  # a client must mask what it sends; masking with zeros changes nothing


class Socket(asyncio.Protocol):
    """One connection; `heard` is called with each message, `over` is done when it is closed."""

    def __init__(self, request: bytes, heard: Heard) -> None:
        self._request = request
        self._heard = heard
        self._buffer = b""
        self._is_open = False
        self._transport: asyncio.Transport | None = None
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if not self.over.done():
            self.over.set_result(None)

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        start = 0
        if not self._is_open:
            start = buffer.find(b"\r\n\r\n") + 4
            if start < 4:
                self._buffer = buffer
                return
            if b" 101 " not in buffer[:20]:
                self.fail(ConnectionError(buffer[:200].decode(errors="replace")))
                return
            self._is_open = True
        while len(buffer) >= start + 2:
            kind, length, head = buffer[start] & 0xF, buffer[start + 1] & 0x7F, start + 2
            if length >= 126:
                head += 2 if length == 126 else 8
                length = int.from_bytes(buffer[start + 2 : head], "big")
            if len(buffer) < max(head + length, start + 2):
                break
            start = head + length
            self._frame(kind, buffer[head:start])
        self._buffer = buffer[start:]

    def _frame(self, kind: int, payload: bytes) -> None:
        if kind == TEXT:
            self._heard(self, payload)
        elif kind == PING:
            self._write(PONG, payload)
        elif kind == CLOSE:
            self.close()

    def send(self, message: bytes) -> None:
        """Send a text message."""
        self._write(TEXT, message)

    def close(self) -> None:
        """Say goodbye."""
        if self._transport is not None:
            self._write(CLOSE, (1000).to_bytes(2, "big"))
            self._transport.close()

    def fail(self, problem: Exception) -> None:
        """End with an error, which whoever waits for the end gets."""
        if not self.over.done():
            self.over.set_exception(problem)
        if self._transport is not None:
            self._transport.abort()

    def _write(self, kind: int, payload: bytes) -> None:
        if self._transport is None:
            return
        size = len(payload)
        head = bytes((0x80 | kind, 0x80 | size)) if size < 126 else bytes((0x80 | kind, 0xFE)) + size.to_bytes(2, "big")
        self._transport.write(head + NO_MASK + payload)


async def connect(base: str, path: str, cookie: str, heard: Heard) -> Socket:
    """Open a WebSocket below a server's address, as the server's own page would."""
    parts = urlsplit(base)
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {parts.netloc}",
        f"Origin: {base}",
        f"Cookie: {cookie}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
    ]
    request = "\r\n".join([*lines, "", ""]).encode()
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(request, heard), parts.hostname, parts.port)
    return socket
