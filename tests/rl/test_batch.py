"""Thousands of games at once."""

import numpy as np
import pytest

from siam.rl import observation
from siam.rl.batch import BatchSimulator, IllegalActionError
from siam.rl.table import Table
from siam.rules import Options, deal


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_game_goes_as_it_would_alone(players: int) -> None:
    batch = BatchSimulator(12, players)
    shown = batch.reset(seed=3)
    tables = [Table(batch.position(game)) for game in range(12)]
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
                tables[game] = Table(batch.position(game))
            else:
                assert not shown.rewards[game].any()
    assert finished >= 12


def test_threads_change_nothing() -> None:
    alone, together = BatchSimulator(50, 3), BatchSimulator(50, 3, threads=2)
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
    assert np.array_equal(batch.reset(seed=1).observations, first)
    assert len({batch.position(game) for game in range(5)}) == 5


def test_an_illegal_action_is_named() -> None:
    batch = BatchSimulator(3, 2)
    batch.reset()
    with pytest.raises(IllegalActionError, match="action 39 is not legal in game 0"):
        batch.step(np.array([39, 0, 0]))
    with pytest.raises(IllegalActionError, match="3 actions are needed"):
        batch.step(np.array([0]))


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
    table = Table(position)
    shown = batch.step(np.array([0, 0]))
    table.step(0)
    assert np.array_equal(shown.observations[1], table.observe(table.seat))
    assert shown.observations.shape[1] == observation.SIZE


def test_states_can_be_copied_from_one_simulator_to_another() -> None:
    here, there = BatchSimulator(6, 2), BatchSimulator(6, 2)
    shown = here.reset(seed=2)
    for _ in range(30):
        shown = here.step(here.sample())
    copied = there.load(here.states)
    assert np.array_equal(copied.observations, shown.observations)
    assert np.array_equal(copied.masks, shown.masks)
    assert np.array_equal(there.legal, here.legal)
