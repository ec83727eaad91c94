"""Learning: games teach the evaluation, and endings are studied by search."""

import numpy as np
import pytest

from siam.engine.core.bits import float32, random_state
from siam.engine.core.codec import ground_of
from siam.engine.evaluation.features import INPUTS
from siam.engine.evaluation.net import Net, new_net
from siam.engine.learning.endings import new_space, study_endings
from siam.engine.learning.plans import STUDY, Study, TrainingPlan
from siam.engine.learning.replay import new_buffer
from siam.engine.learning.self_play import new_learner
from siam.engine.learning.training import train
from siam.rules import BOOK, load_board

UNITS = 16


def studied(players: int, study: Study, endings: int) -> tuple[list[float], np.ndarray]:
    """Let an untrained net study; gives the error of each twentieth part, and what was to be learned."""
    net = new_net(INPUTS, UNITS, 3 if players == 3 else 1, 1)
    ground = ground_of(players, load_board("siam"), BOOK)
    learner, buffer = new_learner(net, 0, 16), new_buffer(20_000)
    space, random = new_space(study), random_state(1)
    errors = [
        study_endings(ground, learner, buffer, space, random, study, endings // 20, float32(0.01)) for _ in range(20)
    ]
    return errors, buffer.targets[: int(buffer.filled[0])]


def test_what_can_be_proven_is_learned_as_it_is() -> None:
    errors, targets = studied(2, STUDY._replace(first_cards=3, proofs=1_000_000), 300)
    assert len(targets) > 200
    assert set(np.unique(targets[:, 0])) <= {0.0, 0.5, 1.0}
    assert np.mean(errors[10:]) < np.mean(errors[:10])


@pytest.mark.parametrize("players", [3, 4])
def test_longer_endings_learn_what_the_tree_says(players: int) -> None:
    _, targets = studied(players, STUDY._replace(nodes=4), 40)
    assert len(targets) > 80
    assert targets.min() >= 0.0
    assert targets.max() <= 1.0
    if players == 3:
        assert targets.sum(axis=1) == pytest.approx(np.ones(len(targets)), abs=1e-4)
    assert len(np.unique(targets[:, 0])) > 20


def same(one: Net, other: Net) -> bool:
    return all(np.array_equal(left, right) for left, right in zip(one, other, strict=True))


def test_one_thread_repeats_exactly_and_the_endings_matter() -> None:
    plan = TrainingPlan(2, games=20, units=UNITS, endings=3)
    once, again = (train(plan, None, lambda progress, net: None) for _ in range(2))
    without = train(TrainingPlan(2, games=20, units=UNITS), None, lambda progress, net: None)
    assert same(once, again)
    assert not same(once, without)
