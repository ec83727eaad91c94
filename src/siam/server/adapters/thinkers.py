"""Let bots think in a pool of processes, outside the event loop.

Each table has at most one question at a time, and people take turns: whoever has many tables waits behind those who
have few. Advice for people waits until some worker is free of bots.
"""

import asyncio
import contextlib
import ctypes
import gc
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from typing import Any

from siam.agents import levels, styles
from siam.agents.names import CHAMPION
from siam.server.adapters.fair_queue import FairQueue
from siam.server.adapters.house_bots import HouseBot
from siam.server.logs import Log
from siam.server.ports import Advice, Outage, Question

LOG = Log("siam")
# After an install the first searches wait until the engine is compiled: a minute or more on a busy machine.
GRACE_SECONDS = 180.0
LEAVING_SECONDS = 3.0
PR_SET_PDEATHSIG = 1
LOOK_SECONDS = 1.0
LOOK_AGAIN_SECONDS = 0.02
ADVICE_WAITING = 30
ADVICE_OF_ONE = 4
"""Questions for advice that may wait, and those of one person that may wait or be thought about."""

AHEAD = 1
"""Questions that wait inside the pool, so that a worker has the next one at hand."""


class ProcessThinkers:
    """A pool of processes that is made when the first bot has to think."""

    def __init__(self, workers: int | None = None, house: tuple[HouseBot, ...] = ()) -> None:
        self._house = house
        self._workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._pool: Executor | None = None
        self._compiling: subprocess.Popen[bytes] | None = None
        self._advising = FairQueue(max(1, self._workers // 2), waiting=ADVICE_WAITING, of_one=ADVICE_OF_ONE)
        self._queue = FairQueue(self._workers + AHEAD)

    @property
    def waiting(self) -> int:
        """How many questions wait for a place in the pool."""
        return self._queue.waiting

    def prepare(self) -> None:
        """Have the engine compiled, after an install, before the first bot has to move; the tables come first."""
        from siam.engine.core.cache import is_complete

        if not is_complete() and self._compiling is None:
            command = (sys.executable, "-m", "siam.engine.precompile")
            self._compiling = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)

    def levels(self, players: int | None = None) -> tuple[str, ...]:
        """Name the levels and styles that the agents have, and the bots of the host."""
        house = (bot.name for bot in self._house if players is None or players in bot.players)
        return (*levels(), *styles(), CHAMPION, "greedy", "random", *house)

    async def choose(self, question: Question, level: str, seconds: float | None, seed: int) -> str:
        """Choose a move; Outage if the pool can't, or if there is no such agent any more; Busy if too many ask."""
        agent = next((bot.agent for bot in self._house if bot.name == level), level)
        if agent == level and level not in self.levels():
            raise Outage(f"nobody here is called {level!r}")
        limit = (seconds or 10.0) * 2 + GRACE_SECONDS
        ask = partial(self._ask, partial(_choose, question, agent, seconds, seed), limit, question.person)
        if not question.waits:
            return str(await ask())
        async with self._advice(question.person):
            return str(await ask())

    async def advise(self, question: Question, seconds: float) -> Advice:
        """Find the best move and the chances; Busy if too many wait for advice already."""
        async with self._advice(question.person):
            limit = seconds * 3 + GRACE_SECONDS
            advice: Advice = await self._ask(partial(_advise, question, seconds), limit, question.person)
            return advice

    @contextlib.asynccontextmanager
    async def _advice(self, person: str) -> AsyncIterator[None]:
        await self._advising.enter(person)
        try:
            yield
        finally:
            self._advising.leave(person)

    async def _ask(self, question: "partial[Any]", limit: float, person: str) -> Any:
        await self._queue.enter(person)
        try:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(
                    self._workers, mp_context=get_context("spawn"), initializer=_calm, initargs=(os.getpid(),)
                )
            pool = self._pool
            thought = pool.submit(question)
        except BaseException as problem:
            self._queue.leave(person)
            if isinstance(problem, BrokenProcessPool):
                self._pool = None
                raise Outage("a thinker died") from problem
            raise
        loop = asyncio.get_running_loop()
        # A thought that nobody wants any more fills its place until it is done.
        thought.add_done_callback(lambda _: _leave(loop, self._queue, person))
        try:
            return await asyncio.wait_for(asyncio.wrap_future(thought), limit)
        except BrokenProcessPool as problem:
            if self._pool is pool:
                self._pool = None
            raise Outage("a thinker died") from problem
        except TimeoutError as problem:
            raise Outage("a thinker took too long") from problem

    async def close(self) -> None:
        """Stop the workers without waiting for their answers."""
        if self._compiling is not None:
            with contextlib.suppress(ProcessLookupError):  # done already
                os.killpg(self._compiling.pid, signal.SIGTERM)  # its companion too
            self._compiling.wait()
        pool, self._pool = self._pool, None
        if isinstance(pool, ProcessPoolExecutor):
            workers = list((pool._processes or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.terminate()
            leaving = threading.Thread(target=pool.shutdown, daemon=True)  # its own thread tidies up
            leaving.start()
            deadline = time.monotonic() + LEAVING_SECONDS
            while leaving.is_alive() and time.monotonic() < deadline:
                await asyncio.sleep(LOOK_AGAIN_SECONDS)
            del pool, workers, leaving
            gc.collect()  # its semaphores are given back now: the process may end by a signal


def _leave(loop: asyncio.AbstractEventLoop, queue: FairQueue, person: str) -> None:
    with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
        loop.call_soon_threadsafe(queue.leave, person)


def _calm(server: int) -> None:
    """Prepare a worker: low priority, no reaction to Ctrl-C, and an end when the server ends."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(10)
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)  # also amid a thought
    threading.Thread(target=_end_with, args=(server,), daemon=True).start()


def _end_with(server: int) -> None:
    """End this process once its server is gone, on every system."""
    while os.getppid() == server:
        time.sleep(LOOK_SECONDS)
    os._exit(0)


def _read(question: Question) -> Any:
    from siam.notation import parse_position
    from siam.rules import Options, load_board, restore_board

    text = question.board_file
    find = load_board if text is None else lambda name: restore_board(text)
    return parse_position(question.position, Options.from_values(dict(question.options)), find_board=find)


def _choose(question: Question, level: str, seconds: float | None, seed: int) -> str:
    from siam.notation import format_move

    position = _read(question)
    return format_move(position.board, _agent(level).choose(position, seconds=seconds, seed=seed))


def _agent(level: str) -> Any:
    """Return who plays a level: the portable module, until everything is compiled."""
    from siam.agents import agent
    from siam.engine.core.cache import is_complete

    if not is_complete():
        from siam.agents.portable import portable_agent

        portable = portable_agent(level)
        if portable is not None:
            return portable
    return agent(level)


def _advise(question: Question, seconds: float) -> Advice:
    """Search a position; each seat's winning chance is that of its camp."""
    from siam.analysis.annotations import chances_by_seat
    from siam.analysis.appraisal import appraise
    from siam.engine.search.limits import Limits
    from siam.notation import format_move, parse_move

    position = _read(question)
    found = appraise(position, Limits(seconds=seconds))

    def by_seat(by_camp: Sequence[float]) -> tuple[float, ...]:
        return tuple(round(float(chance), 4) for chance in chances_by_seat(len(position.players), by_camp))

    move, *replies = (format_move(position.board, move) for move in found.line)
    played = None if question.played is None else found.others.get(parse_move(position.board, question.played))
    return Advice(move, by_seat(found.chances), tuple(replies), None if played is None else by_seat(played))
