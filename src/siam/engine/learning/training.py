"""Training runs: several threads teach one net by self-play, with progress, checkpoints and a seed."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from siam.engine.core.bits import float32, random_state
from siam.engine.core.codec import ground_of
from siam.engine.evaluation.features import INPUTS
from siam.engine.evaluation.net import Net, new_net
from siam.engine.evaluation.shipped import load_net
from siam.engine.learning.endings import STUDY, Study, new_room, study_endings
from siam.engine.learning.self_play import new_lessons, teach
from siam.engine.search.candidates import new_candidates
from siam.engine.search.workspace import new_desk
from siam.rules import BOOK, load_board

_BATCH = 10
_ROOM = 200_000
_CANDIDATES = 16


@dataclass(frozen=True, slots=True)
class Lesson:
    """The terms of a training run. One thread repeats exactly; several learn into one net side by side."""

    players: int
    games: int
    units: int = 128
    seed: int = 1
    threads: int = 1
    first_rate: float = 0.004
    last_rate: float = 0.0002
    trace: float = 0.95
    """The lambda of TD(lambda); with 0.7 the outcome hardly reaches the openings of long games."""
    drawn_per_mille: int = 50
    scattered_per_mille: int = 600
    """How many games begin after random moves."""
    boards: int = 4
    beam: int = 2
    repeats: int = 2
    """How many earlier afterstates are learned again for each new one."""
    endings: int = 0
    """How many endings are studied for every ten games."""
    study: Study = STUDY


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run has come; the error is between evaluation and target."""

    seconds: float
    games: int
    error: float


def train(lesson: Lesson, start: Path | None, report: Callable[[Progress, Net], None]) -> Net:
    """Teach a net, from scratch or from given weights, and report now and then."""
    net = load_net(start) if start else new_net(INPUTS, lesson.units, 3 if lesson.players == 3 else 1, lesson.seed)
    ground = ground_of(lesson.players, load_board("siam"), BOOK)
    done = [0] * lesson.threads
    errors = [0.0] * lesson.threads

    def work(number: int) -> None:
        desk, candidates = new_desk(net.bias.size, number + 1), new_candidates(_CANDIDATES)
        lessons, random = new_lessons(_ROOM), random_state(lesson.seed * 1000 + number)
        studied, room = new_lessons(_ROOM), new_room(lesson.study)
        endings = new_candidates(lesson.study.moves)
        share = lesson.games // lesson.threads
        while done[number] < share:
            rate = lesson.first_rate * (lesson.last_rate / lesson.first_rate) ** (done[number] / share)
            errors[number] = teach(
                *(ground, net, desk, candidates, lessons, random, _BATCH, lesson.boards, lesson.beam),
                drawn_per_mille=lesson.drawn_per_mille,
                scattered_per_mille=lesson.scattered_per_mille,
                trace=float32(lesson.trace),
                rate=float32(rate),
                repeats=lesson.repeats,
            )
            if lesson.endings:
                errors[number] = study_endings(
                    *(ground, net, desk, endings, studied, room, random, lesson.study, lesson.endings),
                    rate=float32(rate),
                )
            done[number] += _BATCH

    begun = time.monotonic()
    workers = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(lesson.threads)]
    for worker in workers:
        worker.start()
    while any(worker.is_alive() for worker in workers):
        workers[0].join(timeout=10.0)
        report(Progress(time.monotonic() - begun, sum(done), float(np.sqrt(np.mean(errors)))), net)
    return net
