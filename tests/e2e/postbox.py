"""A mail server that keeps the letters it gets, for people who look into their mail."""

import email
import email.policy
import re
import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

WAITS_SECONDS = 30.0


class Postbox:
    """Everybody's letters, oldest first."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._letters: list[str] = []
        self._read = 0

    def keep(self, letter: str) -> None:
        self._letters.append(letter)

    def next_letter(self) -> str:
        """Wait for the next letter that was not read yet, and give its text."""
        ends = time.monotonic() + WAITS_SECONDS
        while len(self._letters) <= self._read:
            assert time.monotonic() < ends, "no letter came"
            time.sleep(0.05)
        self._read += 1
        message = email.message_from_string(self._letters[self._read - 1], policy=email.policy.default)
        body = message.get_body(("plain",))
        assert body is not None
        return f"To: {message['to']}\n{body.get_content()}"

    def next_link(self) -> str:
        """Find the link in the next letter."""
        letter = self.next_letter()
        found = re.search(r"http://\S+", letter)
        assert found, letter
        return found[0]


class _Conversation(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        self._say("220 postbox")
        while line := self.rfile.readline().decode():
            match line[:4].upper().strip():
                case "DATA":
                    self._say("354 go on")
                    lines: list[str] = []
                    while (part := self.rfile.readline().decode()) != ".\r\n":
                        lines.append(part)
                    self.server.postbox.keep("".join(lines))  # type: ignore[attr-defined]
                    self._say("250 kept")
                case "QUIT":
                    return self._say("221 bye")
                case _:
                    self._say("250 fine")
        return None

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


@contextmanager
def open_postbox() -> Iterator[Postbox]:
    """Take letters in on a free port."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Conversation) as server:
        server.daemon_threads = True
        postbox = Postbox(server.server_address[1])
        server.postbox = postbox  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield postbox
        server.shutdown()
        thread.join()
