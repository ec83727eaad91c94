"""Limit every request: its bytes, its seconds, and the number of unfinished ones at a time."""

import asyncio
from collections import OrderedDict
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

ADDRESS_BYTES = 8_192
HEAD_BYTES = 32_768
HEADERS = 100
DRAINED_BYTES = 1_000_000  # of a body that was refused already; closing at once could lose the answer
PIECE_BYTES = 16_384
HEAD_SECONDS = 10.0
BODY_SECONDS = 20.0
UNREAD_SECONDS = 20.0
PLACES = 500


class PendingConnections:
    """The connections of this process whose clients have still to send something; newcomers push out the oldest.

    Each takes a file descriptor and some memory. Who asks in one go stands here for an instant only, so the places
    belong to those who hold back, and a crowd of them keeps nobody out but each other.
    """

    def __init__(self, places: int) -> None:
        self._places = places
        self._connections: OrderedDict[Connection, None] = OrderedDict()

    def join(self, connection: "Connection") -> None:
        """Put a connection at the end of the line."""
        self._connections.setdefault(connection)
        if len(self._connections) > self._places:
            oldest, _ = self._connections.popitem(last=False)
            oldest.let_go()

    def leave(self, connection: "Connection") -> None:
        """Take a connection out of the line, if it stands there."""
        self._connections.pop(connection, None)


PENDING = PendingConnections(PLACES)


class _TooMuchError(Exception):
    """Ends the parser's work on a request."""


class Connection(HttpToolsProtocol):
    """The web server's HTTP connection with limits.

    `_loose` counts what came since the last piece of a body: a head, or what stands between and behind the pieces.
    The parser keeps an unfinished header to itself, so only the bytes that came tell how long it is.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._loose = 0
        self._body = 0
        self._refusal = 400
        self._has_left = False
        self._deadline: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._expect(HEAD_SECONDS)
        PENDING.join(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._leave()
        self._cancel_unread()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read what came, a piece at a time."""
        if self._deadline is None:
            self._expect(HEAD_SECONDS)
        for start in range(0, len(data), PIECE_BYTES):
            piece = data[start : start + PIECE_BYTES]
            self._loose += len(piece)
            super().data_received(piece)
            if self._has_left or self.transport.is_closing():
                return
            if self._loose > HEAD_BYTES:
                self._refuse(431)
                return

    def on_url(self, url: bytes) -> None:
        """Read a part of the address."""
        super().on_url(url)
        if len(self.url) > ADDRESS_BYTES:
            self._refusal = 414
            raise _TooMuchError

    def on_header(self, name: bytes, value: bytes) -> None:
        """Read a header."""
        super().on_header(name, value)
        if len(self.headers) > HEADERS:
            self._refusal = 431
            raise _TooMuchError

    def on_headers_complete(self) -> None:
        """Begin to wait for the body."""
        self._expect(BODY_SECONDS)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Read a part of the body."""
        self._loose = 0
        self._body += len(body)
        super().on_body(body)
        if self._body > DRAINED_BYTES:
            self._refusal = 413
            raise _TooMuchError

    def on_message_complete(self) -> None:
        """Stop waiting: the request is whole, and we answer it unless we have already."""
        super().on_message_complete()
        self._loose = self._body = 0
        if self.cycle is not None and self.cycle.response_complete:
            self._expect(HEAD_SECONDS)
        else:
            self._leave()

    def on_response_complete(self) -> None:
        """Wait for the next request, or until the last answer has been read."""
        super().on_response_complete()
        if self.transport.is_closing():
            if self.transport.get_write_buffer_size():
                self._expect_reader()
        elif self.cycle.response_complete:
            PENDING.join(self)

    def handle_websocket_upgrade(self) -> None:
        """Leave the connection to its WebSocket."""
        self._has_left = True
        self._leave()
        self._cancel_unread()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # it knows us: the garbage collector would have to part us

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that can't be parsed, or is too large."""
        self._refuse(self._refusal)

    def pause_writing(self) -> None:
        """Wait until the client reads."""
        super().pause_writing()
        self._expect_reader()

    def resume_writing(self) -> None:
        """Write on."""
        super().resume_writing()
        self._cancel_unread()

    def shutdown(self) -> None:
        """End with the server; a request that is not there yet will not be waited for."""
        if self._deadline is None:
            super().shutdown()
        else:
            self.let_go()

    def let_go(self) -> None:
        """Close the connection."""
        self._leave()
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        else:
            self.transport.close()

    def _leave(self) -> None:
        PENDING.leave(self)
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _expect(self, seconds: float) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self.loop.call_later(seconds, self._time_out)

    def _time_out(self) -> None:
        if self._loose or (self.cycle is not None and not self.cycle.response_complete):
            self._refuse(408)
        else:
            self.let_go()

    def _refuse(self, status: int) -> None:
        """Answer what was too much and close; in the middle of another answer, only close."""
        if self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete:
            self.let_go()
            return
        self._leave()
        self.transport.write(STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()
        self._expect_reader()

    def _expect_reader(self) -> None:
        if self._unread is None:
            self._unread = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def _cancel_unread(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
