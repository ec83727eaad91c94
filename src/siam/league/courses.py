"""Courses of practice: several threads teach one net among players of many manners, with progress and a seed."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from siam.engine.core.bits import float32, random_state
from siam.engine.core.codec import ground_of
from siam.engine.evaluation.features import INPUTS
from siam.engine.evaluation.net import Net, new_net
from siam.engine.learning.self_play import new_lessons
from siam.engine.learning.training import Progress
from siam.engine.search.candidates import new_candidates
from siam.engine.search.workspace import new_desk
from siam.league.practice import MANNERS, TERMS, Manners, Pupil, Terms, practise
from siam.rules import BOOK, load_board

_BATCH = 20
_ROOM = 150_000
_CANDIDATES = 16


@dataclass(frozen=True, slots=True)
class Course:
    """The terms of a course. One thread repeats exactly; several learn into one net side by side."""

    players: int
    games: int
    units: int = 64
    seed: int = 1
    threads: int = 1
    first_rate: float = 0.006
    last_rate: float = 0.0003
    manners: Manners = MANNERS
    terms: Terms = TERMS


def follow(course: Course, start: Net | None, rivals: Sequence[Net], report: Callable[[Progress, Net], None]) -> Net:
    """Teach a net, from scratch or from given weights, beside rivals that do not learn, and report now and then."""
    net = start or new_net(INPUTS, course.units, 3 if course.players == 3 else 1, course.seed)
    ground = ground_of(course.players, load_board("siam"), BOOK)
    done = [0] * course.threads
    errors = [0.0] * course.threads
    share = course.games // course.threads

    def work(number: int) -> None:
        learner = _new_pupil(net, number)
        others = [_new_pupil(rival, number) for rival in rivals] or [learner]
        lessons, random = new_lessons(_ROOM), random_state(course.seed * 1000 + number)
        while done[number] < share:
            rate = course.first_rate * (course.last_rate / course.first_rate) ** (done[number] / share)
            rival = others[(done[number] // _BATCH + number) % len(others)]
            errors[number] = practise(
                *(ground, learner, rival, lessons, random, course.manners, course.terms, _BATCH), rate=float32(rate)
            )
            done[number] += _BATCH

    begun = time.monotonic()
    workers = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(course.threads)]
    for worker in workers:
        worker.start()
    while any(worker.is_alive() for worker in workers):
        workers[0].join(timeout=10.0)
        report(Progress(time.monotonic() - begun, sum(done), float(np.sqrt(np.mean(errors)))), net)
    return net


def _new_pupil(net: Net, number: int) -> Pupil:
    return Pupil(net, new_desk(net.bias.size, number + 1), new_candidates(_CANDIDATES))
