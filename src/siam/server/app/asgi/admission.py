"""Let newcomers in one after another, so that a crowd of them does not slow down those who play."""

import asyncio
from collections import deque

from starlette.types import ASGIApp, Receive, Scope, Send

ROUNDS = 4
"""Rounds of the event loop between two newcomers: a move takes about as many from its arrival to its answer."""


class Admission:
    """A layer around the app through which requests and new sockets come one by one, with time for moves in between.

    Making a table or opening a socket takes longer than a move. If many come at once, as when a whole club sits down,
    the event loop would serve all of them before the next move. Where nobody waits it costs nothing.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._is_turning = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wait for one's turn, then go on to the app."""
        if scope["type"] != "lifespan":
            await self._pass()
        await self.app(scope, receive, send)

    async def _pass(self) -> None:
        loop = asyncio.get_running_loop()
        if not self._is_turning:
            self._is_turning = True
            loop.call_soon(self._turn, loop, ROUNDS)
            return
        turn = loop.create_future()
        self._waiting.append(turn)
        await turn

    def _turn(self, loop: asyncio.AbstractEventLoop, rounds: int) -> None:
        """Count the event loop's rounds, then let the next request through; without a queue, let everyone through."""
        if rounds > 1:
            loop.call_soon(self._turn, loop, rounds - 1)
            return
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():  # who went away meanwhile has no turn
                turn.set_result(None)
                loop.call_soon(self._turn, loop, ROUNDS)
                return
        self._is_turning = False
