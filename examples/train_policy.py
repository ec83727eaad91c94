"""Train a small player by self-play until it beats `greedy`, and draw its learning curve.

    python examples/train_policy.py --minutes 4 --out results

The player looks one move ahead: it imagines two hundred moves, passing among them, and plays the one after which a
small network likes its chances best. The network learns from games of the player with itself, by temporal
differences: each guess is moved towards the guesses after the moves that followed, and in the end towards who won.
NumPy and the batch simulator are all it needs.
"""

import argparse
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from siam.agents import agent
from siam.arena.figures.estimates import Estimate, proportion
from siam.arena.reports.plots import save_curve
from siam.engine.core.codec import encode, move_of
from siam.engine.core.layout import MOVE, OVER, STAGE
from siam.rl import observation
from siam.rl.batch import BatchSimulator
from siam.rules import Game, Move, Position, deal

Array = NDArray[np.float32]
IDEAS = 16
"""Moves imagined while training; `--ideas` says how many in earnest."""
LONGEST_MOVE = 5
WANDERING = 0.08
TRUST = 0.97
"""How much later guesses count (lambda)."""
BATCH = 1024
RATE = 1e-3


class Network:
    """Guesses what a game will bring to the seat to move: 1 won, -1 lost."""

    def __init__(self, hidden: int, seed: int) -> None:
        random = np.random.default_rng(seed)
        self.weights: list[Array] = [
            (random.standard_normal((observation.SIZE, hidden)) / 10).astype(np.float32),
            np.zeros(hidden, np.float32),
            (random.standard_normal((hidden, 1)) / 50).astype(np.float32),
            np.zeros(1, np.float32),
        ]
        self._moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self.weights]
        self._updates = 0

    def guess(self, rows: NDArray[np.int8]) -> tuple[Array, Array, Array]:
        """Return the inputs, the hidden layer and the guesses."""
        first, first_bias, second, second_bias = self.weights
        inputs = rows.astype(np.float32) * np.float32(0.5)
        hidden = np.maximum(inputs @ first + first_bias, 0)
        return inputs, hidden, np.tanh(hidden @ second + second_bias)[:, 0]

    def learn(self, rows: NDArray[np.int8], targets: Array) -> float:
        """Move the guesses towards the targets (Adam); give the mean squared error."""
        inputs, hidden, guesses = self.guess(rows)
        errors = guesses - targets
        back = (errors * (1 - guesses**2) / len(targets))[:, None]
        into_hidden = (back @ self.weights[2].T) * (hidden > 0)
        gradients = [inputs.T @ into_hidden, into_hidden.sum(0), hidden.T @ back, back.sum(0)]
        self._updates += 1
        pace = RATE * np.sqrt(1 - 0.999**self._updates) / (1 - 0.9**self._updates)
        for weight, gradient, (mean, square) in zip(self.weights, gradients, self._moments, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            weight -= pace * mean / (np.sqrt(square) + 1e-8)
        return float(np.mean(errors**2))


class Ideas(NamedTuple):
    """Imagined moves and what they lead to, all games side by side."""

    states: NDArray[np.int32]
    rows: NDArray[np.int8]
    rewards: Array
    """What the one who moved gets if the game is over then."""
    steps: NDArray[np.int64]


def imagine(simulator: BatchSimulator, states: NDArray[np.int32], each: int) -> Ideas:
    """Imagine `each` moves for every state; the first is to pass."""
    shown = simulator.load(np.repeat(states, each, axis=0))
    movers = shown.seats.copy()
    after, rows = simulator.states.copy(), shown.observations.copy()
    rewards = np.zeros(simulator.games, np.float32)
    steps = np.full((simulator.games, LONGEST_MOVE), -1)
    begun = np.ones(simulator.games, bool)
    for number in range(LONGEST_MOVE):
        actions = simulator.sample().copy()
        if number == 0:
            actions[::each] = 0
        steps[begun, number] = actions[begun]
        shown = simulator.step(actions)
        made = begun & np.isin(simulator.states[:, STAGE], (MOVE, OVER))
        after[made], rows[made] = simulator.states[made], shown.observations[made]
        rewards[made] = shown.rewards[made, movers[made]]
        begun &= ~made
    return Ideas(after, rows, rewards, steps)


def likings(network: Network, ideas: Ideas, each: int) -> Array:
    """Return how much the one who moves likes each idea: what is good for the next player is bad."""
    over = ideas.states[:, STAGE] == OVER
    worths = np.where(over, ideas.rewards, -network.guess(ideas.rows)[2])
    return worths.reshape(-1, each)


class Player:
    """The network as an agent."""

    def __init__(self, network: Network, ideas: int) -> None:
        self._network = network
        self._ideas = ideas
        self._simulator = BatchSimulator(ideas, 2, auto_reset=False)

    def choose(self, position: Position, *, seed: int = 0) -> Move:
        """Play the best of some moves."""
        self._simulator.reset(seed=seed)
        ideas = imagine(self._simulator, encode(position)[None], self._ideas)
        best = int(likings(self._network, ideas, self._ideas)[0].argmax())
        return move_of(position, [int(step) for step in ideas.steps[best] if step >= 0])


def play_games(network: Network, simulator: BatchSimulator, games: int, seed: int) -> tuple[NDArray[np.int8], Array]:
    """Play games to their end; give what was seen after each move, and what to guess there."""
    random = np.random.default_rng(seed)
    simulator.reset(seed=seed)
    states = simulator.states[::IDEAS].copy()
    seen, guesses, rewards, playing = [], [], [], []
    while (states[:, STAGE] != OVER).any():
        active = states[:, STAGE] != OVER
        ideas = imagine(simulator, states, IDEAS)
        worths = likings(network, ideas, IDEAS)
        chosen = np.where(random.random(games) < WANDERING, random.integers(IDEAS, size=games), worths.argmax(1))
        picked = np.arange(games) * IDEAS + chosen
        seen.append(ideas.rows[picked])
        guesses.append(network.guess(ideas.rows[picked])[2])
        rewards.append(ideas.rewards[picked])
        playing.append(active)
        states[active] = ideas.states[picked][active]
    targets, later = [], np.zeros(games, np.float32)
    for number in reversed(range(len(seen))):
        ends = playing[number] & (playing[number + 1] == False if number + 1 < len(seen) else True)  # noqa: E712
        # after the last move the game is decided: what its player got is what the next one lost
        later = np.where(ends, -rewards[number], -later)
        targets.append(later.astype(np.float32))
        later = TRUST * later + (1 - TRUST) * guesses[number]
    kept = np.concatenate(playing)
    return np.concatenate(seen)[kept], np.concatenate(targets[::-1])[kept]


def score_against(opponent: str, player: Player, deals: int) -> Estimate:
    """Play deals twice, once in each seat, and give the share of the wins."""
    other = agent(opponent)
    wins, numbers = [], []
    for number in range(deals):
        for seat in range(2):
            game = Game(deal(2, f"evaluation {number}"))
            while game.outcome is None:
                mover = player if game.position.to_move == seat else other
                game = game.play(mover.choose(game.position, seed=1000 * number + len(game.turns)))
            wins.append(float(seat in game.outcome.winners))
            numbers.append(number)
    return proportion(wins, numbers)


def main() -> None:
    """Train, evaluate now and then, and draw the curve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=4.0, help="processor time to train for")
    parser.add_argument("--games", type=int, default=128, help="games at a time")
    parser.add_argument("--evaluations", type=int, default=6, help="points on the curve")
    parser.add_argument("--deals", type=int, default=100, help="deals in an evaluation, each played twice")
    parser.add_argument("--ideas", type=int, default=200, help="moves imagined in earnest")
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("results"))
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    network, random = Network(64, given.seed), np.random.default_rng(given.seed)
    simulator = BatchSimulator(given.games * IDEAS, 2, auto_reset=False)
    player = Player(network, given.ideas)
    points: list[tuple[float, Estimate]] = []
    games, trained, error = 0, 0.0, 0.0
    for point in range(given.evaluations):
        # the first point is the untrained player, unless there is only one: that comes after all the training
        while trained < given.minutes * 60 * (point / (given.evaluations - 1) if given.evaluations > 1 else 1):
            start = time.process_time()
            rows, targets = play_games(network, simulator, given.games, given.seed * 1_000_000 + games)
            order = random.permutation(len(targets))
            for first in range(0, len(order), BATCH):
                part = order[first : first + BATCH]
                error = network.learn(rows[part], targets[part])
            games += given.games
            trained += time.process_time() - start
        score = score_against(given.opponent, player, given.deals)
        points.append((games / 1000, score))
        print(
            f"{trained / 60:5.2f} min  {games:7d} games  error {error:.3f}  against {given.opponent}: {score}",
            flush=True,
        )
        np.savez(given.out / "network.npz", *network.weights)
        save_curve(
            f"wins against {given.opponent} in %", points, given.out / "learning-curve", "thousand games of self-play"
        )


if __name__ == "__main__":
    main()
