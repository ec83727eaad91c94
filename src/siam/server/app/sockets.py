"""Send over WebSockets: at once where the connection takes it, in order and never more than a little behind."""

import asyncio
from collections import deque
from collections.abc import Callable

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

OUTBOX = 256
CLOSE_ORIGIN, CLOSE_TOKEN, CLOSE_MISSING, CLOSE_SLOW, CLOSE_FLOOD = 4403, 4401, 4404, 4408, 4429
CLOSE_LATER = 1013
WRITE = "siam.write"

Write = Callable[[bytes], bool]


class QuickSocket(WebSocketsSansIOProtocol):
    """The web server's WebSocket, which can also write a whole text without waking anybody.

    A table tells every watcher of every move, so this is what most messages cost. The app finds the way to write among
    the extensions of its scope; with another ASGI server it is not there, and everything is sent as ASGI says.
    """

    def handle_connect(self, event: Request) -> None:
        """Let a connection in, and tell the app how to write at once."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, dict[str, Write]] = self.scope["extensions"]  # type: ignore[assignment]
            extensions[WRITE] = {"text": self.write_text}

    def write_text(self, text: bytes) -> bool:
        """Write a text message; False if it has to wait, or can't be sent any more."""
        if (
            self.close_sent
            or not self.handshake_complete
            or not self.writable.is_set()
            or self.transport.is_closing()
            or self.conn.state is not State.OPEN
            or self.conn.extensions
        ):
            return False
        size = len(text)
        if size < 126:
            head = bytes((0x81, size))
        elif size < 65_536:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        self.transport.write(head + text)
        return True


class Outbox:
    """Messages on their way to one socket; who reads too slowly is let go and may come back."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._write: Write | None = socket.scope.get("extensions", {}).get(WRITE, {}).get("text")
        self._waiting: deque[bytes] = deque()
        self._ready = asyncio.Event()
        self._is_sending = False
        self.closing: int | None = None

    def send(self, message: bytes) -> None:
        """Send now or soon, after everything that waits."""
        at_once = self._write is not None and not self._waiting and not self._is_sending and self.closing is None
        if at_once and self._write is not None and self._write(message):
            return
        if len(self._waiting) >= OUTBOX:
            self.close(CLOSE_SLOW)
        else:
            self._waiting.append(message)
            self._ready.set()

    def close(self, code: int) -> None:
        """Close once everything was sent."""
        self.closing = self.closing or code
        self._ready.set()

    async def run(self) -> None:
        """Send what waits until the end."""
        while True:
            while self._waiting:
                self._is_sending = True
                await self._socket.send({"type": "websocket.send", "text": self._waiting.popleft().decode()})
                self._is_sending = False
            if self.closing is not None:
                await self._socket.close(self.closing)
                return
            self._ready.clear()
            await self._ready.wait()
