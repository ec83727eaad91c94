"""Learn from a fixed data set how good a position is, and write the weights: a small network, in NumPy alone.

    siam selfplay greedy --games 200 --chances 20 --rows data.npz
    python examples/learn_from_data.py data.npz --out weights.npz

It learns the chances that a search saw where the rows have them, and who won where they do not. Every tenth game is
kept apart. `benchmarks/from-data` plays with what this writes.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

BATCH = 512
FIRST_RATE, LAST_RATE = 2e-3, 1e-4

Array = NDArray[np.float32]


def read(path: Path) -> tuple[Array, Array, NDArray[Any]]:
    """Return what was seen when each move began, the mover's chance of winning, and the number of the game."""
    columns = ("observation", "part", "seat", "chances", "reward", "game")
    if path.suffix == ".parquet":
        from pyarrow import parquet

        table = parquet.read_table(path, columns=list(columns))
        rows = {name: np.stack(table[name].to_numpy(zero_copy_only=False)) for name in columns}
    else:
        with np.load(path) as stored:
            rows = {name: stored[name] for name in columns}
    begins = rows["part"] == 0
    chance = rows["chances"][np.arange(len(begins)), rows["seat"]]
    chance = np.where(np.isnan(chance), rows["reward"] > 0, chance)
    return rows["observation"][begins].astype(np.float32), chance[begins].astype(np.float32), rows["game"][begins]


def forward(weights: dict[str, Array], seen: Array) -> tuple[Array, Array]:
    """Return the hidden units and the chance of winning."""
    hidden = np.maximum(seen @ weights["w0"] + weights["b0"], 0)
    return hidden, 1 / (1 + np.exp(-(hidden @ weights["w1"] + weights["b1"])))


def learn(seen: Array, chance: Array, units: int, rounds: int, seed: int) -> dict[str, Array]:
    """Lower the cross entropy with Adam."""
    random = np.random.default_rng(seed)
    weights = {
        "w0": (random.standard_normal((seen.shape[1], units)) * 0.05).astype(np.float32),
        "b0": np.zeros(units, np.float32),
        "w1": (random.standard_normal(units) * 0.05).astype(np.float32),
        "b1": np.zeros((), np.float32),
    }
    first = {name: np.zeros_like(part) for name, part in weights.items()}
    second = {name: np.zeros_like(part) for name, part in weights.items()}
    steps = rounds * -(-len(seen) // BATCH)
    for step in range(1, steps + 1):
        rows = random.integers(0, len(seen), BATCH)
        hidden, guessed = forward(weights, seen[rows])
        off = (guessed - chance[rows]) / BATCH
        back = np.outer(off, weights["w1"]) * (hidden > 0)
        slopes = {"w0": seen[rows].T @ back, "b0": back.sum(0), "w1": hidden.T @ off, "b1": off.sum()}
        rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** (step / steps)
        for name, slope in slopes.items():
            first[name] = 0.9 * first[name] + 0.1 * slope
            second[name] = 0.999 * second[name] + 0.001 * slope**2
            change = first[name] / (1 - 0.9**step) / (np.sqrt(second[name] / (1 - 0.999**step)) + 1e-8)
            weights[name] = np.asarray(weights[name] - rate * change, np.float32)
    return weights


def main() -> None:
    """Learn, tell the error on the games kept apart, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", type=Path, help="rows of `siam selfplay`, .npz or .parquet")
    parser.add_argument("--out", type=Path, default=Path("weights.npz"))
    parser.add_argument("--units", type=int, default=96)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    seen, chance, games = read(given.rows)
    apart = games % 10 == 9
    weights = learn(seen[~apart], chance[~apart], given.units, given.rounds, given.seed)
    before = float(np.mean((chance[apart] - chance[~apart].mean()) ** 2))
    after = float(np.mean((chance[apart] - forward(weights, seen[apart])[1]) ** 2))
    print(f"{(~apart).sum()} positions to learn from, {apart.sum()} of {len(set(games[apart]))} games kept apart")
    print(f"squared error of the chance before {before:.4f}, after {after:.4f}")
    told = {"rows": given.rows.name, "games": int(games.max()) + 1, "seed": given.seed}
    halves = {name: part.astype(np.float16) for name, part in weights.items()}
    np.savez_compressed(given.out, allow_pickle=False, told=np.array(json.dumps(told)), **halves)


if __name__ == "__main__":
    main()
