"""Send over WebSockets: at once where the connection allows, in order, with a short queue otherwise."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import (  # type: ignore[attr-defined]  # the compiled mask, if there is one
    CloseCode,
    Frame,
    apply_mask,
)
from websockets.http11 import Request
from websockets.protocol import State

OUTBOX = 256
OUTBOX_BYTES = 262_144
UNREAD_BYTES = 262_144  # answers of the protocol itself that may wait for a client who does not read
LATE_BYTES = 262_144  # what may have been under way when a connection was closed
UNREAD_SECONDS = 20.0
FRAGMENTS = 64
CLOSE_ORIGIN, CLOSE_TOKEN, CLOSE_MISSING, CLOSE_SLOW, CLOSE_FLOOD = 4403, 4401, 4404, 4408, 4429
CLOSE_LATER = 1013
WRITE = "siam.write"
UNREAD = 8  # messages that may wait for the app before the connection has to
WHOLE_TEXT = 0x81
MASK_BYTES = 4

Write = Callable[[Sequence[bytes]], bool]


class QuickSocket(WebSocketsSansIOProtocol):
    """The web server's WebSocket with a short cut for the commonest case: a whole text message, without waking a task.

    A table tells every watcher of every move, so this is what most messages cost. The app finds the way to write among
    the extensions of its scope; with another ASGI server it is not there, and everything is sent as ASGI says.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._comes_whole = True  # each piece of data was one frame so far, so the parser waits for no rest
        self._unread: asyncio.TimerHandle | None = None
        self._late_bytes = 0

    def handle_connect(self, event: Request) -> None:
        """Accept a connection, and give the app a way to write without waiting."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, dict[str, Write]] = self.scope["extensions"]  # type: ignore[assignment]
            extensions[WRITE] = {"texts": self.write_texts}

    def data_received(self, data: bytes) -> None:
        """Read a short text that came whole; leave everything else to the parser."""
        if self.handshake_initiated and not self.handshake_complete:
            self.transport.abort()  # whoever speaks before being let in is no WebSocket client
            return
        if self.close_sent or self.conn.parser_exc is not None:
            self._hear_out(data)
            return
        if self.handshake_initiated and self._comes_whole:
            if len(data) != _frame_bytes(data):
                self._comes_whole = False
            elif data[0] == WHOLE_TEXT and self.conn.state is State.OPEN and self._take(data):
                return
        if self.transport.get_write_buffer_size() > UNREAD_BYTES:
            self.transport.abort()
        else:
            super().data_received(data)

    def _hear_out(self, data: bytes) -> None:
        """Wait for the other side's goodbye; who goes on instead is cut."""
        self._late_bytes += len(data)
        if self._late_bytes > LATE_BYTES:
            self.transport.abort()
        elif self.conn.parser_exc is None:
            super().data_received(data)

    def handle_parser_exception(self) -> None:
        """Say goodbye to a client who breaks the protocol; one who was not let in yet hears nothing."""
        if self.conn.close_sent is None:
            self.transport.abort()
        else:
            super().handle_parser_exception()

    def handle_cont(self, event: Frame) -> None:
        """Read the next piece of a message; endless pieces, even empty ones, make it too long as well."""
        if len(self.frames) < FRAGMENTS:
            super().handle_cont(event)
        elif not self.close_sent:
            self.conn.send_close(CloseCode.MESSAGE_TOO_BIG)
            self.handle_parser_exception()

    def shutdown(self) -> None:
        """End; who was not let in yet has been told so, and what the app decides meanwhile comes too late."""
        is_turned_away = not self.handshake_complete
        super().shutdown()
        self.disconnected = self.disconnected or is_turned_away

    def pause_writing(self) -> None:
        """Wait until the client reads, but not for ever."""
        super().pause_writing()
        self._unread = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Write on."""
        super().resume_writing()
        self._cancel_unread()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection, so that nothing of it is left to the garbage collector."""
        self._cancel_unread()
        super().connection_lost(exc)
        self.conn.parser.close()  # a generator that knows its protocol
        scope = getattr(self, "scope", None)  # a connection that asked for nothing has none
        if scope is not None:
            scope["extensions"].pop(WRITE, None)

    def keepalive_timeout(self) -> None:
        """Close a connection that no longer answers pings, even if there is unread data for it."""
        super().keepalive_timeout()
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def _cancel_unread(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _take(self, frame: bytes) -> bool:
        """Pass a text on to the app; False if it is none."""
        head = 2 if frame[1] & 0x7F < 126 else 4
        try:
            text = apply_mask(frame[head + MASK_BYTES :], frame[head : head + MASK_BYTES]).decode()
        except UnicodeDecodeError:
            return False
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() >= UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        return True

    def write_texts(self, texts: Sequence[bytes]) -> bool:
        """Write text messages; False if they have to wait, or can't be sent any more."""
        if (
            self.close_sent
            or not self.handshake_complete
            or not self.writable.is_set()
            or self.transport.is_closing()
            or self.conn.state is not State.OPEN
            or self.conn.extensions
        ):
            return False
        self.transport.write(b"".join([part for text in texts for part in (_text_head(len(text)), text)]))
        return True


def _frame_bytes(data: bytes) -> int:
    """Return the length of the frame that begins here; 0 unless it is a masked, final, short frame."""
    if len(data) < 2 or not data[0] & data[1] & 0x80:
        return 0
    size = data[1] & 0x7F
    if size == 127:
        return 0
    if size < 126:
        return 2 + MASK_BYTES + size
    return 4 + MASK_BYTES + int.from_bytes(data[2:4], "big")


def _text_head(size: int) -> bytes:
    if size < 126:
        return bytes((WHOLE_TEXT, size))
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")


class Outbox:
    """Messages on their way to one socket; a client that reads too slowly is disconnected and may come back."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._write: Write | None = socket.scope.get("extensions", {}).get(WRITE, {}).get("texts")
        self._waiting: deque[bytes] = deque()
        self._waiting_bytes = 0
        self._ready = asyncio.Event()
        self._held: list[bytes] | None = None
        self._is_sending = False
        self.closing: int | None = None

    def hold(self) -> None:
        """Hold back what is sent, so that news of a move and the answer to it go out together."""
        self._held = []

    def let_go(self) -> None:
        """Send what was held."""
        held, self._held = self._held, None
        if held:
            self._send(held)

    def send(self, message: bytes) -> None:
        """Send now or soon, after everything that waits."""
        if self._held is None:
            self._send((message,))
        else:
            self._held.append(message)

    def _send(self, messages: Sequence[bytes]) -> None:
        at_once = self._write is not None and not self._waiting and not self._is_sending and self.closing is None
        if at_once and self._write is not None and self._write(messages):
            return
        if len(self._waiting) >= OUTBOX or self._waiting_bytes >= OUTBOX_BYTES:
            self.close(CLOSE_SLOW)
        else:
            self._waiting.extend(messages)
            self._waiting_bytes += sum(map(len, messages))
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
                message = self._waiting.popleft()
                self._waiting_bytes -= len(message)
                await self._socket.send({"type": "websocket.send", "text": message.decode()})
                self._is_sending = False
            if self.closing is not None:
                await self._socket.close(self.closing)
                return
            self._ready.clear()
            await self._ready.wait()
