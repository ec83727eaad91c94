"""One seat against chosen agents."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from siam.rl.gym_env import ID, SiamEnv
from tests.arena.agents import Short


def test_gymnasium_finds_nothing_to_complain_about() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(gymnasium.make(ID, players=2).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_episode_is_a_game_to_its_end(players: int) -> None:
    env = SiamEnv(players, opponents="random")
    random = np.random.default_rng(1)
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        is_over, reward = False, 0.0
        while not is_over:
            assert observation in env.observation_space
            mask = env.action_masks()
            assert np.array_equal(mask, info["action_mask"])
            observation, reward, is_over, _, info = env.step(int(random.choice(np.flatnonzero(mask))))
        assert reward in (-1.0, -0.5, 0.5, 1.0, 2.0)
    env.close()


def test_the_same_seed_gives_the_same_episode() -> None:
    first, second = SiamEnv(3), SiamEnv(3)
    assert np.array_equal(first.reset(seed=6)[0], second.reset(seed=6)[0])
    assert first.table.position() == second.table.position()


def test_opponents_may_be_objects_and_the_seat_may_be_chosen() -> None:
    env = SiamEnv(3, opponents=[Short(), "random"], seat=2)
    assert env.reset(seed=1)[1]["seat"] == 2
    with pytest.raises(ValueError, match="2 opponents"):
        SiamEnv(3, opponents=["random"])


def test_an_illegal_action_ends_the_game() -> None:
    env = SiamEnv()
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(39)
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)


def test_it_can_be_drawn() -> None:
    env = SiamEnv(render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().shape[2] == 3
