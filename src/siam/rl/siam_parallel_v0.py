"""King of Siam for tools that want every agent to act in every cycle: PettingZoo's parallel form.

In each cycle everybody hands in an action and only that of the seat to move counts. Who is not to move has one
legal action, 0. An action that is not legal counts as the lowest legal one (where a move begins: pass), and the
agent's info says so. `env()` is the same as an AEC environment; for the game itself `siam_v0` is the better one.
"""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec

from siam.rl import observation, siam_v0
from siam.rl.siam_v0 import RenderMode
from siam.rl.table import Table
from siam.rules import Options

_WAIT = np.zeros(observation.ACTIONS, np.int8)
_WAIT[0] = 1


class parallel_env(ParallelEnv, EzPickle):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name for it
    """The game in cycles; after `max_cycles` of them it is cut off."""

    metadata: ClassVar[dict[str, Any]] = {
        **siam_v0.raw_env.metadata,
        "name": "siam_parallel_v0",
        "is_parallelizable": True,
    }

    def __init__(
        self,
        players: int = 2,
        *,
        board: str = "siam",
        options: Options | str | dict[str, Any] | None = None,
        max_cycles: int = 1000,
        render_mode: RenderMode | None = None,
    ) -> None:
        EzPickle.__init__(self, players, board=board, options=options, max_cycles=max_cycles, render_mode=render_mode)
        self._game = siam_v0.raw_env(players, board=board, options=options, render_mode=render_mode)
        self.possible_agents = self._game.possible_agents[:]
        self.agents: list[str] = []
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self._cycles = 0
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations."""
        return self._game.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions."""
        return self._game.action_space(agent)

    @property
    def table(self) -> Table:
        """The game in progress."""
        return self._game.table

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a game."""
        self._game.reset(seed, options)
        self.agents = self.possible_agents[:]
        self._cycles = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Take the action of the agent to move."""
        mover = self._game.agent_selection
        action = int(actions.get(mover, -1))
        is_legal = self.table.is_legal(action)
        self._game.step(action if is_legal else self.table.legal_actions()[0])
        self._cycles += 1
        is_over = self.table.is_over
        rewards = dict(self._game.rewards) if is_over else dict.fromkeys(self.agents, 0.0)
        terminations = dict.fromkeys(self.agents, is_over)
        truncations = dict.fromkeys(self.agents, self._cycles >= self.max_cycles and not is_over)
        infos = {agent: {"illegal": not is_legal} if agent == mover else {} for agent in self.agents}
        observations = self._observations()
        if is_over or self._cycles >= self.max_cycles:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def render(self) -> str | np.ndarray[Any, Any] | None:
        """Draw the game."""
        return self._game.render()

    def close(self) -> None:
        """Nothing is kept open."""

    def _observations(self) -> dict[str, Any]:
        found = {agent: self._game.observe(agent) for agent in self.agents}
        for agent in self.agents:
            if agent != self._game.agent_selection or self.table.is_over:
                found[agent]["action_mask"] = _WAIT.copy()
        return found


def env(**kwargs: Any) -> AECEnv:
    """Make the same as an AEC environment, in which everybody acts once a cycle."""
    return parallel_to_aec(parallel_env(**kwargs))


raw_env = env
