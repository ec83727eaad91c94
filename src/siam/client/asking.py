"""Send calls to a server and read the answers, with a client that waits and one that is awaited."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, TypeVar, cast

import httpx2
import msgspec
import websockets

from siam.client.calls import Call
from siam.client.live import LiveTable

Answered = TypeVar("Answered")
SECONDS = 30.0


class RefusedError(Exception):
    """What a server answers instead of what was asked for: its code and sentence, and the status of HTTP."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(f"{message} ({code})" if code else message)
        self.status = status
        self.code = code


class Client:
    """A server, asked one call after the other."""

    def __init__(self, server: str, token: str | None = None, *, seconds: float = SECONDS) -> None:
        self._http = httpx2.Client(base_url=_base(server), headers=_headers(token), timeout=seconds)

    def ask(self, call: Call[Answered]) -> Answered:
        """Send a call and return its answer; RefusedError if the server does not want to."""
        return _read(call, self._http.request(call.method, call.path, json=call.body))

    def close(self) -> None:
        """Let the connection go."""
        self._http.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncClient:
    """A server for asynchronous programs: calls are awaited."""

    def __init__(self, server: str, token: str | None = None, *, seconds: float = SECONDS) -> None:
        self._server = _base(server)
        self._token = token
        self._http = httpx2.AsyncClient(base_url=self._server, headers=_headers(token), timeout=seconds)

    async def ask(self, call: Call[Answered]) -> Answered:
        """Send a call and return its answer; RefusedError if the server does not want to."""
        return _read(call, await self._http.request(call.method, call.path, json=call.body))

    @asynccontextmanager
    async def live(self, table: str) -> AsyncIterator[LiveTable]:
        """Follow a table: every change of it arrives as it happens."""
        cookies = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        headers = {**_headers(self._token), **({"Cookie": cookies} if cookies else {})}
        url = f"{self._server.replace('http', 'ws', 1)}api/tables/{table}/live"
        async with websockets.connect(url, additional_headers=headers) as socket:
            yield LiveTable(socket)

    async def close(self) -> None:
        """Let the connection go."""
        await self._http.aclose()

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


def _base(server: str) -> str:
    return server.rstrip("/") + "/"


def _headers(token: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def _read(call: Call[Answered], answer: Any) -> Answered:
    if answer.status_code >= 400:
        raise _refusal(answer)
    if call.answer in (str, type(None)):
        return cast("Answered", answer.text if call.answer is str else None)
    return msgspec.json.decode(answer.content, type=call.answer)


def _refusal(answer: Any) -> RefusedError:
    try:
        error = msgspec.json.decode(answer.content)["error"]
        return RefusedError(answer.status_code, str(error["code"]), str(error["message"]))
    except (msgspec.DecodeError, KeyError, TypeError):  # something on the way answered, not the server
        return RefusedError(answer.status_code, "", f"the server answered with status {answer.status_code}")
