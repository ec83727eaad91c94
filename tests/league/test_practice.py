"""Practice among players of many manners."""

import numpy as np
import pytest

from siam.engine.core.bits import random_state
from siam.engine.core.codec import encode, ground_of
from siam.engine.core.layout import CARDS
from siam.engine.evaluation.features import INPUTS
from siam.engine.evaluation.net import Net, new_net
from siam.engine.evaluation.quantized import quantized
from siam.engine.learning.replay import new_buffer
from siam.engine.learning.self_play import new_learner, note_chances
from siam.engine.search.candidates import new_candidates
from siam.engine.search.moves import score_moves
from siam.engine.search.tree import node_worth
from siam.engine.search.workspace import new_desk
from siam.league.contests import new_contestant
from siam.league.matches import Match, play_match
from siam.league.practice import MANNERS, TERMS, Pupil, Terms, grudging_choice, practise_game, zealous_choice
from siam.league.runs import PracticePlan, train_among, widened
from siam.league.studies import learn_from_tree, look_ahead, new_tower
from siam.rules import BOOK, deal, load_board

UNITS = 16


def taught(plan: PracticePlan, rivals: tuple[Net, ...] = ()) -> Net:
    return train_among(plan, None, rivals, lambda progress, net: None)


@pytest.mark.parametrize(("zeal", "played"), [(50.0, 1), (-50.0, 0)])
def test_who_likes_cards_plays_one_and_who_dislikes_them_passes(zeal: float, played: int) -> None:
    position = deal(3, 1)
    state, ground = encode(position), ground_of(3, position.board, BOOK)
    candidates = new_candidates(16)
    count = score_moves(ground, state, quantized(new_net(INPUTS, UNITS, 3, 1)), new_desk(UNITS), candidates, 16, 4, 2)
    choice = zealous_choice(candidates, count, zeal)
    assert state[CARDS] - candidates.states[choice, CARDS] == played


@pytest.mark.parametrize("terms", [TERMS, TERMS._replace(studied_per_mille=200)], ids=["plain", "studied"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_lesson_is_a_chance_of_each_camp(players: int, terms: Terms) -> None:
    net = new_net(INPUTS, UNITS, 3 if players == 3 else 1, 1)
    pupil = Pupil(new_learner(net, 0, 16), new_tower(6, players))
    buffer, ground = new_buffer(2000), ground_of(players, load_board("siam"), BOOK)
    manners = MANNERS._replace(grudge_per_mille=300)
    written = sum(
        practise_game(ground, pupil, pupil.learner, buffer, random_state(seed), manners, terms) for seed in range(8)
    )
    targets = buffer.targets[:written, : 3 if players == 3 else 1]
    assert written > 100
    assert targets.min() >= 0.0
    assert targets.max() <= 1.0
    if players == 3:
        assert targets.sum(axis=1) == pytest.approx(np.ones(written), abs=1e-4)


def test_a_tree_teaches_what_it_saw_below_the_position_too() -> None:
    net = new_net(INPUTS, UNITS, 1, 1)
    position = deal(2, 5)
    ground, buffer, tower = ground_of(2, position.board, BOOK), new_buffer(500), new_tower(40, 2)
    chances = np.zeros(4, np.float32)
    choice = look_ahead(ground, encode(position), quantized(net), new_desk(UNITS), tower, chances)
    written = learn_from_tree(ground, tower, buffer)
    assert chances[0] + chances[1] == pytest.approx(1.0, abs=1e-5)
    assert chances[0] == pytest.approx(node_worth(tower.tree, choice, 0), abs=1e-5)
    assert 0 < written < 40
    assert buffer.slots[:written].any(axis=1).all()
    assert np.all((buffer.targets[:written, 0] > 0) & (buffer.targets[:written, 0] < 1))


def test_who_holds_a_grudge_leaves_that_other_no_better_off() -> None:
    net = new_net(INPUTS, UNITS, 3, 1)
    learner = new_learner(net, 0, 16)
    worse_off = 0
    for seed in range(12):
        position = deal(3, seed)
        ground, chances = ground_of(3, position.board, BOOK), np.zeros((2, 4), np.float32)
        count = score_moves(ground, encode(position), learner.evaluation, learner.desk, learner.candidates, 16, 4, 2)
        for row, grudge in enumerate((0.0, 5.0)):
            choice = grudging_choice(ground, learner, count, 0, 2, grudge)
            note_chances(ground, learner.candidates.states[choice], net, learner.desk, chances[row])
        assert chances[1, 2] <= chances[0, 2]
        worse_off += bool(chances[1, 2] < chances[0, 2])
    assert worse_off > 0


def test_a_run_of_one_thread_repeats_exactly() -> None:
    plan = PracticePlan(players=3, games=40, units=UNITS)
    first, second = taught(plan), taught(plan)
    other = taught(PracticePlan(players=3, games=40, units=UNITS, seed=2))
    assert np.array_equal(first.inputs, second.inputs)
    assert not np.array_equal(first.inputs, other.inputs)


def test_a_rival_takes_part_and_does_not_learn() -> None:
    rival = new_net(INPUTS, UNITS, 3, 9)
    before = rival.inputs.copy()
    manners = MANNERS._replace(rival_per_mille=500)
    alone = taught(PracticePlan(players=3, games=40, units=UNITS))
    beside = taught(PracticePlan(players=3, games=40, units=UNITS, manners=manners), (rival,))
    assert np.array_equal(rival.inputs, before)
    assert not np.array_equal(alone.inputs, beside.inputs)


def test_a_net_that_is_widened_plays_as_before_and_learns_with_all_its_units() -> None:
    net = new_net(INPUTS, UNITS, 3, 1)
    wider = widened(net, new_net(INPUTS, 2 * UNITS, 3, 2))
    found = play_match(Match(3, deals=2, seed=1), new_contestant(wider, 1), new_contestant(net, 1))
    assert wider.bias.size == 2 * UNITS
    assert np.mean(found.shares["alone against two"]) == pytest.approx(1 / 3)
    learned = train_among(PracticePlan(players=3, games=40, units=2 * UNITS), net, (), lambda progress, net: None)
    assert np.count_nonzero(learned.outputs[:, UNITS:]) == 3 * UNITS
    assert widened(net, new_net(INPUTS, 8, 3, 2)).inputs.shape == net.inputs.shape


def test_who_has_practised_beats_who_has_not() -> None:
    pupil = taught(PracticePlan(players=2, games=1500, units=UNITS))
    found = play_match(
        Match(players=2, deals=30, seed=1), new_contestant(pupil, 1), new_contestant(new_net(INPUTS, UNITS, 1, 5), 1)
    )
    assert np.mean(found.shares["even"]) > 0.75
