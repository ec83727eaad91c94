"""Networks trained elsewhere to choose step by step, as agents: layers in a `.npz` file, evaluated with NumPy.

Two come with the package, made by `examples/torch/ppo.py` and `examples/torch/dqn.py`; in the arena they enter as
`py:siam.rl.policies:ppo` and `py:siam.rl.policies:dqn`, and networks of your own as
`py:siam.rl.policies:Policy[weights=FILE]`.
"""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from siam.rl import observation
from siam.rl.stepped_game import SteppedGame
from siam.rules import STEPS, HalfMove, Move, Position, SiamError

CHECKPOINTS = Path(__file__).parent / "checkpoints"
Layer = tuple[NDArray[np.float32], NDArray[np.float32]]


class Policy:
    """Takes the step with the highest score, one after the other, until the move is whole."""

    def __init__(self, weights: str | Path) -> None:
        self.name = Path(weights).stem
        self.layers = read_layers(Path(weights))

    def choose(self, position: Position) -> Move:
        """Choose a move; a network draws nothing, so there is no seed."""
        table, half = SteppedGame(position), HalfMove(position)
        while half.move is None:
            likings = likings_of(self.layers, table.observe(table.seat))
            step = int(np.argmax(np.where(table.mask == 1, likings, -np.inf)))
            half = half.then(STEPS[step])
            table.step(step)
        return half.move


def ppo() -> Policy:
    """Return the network that `examples/torch/ppo.py` trained."""
    return Policy(CHECKPOINTS / "ppo.npz")


def dqn() -> Policy:
    """Return the network that `examples/torch/dqn.py` trained."""
    return Policy(CHECKPOINTS / "dqn.npz")


def likings_of(layers: Sequence[Layer], seen: NDArray[np.int8]) -> NDArray[np.float32]:
    """Return a network's score for each action: halved inputs, rectified layers, a linear last one."""
    values: NDArray[Any] = seen.astype(np.float32) * np.float32(0.5)
    for weights, bias in layers[:-1]:
        values = np.maximum(values @ weights + bias, 0)
    weights, bias = layers[-1]
    likings: NDArray[np.float32] = values @ weights + bias
    return likings


def save_layers(layers: Sequence[tuple[Any, Any]], path: Path) -> None:
    """Write the layers of a network, from the first: weights as inputs by outputs, and biases."""
    named = {
        f"{kind}{number}": part for number, layer in enumerate(layers) for kind, part in zip("wb", layer, strict=True)
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        path, allow_pickle=False, **{name: np.asarray(part, np.float16) for name, part in named.items()}
    )


def read_layers(path: Path) -> list[Layer]:
    """Read the layers of a network; SiamError if they do not fit the game."""
    try:
        with np.load(path, allow_pickle=False) as found:
            count = len(found.files) // 2
            layers = [(found[f"w{n}"].astype(np.float32), found[f"b{n}"].astype(np.float32)) for n in range(count)]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        raise SiamError(f"{path} holds no network: {problem}") from None
    widths = [observation.SIZE, *(weights.shape[-1] for weights, _ in layers)]
    shapes = list(pairwise(widths))
    fits = all(
        weights.shape == shape and bias.shape == shape[1:]
        for (weights, bias), shape in zip(layers, shapes, strict=True)
    )
    if not layers or not fits or widths[-1] != observation.ACTIONS:
        raise SiamError(f"{path} is no network with {observation.SIZE} inputs and {observation.ACTIONS} outputs")
    return layers
