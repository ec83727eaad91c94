"""Learn from a data set who is going to win: a linear model on the rows of `siam selfplay`, in NumPy.

    siam selfplay greedy --games 300 --rows greedy.npz
    python examples/value_from_rows.py greedy.npz

Every fifth game is kept apart, so that the model is tested on games that it has never seen.
"""

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

CAUTION = 10.0
"""How strongly weights are held small (ridge regression)."""

Array = NDArray[np.float64]


def read(path: Path) -> tuple[Array, Array, NDArray[np.int32]]:
    """Return what was seen at the beginning of every move, what came of it, and the number of the game."""
    with np.load(path) as rows:
        begins = rows["part"] == 0
        seen, came = rows["observation"][begins].astype(float), rows["reward"][begins].astype(float)
        return np.column_stack([seen, np.ones(len(seen))]), came, rows["game"][begins]


def fit(seen: Array, came: Array) -> Array:
    """Find the weights with the smallest squared error."""
    return np.linalg.solve(seen.T @ seen + CAUTION * np.eye(seen.shape[1]), seen.T @ came)


def main() -> None:
    """Learn, and print the error on the games kept apart, before and after."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", type=Path, help="a .npz file of `siam selfplay`")
    seen, came, games = read(parser.parse_args().rows)
    apart = games % 5 == 0
    guesses = seen[apart] @ fit(seen[~apart], came[~apart])
    before = np.mean((came[apart] - came[~apart].mean()) ** 2)
    after = np.mean((came[apart] - guesses) ** 2)
    print(f"{apart.sum()} moves of {len(set(games[apart]))} games kept apart, {(~apart).sum()} moves to learn from")
    print(f"squared error before {before:.3f}, after {after:.3f}")
    print(f"the winner is foreseen in {np.mean((guesses > 0) == (came[apart] > 0)):.0%} of the moves")


if __name__ == "__main__":
    main()
