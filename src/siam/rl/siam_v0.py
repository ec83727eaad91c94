"""King of Siam for PettingZoo: `siam_v0.env()` is an AEC environment for two to four players.

docs/rl/siam_v0.md describes spaces, rewards and arguments the way PettingZoo describes its own games.
"""

from typing import Any, ClassVar, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from siam.rl import observation
from siam.rl.drawing import draw_ansi, draw_rgb
from siam.rl.table import NO_ACTIONS, Table, options_from, setup_from
from siam.rules import Options

RenderMode = Literal["ansi", "rgb_array"]
HIGHS = np.concatenate([np.full(field.size, field.most, np.int8) for field in observation.FIELDS])


def env(**kwargs: Any) -> AECEnv:
    """Make the environment with the wrappers that PettingZoo advises: an illegal action loses the game."""
    wrapped = raw_env(**kwargs)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name for it
    """The game without wrappers; an illegal action is an error."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "siam_v0",
        "render_modes": ["ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        players: int = 2,
        *,
        board: str = "siam",
        options: Options | str | dict[str, Any] | None = None,
        render_mode: RenderMode | None = None,
    ) -> None:
        EzPickle.__init__(self, players, board=board, options=options, render_mode=render_mode)
        super().__init__()
        self.render_mode = render_mode
        self._players = players
        self._board = board
        self._options = options_from(options)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {agent: _observation_space() for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(observation.ACTIONS) for agent in self.possible_agents}
        self._random, _ = seeding.np_random()
        self._table: Table | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations, always the same object."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions, always the same object."""
        return self._action_spaces[agent]

    @property
    def table(self) -> Table:
        """The game in progress."""
        assert self._table is not None, "reset comes first"
        return self._table

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game: the same seed deals the same game everywhere. `options={"position": "…"}` begins there."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        deal_seed = seed if seed is not None else int(self._random.integers(2**62))
        position = (options or {}).get("position")
        setup = setup_from(self._players, deal_seed, board=self._board, options=self._options, position=position)
        self._table = Table(setup)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": NO_ACTIONS} for agent in self.agents}
        self._pass_turn()

    def observe(self, agent: str) -> dict[str, Any]:
        """Give an agent's observation; its mask is empty unless it is its turn."""
        mask = self.table.mask if agent == self.agent_selection else NO_ACTIONS
        return {"observation": self.table.observe(self._seats[agent]), "action_mask": mask.copy()}

    def step(self, action: int | None) -> None:
        """Take an action for the agent whose turn it is; None for one whose game is over."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent, table = self.agent_selection, self.table
        chosen = -1 if action is None else int(action)
        if not table.is_legal(chosen):
            raise ValueError(f"action {action} is not legal for {agent}")
        self._cumulative_rewards[agent] = 0.0
        table.step(chosen)
        if table.is_over:
            self.rewards = dict(zip(self.possible_agents, table.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        self.infos[agent] = {"action_mask": NO_ACTIONS}
        self._pass_turn()

    def render(self) -> str | np.ndarray[Any, Any] | None:
        """Draw the game as text or as a picture (height, width, 3)."""
        if self.render_mode == "ansi":
            return draw_ansi(self.table)
        return draw_rgb(self.table) if self.render_mode == "rgb_array" else None

    def close(self) -> None:
        """Nothing is kept open."""

    def _pass_turn(self) -> None:
        self.agent_selection = self.possible_agents[self.table.seat]
        self.infos[self.agent_selection] = {"action_mask": self.table.mask.copy()}


def _observation_space() -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(HIGHS), HIGHS, dtype=np.int8),
            "action_mask": spaces.Box(0, 1, (observation.ACTIONS,), np.int8),
        }
    )
