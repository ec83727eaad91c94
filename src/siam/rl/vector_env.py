"""Many games for one learner at once, as Gymnasium's vector environments are: `siam.rl.vector_env.SiamVectorEnv`.

Each game gives the learner one seat; the others are played here, by random steps or by a policy of yours, so that a
step of the environment is always one step of the learner in every game. It stands on the batch simulator.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from siam.rl import observation
from siam.rl.batch import BatchSimulator, IllegalActionError
from siam.rl.kernels import observe
from siam.rl.stepped_game import HIGHS
from siam.rules import Options, SiamError

Policy: TypeAlias = Callable[[NDArray[np.int8], NDArray[np.int8]], NDArray[np.int64]]
"""Chooses actions for some games: from their observations and masks, one action for each row."""


class SiamVectorEnv(VectorEnv[Any, Any, Any]):
    """`games` games side by side; in each of them the learner sits on a seat, drawn anew in every episode.

    `opponents` is `"random"` (uniform over the legal steps) or a policy, also your own earlier self. Resets happen
    within the step that ends a game, so observations and masks are always those of a running game: what they were at
    the end is `infos["final_obs"]`, where `infos["_final_obs"]` says so.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        games: int,
        players: int = 2,
        *,
        opponents: str | Policy = "random",
        seat: int | None = None,
        board: str | Path = "siam",
        options: Options | str | dict[str, Any] | None = None,
        threads: int | None = None,
    ) -> None:
        if seat is not None and seat not in range(players):
            raise SiamError(f"there is no seat {seat} among {players} players; the first is 0")
        if isinstance(opponents, str) and opponents != "random":
            raise SiamError(f"opponents are 'random' or a policy, not {opponents!r}; siam/Siam-v0 knows agents by name")
        self.num_envs = games
        self.single_observation_space = spaces.Box(np.zeros_like(HIGHS), HIGHS, dtype=np.int8)
        self.single_action_space = spaces.Discrete(observation.ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, games)
        self.action_space = batch_space(self.single_action_space, games)
        self._simulator = BatchSimulator(
            games, players, board=board, options=options, auto_reset=False, threads=threads
        )
        self._fresh = BatchSimulator(games, players, board=board, options=options, auto_reset=True, threads=threads)
        self._opponents = opponents
        self._wanted_seat = seat
        self._players = players
        self._random = np.random.default_rng()
        self._seats = np.zeros(games, np.int64)
        self._every = np.arange(games)
        self._rewards = np.zeros(games, np.float32)

    @property
    def seats(self) -> NDArray[np.int64]:
        """Where the learner sits in each game."""
        return self._seats

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now, a row for each game; MaskablePPO of sb3-contrib asks for it."""
        return self._simulator.load(self._simulator.states).masks.astype(np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Deal every game anew, sit down, and let the others play up to the learner's turn."""
        if isinstance(seed, list):
            raise SiamError("one seed deals all games")
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._simulator.reset(seed=int(self._random.integers(2**62)))
        self._sit_down(self._every)
        self._let_others_play(np.zeros(self.num_envs, bool))
        return self._shown()

    def step(
        self, actions: Any
    ) -> tuple[NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Take one step of the learner's move in every game, and let the others play up to the learner's next one."""
        given = np.asarray(actions, np.int64)
        if given.shape != (self.num_envs,):
            raise IllegalActionError(f"{self.num_envs} actions are needed, not {given.shape}")
        shown = self._simulator.step(given)
        done = shown.dones.copy()
        self._rewards[:] = np.where(done, shown.rewards[self._every, self._seats], 0)
        self._let_others_play(done)
        infos: dict[str, Any] = {}
        if done.any():
            ended = np.flatnonzero(done)
            infos = {"final_obs": self._last_seen(ended), "_final_obs": done.copy()}
            self._deal_anew(ended)
        observations, told = self._shown()
        return observations, self._rewards.copy(), done, np.zeros(self.num_envs, bool), {**infos, **told}

    def close_extras(self, **kwargs: Any) -> None:
        """Let the threads go."""
        self._simulator.close()
        self._fresh.close()

    def _shown(self) -> tuple[NDArray[np.int8], dict[str, Any]]:
        shown = self._simulator.load(self._simulator.states)
        return shown.observations.copy(), {"action_mask": shown.masks.copy(), "seat": self._seats.copy()}

    def _last_seen(self, games: NDArray[np.int64]) -> NDArray[np.int8]:
        """Return how the learner saw the end of some games; other rows are zero."""
        seen = np.zeros((self.num_envs, observation.SIZE), np.int8)
        for game in games:
            observe(self._simulator.ground, self._simulator.states[game], int(self._seats[game]), seen[game])
        return seen

    def _sit_down(self, games: NDArray[np.int64]) -> None:
        drawn = self._random.integers(self._players, size=len(games))
        self._seats[games] = drawn if self._wanted_seat is None else self._wanted_seat

    def _deal_anew(self, games: NDArray[np.int64]) -> None:
        """Deal the games that have ended, and play in them up to the learner's turn."""
        self._fresh.reset(seed=int(self._random.integers(2**62)))
        states = self._simulator.states.copy()
        states[games] = self._fresh.states[games]
        self._simulator.load(states)
        self._sit_down(games)
        self._let_others_play(np.zeros(self.num_envs, bool))

    def _let_others_play(self, done: NDArray[np.bool_]) -> None:
        """Play in the games where it is not the learner's turn; note in `done` which of them end."""
        while True:
            shown = self._simulator.load(self._simulator.states)
            waiting = (shown.seats != self._seats) & ~shown.dones
            if not waiting.any():
                return
            resting = self._simulator.states[~waiting].copy()
            actions = self._simulator.sample().copy()
            if not isinstance(self._opponents, str):
                actions[waiting] = self._opponents(shown.observations[waiting], shown.masks[waiting])
            shown = self._simulator.step(actions)
            ended = shown.dones & waiting
            self._rewards[ended] = shown.rewards[self._every[ended], self._seats[ended]]
            done |= ended
            states = self._simulator.states.copy()
            states[~waiting] = resting
            self._simulator.load(states)
