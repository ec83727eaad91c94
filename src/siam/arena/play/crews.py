"""Decide where games are played: in this process, in several, or on a Ray cluster. The games are the same."""

import atexit
import os
import pickle
import signal
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from importlib import import_module
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Protocol, TypeAlias

from siam.arena.play.entrants import Chooser, Entrant, EntrantError, dismiss, make
from siam.arena.play.games import Result, play_job
from siam.arena.play.plans import Job, Plan
from siam.arena.play.ray_files import pack, unpacked
from siam.extras import need
from siam.rules import SiamError

WAITING_JOBS_A_WORKER = 4
NICENESS = 5
CLOSING_SECONDS = 10.0
"""How long the actors of a cluster may take to close their agents."""


class CrewError(SiamError):
    """Workers that cannot be started, or that ended in the middle of a game."""


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
        """End the workers."""
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
        """Close the agents that were made here; objects that were passed in are closed by their owner."""
        for index, made in self._made.items():
            if self._entrants[index].instance is None:
                dismiss(made)
        self._made.clear()


class HereCrew:
    """Plays in this process, one game after the other."""

    lookahead = 1

    def __init__(self, plan: Plan) -> None:
        self._bench = Workbench(plan.entrants, plan.seconds)

    def submit(self, job: Job) -> Result:
        """Play at once."""
        return self._bench.play(job)

    def result(self, promise: Result) -> Result:
        """Return what was played."""
        return promise

    def close(self) -> None:
        """Close the agents."""
        self._bench.close()


_Promise: TypeAlias = tuple[Job, "Future[Result]"]


class ProcessCrew:
    """Plays in several processes of this machine."""

    def __init__(self, plan: Plan, processes: int) -> None:
        for entrant in plan.entrants:
            _check_portable(entrant)
        self.lookahead = WAITING_JOBS_A_WORKER * processes
        self._plan = plan
        self._processes = processes
        self._pool = self._new_pool(processes)
        self._under_way: set[Future[Result]] = set()

    def submit(self, job: Job) -> _Promise:
        """Queue a job."""
        try:
            future = self._pool.submit(_play_here, job)
        except BrokenProcessPool:
            self._pool = self._new_pool(self._processes)
            future = self._pool.submit(_play_here, job)
        self._under_way.add(future)
        future.add_done_callback(self._under_way.discard)
        return job, future

    def result(self, promise: _Promise) -> Result:
        """Wait for a result; if a process has ended meanwhile, play this game alone to see whether it was the cause."""
        job, future = promise
        try:
            return future.result()
        except BrokenProcessPool:
            return self._played_alone(job)

    def close(self) -> None:
        """End the workers; games that are still running are not wanted any more and are broken off."""
        workers = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers if self._under_way else ():
            worker.terminate()
        for worker in workers:
            worker.join()

    def _played_alone(self, job: Job) -> Result:
        with self._new_pool(1) as pool:
            try:
                return pool.submit(_play_here, job).result()
            except BrokenProcessPool:
                raise _unplayed(job, self._plan.names, "it ends the process that plays it") from None

    def _new_pool(self, processes: int) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            processes,
            mp_context=get_context("spawn"),
            initializer=_settle,
            initargs=(tuple(self._plan.entrants), self._plan.seconds),
        )


