"""Make the ASGI app: routes around a world."""

import contextlib
import re
from collections.abc import AsyncIterator
from functools import partial

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from siam.server.app import live
from siam.server.app.asgi.admission import Admission
from siam.server.app.asgi.root_path import Mounted
from siam.server.app.asgi.security import SecurityHeaders
from siam.server.app.asgi.websocket import CLOSE_LATER, CLOSE_MISSING
from siam.server.app.context import endpoint, refused
from siam.server.app.handlers.postcards import table_page
from siam.server.app.routes import ROUTES
from siam.server.app.static import page
from siam.server.app.world import World
from siam.server.domain.refusals import Code, Refusal
from siam.server.logs import Log
from siam.server.ports import Outage

LOG = Log("siam")
LIVE_TABLE = re.compile("/api/tables/(?P<id>[0-9A-Za-z]+)/live")
LIVE_FEED = "/api/me/live"


def make_app(world: World) -> ASGIApp:
    """Make the app of a world."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with world.open():
            yield

    app = Starlette(
        routes=[*_routes(world)],
        lifespan=lifespan,
        exception_handlers={
            Outage: _away,
            404: _missing,
            405: _wrong_method,
            500: partial(_broken, world),
        },
    )
    return Admission(Mounted(LiveRoutes(SecurityHeaders(app), world), world.settings.root_path))


def _routes(world: World) -> list[BaseRoute]:
    routes: list[BaseRoute] = [
        Route("/" + described.path, endpoint(described.handler, world), methods=[described.method])
        for described in ROUTES
    ]
    routes.append(Route("/api/{rest:path}", _missing_api, methods=["GET", "POST", "PUT", "PATCH", "DELETE"]))
    routes += [Route(path, partial(table_page, world), methods=["GET"]) for path in ("/table/{id}", "/replay/{id}")]
    routes.append(Route("/{path:path}", page, methods=["GET"]))
    return routes


class LiveRoutes:
    """A layer around the app that serves the WebSockets itself: two addresses need no router."""

    def __init__(self, app: ASGIApp, world: World) -> None:
        self.app = app
        self.world = world

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket, or pass a request on."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        table = LIVE_TABLE.fullmatch(path)
        socket = WebSocket({**scope, "path_params": table.groupdict() if table else {}}, receive, send)
        try:
            if table:
                await live.table_socket(socket, self.world)
            elif path == LIVE_FEED:
                await live.feed_socket(socket, self.world)
            else:
                await socket.close(CLOSE_MISSING)
        except Outage as problem:
            LOG.warning("storage_away", problem=str(problem))
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # it may be closed already
                await socket.close(CLOSE_LATER)


async def _missing_api(request: Request) -> Response:
    return refused(Refusal(Code.NOT_FOUND))


def _missing(request: Request, problem: Exception) -> Response:
    return refused(Refusal(Code.NOT_FOUND))


def _wrong_method(request: Request, problem: Exception) -> Response:
    response = refused(Refusal(Code.WRONG_METHOD))
    headers = getattr(problem, "headers", None) or {}
    response.headers.update(headers)
    return response


def _away(request: Request, problem: Exception) -> Response:
    LOG.warning("storage_away", problem=str(problem))
    return refused(Refusal(Code.UNAVAILABLE, retry_seconds=2))


def _broken(world: World, request: Request, problem: Exception) -> Response:
    world.metrics.errors += 1
    LOG.error("request_failed", problem, path=request.url.path)
    return refused(Refusal(Code.UNAVAILABLE))
