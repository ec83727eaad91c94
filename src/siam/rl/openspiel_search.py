"""OpenSpiel's own tree search on the game: leaves judged by compiled random games, and an agent for the arena.

    from siam.rl.openspiel_search import RandomGames
    bot = mcts.MCTSBot(game, 2, 1000, RandomGames(seed=1))

The agent enters the arena as `py:siam.rl.openspiel_search:MCTSAgent[simulations=100]`.
"""

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.algorithms import mcts

from siam.engine.core.bits import IntArray, RandomState, int64, pick, random_state
from siam.engine.core.compiling import kernel
from siam.engine.core.last_card import legal_steps
from siam.engine.core.layout import MOVE, OVER, SEATS, SIZE, STAGE, WAY_SIZE
from siam.engine.core.outcomes import frozen_winners
from siam.engine.core.playouts import play_out
from siam.engine.core.states import copy_state
from siam.engine.core.steps import apply_step
from siam.rl.kernels import Rewards, add_rewards
from siam.rl.openspiel import KingOfSiamState, state_at
from siam.rules import STEPS, HalfMove, Move, Position

SIMULATIONS, CURIOSITY = 100, 2.0


@kernel
def roll_out(ground: IntArray, start: IntArray, games: int, random: RandomState, out: Rewards) -> None:
    """Play random games on from a state, also from the middle of a move, and write everybody's mean reward."""
    state = np.empty(SIZE, np.int32)
    trial = np.empty(SIZE, np.int32)
    way = np.empty(WAY_SIZE, np.int64)
    out[:] = 0
    for _ in range(games):
        copy_state(start, state)
        while state[STAGE] not in (MOVE, OVER):
            apply_step(ground, state, pick(random, legal_steps(ground, state)))
        winners = frozen_winners(ground, state)
        if state[STAGE] != OVER:
            winners = play_out(ground, state, trial, way, random)
        add_rewards(int64(ground[SEATS]), winners, out)
    out /= games


class RandomGames(mcts.Evaluator):  # type: ignore[misc]
    """Judges a state by random games: what OpenSpiel's `RandomRolloutEvaluator` does, on the compiled engine."""

    def __init__(self, games: int = 1, seed: int = 0) -> None:
        self._games = games
        self._random = random_state(seed)

    def evaluate(self, state: KingOfSiamState) -> NDArray[np.float32]:
        """Return everybody's mean reward; the set-up must be finished."""
        found = np.zeros(state.num_players(), np.float32)
        roll_out(state.so_far.ground, state.so_far.row, self._games, self._random, found)
        return found

    def prior(self, state: pyspiel.State) -> list[tuple[int, float]]:
        """Return every legal step, equally likely."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


class MCTSAgent:
    """OpenSpiel's `MCTSBot` as an agent: it searches anew before every step of a move that leaves it a choice."""

    def __init__(self, simulations: str | int = SIMULATIONS, curiosity: str | float = CURIOSITY) -> None:
        self.name = f"mcts{simulations}"
        self._simulations, self._curiosity = int(simulations), float(curiosity)

    def choose(self, position: Position, *, seed: int = 0) -> Move:
        """Search, step by step."""
        state, half = state_at(position), HalfMove(position)
        random = np.random.RandomState(seed & 0xFFFF_FFFF)
        judge = RandomGames(seed=seed)
        bot = mcts.MCTSBot(state.get_game(), self._curiosity, self._simulations, judge, random_state=random)
        while half.move is None:
            legal = state.legal_actions()
            step = int(bot.step(state)) if len(legal) > 1 else legal[0]
            half = half.then(STEPS[step])
            state.apply_action(step)
        return half.move
