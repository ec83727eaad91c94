"""Run a training: threads that learn into one net side by side, at a rate that falls, and progress now and then."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np

REPORT_SECONDS = 10.0


class Schedule(Protocol):
    """What every training run has: how many games in how many threads, and how fast they are learned from."""

    @property
    def games(self) -> int:
        """The games of all threads."""
        ...

    @property
    def threads(self) -> int:
        """How many threads learn."""
        ...

    @property
    def first_rate(self) -> float:
        """The learning rate at the start."""
        ...

    @property
    def last_rate(self) -> float:
        """The learning rate at the end."""
        ...


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run has come; the error is between evaluation and target."""

    seconds: float
    games: int
    error: float

    def __str__(self) -> str:
        """Format it as a line for the terminal."""
        return f"{self.seconds:6.0f} s  {self.games:8d} games  error {self.error:.4f}"


Learn: TypeAlias = Callable[[float, int], float]
"""Plays a batch of games and learns from them at a rate, after so many games of its thread; returns the mean error."""


def run_threads(
    schedule: Schedule, batch: int, begin: Callable[[int], Learn], report: Callable[[Progress], None]
) -> None:
    """Let each thread learn its share of the games batch by batch; `begin` prepares the thread of a number."""
    done = [0] * schedule.threads
    errors = [0.0] * schedule.threads
    share = schedule.games // schedule.threads

    def work(number: int) -> None:
        learn = begin(number)
        while done[number] < share:
            rate = schedule.first_rate * (schedule.last_rate / schedule.first_rate) ** (done[number] / share)
            errors[number] = learn(rate, done[number])
            done[number] += batch

    begun = time.monotonic()
    workers = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(schedule.threads)]
    for worker in workers:
        worker.start()
    while any(worker.is_alive() for worker in workers):
        workers[0].join(timeout=REPORT_SECONDS)
        report(Progress(time.monotonic() - begun, sum(done), float(np.sqrt(np.mean(errors)))))
