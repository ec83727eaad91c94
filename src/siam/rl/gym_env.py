"""King of Siam for Gymnasium: you hold one seat, agents of your choice hold the others.

Importing this module registers `siam/Siam-v0`. `action_masks()` is what MaskablePPO asks for.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from siam.arena.entrants import chooser, make, parse_entrant
from siam.rl import observation
from siam.rl.drawing import draw_ansi, draw_rgb
from siam.rl.siam_v0 import HIGHS, RenderMode
from siam.rl.table import Table, options_from, setup_from
from siam.rules import Options, camp_of

ID = "siam/Siam-v0"


class SiamEnv(gymnasium.Env[Any, Any]):
    """One seat against chosen agents; an episode is a game, the reward comes at its end.

    `opponents` are names as the arena knows them (`greedy`, `3`, `exec:…`) or objects with `choose`: one for all
    other seats, or one for each. With four players the partner is one of them too.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        players: int = 2,
        *,
        opponents: str | Sequence[Any] = "random",
        seat: int | None = None,
        board: str = "siam",
        options: Options | str | dict[str, Any] | None = None,
        render_mode: RenderMode | None = None,
    ) -> None:
        self.render_mode = render_mode
        self.observation_space = spaces.Box(np.zeros_like(HIGHS), HIGHS, dtype=np.int8)
        self.action_space = spaces.Discrete(observation.ACTIONS)
        names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != players - 1:
            raise ValueError(f"{players - 1} opponents are needed, not {len(names)}")
        self._opponents = [make(parse_entrant(one)) if isinstance(one, str) else chooser(one) for one in names]
        self._players, self._board, self._options = players, board, options_from(options)
        self._wanted_seat = seat
        self._seat = 0
        self._table: Table | None = None

    @property
    def table(self) -> Table:
        """The game in progress."""
        assert self._table is not None, "reset comes first"
        return self._table

    def action_masks(self) -> NDArray[np.bool_]:
        """Say which actions are legal now."""
        return self.table.mask.astype(np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Deal a game, sit down (at random unless a seat was asked for), and let the others play up to your turn."""
        super().reset(seed=seed)
        deal_seed = seed if seed is not None else int(self.np_random.integers(2**62))
        drawn = int(self.np_random.integers(self._players))
        self._seat = drawn if self._wanted_seat is None else self._wanted_seat
        position = (options or {}).get("position")
        self._table = Table(
            setup_from(self._players, deal_seed, board=self._board, options=self._options, position=position)
        )
        self._let_others_play()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Take a step of your move; an illegal one ends the game as lost."""
        table = self.table
        if not table.is_legal(int(action)):
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": True}
        table.step(int(action))
        self._let_others_play()
        reward = table.rewards()[self._seat] if table.is_over else 0.0
        return self._observation(), reward, table.is_over, False, self._info()

    def render(self) -> Any:
        """Draw the game as text or as a picture."""
        if self.render_mode == "ansi":
            return draw_ansi(self.table)
        return draw_rgb(self.table) if self.render_mode == "rgb_array" else None

    def close(self) -> None:
        """End programs among the opponents."""
        for opponent in self._opponents:
            close = getattr(opponent, "close", None)
            if callable(close):
                close()

    def _let_others_play(self) -> None:
        table = self.table
        while not table.is_over and table.seat != self._seat:
            place = (table.seat - self._seat) % self._players - 1
            seed = int(self.np_random.integers(2**62))
            table.play(self._opponents[place].choose(table.position(), seed=seed))

    def _observation(self) -> NDArray[np.int8]:
        return self.table.observe(self._seat)

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self.table.mask.copy(),
            "seat": self._seat,
            "camp": camp_of(self._players, self._seat),
        }


gymnasium.register(id=ID, entry_point="siam.rl.gym_env:SiamEnv")
