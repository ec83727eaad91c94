"""Show the first page at once: everything else of the server is loaded behind it, and requests for it wait."""

import asyncio
import gc
import signal
from collections.abc import Callable

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from siam.server.app.mounting import Mounted
from siam.server.app.security import SecurityHeaders
from siam.server.app.settings import Settings
from siam.server.app.static import page
from siam.server.logs import Log, set_up_logs

LOG = Log("siam")
NOT_PAGES = ("/api/", "/health", "/metrics", "/openapi.json", "/docs")


def worker() -> ASGIApp:
    """Make the app that the environment describes: for worker processes and other ASGI servers."""
    settings = Settings.from_environment()
    set_up_logs(settings.log_format, settings.log_level)

    def load() -> ASGIApp:
        from siam.server.app.app import make_app
        from siam.server.app.world import World

        return make_app(World(settings))

    return Opening(load, settings.root_path)


class Opening:
    """An app that stands for another until it is loaded and has started. If it can't start, the process ends."""

    def __init__(self, load: Callable[[], ASGIApp], root_path: str = "") -> None:
        self._load = load
        self._pages = Mounted(SecurityHeaders(_pages), root_path)
        self._root_path = self._pages.root_path
        self._opened: asyncio.Future[ASGIApp] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a page from here, let everything else wait."""
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
            return
        assert self._opened is not None, "an app is started before it is asked"
        if not self._opened.done() and self._is_page(scope):
            await self._pages(scope, receive, send)
            return
        app = await asyncio.shield(self._opened)
        await app(scope, receive, send)

    def _is_page(self, scope: Scope) -> bool:
        path = scope["path"].removeprefix(self._root_path)
        return scope["type"] == "http" and scope["method"] in ("GET", "HEAD") and not path.startswith(NOT_PAGES)

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say at once that we have started, then start the other app; stop it when told to."""
        await receive()
        loop = asyncio.get_running_loop()
        self._opened = loop.create_future()
        self._opened.add_done_callback(lambda opened: opened.cancelled() or opened.exception())
        life = asyncio.create_task(self._open(scope, stop := asyncio.Event()))
        await send({"type": "lifespan.startup.complete"})
        await receive()
        stop.set()
        if not self._opened.done():
            life.cancel()
        await asyncio.gather(life, return_exceptions=True)
        await send({"type": "lifespan.shutdown.complete"})

    async def _open(self, scope: Scope, stop: asyncio.Event) -> None:
        """Load the other app and take it through its life."""
        opened = self._opened
        assert opened is not None

        async def receive() -> Message:
            if not opened.done() and not began.is_set():
                began.set()
                return {"type": "lifespan.startup"}
            await stop.wait()
            return {"type": "lifespan.shutdown"}

        async def send(message: Message) -> None:
            if message["type"] == "lifespan.startup.complete":
                opened.set_result(app)
                spare_the_loaded()
            elif message["type"] == "lifespan.startup.failed":
                raise RuntimeError(message.get("message", "the server could not start"))

        began = asyncio.Event()
        try:
            app = await asyncio.get_running_loop().run_in_executor(None, self._load)
            await app({**scope, "state": dict(scope.get("state", {}))}, receive, send)
        except Exception as problem:  # the edge of the process: it ends
            LOG.error("could_not_start" if not opened.done() else "could_not_stop", problem)
            if not opened.done():
                opened.set_exception(problem)
                signal.raise_signal(signal.SIGTERM)


def spare_the_loaded() -> None:
    """Leave what was loaded out of the search for garbage: going through it would hold every table up.

    Tables and moves are freed without that search, but a closed socket waits for it, so it must come. A round among the
    youngest 2,000 takes about a millisecond, one among the next older few; one among everything in use, with 250 tables
    a tenth of a second, follows on 200 of the first.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 4, 50)


async def _pages(scope: Scope, receive: Receive, send: Send) -> None:
    await page(Request(scope))(scope, receive, send)
