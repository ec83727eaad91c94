"""Practice runs: several threads teach one net among players of many manners, with progress and a seed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from siam.engine.core.bits import float32, random_state
from siam.engine.core.codec import ground_of
from siam.engine.evaluation.features import INPUTS
from siam.engine.evaluation.net import Net, new_net
from siam.engine.learning.replay import new_buffer
from siam.engine.learning.runs import Learn, Progress, run_threads
from siam.engine.learning.self_play import new_learner
from siam.league.practice import MANNERS, TERMS, Manners, Pupil, Terms, practise
from siam.league.studies import new_tower
from siam.rules import BOOK, load_board

_BATCH = 20
_BUFFER = 150_000
_CANDIDATES = 16
_REMEMBERED = 0.1
"""The part of a run over which weights are averaged."""


@dataclass(frozen=True, slots=True)
class PracticePlan:
    """The terms of a practice run. One thread repeats exactly; several learn into one net side by side."""

    players: int = 3
    games: int = 50_000
    units: int = 64
    seed: int = 1
    threads: int = 1
    first_rate: float = 0.006
    last_rate: float = 0.0003
    manners: Manners = MANNERS
    terms: Terms = TERMS
    nodes: int = 24
    """How many leaves a tree has where a turn is thought about."""


def train_among(
    plan: PracticePlan, start: Net | None, rivals: Sequence[Net], report: Callable[[Progress, Net], None]
) -> Net:
    """Teach a net, from scratch or from given weights, beside rivals that do not learn, and report now and then.

    What is reported and returned is the running mean of the weights over the latest tenth of the games: single lessons
    push them about, and the mean plays better than any stage of them.
    """
    blank = new_net(INPUTS, plan.units, 3 if plan.players == 3 else 1, plan.seed)
    net = widened(start, blank) if start else blank
    mean = Net(*(part.copy() for part in net))
    ground = ground_of(plan.players, load_board("siam"), BOOK)

    def begin(number: int) -> Learn:
        pupil = Pupil(new_learner(net, number, _CANDIDATES), new_tower(plan.nodes, net.output_bias.size))
        others = [new_learner(rival, number, _CANDIDATES) for rival in rivals] or [pupil.learner]
        buffer, random = new_buffer(_BUFFER), random_state(plan.seed * 1000 + number)

        def learn(rate: float, done: int) -> float:
            rival = others[(done // _BATCH + number) % len(others)]
            error = practise(
                *(ground, pupil, rival, buffer, random, plan.manners, plan.terms, _BATCH), rate=float32(rate)
            )
            if number == 0:
                _draw_near(mean, net, _BATCH / (_REMEMBERED * (done + _BATCH)))
            return error

        return learn

    run_threads(plan, _BATCH, begin, lambda progress: report(progress, mean))
    return mean


def widened(net: Net, blank: Net) -> Net:
    """Return a net with the further hidden units of an untrained one, which do not count until something is learned."""
    known = net.bias.size
    return Net(
        np.hstack([net.inputs, blank.inputs[:, known:]]),
        np.concatenate([net.bias, blank.bias[known:]]),
        np.hstack([net.outputs, np.zeros_like(blank.outputs[:, known:])]),
        net.output_bias.copy(),
    )


def _draw_near(mean: Net, net: Net, weight: float) -> None:
    """Move a running mean of weights towards the latest ones."""
    for average, latest in zip(mean, net, strict=True):
        average += np.float32(min(weight, 1.0)) * (latest - average)
