"""Train a small policy by self-play until it beats `greedy`, and draw its learning curve.

    python examples/train_policy.py --minutes 4 --out results

The learner is Deep Monte Carlo, as simple as it gets: a network with one hidden layer guesses, for each of the forty
steps, what the game will bring; many games are played at once with the best step (now and then a random one); then
the guesses are moved towards what the games brought. NumPy and the batch simulator are all it needs.
"""

import argparse
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from siam.agents import agent
from siam.arena.estimates import Estimate, proportion
from siam.arena.plots import save_curve
from siam.engine.codec import move_of
from siam.rl import observation
from siam.rl.batch import BatchSimulator
from siam.rl.table import Table
from siam.rules import Game, Move, Position, deal

Array = NDArray[np.float32]
WANDERING = 0.05
BATCH = 2048
RATE = 1e-3


class Policy:
    """Guesses the worth of every step; as an agent it plays the best one."""

    def __init__(self, hidden: int = 96, seed: int = 0) -> None:
        random = np.random.default_rng(seed)
        self.weights: list[Array] = [
            (random.standard_normal((observation.SIZE, hidden)) / 8).astype(np.float32),
            np.zeros(hidden, np.float32),
            (random.standard_normal((hidden, observation.ACTIONS)) / 30).astype(np.float32),
            np.zeros(observation.ACTIONS, np.float32),
        ]
        self._moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self.weights]
        self._updates = 0

    def guess(self, observations: NDArray[np.int8]) -> tuple[Array, Array, Array]:
        """Give the inputs, the hidden layer and the worth of every step."""
        first, first_bias, second, second_bias = self.weights
        inputs = observations.astype(np.float32) * np.float32(0.5)
        hidden = np.maximum(inputs @ first + first_bias, 0)
        return inputs, hidden, hidden @ second + second_bias

    def learn(self, observations: NDArray[np.int8], actions: NDArray[np.int64], worths: Array) -> float:
        """Move the guesses for the chosen steps towards what they brought (Adam); give the mean squared error."""
        inputs, hidden, guesses = self.guess(observations)
        rows = np.arange(len(actions))
        errors = guesses[rows, actions] - worths
        back = np.zeros_like(guesses)
        back[rows, actions] = errors / len(actions)
        into_hidden = (back @ self.weights[2].T) * (hidden > 0)
        gradients = [inputs.T @ into_hidden, into_hidden.sum(0), hidden.T @ back, back.sum(0)]
        self._updates += 1
        pace = RATE * np.sqrt(1 - 0.999**self._updates) / (1 - 0.9**self._updates)
        for weight, gradient, (mean, square) in zip(self.weights, gradients, self._moments, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            weight -= pace * mean / (np.sqrt(square) + 1e-8)
        return float(np.mean(errors**2))

    def choose(self, position: Position) -> Move:
        """Play the step that looks best, until the move is made."""
        table, steps = Table(position), []
        while True:
            worths = self.guess(table.observe(table.seat)[None])[2][0]
            steps.append(int(np.where(table.mask, worths, -np.inf).argmax()))
            table.step(steps[-1])
            if table.is_between_moves:
                return move_of(position, steps)


def play_games(policy: Policy, batch: BatchSimulator, seed: int) -> tuple[NDArray[np.int8], NDArray[np.int64], Array]:
    """Play every game of the batch to its end; give what was seen, what was done and what it brought."""
    random = np.random.default_rng(seed)
    shown = batch.reset(seed=seed)
    seen, done, whose = [], [], []
    rewards = np.zeros((batch.games, batch.players), np.float32)
    playing = np.ones(batch.games, bool)
    while playing.any():
        games = np.flatnonzero(playing)
        worths = np.where(shown.masks[games], policy.guess(shown.observations[games])[2], -np.inf)
        noise = random.random(worths.shape, np.float32)
        wanders = random.random(len(games)) < WANDERING
        worths[wanders] = np.where(shown.masks[games[wanders]], noise[wanders], -np.inf)
        actions = np.zeros(batch.games, np.int64)
        actions[games] = worths.argmax(1)
        seen.append(shown.observations[games])
        done.append(actions[games])
        whose.append(np.stack([games, shown.seats[games]]))
        shown = batch.step(actions)
        rewards += shown.rewards
        playing &= ~shown.dones
    owners = np.concatenate(whose, axis=1)
    return np.concatenate(seen), np.concatenate(done), rewards[owners[0], owners[1]]


def score_against(opponent: str, policy: Policy, deals: int, first_deal: int) -> Estimate:
    """Play deals twice, once in each seat, and give the share of the wins."""
    other = agent(opponent)
    wins, numbers = [], []
    for number in range(first_deal, first_deal + deals):
        for seat in range(2):
            game = Game(deal(2, f"evaluation {number}"))
            while game.outcome is None:
                position = game.position
                if position.to_move == seat:
                    game = game.play(policy.choose(position))
                else:
                    game = game.play(other.choose(position, seed=1000 * number + len(game.turns)))
            wins.append(float(seat in game.outcome.winners))
            numbers.append(number)
    return proportion(wins, numbers)


def main() -> None:
    """Train, evaluate now and then, and draw the curve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=4.0, help="processor time to train for")
    parser.add_argument("--games", type=int, default=512, help="games at a time")
    parser.add_argument("--evaluations", type=int, default=6, help="points on the curve")
    parser.add_argument("--deals", type=int, default=25, help="deals in an evaluation, each played twice")
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("results"))
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    policy, batch = Policy(seed=given.seed), BatchSimulator(given.games, 2, auto_reset=False)
    random = np.random.default_rng(given.seed)
    points: list[tuple[float, Estimate]] = []
    games, trained, error = 0, 0.0, 0.0
    for point in range(given.evaluations):
        while trained < given.minutes * 60 * point / max(1, given.evaluations - 1):
            start = time.process_time()
            seen, done, brought = play_games(policy, batch, given.seed * 1_000_000 + games)
            order = random.permutation(len(done))
            for first in range(0, len(order), BATCH):
                part = order[first : first + BATCH]
                error = policy.learn(seen[part], done[part], brought[part])
            games += given.games
            trained += time.process_time() - start
        score = score_against(given.opponent, policy, given.deals, 0)
        points.append((games / 1000, score))
        print(
            f"{trained / 60:5.2f} min  {games:7d} games  error {error:.3f}  against {given.opponent}: {score}",
            flush=True,
        )
        np.savez(given.out / "policy.npz", *policy.weights)
        save_curve(
            f"wins against {given.opponent} in %", points, given.out / "learning-curve", "thousand games of self-play"
        )


if __name__ == "__main__":
    main()
