"""Show the first page at once: everything else of the server is loaded behind it, and requests for it wait."""

import asyncio
import faulthandler
import gc
import signal
import time
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from siam.server.app.asgi.root_path import Mounted
from siam.server.app.asgi.security import SecurityHeaders
from siam.server.app.settings import Settings
from siam.server.app.static import page
from siam.server.logs import Log, set_up_logs
from siam.server.ports import Unusable

LOG = Log("siam")
CLOSE_LATER = 1012
STOP_SECONDS = 15.0
"""So long a server that was told to stop may take after its last answer; then it says where it hangs, and ends."""
LONG_SECONDS = 0.03
FULL = 2
"""The garbage collector's oldest generation."""

NOT_PAGES = ("/api/", "/health", "/ready", "/metrics", "/openapi.json", "/docs")


Ended = Callable[[Exception], None]


def worker(could_not_start: Ended | None = None) -> ASGIApp:
    """Make the app that the environment describes: for worker processes and other ASGI servers."""
    settings = Settings.from_environment()
    set_up_logs(settings.log_format, settings.log_level)

    def load() -> ASGIApp:
        from siam.server.app.app import make_app
        from siam.server.app.world import World

        return make_app(World(settings))

    return Opening(load, settings.root_path, could_not_start or _end_process, _end_in_time)


def _end_process(problem: Exception) -> None:
    """Log why the server can't start and end the process; in one line if the host can do something about it."""
    if isinstance(problem, Unusable):
        LOG.error("could_not_start", reason=str(problem))
    else:
        LOG.error("could_not_start", problem)
    signal.raise_signal(signal.SIGTERM)


def _end_in_time() -> None:
    """Let nothing keep the process from ending: what was acknowledged is safe whenever it ends."""
    faulthandler.dump_traceback_later(STOP_SECONDS, exit=True)


class Opening:
    """An app that stands for another until it is loaded and has started. If it can't start, the process ends."""

    def __init__(
        self,
        load: Callable[[], ASGIApp],
        root_path: str = "",
        could_not_start: Ended = _end_process,
        stopping: Callable[[], None] = lambda: None,
    ) -> None:
        self._load = load
        self._could_not_start = could_not_start
        self._stopping = stopping
        self._pages = Mounted(SecurityHeaders(_pages), root_path)
        self._root_path = self._pages.root_path
        self._opened: asyncio.Future[ASGIApp] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer requests for pages at once; let everything else wait."""
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
            return
        assert self._opened is not None, "an app is started before it is asked"
        if not self._opened.done() and self._is_page(scope):
            await self._pages(scope, receive, send)
            return
        try:
            app = await asyncio.shield(self._opened)
        except Exception:  # the host is told why; whoever asked hears only that there is nobody
            await _turn_away(scope, receive, send)
            return
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
        self._stopping()
        stop.set()
        if not self._opened.done():
            life.cancel()
        await asyncio.gather(life, return_exceptions=True)
        await send({"type": "lifespan.shutdown.complete"})

    async def _open(self, scope: Scope, stop: asyncio.Event) -> None:
        """Load the other app and run its lifespan."""
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

        began = asyncio.Event()
        try:
            app = await asyncio.get_running_loop().run_in_executor(None, self._load)
            await app({**scope, "state": dict(scope.get("state", {}))}, receive, send)
            if not opened.done():
                raise RuntimeError("the server could not start")
        except Exception as problem:  # the edge of the process: it ends
            if opened.done():
                LOG.error("could_not_stop", problem)
            else:
                opened.set_exception(problem)
                self._could_not_start(problem)


def spare_the_loaded() -> None:
    """Exempt what was loaded at the start from garbage collection: walking it would stall every table.

    Tables, moves and sockets are freed by their reference counts; what else there is of garbage is young. A collection
    of the youngest generation (2,000 objects) takes about a millisecond, of the middle one a few. A full one walks
    everything that lives, so one that took long spares the next one what it has found alive: with ten thousand
    sockets each would take most of a second.
    """
    gc.collect()
    gc.freeze()
    gc.collect()  # the next full one waits for a quarter more than the last one walked: of nothing now
    gc.set_threshold(2_000, 4, 20)
    gc.callbacks.append(Sparing())


class Sparing:
    """Exempts what lives from garbage collection whenever it took long to walk it."""

    def __init__(self, long_seconds: float = LONG_SECONDS) -> None:
        self._long_seconds = long_seconds
        self._began = 0.0

    def __call__(self, phase: str, info: dict[str, int]) -> None:
        """Hear that a collection begins or ends."""
        if info["generation"] < FULL:
            return
        if phase == "start":
            self._began = time.thread_time()
        elif time.thread_time() - self._began >= self._long_seconds:
            gc.freeze()


async def _turn_away(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": CLOSE_LATER})
    else:
        await Response("the server could not start", 503, media_type="text/plain")(scope, receive, send)


async def _pages(scope: Scope, receive: Receive, send: Send) -> None:
    await page(Request(scope))(scope, receive, send)
