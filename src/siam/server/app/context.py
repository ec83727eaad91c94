"""Read requests and write answers: who asks, from where, with what; and refusals as JSON."""

import hmac
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from siam.server.app.limits import READS, WRITES, Allowance, network_of
from siam.server.app.world import World
from siam.server.domain.players import Player, Session
from siam.server.domain.refusals import Code, Refusal
from siam.server.messages.game import ENCODER
from siam.translation import known_language

T = TypeVar("T")

COOKIE = "siam_session"
BODY_BYTES = 130_000
PATH_LENGTH = 200
NUL_ESCAPED = b"\\u0000"
JSON = "application/json"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

Handler = Callable[["Ask"], Awaitable[Response]]


class Ask:
    """A request with the world it is asked in, and who asks."""

    def __init__(self, request: Request, content: bytes, world: World, found: tuple[Session, Player] | None) -> None:
        self.request = request
        self.content = content
        self.world = world
        self.session = found[0] if found else None
        self.visitor = found[1] if found else None

    @property
    def player(self) -> Player:
        """Who asks, or a refusal if nobody knows."""
        if self.visitor is None:
            raise Refusal(Code.NO_SESSION)
        return self.visitor

    @property
    def agent(self) -> str:
        """What the visitor's browser calls itself."""
        return self.request.headers.get("user-agent", "")[:200]

    @property
    def language(self) -> str | None:
        """The first language of the visitor's browser that is one of ours."""
        wishes = self.request.headers.get("accept-language", "").split(",")
        known = (known_language(wish.partition(";")[0].strip()) for wish in wishes[:20])
        return next(filter(None, known), None)

    @property
    def address(self) -> str:
        """Where the visitor comes from, for limits."""
        return address_of(self.request)

    @property
    def person(self) -> str:
        """Who is charged for what the visitor asks for: an account, or all guests of one address together."""
        return self.world.persons.name(self.visitor, self.address)

    async def spend(self, who: str, allowance: Allowance) -> None:
        """Take one from an allowance that all processes share, or refuse."""
        await self.world.limits.share(who, allowance)

    def path(self, name: str) -> str:
        """Read a part of the path; a text that can't be a name or an id is refused as not found."""
        text = str(self.request.path_params[name])
        if not text.isprintable() or len(text) > PATH_LENGTH:
            raise Refusal(Code.NOT_FOUND)
        return text

    def query(self, name: str) -> str | None:
        """Read a part of the query."""
        text = self.request.query_params.get(name)
        if text is not None and not text.isprintable():
            raise Refusal(Code.INVALID, field=name)
        return text

    def number(self, name: str) -> int | None:
        """Read a small number from path or query."""
        text = self.request.path_params.get(name, self.request.query_params.get(name))
        if text is None:
            return None
        if not str(text).isascii() or not str(text).isdigit() or len(str(text)) > 9:
            raise Refusal(Code.INVALID, "that is no number", field=name)
        return int(text)

    async def body(self, kind: type[T]) -> T:
        """Read the body as JSON of a type; an empty one as an empty object."""
        if not self.request.headers.get("content-type", JSON).startswith(JSON):
            raise Refusal(Code.INVALID, "send JSON", field="content-type")
        content: T = decode(self.content or b"{}", kind)
        return content


def address_of(request: HTTPConnection) -> str:
    """Return where a request comes from, for limits."""
    return network_of(request.client.host) if request.client else "?"


async def read_content(request: Request) -> bytes:
    """Read what comes with a request to its end."""
    chunks = bytearray()
    async for chunk in request.stream():
        chunks += chunk
        if len(chunks) > BODY_BYTES:
            raise Refusal(Code.TOO_LARGE)
    return bytes(chunks)


def decode(data: bytes, kind: Any) -> Any:
    """Read JSON of a type, or refuse it and name the field."""
    try:
        content = msgspec.json.decode(data, type=kind)
        refuse_nul(data)
        return content
    except msgspec.ValidationError as problem:
        message, _, where = str(problem).partition(" - at `$")
        raise Refusal(Code.INVALID, message, field=where.strip("`.") or None) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refusal(Code.INVALID, "that is not JSON") from None


