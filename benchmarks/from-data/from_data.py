"""An agent that knows nothing but a fixed data set: it takes the move after which a network likes its chances best.

`weights.npz` was written by `python examples/learn_from_data.py champion-2.npz --out weights.npz` from the sample that
comes with the package; with rows of `make data` in its place this is the agent of the whole set.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.codec import encode, move_of
from siam.engine.core.layout import MOVE, OVER, STAGE
from siam.rl.batch import BatchSimulator
from siam.rules import Move, Position, camp_of

IDEAS = 400
"""So many moves are drawn, passing among them; only the position after each is looked at."""
LONGEST_MOVE = 5


class Agent:
    """Plays the best of some moves, one move ahead."""

    name = "from-data"

    def __init__(self) -> None:
        with np.load(Path(__file__).with_name("weights.npz"), allow_pickle=False) as stored:
            self._weights = {name: stored[name].astype(np.float32) for name in ("w0", "b0", "w1", "b1")}
        self._simulators: dict[tuple[int, str], BatchSimulator] = {}

    def choose(self, position: Position, *, seed: int = 0) -> Move:
        """Draw moves step by step, and take the one that leads to the best position."""
        simulator = self._simulator_for(position)
        partners = camp_of(simulator.players, position.to_move)
        simulator.reset(seed=seed % 2**62)
        shown = simulator.load(np.repeat(encode(position)[None], IDEAS, axis=0))
        steps = np.full((IDEAS, LONGEST_MOVE), -1)
        worths = np.zeros(IDEAS, np.float32)
        begun = np.ones(IDEAS, bool)
        for number in range(LONGEST_MOVE):
            actions = simulator.sample().copy()
            if number == 0:
                actions[0] = 0
            steps[begun, number] = actions[begun]
            shown = simulator.step(actions)
            made = begun & np.isin(simulator.states[:, STAGE], (MOVE, OVER))
            chance = self._chance(shown.observations[made])
            ours = [int(seat) in partners for seat in shown.seats[made]]
            over = simulator.states[made, STAGE] == OVER
            won = shown.rewards[made, position.to_move] > 0
            worths[made] = np.where(over, won, np.where(ours, chance, 1 - chance))
            begun &= ~made
        best = int(worths.argmax())
        return move_of(position, [int(step) for step in steps[best] if step >= 0])

    def _chance(self, seen: NDArray[np.int8]) -> NDArray[np.float32]:
        """Return how likely whoever looks is to win."""
        weights = self._weights
        hidden = np.maximum(seen.astype(np.float32) @ weights["w0"] + weights["b0"], 0)
        return 1 / (1 + np.exp(-(hidden @ weights["w1"] + weights["b1"])))

    def _simulator_for(self, position: Position) -> BatchSimulator:
        board = str(position.board.file or position.board.name)
        terms = len(position.players), board
        if terms not in self._simulators:
            players, options = len(position.players), position.options
            self._simulators[terms] = BatchSimulator(
                IDEAS, players, board=board, options=options, auto_reset=False, threads=1
            )
        return self._simulators[terms]

    def close(self) -> None:
        """Let the simulators go."""
        for simulator in self._simulators.values():
            simulator.close()
