"""King of Siam for Gymnasium: you hold one seat, agents of your choice hold the others.

`siam.rl` registers it as `siam/Siam-v0`. `action_masks()` is what MaskablePPO asks for.
"""

from collections.abc import Sequence
from operator import index
from pathlib import Path
from typing import Any, SupportsIndex

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from siam.arena.play.entrants import dismiss, entrant_of, make
from siam.notation import format_move
from siam.rl import observation
from siam.rl.pictures import RENDER_MODES, RenderMode, check_render_mode, draw
from siam.rl.stepped_game import HIGHS, SteppedGame
from siam.rl.terms import setup_from, terms_from
from siam.rules import Move, Options, Position, SiamError, camp_of, why_illegal


class SiamEnv(gymnasium.Env[Any, Any]):
    """One seat against chosen agents; an episode is a game, the reward comes at its end.

    `opponents` are names as the arena knows them (`greedy`, `3`, `exec:…`) or objects with `choose`: one for all
    other seats, or one for each. With four players the partner is one of them too.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        players: int = 2,
        *,
        opponents: Any = "random",
        seat: int | None = None,
        board: str | Path = "siam",
        options: Options | str | dict[str, Any] | None = None,
        render_mode: RenderMode | None = None,
    ) -> None:
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self._terms = terms_from(players, board, options)
        if seat is not None and seat not in range(players):
            raise SiamError(f"there is no seat {seat} among {players} players; the first is 0")
        self.observation_space = spaces.Box(np.zeros_like(HIGHS), HIGHS, dtype=np.int8)
        self.action_space = spaces.Discrete(observation.ACTIONS)
        entrants = [entrant_of(one) for one in _each_of(opponents, players - 1)]
        self._opponents = [make(entrant) for entrant in entrants]
        self._own = [made for made, entrant in zip(self._opponents, entrants, strict=True) if entrant.instance is None]
        self._wanted_seat = seat
        self._seat = 0
        self._table: SteppedGame | None = None
        self._awaits_action = False

    @property
    def table(self) -> SteppedGame:
        """The game in progress."""
        if self._table is None:
            raise ResetNeeded("reset comes first")
        return self._table

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now."""
        return self.table.mask.astype(np.bool_)

    def reset(
        self, *, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Deal a game, sit down (at random unless a seat was asked for), and let the others play up to your turn."""
        super().reset(seed=None if seed is None else index(seed))
        deal_seed = int(self.np_random.integers(2**62)) if seed is None else index(seed)
        drawn = int(self.np_random.integers(self._terms.players))
        self._seat = drawn if self._wanted_seat is None else self._wanted_seat
        self._table = SteppedGame(setup_from(self._terms, deal_seed, options))
        self._let_others_play()
        if self._table.is_over:
            raise SiamError("in this position the game ends before it is your turn")
        return self._observation(), self._info()

    def step(self, action: SupportsIndex) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Take a step of your move; an illegal one ends the game as lost."""
        table, chosen = self.table, index(action)
        if not self._awaits_action:
            raise ResetNeeded("the game is over: reset comes first")
        if not table.is_legal(chosen):
            self._awaits_action = False
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": True}
        table.step(chosen)
        self._let_others_play()
        reward = table.rewards()[self._seat] if table.is_over else 0.0
        return self._observation(), reward, table.is_over, False, self._info()

    def render(self) -> Any:
        """Draw the game as text or as a picture; for a human this is done after every step."""
        return draw(self.table, self.render_mode)

    def close(self) -> None:
        """Close the opponents that were made here; objects are closed by whoever handed them over."""
        for opponent in self._own:
            dismiss(opponent)

    def _let_others_play(self) -> None:
        """Play up to your turn or the end of the game; after an opponent's fault there is nothing to go on with."""
        table = self.table
        self._awaits_action = False
        while not table.is_over and table.seat != self._seat:
            seat, position = table.seat, table.position()
            opponent = self._opponents[(seat - self._seat) % self._terms.players - 1]
            try:
                move = opponent.choose(position, seed=int(self.np_random.integers(2**62)))
            except Exception as problem:  # an opponent is somebody else's code
                raise SiamError(f"player_{seat} raised {type(problem).__name__}: {problem}") from problem
            if fault := _fault(position, move):
                raise SiamError(f"player_{seat} {fault}")
            table.play(move)
        self._awaits_action = not table.is_over
        if self.render_mode == "human":
            self.render()

    def _observation(self) -> NDArray[np.int8]:
        return self.table.observe(self._seat)

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self.table.mask.copy() if self._awaits_action else _ANY_WILL_DO.copy(),
            "seat": self._seat,
            "camp": camp_of(self._terms.players, self._seat),
        }


_ANY_WILL_DO = np.zeros(observation.ACTIONS, np.int8)
_ANY_WILL_DO[0] = 1  # vector environments want an action after the end too, and then reset instead of taking it


def _each_of(opponents: Any, number: int) -> list[Any]:
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        return [opponents] * number
    if len(opponents) != number:
        raise SiamError(f"{number} opponents are needed, not {len(opponents)}")
    return list(opponents)


def _fault(position: Position, move: object) -> str | None:
    """Return what is wrong with what an opponent chose."""
    if not isinstance(move, Move):
        return f"chose no move, but {move!r}"
    reason = why_illegal(position, move)
    return None if reason is None else f"chose {format_move(position.board, move)}, but {reason.value}"
