"""
# King of Siam

![King of Siam](../../../docs/rl/siam_v0.png)

| Import             | `from siam.rl import siam_v0`                         |
|--------------------|-------------------------------------------------------|
| Creation           | `make("aec", "siam/siam-v0")`, after `import siam.rl` |
| Actions            | Discrete                                              |
| Parallel API       | Yes                                                   |
| Manual Control     | No                                                    |
| Agents             | `agents= ['player_0', 'player_1', …]`                 |
| Agents             | 2, 3 or 4                                             |
| Action Shape       | (1,)                                                  |
| Action Values      | Discrete(40)                                          |
| Observation Shape  | (307,)                                                |
| Observation Values | [0,32]                                                |


Two to four players put followers into the provinces of Siam and take some away, each for a court of their own. Eight
power struggles decide who controls each province, and whoever has most followers of the strongest faction at court
wins; if the British get hold of four provinces, Siam becomes their colony and the most varied court wins. With four
players two teams play. A move is made of several actions, so an agent acts several times in a row.

### Observation Space

A dictionary: `observation` is one row of small integers, described field by field in `siam.rl.observation.FIELDS`;
`action_mask` is described in the next section. Whoever looks comes first among the seats. Nothing is hidden.

#### Legal Actions Mask

1 for every legal action, 0 for the others; all 0 for an agent that is not to move. It stands in `infos` too. An
illegal action ends the game with -1 for the agent that took it and 0 for the others; `raw_env` raises an error instead.

### Action Space

| Action  | Step of a move                                                                |
|---------|-------------------------------------------------------------------------------|
| 0       | pass                                                                          |
| 1 - 7   | play a card: Maharacha, Khon Thai, 1 vs 1, 2 vs 1, Rama, Lao, Malai           |
| 8 - 31  | a follower: 8 + 3 * province + faction, to swap it or to take it to the court |
| 32 - 39 | a province: 32 + province                                                     |

### Rewards

0 until the game ends; then -1 for everybody who lost, and the winners share what they lost: 1 with two players or in
teams, 2 for the only winner of three, 0.5 for each of two who share the win. If nobody wins (only with the option
`colony_loses`) or all share the win, everybody gets 0.

### Arguments

`siam_v0.env(players=2, board="siam", options=None, max_cycles=None, render_mode=None)`

`players`: 2, 3 or 4.

`board`: `"siam"`, `"albion"` or a map file.

`options`: `"capital_last=on"`, a dictionary, or `siam.rules.Options`; None is the rulebook.

`max_cycles`: None for a game in which agents act when it is their turn; a number for one in which every agent acts in
every cycle, cut off after so many.

`render_mode`: `"ansi"` (text), `"rgb_array"`, or `"human"` (the text on standard output after every step).

`reset(options={"position": "…"})` begins in a position written in notation.

### Version History

* v0: Initial version

"""  # noqa: D212, D400, D415 - a page, laid out as PettingZoo's own

from operator import index
from pathlib import Path
from typing import Any, ClassVar, SupportsIndex

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from siam.rl import observation
from siam.rl.pictures import RENDER_MODES, RenderMode, check_render_mode, draw
from siam.rl.stepped_game import HIGHS, NO_ACTIONS, SteppedGame
from siam.rl.terms import setup_from, terms_from
from siam.rules import Options, SiamError

MAX_CYCLES = 1000

_WAIT = np.zeros(observation.ACTIONS, np.int8)
_WAIT[0] = 1


