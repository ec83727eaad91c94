"""A real server process that watches its own event loop: how much work was done in it without coming up for air.

Run as a program it is `siam serve` with one more address, `/watchdog`. It measures the processor time of the event
loop's own thread, so it says the same on a busy machine; work in other threads and processes does not count.
"""

import asyncio
import sys
import time

import httpx2
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.server.servers import Process

BEAT_SECONDS = 0.005


class Watchdog:
    """A layer around the app with a heart that beats in its event loop."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.longest = 0.0
        self._last = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Start with the server, and tell the longest stall since it was last asked."""
        if scope["type"] == "lifespan":
            self._last = time.thread_time()
            self._beat(asyncio.get_running_loop())
        if scope["type"] == "http" and scope["path"] == "/watchdog":
            self._measure()
            longest, self.longest = self.longest, 0.0
            await JSONResponse(longest)(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _beat(self, loop: asyncio.AbstractEventLoop) -> None:
        self._measure()
        loop.call_later(BEAT_SECONDS, self._beat, loop)

    def _measure(self) -> None:
        now = time.thread_time()
        self.longest = max(self.longest, now - self._last)
        self._last = now


class WatchedProcess(Process):
    """A server process with a watchdog in it."""

    program = (sys.executable, "-m", "tests.server.watchdog", "serve")

    async def stall(self) -> float:
        """Return the most processor time that the event loop's thread spent between two beats, and begin anew."""
        async with httpx2.AsyncClient(timeout=60) as http:
            return float((await http.get(f"{self.url}/watchdog")).json())


def main() -> None:
    """Serve as `siam serve` does, behind a watchdog."""
    from siam.cli.commands import main as siam
    from siam.server.app.asgi import startup

    worker = startup.worker

    def watched(could_not_start: startup.Ended | None = None) -> ASGIApp:
        return Watchdog(worker(could_not_start))

    startup.worker = watched
    siam()


if __name__ == "__main__":
    main()
