"""Let bots think in a pool of processes, outside the event loop.

Each table has at most one question in the pool, so tables share it fairly; advice for people waits until some
worker is free of bots.
"""

import asyncio
import contextlib
import gc
import os
import signal
import subprocess
import sys
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from typing import Any

from siam.agents.registry import CHAMPION, levels
from siam.server.logs import Log
from siam.server.ports import Advice, Outage, Question

LOG = Log("siam")
# After an install the first searches wait until the engine is compiled: a minute or more on a busy machine.
GRACE_SECONDS = 180.0
LEAVING_SECONDS = 3.0


class ProcessThinkers:
    """A pool of processes that is made when the first bot has to think."""

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._pool: Executor | None = None
        self._compiling: subprocess.Popen[bytes] | None = None
        self._advising = asyncio.Semaphore(max(1, self._workers // 2))

    def prepare(self) -> None:
        """Have the engine compiled, after an install, before the first bot has to move; the tables come first."""
        from siam.engine.core.cache import is_complete

        if not is_complete() and self._compiling is None:
            command = (sys.executable, "-m", "siam.engine.precompile")
            self._compiling = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)

    def levels(self) -> tuple[str, ...]:
        """Name the levels that the agents have."""
        return (*levels(), CHAMPION, "greedy", "random")

    async def choose(self, question: Question, level: str, seconds: float | None, seed: int) -> str:
        """Choose a move; Outage if the pool can't."""
        limit = (seconds or 10.0) * 2 + GRACE_SECONDS
        return str(await self._ask(partial(_choose, question, level, seconds, seed), limit))

    async def advise(self, question: Question, seconds: float) -> Advice:
        """Find the best move and the chances."""
        async with self._advising:
            move, chances = await self._ask(partial(_advise, question, seconds), seconds * 3 + GRACE_SECONDS)
            return Advice(move, tuple(chances))

    async def _ask(self, question: "partial[Any]", limit: float) -> Any:
        loop = asyncio.get_running_loop()
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._workers, mp_context=get_context("spawn"), initializer=_calm)
        pool = self._pool
        try:
            answer = loop.run_in_executor(pool, question)
            return await asyncio.wait_for(answer, limit)
        except BrokenProcessPool as problem:
            if self._pool is pool:
                self._pool = None
            raise Outage("a thinker died") from problem
        except TimeoutError as problem:
            raise Outage("a thinker took too long") from problem

    async def close(self) -> None:
        """Let the workers go, without waiting for their thoughts."""
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
            leaving = asyncio.get_running_loop().run_in_executor(None, pool.shutdown)  # its own thread tidies up
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(leaving, LEAVING_SECONDS)
            del pool, workers, leaving
            gc.collect()  # its semaphores are given back now: the process may end by a signal


def _calm() -> None:
    """Let the tables come first, and leave Ctrl-C to the server."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(10)


def _read(question: Question) -> Any:
    from siam.notation import parse_position
    from siam.rules.boards import load_board, restore_board
    from siam.rules.options import Options

    text = question.board_file
    find = load_board if text is None else lambda name: restore_board(text)
    return parse_position(question.position, Options.from_values(dict(question.options)), find_board=find)


def _choose(question: Question, level: str, seconds: float | None, seed: int) -> str:
    from siam.agents.registry import agent
    from siam.notation import format_move

    position = _read(question)
    return format_move(position.board, agent(level).choose(position, seconds=seconds, seed=seed))


def _advise(question: Question, seconds: float) -> tuple[str, list[float]]:
    """Search for the best move, and give each seat's chance to win: that of its camp."""
    from siam.engine.search.limits import Limits
    from siam.engine.search.search import analyse
    from siam.notation import format_move
    from siam.rules.seats import camps

    position = _read(question)
    found = analyse(position, Limits(seconds=seconds), lines=1)
    chances = [0.0] * len(position.players)
    for camp, chance in zip(camps(len(position.players)), found.value_by_camp, strict=True):
        for seat in camp:
            chances[seat] = round(float(chance), 4)
    return format_move(position.board, found.move), chances
