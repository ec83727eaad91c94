"""PettingZoo's own tests, and what they do not ask."""

import pickle
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from siam.notation import format_position
from siam.rl import siam_parallel_v0, siam_v0
from siam.rules import deal


@pytest.fixture(autouse=True)
def _quiet() -> Any:
    """Mute PettingZoo's advice against observations with a mask beside them: its own board games have them too."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_api_test_passes(players: int) -> None:
    api_test(siam_v0.env(players=players), num_cycles=200)


def test_the_api_test_passes_with_options_on_another_map() -> None:
    api_test(siam_v0.env(board="albion", options="capital_last=on colony_loses=on"), num_cycles=100)


def test_the_seed_test_passes() -> None:
    seed_test(lambda: siam_v0.env(players=3), num_cycles=60)


def test_the_render_test_passes() -> None:
    render_test(lambda render_mode: siam_v0.env(render_mode=render_mode))


def test_the_max_cycles_test_passes_on_the_parallel_form() -> None:
    max_cycles_test(siam_parallel_v0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_parallel_api_test_passes(players: int) -> None:
    parallel_api_test(siam_parallel_v0.parallel_env(players=players), num_cycles=300)


def test_the_parallel_form_is_an_aec_environment_too() -> None:
    api_test(siam_parallel_v0.env(), num_cycles=50)


def test_the_turn_based_wrapper_plays_a_game() -> None:
    parallel = turn_based_aec_to_parallel(siam_v0.raw_env(players=3))
    observations, _ = parallel.reset(seed=5)
    rewards: dict[str, float] = {}
    while parallel.agents:
        mover = parallel.aec_env.agent_selection
        mask = observations[mover]["action_mask"]
        actions = dict.fromkeys(parallel.agents, 0)
        actions[mover] = int(np.flatnonzero(mask)[-1])
        observations, rewards, _, _, _ = parallel.step(actions)
    assert sum(rewards.values()) == 0
    assert any(rewards.values())


def test_the_same_seed_deals_the_same_game_as_everywhere() -> None:
    env = siam_v0.raw_env(players=4)
    env.reset(seed=12)
    assert env.table.position() == deal(4, 12)


def test_a_game_can_begin_anywhere() -> None:
    position = deal(2, 99)
    env = siam_v0.raw_env()
    env.reset(options={"position": format_position(position)})
    assert env.table.position() == position


def test_the_mask_stands_in_the_observation_and_in_the_info() -> None:
    env = siam_v0.env()
    env.reset(seed=1)
    observation, _, _, _, info = env.last()
    assert np.array_equal(observation["action_mask"], info["action_mask"])
    assert observation["action_mask"].sum() == 8


def test_an_illegal_action_loses_and_raw_it_is_an_error() -> None:
    env = siam_v0.env()
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(39)
    assert env.terminations[loser]
    assert env.rewards[loser] == -1
    raw = siam_v0.raw_env()
    raw.reset(seed=1)
    with pytest.raises(ValueError, match="not legal"):
        raw.step(39)


def test_the_environment_can_be_pickled() -> None:
    env = pickle.loads(pickle.dumps(siam_v0.raw_env(players=3, board="albion")))
    env.reset(seed=2)
    assert len(env.agents) == 3
    assert env.table.board.name == "albion"


def test_the_drawings_show_the_game() -> None:
    text = siam_v0.env(players=4, render_mode="ansi")
    text.reset(seed=1)
    text.step(2)
    assert "player_3" in text.render()
    assert "so far T" in text.render()
    picture = siam_v0.env(render_mode="rgb_array")
    picture.reset(seed=1)
    before = picture.render()
    assert before.dtype == np.uint8
    assert before.ndim == 3
    while not any(picture.terminations.values()):
        picture.step(0)
    assert not np.array_equal(picture.render(), before)
