"""Play ten thousand random games at once and see who wins: the batch simulator in twenty lines."""

import argparse

from siam.rl.batch import BatchSimulator


def main() -> None:
    """Count the wins of every seat."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--players", type=int, default=3)
    given = parser.parse_args()
    batch = BatchSimulator(given.games, given.players, auto_reset=False, observations=False)
    shown = batch.reset(seed=1)
    wins = [0] * given.players
    while not shown.dones.all():
        shown = batch.step(batch.sample())
        for seat in range(given.players):
            wins[seat] += int((shown.rewards[:, seat] > 0).sum())
    print(" ".join(f"player_{seat}: {count / given.games:.1%}" for seat, count in enumerate(wins)))


if __name__ == "__main__":
    main()
