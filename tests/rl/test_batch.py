"""Thousands of games at once."""

from typing import Any

import numpy as np
import pytest

from siam.rl import observation
from siam.rl.batch import BatchSimulator, IllegalActionError
from siam.rl.stepped_game import SteppedGame
from siam.rules import Options, SiamError, deal


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_game_goes_as_it_would_alone(players: int) -> None:
    batch = BatchSimulator(12, players)
    shown = batch.reset(seed=3)
    tables = [SteppedGame(batch.position(game)) for game in range(12)]
    finished = 0
    for _ in range(260):
        for game, table in enumerate(tables):
            assert shown.seats[game] == table.seat
            assert np.array_equal(shown.masks[game], table.mask)
            assert np.array_equal(shown.observations[game], table.observe(table.seat))
        actions = batch.sample().copy()
        shown = batch.step(actions)
        for game, table in enumerate(tables):
            table.step(int(actions[game]))
            assert shown.dones[game] == table.is_over
            if table.is_over:
                finished += 1
                assert shown.rewards[game].tolist() == table.rewards()
                tables[game] = SteppedGame(batch.position(game))
            else:
                assert not shown.rewards[game].any()
    assert finished >= 12


def test_threads_change_nothing() -> None:
    alone, together = BatchSimulator(1500, 3, threads=1), BatchSimulator(1500, 3, threads=3)
    alone.reset(seed=9)
    together.reset(seed=9)
    for _ in range(150):
        a, b = alone.step(alone.sample()), together.step(together.sample())
        assert np.array_equal(a.observations, b.observations)
        assert np.array_equal(a.rewards, b.rewards)
    together.close()


def test_the_same_seed_deals_the_same_games() -> None:
    batch = BatchSimulator(5, 2)
    first = batch.reset(seed=1).observations.copy()
    assert not np.array_equal(batch.reset(seed=2).observations, first)
    assert np.array_equal(batch.reset(seed=np.int64(1)).observations, first)
    assert len({batch.position(game) for game in range(5)}) == 5


def test_deals_without_a_seed_go_on_after_the_last_one() -> None:
    here, there = BatchSimulator(5, 2), BatchSimulator(5, 2)
    assert not np.array_equal(here.states, there.states)
    dealt = [[batch.reset(seed).observations.copy() for seed in (3, None, None)] for batch in (here, there)]
    assert np.array_equal(dealt[0], dealt[1])
    assert not np.array_equal(dealt[0][1], dealt[0][2])


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_a_seed_that_is_too_small_or_too_large_is_refused(seed: int) -> None:
    with pytest.raises(SiamError, match="a seed is a whole number from 0 to"):
        BatchSimulator(2).reset(seed)


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"players": 5}, "two, three or four can play, not 5"),
        ({"games": 0}, "there is no batch of 0 games"),
        ({"threads": 0}, "there is no batch of 2 games on 0 threads"),
        ({"board": "nowhere"}, "there is no map 'nowhere'"),
    ],
)
def test_what_no_batch_has_is_refused_at_once(given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(SiamError, match=complaint):
        BatchSimulator(**{"games": 2, **given})


def test_options_may_be_written_as_text() -> None:
    batch = BatchSimulator(2, options="capital_last=on")
    assert batch.position(0).options == Options(capital_last=True)


def test_an_illegal_action_is_named_and_nothing_is_played() -> None:
    batch = BatchSimulator(3, 2)
    batch.reset()
    before = batch.states.copy()
    with pytest.raises(IllegalActionError, match="action 39 is not legal in game 1"):
        batch.step(np.array([0, 39, 40]))
    assert np.array_equal(batch.states, before)
    with pytest.raises(IllegalActionError, match="3 actions are needed"):
        batch.step(np.array([0]))


def test_an_action_is_a_whole_number() -> None:
    batch = BatchSimulator(2)
    with pytest.raises(IllegalActionError, match="actions are whole numbers, not float64"):
        batch.step(np.array([0.0, 0.9]))
    assert batch.step([0, 0]).seats.shape == (2,)


def test_a_position_is_refused_while_a_move_is_being_made() -> None:
    batch = BatchSimulator(2)
    batch.step([0, 2])
    assert batch.position(0).passes == 1
    with pytest.raises(SiamError, match="a move has been begun in game 1"):
        batch.position(1)


def test_without_auto_reset_a_finished_game_waits() -> None:
    batch = BatchSimulator(4, 2, auto_reset=False, observations=False)
    batch.reset(seed=4)
    for _ in range(400):
        shown = batch.step(batch.sample())
    assert shown.dones.all()
    assert not shown.masks.any()
    assert shown.observations.shape == (4, 0)


def test_a_position_can_be_put_into_a_game() -> None:
    options = Options(capital_last=True)
    batch = BatchSimulator(2, 3, options=options)
    batch.reset()
    position = deal(3, 77, options=options)
    batch.set_position(1, position)
    assert batch.position(1) == position
    table = SteppedGame(position)
    shown = batch.step(np.array([0, 0]))
    table.step(0)
    assert np.array_equal(shown.observations[1], table.observe(table.seat))
    assert shown.observations.shape[1] == observation.SIZE


@pytest.mark.parametrize("auto_reset", [True, False])
def test_what_is_loaded_has_just_begun_or_is_over(*, auto_reset: bool) -> None:
    batch = BatchSimulator(8, 2, auto_reset=auto_reset)
    opening = batch.reset(seed=3) and batch.states.copy()
    while not (shown := batch.step(batch.sample())).dones.any():
        pass
    ended = batch.states.copy()
    shown = batch.load(opening)
    assert not shown.dones.any()
    assert not shown.rewards.any()
    assert batch.load(ended).dones.any() != auto_reset


def test_states_can_be_copied_from_one_simulator_to_another() -> None:
    here, there = BatchSimulator(6, 2), BatchSimulator(6, 2)
    shown = here.reset(seed=2)
    for _ in range(30):
        shown = here.step(here.sample())
    copied = there.load(here.states)
    assert np.array_equal(copied.observations, shown.observations)
    assert np.array_equal(copied.masks, shown.masks)
    assert np.array_equal(there.legal, here.legal)
