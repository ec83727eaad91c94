"""Read requests and write answers: who asks, from where, with what; and refusals as JSON."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from siam.server.app.limits import READS, WRITES
from siam.server.app.world import World
from siam.server.domain.players import Player, Session
from siam.server.domain.refusals import Code, Refusal
from siam.server.messages.game import ENCODER
from siam.translation import known_language

T = TypeVar("T")

COOKIE = "siam_session"
BODY_BYTES = 130_000
JSON = "application/json"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

Handler = Callable[["Ask"], Awaitable[Response]]


class Ask:
    """A request with the world it is asked in, and who asks."""

    def __init__(self, request: Request, world: World, found: tuple[Session, Player] | None) -> None:
        self.request = request
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
        return self.request.client.host if self.request.client else "?"

    def path(self, name: str) -> str:
        """Read a part of the path."""
        return str(self.request.path_params[name])

    def query(self, name: str) -> str | None:
        """Read a part of the query."""
        return self.request.query_params.get(name)

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
        chunks = bytearray()
        async for chunk in self.request.stream():
            chunks += chunk
            if len(chunks) > BODY_BYTES:
                raise Refusal(Code.TOO_LARGE)
        content: T = decode(bytes(chunks) or b"{}", kind)
        return content


def decode(data: bytes, kind: Any) -> Any:
    """Read JSON of a type, or refuse it and name the field."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as problem:
        message, _, where = str(problem).partition(" - at `$")
        raise Refusal(Code.INVALID, message, field=where.strip("`.") or None) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refusal(Code.INVALID, "that is not JSON") from None


def answer(content: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Answer with JSON."""
    return Response(ENCODER.encode(content), status, headers, JSON)


def nothing() -> Response:
    """Answer that it was done."""
    return Response(status_code=204)


def refused(refusal: Refusal, **more: object) -> Response:
    """Answer that it can't be done, and why."""
    headers = {} if refusal.retry_seconds is None else {"Retry-After": str(refusal.retry_seconds)}
    return answer({"error": error_content(refusal), **more}, refusal.code.status, headers)


def error_content(refusal: Refusal) -> dict[str, str]:
    """Spell a refusal."""
    content = {"code": refusal.code.text, "message": str(refusal)}
    if refusal.reason:
        content["reason"] = refusal.reason
    if refusal.field:
        content["field"] = refusal.field
    return content


async def who_asks(connection: HTTPConnection, world: World) -> tuple[tuple[Session, Player] | None, bool]:
    """Find out who asks, and whether by a program's token."""
    header = connection.headers.get("authorization", "")
    if header[:7].lower() == "bearer ":
        found = await world.accounts.who(header[7:].strip(), token=True)
        if found is None:
            raise Refusal(Code.NO_SESSION, "that token is not valid")
        return found, True
    return await world.accounts.who(connection.cookies.get(COOKIE)), False


def is_own_origin(connection: HTTPConnection, world: World) -> bool:
    """Say whether a request comes from a page of this server (or from a program, which sends no Origin)."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site") in (None, "same-origin", "none")
    own = {f"{scheme}://{connection.headers.get('host', '')}" for scheme in ("http", "https")}
    return origin in own or origin in world.settings.origins


def endpoint(handler: Handler, world: World) -> Callable[[Request], Awaitable[Response]]:
    """Make an endpoint: checks origin and limits, finds out who asks, turns refusals into answers."""

    async def respond(request: Request) -> Response:
        try:
            found, by_token = await who_asks(request, world)
            safe = request.method in SAFE_METHODS
            if not safe and not by_token and not is_own_origin(request, world):
                raise Refusal(Code.BAD_ORIGIN)
            ask = Ask(request, world, found)
            world.limits.spend(ask.address, READS if safe else WRITES)
            return await handler(ask)
        except Refusal as refusal:
            return refused(refusal)

    return respond
