"""Do work that takes a while in threads of its own, a few at a time, person by person, and never too much of it.

Everybody's work in one pool would let a stranger's slow question hold up everybody else's. So each kind of work has a
shop of its own, with a limit to what may wait. Work that somebody gave up waiting for keeps its place until it is done:
only then is there room for more. The end of the server waits for none of it.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import TypeVar

from siam.server.adapters.fair_queue import FairQueue

T = TypeVar("T")


class Workshop:
    """A few places for one kind of work, and a queue before it."""

    def __init__(self, name: str, places: int, *, waiting: int | None = None, of_one: int | None = None) -> None:
        self._name = name
        self._queue = FairQueue(places, waiting=waiting, of_one=of_one)

    async def do(self, person: str, work: Callable[..., T], *details: object) -> T:
        """Have some work done for a person; Busy if too much waits already, or too much of theirs."""
        await self._queue.enter(person)
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()

        def finish(result: T | None, problem: BaseException | None) -> None:
            self._queue.leave(person)
            if done.done():
                return
            if problem is None:
                done.set_result(result)  # type: ignore[arg-type]  # what the work gave
            else:
                done.set_exception(problem)

        def run() -> None:
            result, problem = None, None
            try:
                result = work(*details)
            except BaseException as trouble:  # the edge of a thread: whoever waits must hear of it
                problem = trouble
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(finish, result, problem)

        try:
            threading.Thread(target=run, name=self._name, daemon=True).start()
        except BaseException:
            self._queue.leave(person)
            raise
        return await done
