"""Decide where games are played: in this process, in several, or on a Ray cluster. The games are the same."""

import os
import signal
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from typing import Any, Protocol

from siam.arena.entrants import Chooser, Entrant, make
from siam.arena.games import Result, play_job
from siam.arena.plans import Job

WAITING_JOBS_A_WORKER = 4
NICENESS = 5


class Crew(Protocol):
    """Plays jobs; a promise is whatever `result` understands."""

    @property
    def lookahead(self) -> int:
        """How many jobs it is worth handing out before the first result is needed."""
        ...

    def submit(self, job: Job) -> Any:
        """Hand out a job."""
        ...

    def result(self, promise: Any) -> Result:
        """Wait for the result of a job."""
        ...

    def close(self) -> None:
        """Send everybody home."""
        ...


class Workbench:
    """The agents of a tournament inside one process: made when first needed, kept for all its games."""

    def __init__(self, entrants: Sequence[Entrant], seconds: float | None) -> None:
        self._entrants = tuple(entrants)
        self._seconds = seconds
        self._made: dict[int, Chooser] = {}

    def play(self, job: Job) -> Result:
        """Play one game."""
        for index in set(job.seats):
            if index not in self._made:
                self._made[index] = make(self._entrants[index])
        agents = [self._made.get(index, _nobody) for index in range(len(self._entrants))]
        return play_job(job, agents, [entrant.name for entrant in self._entrants], self._seconds)

    def close(self) -> None:
        """End the programs among the agents."""
        for made in self._made.values():
            close = getattr(made, "close", None)
            if callable(close):
                close()
        self._made.clear()


class HereCrew:
    """Plays in this process, one game after the other."""

    lookahead = 1

    def __init__(self, entrants: Sequence[Entrant], seconds: float | None) -> None:
        self._bench = Workbench(entrants, seconds)

    def submit(self, job: Job) -> Result:
        """Play at once."""
        return self._bench.play(job)

    def result(self, promise: Result) -> Result:
        """Give what was played."""
        return promise

    def close(self) -> None:
        """End the programs."""
        self._bench.close()


class ProcessCrew:
    """Plays in several processes of this machine."""

    def __init__(self, entrants: Sequence[Entrant], seconds: float | None, processes: int) -> None:
        self.lookahead = WAITING_JOBS_A_WORKER * processes
        self._pool = ProcessPoolExecutor(
            processes, mp_context=get_context("spawn"), initializer=_settle, initargs=(tuple(entrants), seconds)
        )

    def submit(self, job: Job) -> "Future[Result]":
        """Queue a job."""
        return self._pool.submit(_play_here, job)

    def result(self, promise: "Future[Result]") -> Result:
        """Wait for a result."""
        return promise.result()

    def close(self) -> None:
        """Let the workers go."""
        self._pool.shutdown(wait=True, cancel_futures=True)


class RayCrew:
    """Plays on a Ray cluster, one actor for each of its processors (or as many as asked for)."""

    def __init__(self, entrants: Sequence[Entrant], seconds: float | None, address: str, workers: int | None) -> None:
        ray: Any = import_module("ray")
        self._ray = ray
        self._is_ours = not ray.is_initialized()
        if self._is_ours:
            ray.init(address=address, log_to_driver=False)
        count = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        self.lookahead = WAITING_JOBS_A_WORKER * count
        remote = ray.remote(num_cpus=1)(Workbench)
        self._benches = [remote.remote(tuple(entrants), seconds) for _ in range(count)]
        self._next = 0

    def submit(self, job: Job) -> Any:
        """Hand the job to the next actor."""
        bench = self._benches[self._next % len(self._benches)]
        self._next += 1
        return bench.play.remote(job)

    def result(self, promise: Any) -> Result:
        """Wait for a result."""
        result: Result = self._ray.get(promise)
        return result

    def close(self) -> None:
        """Let the actors go; leave the cluster if we joined it."""
        for bench in self._benches:
            self._ray.kill(bench)
        if self._is_ours:
            self._ray.shutdown()


class _Nobody:
    def choose(self, position: Any, *, seconds: float | None = None, seed: int = 0) -> Any:
        raise AssertionError("somebody plays who has no seat")


_nobody = _Nobody()
_bench: Workbench | None = None


def _settle(entrants: tuple[Entrant, ...], seconds: float | None) -> None:
    """Prepare a worker: people at the machine come first, and Ctrl-C is for the parent."""
    global _bench
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    _bench = Workbench(entrants, seconds)


def _play_here(job: Job) -> Result:
    assert _bench is not None
    return _bench.play(job)
