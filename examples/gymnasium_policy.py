"""Learn to beat one of our agents through Gymnasium: a linear policy, by policy gradients (REINFORCE).

    python examples/gymnasium_policy.py --opponent random --episodes 4000

The policy gives every action a number, leaves out those that the mask forbids, and draws among the rest. After each
game it makes what it did more likely if it won, and less likely if it lost. With sb3-contrib installed,
`MaskablePPO("MlpPolicy", env)` learns on the same environment: it asks for `action_masks()`.
"""

import argparse

import gymnasium
import numpy as np
from numpy.typing import NDArray

RATE = 0.001


def chances(weights: NDArray[np.float64], seen: NDArray[np.float64], mask: NDArray[np.int8]) -> NDArray[np.float64]:
    """Return the chance of every action; those that the mask forbids have none."""
    likings = np.where(mask == 1, seen @ weights, -np.inf)
    powers = np.exp(likings - likings.max())
    return powers / powers.sum()


def play(env: gymnasium.Env, weights: NDArray[np.float64], seed: int) -> tuple[float, NDArray[np.float64]]:
    """Play a game; give what it brought, and the direction that makes what was done more likely."""
    random = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    direction, reward, is_over = np.zeros_like(weights), 0.0, False
    while not is_over:
        seen = observation / 2
        chance = chances(weights, seen, info["action_mask"])
        action = int(random.choice(len(chance), p=chance))
        chance[action] -= 1
        direction -= np.outer(seen, chance)
        observation, reward, is_over, _, info = env.step(action)
    return float(reward), direction


def learn(env: gymnasium.Env, episodes: int, report: int) -> list[float]:
    """Play and learn; give the share of wins in every `report` games."""
    weights = np.zeros((env.observation_space.shape[0], env.action_space.n))
    results: list[float] = []
    for episode in range(episodes):
        reward, direction = play(env, weights, seed=episode)
        results.append(reward)
        weights += RATE * (reward - np.mean(results[-200:])) * direction
    return [float(np.mean(np.array(results[first : first + report]) > 0)) for first in range(0, episodes, report)]


def main() -> None:
    """Learn, and print how it went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--episodes", type=int, default=4000)
    parser.add_argument("--opponent", default="random")
    given = parser.parse_args()
    env = gymnasium.make("siam.rl:siam/Siam-v0", opponents=given.opponent)
    report = max(1, given.episodes // 8)
    for number, share in enumerate(learn(env, given.episodes, report), start=1):
        print(f"{number * report:6d} games: won {share:.1%} of the last {report}")
    env.close()


if __name__ == "__main__":
    main()
