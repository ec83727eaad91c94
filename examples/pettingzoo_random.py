"""The loop that every PettingZoo user knows, on King of Siam, with a picture at the end of the game."""

from siam.rl import siam_v0


def main() -> None:
    """Play a game of three at random."""
    env = siam_v0.env(players=3, render_mode="ansi")
    env.reset(seed=7)
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
