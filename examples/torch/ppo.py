"""Proximal policy optimisation in one file of PyTorch, on thousands of steps at once.

    python examples/torch/ppo.py --minutes 5 --out ppo.npz
    siam arena ppo=py:siam.rl.policies:Policy[weights=ppo.npz] greedy random --games 100

The learner plays against random steps first, then against its own earlier self, on the vector environment; observations
and masks go to Torch without a copy. The network is written as plain layers, so NumPy alone lets it play afterwards.
With a number of updates instead of minutes the same seed gives the same network.
"""

import argparse
import copy
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from siam.rl import observation
from siam.rl.policies import save_layers
from siam.rl.vector_env import SiamVectorEnv

FORBIDDEN = -1e9
EPOCHS, PARTS = 4, 8
DISCOUNT, TRACE, CLIP = 1.0, 0.95, 0.2
CURIOSITY, VALUE_SHARE = 0.01, 0.5


class Learner(nn.Module):
    """Two networks side by side: what to do, and how the game will end."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.policy = _layers(hidden, observation.ACTIONS, last_gain=0.01)
        self.value = _layers(hidden, 1, last_gain=1.0)

    def choices(self, seen: torch.Tensor, masks: torch.Tensor) -> Categorical:
        """Return the chances of the legal actions."""
        return Categorical(logits=self.policy(seen).masked_fill(masks == 0, FORBIDDEN), validate_args=False)


def _layers(hidden: int, outputs: int, last_gain: float) -> nn.Sequential:
    first, second, last = nn.Linear(observation.SIZE, hidden), nn.Linear(hidden, hidden), nn.Linear(hidden, outputs)
    for layer, gain in ((first, 2**0.5), (second, 2**0.5), (last, last_gain)):
        nn.init.orthogonal_(layer.weight, gain)
        nn.init.zeros_(layer.bias)
    return nn.Sequential(first, nn.ReLU(), second, nn.ReLU(), last)


def seen_of(rows: np.ndarray) -> torch.Tensor:
    """Return observations as a network reads them."""
    return torch.from_numpy(rows).float() * 0.5


class Rival:
    """Plays the other seats: an earlier self, with random steps in between."""

    def __init__(self, learner: Learner, share: float) -> None:
        self.learner, self.share = copy.deepcopy(learner), share

    @torch.no_grad()
    def __call__(self, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Choose a step for each row."""
        legal = torch.from_numpy(masks)
        drawn = self.learner.choices(seen_of(rows), legal).sample()
        anyhow = Categorical(probs=legal.float()).sample()
        return torch.where(torch.rand(len(rows)) < self.share, drawn, anyhow).numpy()


def train(
    *, minutes: float, updates: int | None, games: int, steps: int, hidden: int, players: int, seed: int
) -> Learner:
    """Play and learn until the time or the updates are over."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # the layers are small: threads would wait for each other
    learner = Learner(hidden)
    rival = Rival(learner, share=0.0)
    envs = SiamVectorEnv(games, players, opponents=rival)
    optimiser = torch.optim.Adam(learner.parameters(), lr=1e-3, eps=1e-5)
    rows, infos = envs.reset(seed=seed)
    masks = infos["action_mask"]
    begun, update, wins = time.monotonic(), 0, 0.0
    while update < updates if updates is not None else time.monotonic() - begun < 60 * minutes:
        kept: list[tuple[torch.Tensor, ...]] = []
        ends: list[float] = []
        for _ in range(steps):
            seen, legal = seen_of(rows), torch.from_numpy(masks)
            with torch.no_grad():
                choices = learner.choices(seen, legal)
                actions = choices.sample()
                told = (seen, legal, actions, choices.log_prob(actions), learner.value(seen)[:, 0])
            rows, rewards, done, _, infos = envs.step(actions.numpy())
            masks = infos["action_mask"]
            kept.append((*told, torch.from_numpy(rewards), torch.from_numpy(done).float()))
            ends += rewards[done].tolist()
        with torch.no_grad():
            _learn(learner, optimiser, kept, learner.value(seen_of(rows))[:, 0])
        update += 1
        wins = 0.9 * wins + 0.1 * float(np.mean(np.array(ends) > 0)) if ends else wins
        if update % 10 == 0:
            played = update * steps * games
            print(f"{time.monotonic() - begun:5.0f} s {played:9,} steps, wins of late {wins:.0%}", flush=True)
        if wins > 0.7:  # too easy: meet yourself as you are now
            rival.learner, rival.share, wins = copy.deepcopy(learner), 0.8, 0.5
    envs.close()
    return learner


def _learn(
    learner: Learner, optimiser: torch.optim.Optimizer, kept: list[tuple[torch.Tensor, ...]], after: torch.Tensor
) -> None:
    """Improve the networks by what was played (generalised advantages, clipped ratios)."""
    seen, masks, actions, logs, values, rewards, done = (torch.stack(parts) for parts in zip(*kept, strict=True))
    gains, gain = torch.zeros_like(rewards), torch.zeros_like(after)
    for step in reversed(range(len(rewards))):
        following = after if step == len(rewards) - 1 else values[step + 1]
        goes_on = 1 - done[step]
        surprise = rewards[step] + DISCOUNT * following * goes_on - values[step]
        gains[step] = gain = surprise + DISCOUNT * TRACE * goes_on * gain
    returns = gains + values
    flat = [part.flatten(0, 1) for part in (seen, masks, actions, logs, gains, returns)]
    with torch.enable_grad():
        for _ in range(EPOCHS):
            for part in torch.randperm(len(flat[0])).chunk(PARTS):
                seen, masks, actions, logs, gain, wanted = (one[part] for one in flat)
                choices = learner.choices(seen, masks)
                ratio = (choices.log_prob(actions) - logs).exp()
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                policy = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                value = (learner.value(seen)[:, 0] - wanted).square().mean()
                loss = policy + VALUE_SHARE * value - CURIOSITY * choices.entropy().mean()
                optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(learner.parameters(), 0.5)
                optimiser.step()


def save(network: nn.Sequential, path: Path) -> None:
    """Write a network as layers that `siam.rl.policies` reads."""
    layers = [layer for layer in network if isinstance(layer, nn.Linear)]
    save_layers([(layer.weight.detach().numpy().T, layer.bias.detach().numpy()) for layer in layers], path)


def main() -> None:
    """Learn, and write what was learned."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--updates", type=int, help="so many updates instead of minutes")
    parser.add_argument("--games", type=int, default=256, help="side by side")
    parser.add_argument("--steps", type=int, default=64, help="of each game between updates")
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("ppo.npz"))
    given = vars(parser.parse_args())
    out = given.pop("out")
    save(train(**given).policy, out)


if __name__ == "__main__":
    main()