def refuse_nul(data: bytes) -> None:
    """Refuse JSON that has the character NUL somewhere: no text needs it, and not every database can store it."""
    if NUL_ESCAPED in data and "\0" in _texts(msgspec.json.decode(data)):
        raise Refusal(Code.INVALID, "a text holds the character NUL")


def _texts(content: object) -> str:
    """Join all texts in some JSON."""
    match content:
        case str():
            return content
        case dict():
            return "".join(_texts(part) for pair in content.items() for part in pair)
        case list():
            return "".join(map(_texts, content))
        case _:
            return ""


def answer(content: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Answer with JSON."""
    return Response(ENCODER.encode(content), status, headers, JSON)


def nothing() -> Response:
    """Answer without content: it was done."""
    return Response(status_code=204)


def refused(refusal: Refusal, **more: object) -> Response:
    """Answer a refusal: why it can't be done."""
    headers = {} if refusal.retry_seconds is None else {"Retry-After": str(refusal.retry_seconds)}
    return answer({"error": error_content(refusal), **more}, refusal.code.status, headers)


def error_content(refusal: Refusal) -> dict[str, str]:
    """Format a refusal."""
    content = {"code": refusal.code.text, "message": str(refusal)}
    if refusal.reason:
        content["reason"] = refusal.reason
    if refusal.field:
        content["field"] = refusal.field
    return content


async def who_asks(connection: HTTPConnection, world: World) -> tuple[tuple[Session, Player] | None, bool]:
    """Find out who asks, and whether by a program's token."""
    header = connection.headers.get("authorization", "")
    if header[:7].lower() == "bearer " and not has_metrics_token(connection, world):
        found = await world.accounts.who(header[7:].strip(), token=True)
        if found is None:
            raise Refusal(Code.NO_SESSION, "that token is not valid")
        return found, True
    return await world.accounts.who(connection.cookies.get(COOKIE)), False


def has_metrics_token(connection: HTTPConnection, world: World) -> bool:
    """Return whether a request shows the token by which the host's own programs read the figures."""
    token = world.settings.metrics_token
    header = connection.headers.get("authorization", "")
    return bool(token) and hmac.compare_digest(header.encode(), f"Bearer {token}".encode())


def is_own_origin(connection: HTTPConnection, world: World) -> bool:
    """Return whether a request comes from a page of this server (or from a program, which sends no Origin)."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site") in (None, "same-origin", "none")
    own = {f"{scheme}://{connection.headers.get('host', '')}" for scheme in ("http", "https")}
    return origin in own or origin in world.settings.origins


def endpoint(handler: Handler, world: World) -> Callable[[Request], Awaitable[Response]]:
    """Make an endpoint: checks origin and limits, finds out who asks, turns refusals into answers."""
    kind = _kind(handler)

    async def respond(request: Request) -> Response:
        began = time.perf_counter()
        response = await _answered(handler, request, world)
        world.metrics.note(kind, response.status_code, time.perf_counter() - began)
        return response

    return respond


def _kind(handler: Handler) -> str:
    """Return the name under which the times of a handler are counted: its module's and its own."""
    return f"{handler.__module__.rpartition('.')[2]}.{handler.__name__}"


async def _answered(handler: Handler, request: Request, world: World) -> Response:
    try:
        safe = request.method in SAFE_METHODS
        world.limits.spend(address_of(request), READS if safe else WRITES)
        # To the end first: whoever asks slowly must not act as who they were when they began.
        content = b"" if safe else await read_content(request)
        found, by_token = await who_asks(request, world)
        if not safe and not by_token and not is_own_origin(request, world):
            raise Refusal(Code.BAD_ORIGIN)
        return await handler(Ask(request, content, world, found))
    except Refusal as refusal:
        return refused(refusal)
    except ClientDisconnect:  # the rest of the body will not come, and nobody hears this
        return refused(Refusal(Code.INVALID, "the request was not finished"))
