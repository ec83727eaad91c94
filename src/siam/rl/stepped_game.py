"""One game on the compiled engine, taken step by step: what the environments for single games share."""

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.codec import decode, encode, position_ground
from siam.engine.core.last_card import legal_steps
from siam.engine.core.layout import MOVE, OVER, STAGE, TO_MOVE
from siam.notation import format_step
from siam.rl import observation
from siam.rl.kernels import observe, step_one, write_mask, write_rewards
from siam.rl.step_ids import steps_of
from siam.rules import STEPS, Move, Position, SiamError

Row = NDArray[np.int8]
HIGHS = np.concatenate([np.full(field.size, field.most, np.int8) for field in observation.FIELDS])
"""The most that each number of an observation can be."""
NO_ACTIONS = np.zeros(observation.ACTIONS, np.int8)
NO_ACTIONS.flags.writeable = False  # many agents are shown this one row


class SteppedGame:
    """A game in progress: the engine's row, the mask of the one to move, and the actions since the last whole move."""

    __slots__ = ("_legal", "board", "ground", "mask", "options", "players", "setup", "started", "state")

    def __init__(self, setup: Position) -> None:
        self.setup = setup
        self.players = len(setup.players)
        self.board = setup.board
        self.options = setup.options
        self.ground = position_ground(setup)
        self.state = encode(setup)
        self.started: list[int] = []
        self._legal = 0 if setup.is_over else int(legal_steps(self.ground, self.state))
        self.mask = np.empty(observation.ACTIONS, np.int8)
        write_mask(self._legal, self.mask)

    @property
    def seat(self) -> int:
        """Who is to move."""
        return int(self.state[TO_MOVE])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state[STAGE] == OVER)

    def is_legal(self, action: int) -> bool:
        """Return whether an action may be taken now."""
        return 0 <= action < observation.ACTIONS and bool(self._legal >> action & 1)

    def legal_actions(self) -> list[int]:
        """List the legal actions in order."""
        return [action for action in range(observation.ACTIONS) if self._legal >> action & 1]

    def step(self, action: int) -> None:
        """Take a legal action."""
        self.mask = np.empty(observation.ACTIONS, np.int8)
        self.started.append(action)
        self._legal = step_one(self.ground, self.state, action, self.mask)
        if self.state[STAGE] == MOVE or self.state[STAGE] == OVER:
            self.started.clear()

    def observe(self, seat: int) -> Row:
        """Return what a seat observes."""
        row = np.empty(observation.SIZE, np.int8)
        observe(self.ground, self.state, seat, row)
        return row

    def rewards(self) -> list[float]:
        """Return what everybody gets at the end of the game."""
        found = np.zeros(self.players, np.float32)
        write_rewards(self.ground, self.state, found)
        values: list[float] = found.tolist()
        return values

    def position(self) -> Position:
        """Return the position; SiamError if a move has been begun in it."""
        if self.started:
            raise SiamError("a move has been begun: the position comes after its last step")
        return decode(self.state, self.board, self.options, self.players)

    def play(self, move: Move) -> None:
        """Play a whole legal move."""
        for step in steps_of(move):
            self.step(step)


def step_name(table: SteppedGame, action: int) -> str:
    """Format an action in the notation of steps."""
    return format_step(table.board, STEPS[action])
