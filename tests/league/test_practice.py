"""Practice among players of many manners."""

import numpy as np
import pytest

from siam.engine.core.bits import random_state
from siam.engine.core.codec import encode, ground_of
from siam.engine.core.layout import CARDS
from siam.engine.evaluation.features import INPUTS
from siam.engine.evaluation.net import Net, new_net
from siam.engine.learning.self_play import new_lessons
from siam.engine.search.candidates import new_candidates
from siam.engine.search.moves import score_moves
from siam.engine.search.workspace import new_desk
from siam.league.contests import new_contestant
from siam.league.courses import Course, follow
from siam.league.matches import Match, play_match
from siam.league.practice import MANNERS, TERMS, Pupil, practise_game, zealous_choice
from siam.rules import BOOK, deal, load_board

UNITS = 16


def taught(course: Course, rivals: tuple[Net, ...] = ()) -> Net:
    return follow(course, None, rivals, lambda progress, net: None)


@pytest.mark.parametrize(("zeal", "played"), [(50.0, 1), (-50.0, 0)])
def test_who_likes_cards_plays_one_and_who_dislikes_them_passes(zeal: float, played: int) -> None:
    position = deal(3, 1)
    state, ground = encode(position), ground_of(3, position.board, BOOK)
    candidates = new_candidates(16)
    count = score_moves(ground, state, new_net(INPUTS, UNITS, 3, 1), new_desk(UNITS), candidates, 16, 4, 2)
    choice = zealous_choice(candidates, count, zeal)
    assert state[CARDS] - candidates.states[choice, CARDS] == played


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_lesson_is_a_chance_of_each_camp(players: int) -> None:
    net = new_net(INPUTS, UNITS, 3 if players == 3 else 1, 1)
    pupil = Pupil(net, new_desk(UNITS), new_candidates(16))
    lessons, ground = new_lessons(2000), ground_of(players, load_board("siam"), BOOK)
    written = sum(practise_game(ground, pupil, pupil, lessons, random_state(seed), MANNERS, TERMS) for seed in range(8))
    targets = lessons.targets[:written, : 3 if players == 3 else 1]
    assert written > 100
    assert targets.min() >= 0.0
    assert targets.max() <= 1.0
    if players == 3:
        assert targets.sum(axis=1) == pytest.approx(np.ones(written), abs=1e-4)


def test_a_course_of_one_thread_repeats_exactly() -> None:
    course = Course(players=3, games=40, units=UNITS)
    first, second = taught(course), taught(course)
    other = taught(Course(players=3, games=40, units=UNITS, seed=2))
    assert np.array_equal(first.inputs, second.inputs)
    assert not np.array_equal(first.inputs, other.inputs)


def test_a_rival_takes_part_and_does_not_learn() -> None:
    rival = new_net(INPUTS, UNITS, 3, 9)
    before = rival.inputs.copy()
    manners = MANNERS._replace(rival_per_mille=500)
    alone = taught(Course(players=3, games=40, units=UNITS))
    beside = taught(Course(players=3, games=40, units=UNITS, manners=manners), (rival,))
    assert np.array_equal(rival.inputs, before)
    assert not np.array_equal(alone.inputs, beside.inputs)


def test_who_has_practised_beats_who_has_not() -> None:
    pupil = taught(Course(players=2, games=1500, units=UNITS))
    found = play_match(
        Match(players=2, deals=30, seed=1), new_contestant(pupil, 1), new_contestant(new_net(INPUTS, UNITS, 1, 5), 1)
    )
    assert np.mean(found.shares["even"]) > 0.75