class RayCrew:
    """Plays on a Ray cluster, with at most one actor for each processor; a free one gets the next job."""

    def __init__(self, plan: Plan, address: str, workers: int | None) -> None:
        need("ray", "ray")
        self._ray: Any = import_module("ray")
        self._names = plan.names
        self._board = plan.board
        self._is_ours = not self._ray.is_initialized()
        if self._is_ours:
            self._join(plan, address)
        processors = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        count = min(workers or processors, processors)
        self.lookahead = WAITING_JOBS_A_WORKER * count
        bench = self._ray.remote(num_cpus=1)(Workbench)
        try:
            self._benches = [bench.remote(tuple(plan.entrants), plan.seconds) for _ in range(count)]
        except TypeError as problem:  # what Ray says of something that can't be pickled
            self._leave()
            raise EntrantError(f"an agent can't go to another machine: {problem}") from None
        self._busy: dict[Any, tuple[Any, Job | None]] = {
            bench.__ray_ready__.remote(): (bench, None) for bench in self._benches
        }
        self._free: list[Any] = []
        self._waiting: deque[Job] = deque()
        self._played: dict[int, Any] = {}

    def submit(self, job: Job) -> Job:
        """Queue a job."""
        self._waiting.append(job)
        self._hand_out()
        return job

    def result(self, promise: Job) -> Result:
        """Wait for a result."""
        while promise.number not in self._played:
            self._collect()
            self._hand_out()
        errors = self._ray.exceptions
        try:
            result: Result = self._ray.get(self._played.pop(promise.number))
        except errors.RayTaskError as problem:
            if isinstance(problem.cause, SiamError):
                raise problem.cause from None
            raise
        except errors.RayActorError as problem:
            raise _unplayed(promise, self._names, str(problem)) from None
        return result

    def close(self) -> None:
        """Close the agents and let the actors go; leave the cluster if we joined it."""
        closing = [bench.close.remote() for bench in self._benches]
        self._ray.wait(closing, num_returns=len(closing), timeout=CLOSING_SECONDS)
        for bench in self._benches:
            self._ray.kill(bench)
        self._leave()

    def _leave(self) -> None:
        if self._is_ours:
            self._ray.shutdown()

    def _join(self, plan: Plan, address: str) -> None:
        """Join or start a cluster, and bring along what its other machines may lack."""
        with TemporaryDirectory() as bag:
            luggage = {}
            if pack(plan.entrants, plan.board, Path.cwd(), Path(bag)):
                luggage = {"runtime_env": {"working_dir": bag}}
                self._board = unpacked(plan.board)
            try:
                self._ray.init(address=address, log_to_driver=False, logging_level="warning", **luggage)
            except Exception as problem:  # of many kinds, some of them plain exceptions
                self._ray.shutdown()
                raise CrewError(f"there is no Ray cluster at {address}: {problem}") from None

    def _hand_out(self) -> None:
        while self._free and self._waiting:
            bench, job = self._free.pop(), self._waiting.popleft()
            self._busy[bench.play.remote(replace(job, board=self._board))] = (bench, job)

    def _collect(self) -> None:
        """Wait until an actor is ready for a job, and keep what it has played."""
        for promise in self._ray.wait(list(self._busy))[0]:
            bench, job = self._busy.pop(promise)
            self._free.append(bench)
            if job is not None:
                self._played[job.number] = promise


class _Nobody:
    def choose(self, position: Any, *, seconds: float | None = None, seed: int = 0) -> Any:
        raise AssertionError("somebody plays who has no seat")


_nobody = _Nobody()
_bench: Workbench | None = None


def _settle(entrants: tuple[Entrant, ...], seconds: float | None) -> None:
    """Prepare a worker: low priority, no reaction to Ctrl-C, and an end when the parent ends."""
    global _bench
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _break_off)
    os.nice(NICENESS)
    Thread(target=_end_with_parent, daemon=True).start()
    _bench = Workbench(entrants, seconds)
    atexit.register(_bench.close)


def _break_off(_number: int, _frame: object) -> None:
    """End in the middle of a game, and close the agents."""
    if _bench is not None:
        _bench.close()
    os._exit(1)


def _end_with_parent() -> None:
    """Wait until the parent has ended for whatever reason, and end too."""
    parent = parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


def _play_here(job: Job) -> Result:
    assert _bench is not None
    return _bench.play(job)


def _check_portable(entrant: Entrant) -> None:
    try:
        pickle.dumps(entrant)
    except Exception as problem:  # somebody else's code
        raise EntrantError(f"{entrant.name} can't go to another process: {problem}") from None


def _unplayed(job: Job, names: Sequence[str], reason: str) -> CrewError:
    seated = ", ".join(names[entrant] for entrant in job.seats)
    return CrewError(f"game {job.number + 1} ({seated}) could not be played: {reason}")
