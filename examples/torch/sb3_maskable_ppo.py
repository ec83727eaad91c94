"""MaskablePPO of sb3-contrib on many games at once, against random steps.

    python examples/torch/sb3_maskable_ppo.py --steps 200000

Stable-Baselines3 has a vector interface of its own, so the vector environment of Gymnasium is put into it here: resets
within the step, the last observation of a finished game, and the masks that the learner asks for.
"""

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv, VecMonitor

from siam.rl.vector_env import SiamVectorEnv


class SiamVecEnv(VecEnv):
    """The vector environment, as Stable-Baselines3 wants it."""

    def __init__(self, games: int, players: int, seed: int) -> None:
        self._envs = SiamVectorEnv(games, players)
        self._seed_once: int | None = seed
        self._actions = np.zeros(games, np.int64)
        super().__init__(games, self._envs.single_observation_space, self._envs.single_action_space)

    def reset(self) -> np.ndarray:
        """Deal every game anew."""
        seen, infos = self._envs.reset(seed=self._seed_once)
        self._seed_once, self._masks = None, infos["action_mask"].astype(bool)
        return seen

    def step_async(self, actions: np.ndarray) -> None:
        """Note what is to be done."""
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Do it."""
        seen, rewards, done, _, infos = self._envs.step(self._actions)
        self._masks = infos["action_mask"].astype(bool)
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for game in np.flatnonzero(done):
            told[game] = {"terminal_observation": infos["final_obs"][game], "TimeLimit.truncated": False}
        return seen, rewards, done, told

    def env_method(self, method_name: str, *_args: Any, indices: Any = None, **_kwargs: Any) -> list[Any]:
        """Return the masks, which is all that is asked for."""
        if method_name != "action_masks":
            raise AttributeError(method_name)
        return list(self._masks)

    def has_attr(self, attr_name: str) -> bool:
        """Return whether every game can be asked for something."""
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return what every game knows of something: how it is drawn, which is not at all."""
        if attr_name == "render_mode":
            return [None] * self.num_envs
        raise AttributeError(attr_name)

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse: nothing can be set."""
        raise AttributeError(attr_name)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> Sequence[bool]:
        """Return that no game is wrapped."""
        return [False] * self.num_envs

    def close(self) -> None:
        """Let the threads go."""
        self._envs.close()


def main() -> None:
    """Learn, then play without learning, and print the share of wins before and after."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--games", type=int, default=64, help="side by side")
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.set_num_threads(1)  # the layers are small: threads would wait for each other
    envs = VecMonitor(SiamVecEnv(given.games, given.players, given.seed))
    learner = MaskablePPO("MlpPolicy", envs, n_steps=128, batch_size=1024, gamma=1.0, ent_coef=0.01, seed=given.seed)
    print(f"before: {share_of_wins(learner, given):.1%}", flush=True)
    learner.learn(given.steps)
    print(f"after {given.steps:,} steps: {share_of_wins(learner, given):.1%}")
    envs.close()


def share_of_wins(learner: MaskablePPO, given: argparse.Namespace, steps: int = 200) -> float:
    """Play against random steps, and return the share of the games won."""
    envs = SiamVecEnv(given.games, given.players, given.seed + 1)
    seen, ended = envs.reset(), []
    for _ in range(steps):
        actions, _ = learner.predict(seen, action_masks=np.stack(envs.env_method("action_masks")), deterministic=True)
        seen, rewards, done, _ = envs.step(actions)
        ended += rewards[done].tolist()
    envs.close()
    return float(np.mean(np.array(ended) > 0))


if __name__ == "__main__":
    main()