def env(*, max_cycles: int | None = None, **kwargs: Any) -> AECEnv:
    """Make the environment with the wrappers that PettingZoo advises: an illegal action loses the game.

    With `max_cycles` it is the parallel form as an AEC environment, in which everybody acts once a cycle.
    """
    if max_cycles is not None:
        return parallel_to_aec(parallel_env(max_cycles=max_cycles, **kwargs))
    wrapped = raw_env(**kwargs)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name for it
    """The game without wrappers; an illegal action is an error."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "siam_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        players: int = 2,
        *,
        board: str | Path = "siam",
        options: Options | str | dict[str, Any] | None = None,
        render_mode: RenderMode | None = None,
    ) -> None:
        EzPickle.__init__(self, players, board=board, options=options, render_mode=render_mode)
        super().__init__()
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self._terms = terms_from(players, board, options)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {agent: _observation_space() for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(observation.ACTIONS) for agent in self.possible_agents}
        self._random, _ = seeding.np_random()
        self._table: SteppedGame | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations, always the same object."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions, always the same object."""
        return self._action_spaces[agent]

    @property
    def table(self) -> SteppedGame:
        """The game in progress."""
        assert self._table is not None, "reset comes first"
        return self._table

    def reset(self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game: the same seed deals the same game everywhere. `options={"position": "…"}` begins there."""
        if seed is not None:
            self._random, _ = seeding.np_random(index(seed))
        deal_seed = int(self._random.integers(2**62)) if seed is None else index(seed)
        self._table = SteppedGame(setup_from(self._terms, deal_seed, options))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": NO_ACTIONS} for agent in self.agents}
        self._pass_turn()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation; its mask is empty unless it is its turn."""
        mask = self.table.mask if agent == self.agent_selection else NO_ACTIONS
        return {"observation": self.table.observe(self._seats[agent]), "action_mask": mask.copy()}

    def step(self, action: SupportsIndex | None) -> None:
        """Take an action for the agent whose turn it is; None for one whose game is over."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent, table = self.agent_selection, self.table
        chosen = -1 if action is None else index(action)
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
        """Draw the game as text or as a picture (height, width, 3); for a human this is done after every step."""
        return draw(self.table, self.render_mode)

    def close(self) -> None:
        """Nothing is kept open."""

    def _pass_turn(self) -> None:
        self.agent_selection = self.possible_agents[self.table.seat]
        self.infos[self.agent_selection] = {"action_mask": self.table.mask.copy()}
        if self.render_mode == "human":
            self.render()


class parallel_env(ParallelEnv, EzPickle):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name for it
    """The game for tools that want every agent to act in every cycle; after `max_cycles` of them it is cut off.

    Only the action of the agent to move counts; the others have one legal action, 0. An action that is not legal
    counts as the lowest legal one (where a move begins: pass), and the agent's info says so.
    """

    metadata: ClassVar[dict[str, Any]] = {**raw_env.metadata, "is_parallelizable": True}

    def __init__(self, players: int = 2, *, max_cycles: int = MAX_CYCLES, **kwargs: Any) -> None:
        EzPickle.__init__(self, players, max_cycles=max_cycles, **kwargs)
        if max_cycles < 1:
            raise SiamError(f"a game has one cycle or more, not {max_cycles}")
        self._game = raw_env(players, **kwargs)
        self.possible_agents = self._game.possible_agents[:]
        self.agents: list[str] = []
        self.max_cycles = max_cycles
        self.render_mode = self._game.render_mode
        self._cycles = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations."""
        return self._game.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions."""
        return self._game.action_space(agent)

    @property
    def table(self) -> SteppedGame:
        """The game in progress."""
        return self._game.table

    def reset(
        self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a game."""
        self._game.reset(seed, options)
        self.agents = self.possible_agents[:]
        self._cycles = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Take the action of the agent to move; once the game has ended there is nothing to take or to tell."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        mover = self._game.agent_selection
        given = actions.get(mover)
        action = -1 if given is None else index(given)
        is_legal = self.table.is_legal(action)
        self._game.step(action if is_legal else self.table.legal_actions()[0])
        self._cycles += 1
        is_over = self.table.is_over
        is_cut_off = self._cycles >= self.max_cycles and not is_over
        rewards = dict(self._game.rewards)
        terminations = dict.fromkeys(self.agents, is_over)
        truncations = dict.fromkeys(self.agents, is_cut_off)
        infos = {agent: {"illegal": not is_legal} if agent == mover else {} for agent in self.agents}
        observations = self._observations()
        if is_over or is_cut_off:
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


def _observation_space() -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(HIGHS), HIGHS, dtype=np.int8),
            "action_mask": spaces.Box(0, 1, (observation.ACTIONS,), np.int8),
        }
    )
