"""Double Q-learning in one file of PyTorch, from a memory of steps.

    python examples/torch/dqn.py --minutes 5 --out dqn.npz
    siam arena dqn=py:siam.rl.policies:Policy[weights=dqn.npz] greedy random --games 100

The learner plays against random steps first, then against its own earlier self, on the vector environment. A game pays
only at its end, so a step learns what it came to a few steps later. The network is written as plain layers, so NumPy
alone lets it play afterwards: it takes the legal step with the highest value. With a number of steps instead of minutes
the same seed gives the same network.
"""

import argparse
import copy
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from siam.rl import observation
from siam.rl.policies import save_layers
from siam.rl.vector_env import SiamVectorEnv

FORBIDDEN = -1e9
BATCH, LOOK_AHEAD, TARGET_EVERY = 1024, 8, 200
FIRST_CURIOSITY, LAST_CURIOSITY = 1.0, 0.08
TOO_EASY = 0.7


def network(hidden: int) -> nn.Sequential:
    """Make a network that says what each step is worth."""
    return nn.Sequential(
        nn.Linear(observation.SIZE, hidden),
        nn.ReLU(),
        nn.Linear(hidden, hidden),
        nn.ReLU(),
        nn.Linear(hidden, observation.ACTIONS),
    )


def worths(values: nn.Module, rows: np.ndarray, masks: np.ndarray) -> torch.Tensor:
    """Return what a network thinks of every step; those that are not legal are worth nothing at all."""
    thought: torch.Tensor = values(torch.from_numpy(rows).float() * 0.5)
    return thought.masked_fill(torch.from_numpy(masks) == 0, FORBIDDEN)


class Player:
    """Takes the best step, or now and then any other."""

    def __init__(self, values: nn.Module, curiosity: float, random: np.random.Generator) -> None:
        self.values, self.curiosity, self._random = values, curiosity, random

    @torch.no_grad()
    def __call__(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Choose a step for each row."""
        best = worths(self.values, rows, masks).argmax(1).numpy()
        anyhow = (self._random.random(masks.shape) * masks).argmax(1)
        return np.where(self._random.random(len(rows)) < self.curiosity, anyhow, best)


class Memory:
    """The latest steps of all games, as a ring."""

    def __init__(self, length: int, games: int) -> None:
        self._seen = np.zeros((length, games, observation.SIZE), np.int8)
        self._masks = np.zeros((length, games, observation.ACTIONS), np.int8)
        self._actions = np.zeros((length, games), np.int64)
        self._rewards = np.zeros((length, games), np.float32)
        self._done = np.zeros((length, games), bool)
        self._length, self._games, self.count = length, games, 0

    def keep(self, *step: np.ndarray) -> None:
        """Keep a step of every game."""
        place = self.count % self._length
        for kept, part in zip((self._seen, self._masks, self._actions, self._rewards, self._done), step, strict=True):
            kept[place] = part
        self.count += 1

    def draw(self, random: np.random.Generator) -> tuple[np.ndarray, ...]:
        """Draw steps: what was seen and done, what came of it within a few steps, and where it stood then."""
        oldest = max(0, self.count - self._length)
        begun = random.integers(oldest, self.count - LOOK_AHEAD, BATCH)
        game = random.integers(self._games, size=BATCH)
        came, over = np.zeros(BATCH, np.float32), np.zeros(BATCH, bool)
        for ahead in range(LOOK_AHEAD):
            at = (begun + ahead) % self._length, game
            came[~over] += self._rewards[at][~over]
            over |= self._done[at]
        first, last = (begun % self._length, game), ((begun + LOOK_AHEAD) % self._length, game)
        return (
            self._seen[first],
            self._masks[first],
            self._actions[first],
            came,
            over,
            self._seen[last],
            self._masks[last],
        )


def train(
    *, minutes: float, steps: int | None, games: int, memory: int, hidden: int, players: int, seed: int
) -> nn.Sequential:
    """Play and learn until the time or the steps are over."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # the layers are small: threads would wait for each other
    random = np.random.default_rng(seed)
    values, target = network(hidden), network(hidden)
    target.load_state_dict(values.state_dict())
    player = Player(values, FIRST_CURIOSITY, random)
    rival = Player(copy.deepcopy(values), 1.0, random)
    envs = SiamVectorEnv(games, players, opponents=rival)
    optimiser = torch.optim.Adam(values.parameters(), lr=5e-4)
    kept = Memory(memory // games, games)
    rows, infos = envs.reset(seed=seed)
    masks = infos["action_mask"]
    begun, wins, rounds = time.process_time(), 0.0, 0
    while (done_share := _share(begun, minutes, kept.count * games, steps)) < 1:
        player.curiosity = max(LAST_CURIOSITY, FIRST_CURIOSITY - 4 * done_share)
        actions = player(rows, masks)
        after, rewards, done, _, infos = envs.step(actions)
        kept.keep(rows, masks, actions, rewards, done)
        rows, masks = after, infos["action_mask"]
        if done.any():
            wins = 0.98 * wins + 0.02 * float(np.mean(rewards[done] > 0))
        if kept.count > 10 * LOOK_AHEAD:
            _learn(values, target, optimiser, kept.draw(random))
            rounds += 1
            if rounds % TARGET_EVERY == 0:
                target.load_state_dict(values.state_dict())
        if kept.count % 1000 == 0:
            played = kept.count * games
            print(f"{time.process_time() - begun:5.0f} s {played:9,} steps, wins of late {wins:.0%}", flush=True)
        if wins > TOO_EASY and player.curiosity == LAST_CURIOSITY:  # meet yourself as you are now
            rival.values, rival.curiosity, wins = copy.deepcopy(values), 0.2, 0.5
    envs.close()
    return values


def _share(begun: float, minutes: float, played: int, steps: int | None) -> float:
    """Return which part of the work is done, by processor time or by steps."""
    return (time.process_time() - begun) / (60 * minutes) if steps is None else played / steps


def _learn(
    values: nn.Module, target: nn.Module, optimiser: torch.optim.Optimizer, drawn: tuple[np.ndarray, ...]
) -> None:
    """Move the worth of some steps towards what came of them."""
    seen, masks, actions, came, over, later, later_masks = drawn
    with torch.no_grad():
        best = worths(values, later, later_masks).argmax(1, keepdim=True)
        then = worths(target, later, later_masks).gather(1, best)[:, 0]
        wanted = torch.from_numpy(came) + then * torch.from_numpy(~over).float()
    thought = worths(values, seen, masks).gather(1, torch.from_numpy(actions)[:, None])[:, 0]
    loss = nn.functional.smooth_l1_loss(thought, wanted)
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(values.parameters(), 1.0)
    optimiser.step()


def save(values: nn.Sequential, path: Path) -> None:
    """Write a network as layers that `siam.rl.policies` reads."""
    layers = [layer for layer in values if isinstance(layer, nn.Linear)]
    save_layers([(layer.weight.detach().numpy().T, layer.bias.detach().numpy()) for layer in layers], path)


def main() -> None:
    """Learn, and write what was learned."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5, help="of processor time")
    parser.add_argument("--steps", type=int, help="so many steps of the learner instead of minutes")
    parser.add_argument("--games", type=int, default=128, help="side by side")
    parser.add_argument("--memory", type=int, default=400_000, help="steps that are remembered")
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("dqn.npz"))
    given = vars(parser.parse_args())
    out = given.pop("out")
    save(train(**given), out)


if __name__ == "__main__":
    main()
