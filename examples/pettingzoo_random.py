"""The loop that every PettingZoo user knows, on King of Siam, with a picture at the end of the game."""

import argparse

from siam.rl import siam_v0


def main() -> None:
    """Play a game at random."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=3)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    env = siam_v0.env(players=given.players, render_mode="ansi")
    env.reset(seed=given.seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            print(f"{agent}: {reward:+.1f}")
            action = None
        else:
            action = env.action_space(agent).sample(observation["action_mask"])
        env.step(action)
    print(env.render())


if __name__ == "__main__":
    main()
