"""Many games for one learner: masks and resets are right, and everything repeats."""

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from numpy.typing import NDArray

from siam.rl.batch import IllegalActionError
from siam.rl.gym_env import SiamEnv
from siam.rl.vector_env import SiamVectorEnv
from siam.rules import SiamError

GAMES = 24


def drawn(masks: NDArray[np.int8], random: np.random.Generator) -> NDArray[np.int64]:
    return np.array([random.choice(np.flatnonzero(mask)) for mask in masks])


def course(players: int, steps: int, seed: int) -> list[tuple[bytes, bytes, bytes]]:
    envs, random = SiamVectorEnv(GAMES, players), np.random.default_rng(seed)
    observations, infos = envs.reset(seed=seed)
    seen = []
    for _ in range(steps):
        observations, rewards, ended, _, infos = envs.step(drawn(infos["action_mask"], random))
        seen.append((observations.tobytes(), rewards.tobytes(), ended.tobytes()))
    envs.close()
    return seen


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_mask_belongs_to_a_running_game_on_the_learners_turn(players: int) -> None:
    envs, random = SiamVectorEnv(GAMES, players), np.random.default_rng(1)
    observations, infos = envs.reset(seed=1)
    episodes = 0
    for _ in range(150):
        assert envs.observation_space.contains(observations)
        assert infos["action_mask"].any(axis=1).all()
        assert np.array_equal(envs.action_masks(), infos["action_mask"].astype(bool))
        shown = envs._simulator.load(envs._simulator.states)
        assert np.array_equal(shown.seats, infos["seat"])
        observations, rewards, ended, truncated, infos = envs.step(drawn(infos["action_mask"], random))
        assert not truncated.any()
        assert not rewards[~ended].any()
        if ended.any():
            assert np.array_equal(infos["_final_obs"], ended)
            assert infos["final_obs"][ended].any(axis=1).all()
        episodes += int(ended.sum())
    assert episodes > GAMES
    envs.close()


def test_winning_and_losing_are_told_to_the_learner() -> None:
    envs, random = SiamVectorEnv(GAMES, 2), np.random.default_rng(2)
    _, infos = envs.reset(seed=2)
    won = []
    for _ in range(300):
        _, rewards, ended, _, infos = envs.step(drawn(infos["action_mask"], random))
        won += rewards[ended].tolist()
    assert set(won) <= {-1.0, 1.0}
    assert 0.35 < np.mean(np.array(won) > 0) < 0.65  # both play the same way
    envs.close()


def test_the_same_seed_gives_the_same_course() -> None:
    assert course(3, 60, seed=5) == course(3, 60, seed=5)
    assert course(3, 60, seed=5) != course(3, 60, seed=6)


def test_a_policy_plays_the_other_seats() -> None:
    asked = []

    def passes(observations: NDArray[np.int8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        asked.append(len(observations))
        assert observations.shape[0] == masks.shape[0]
        return np.zeros(len(observations), np.int64)

    envs = SiamVectorEnv(GAMES, 2, opponents=passes, seat=0)
    envs.reset(seed=1)
    over = np.zeros(GAMES, bool)
    for _ in range(8):
        over |= envs.step(np.zeros(GAMES, int))[2]
    assert asked
    assert over.all()  # everybody passed eight times, or four provinces became British before
    envs.close()


def test_what_is_not_legal_is_refused() -> None:
    envs = SiamVectorEnv(GAMES, 2)
    envs.reset(seed=1)
    with pytest.raises(IllegalActionError):
        envs.step(np.full(GAMES, 39))
    with pytest.raises(IllegalActionError):
        envs.step(np.zeros(3, int))
    with pytest.raises(SiamError, match="opponents are 'random' or a policy"):
        SiamVectorEnv(2, opponents="greedy")
    with pytest.raises(SiamError, match="no seat 2"):
        SiamVectorEnv(2, seat=2)


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_a_loop_that_draws_from_the_mask_lives_through_resets(mode: AutoresetMode) -> None:
    envs, random = SyncVectorEnv([SiamEnv] * 3, autoreset_mode=mode), np.random.default_rng(1)
    _, infos = envs.reset(seed=1)
    episodes = 0
    for _ in range(200):
        _, _, ended, _, infos = envs.step(drawn(infos["action_mask"], random))
        episodes += int(ended.sum())
    assert episodes > 3
    envs.close()
