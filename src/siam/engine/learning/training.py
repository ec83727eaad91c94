"""Training runs: one net is taught by self-play and by endings that are studied."""

from collections.abc import Callable
from pathlib import Path

from siam.engine.core.bits import float32, random_state
from siam.engine.core.codec import ground_of
from siam.engine.evaluation.features import INPUTS
from siam.engine.evaluation.net import Net, new_net
from siam.engine.evaluation.shipped import load_net
from siam.engine.learning.endings import new_space, study_endings
from siam.engine.learning.plans import TrainingPlan
from siam.engine.learning.replay import new_buffer
from siam.engine.learning.runs import Learn, Progress, run_threads
from siam.engine.learning.self_play import new_learner, teach
from siam.engine.search.candidates import new_candidates
from siam.rules import BOOK, load_board

_BATCH = 10
_BUFFER = 200_000
_CANDIDATES = 16


def train(plan: TrainingPlan, start: Path | None, report: Callable[[Progress, Net], None]) -> Net:
    """Teach a net, from scratch or from given weights, and report now and then."""
    net = load_net(start) if start else new_net(INPUTS, plan.units, 3 if plan.players == 3 else 1, plan.seed)
    ground = ground_of(plan.players, load_board("siam"), BOOK)

    def begin(number: int) -> Learn:
        learner = new_learner(net, number, _CANDIDATES)
        student = learner._replace(candidates=new_candidates(plan.study.moves))
        buffer, random = new_buffer(_BUFFER), random_state(plan.seed * 1000 + number)
        studied, space = new_buffer(_BUFFER), new_space(plan.study)

        def learn(rate: float, done: int) -> float:
            error = teach(ground, learner, buffer, random, plan.self_play, _BATCH, rate=float32(rate))
            if plan.endings:
                error = study_endings(
                    *(ground, student, studied, space, random, plan.study, plan.endings), rate=float32(rate)
                )
            return error

        return learn

    run_threads(plan, _BATCH, begin, lambda progress: report(progress, net))
    return net
