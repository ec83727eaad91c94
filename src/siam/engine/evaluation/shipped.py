"""The weights that ship with the package, and what stands in for them on other boards."""

from functools import cache
from importlib import resources
from itertools import pairwise
from pathlib import Path

import numpy as np

from siam.engine.core.layout import PROVINCES
from siam.engine.evaluation.features import IN_BOX_STATUS, IN_CELLS, IN_HAND_SIZE, IN_PLACE, IN_STATUS, INPUTS
from siam.engine.evaluation.net import Net
from siam.rules import Board, load_board


def net_for(players: int, board: Board, *, frozen_weights: bool = False) -> Net:
    """Return the evaluation for a table: the best, or the one that levels 1 to 7 were spaced with.

    The weights were trained on the board `siam`. On any other, what they know of single provinces is
    replaced by its mean over all provinces, so that only what holds everywhere is left.
    """
    siam = load_board("siam")
    return _net(players, (board.neighbours, board.homes) == (siam.neighbours, siam.homes), frozen_weights)


@cache
def _net(players: int, known: bool, frozen_weights: bool) -> Net:
    shipped = resources.files("siam.engine.evaluation.weights")
    source = shipped.joinpath(f"siam-{players}.npz")
    if frozen_weights and shipped.joinpath(f"levels-{players}.npz").is_file():
        source = shipped.joinpath(f"levels-{players}.npz")
    with resources.as_file(source) as path:
        net = load_net(path)
    return net if known else _without_provinces(net)


def load_net(path: Path) -> Net:
    """Read weights from a file."""
    with np.load(path) as stored:
        net = Net(*(np.ascontiguousarray(stored[name], np.float32) for name in Net._fields))
    if net.inputs.shape[0] != INPUTS:
        raise ValueError(f"{path}: weights for {net.inputs.shape[0]} inputs, not {INPUTS}")
    return net


def with_card_worth(net: Net, worth: float) -> Net:
    """Add to the evaluation that each card kept in hand is worth something.

    Players who learn from each other alone spend their cards alike, so the weights see too little in a hand
    that is kept. Eight more units carry the numbers of cards straight to the outputs.
    """
    units, outputs = net.bias.size, net.outputs.shape[0]
    wider = Net(
        np.pad(net.inputs, ((0, 0), (0, 8))),
        np.pad(net.bias, (0, 8)),
        np.pad(net.outputs, ((0, 0), (0, 8))),
        net.output_bias,
    )
    for seat in range(3 if outputs == 3 else 4):
        first = IN_HAND_SIZE + 9 * seat
        wider.inputs[first : first + 9, units + seat] = range(9)
        output = seat if outputs == 3 else 0
        wider.outputs[output, units + seat] = worth if outputs == 3 or seat % 2 == 0 else -worth
    return wider


def save_net(net: Net, path: Path) -> None:
    """Write weights to a file, in half precision."""
    np.savez_compressed(path, **{name: array.astype(np.float16) for name, array in net._asdict().items()})


def _without_provinces(net: Net) -> Net:
    inputs = net.inputs.copy()
    bounds = (IN_CELLS, IN_STATUS, IN_PLACE, IN_BOX_STATUS)
    for first, last in pairwise(bounds):
        rows = inputs[first:last].reshape(PROVINCES, -1, inputs.shape[1])
        rows[:] = rows.mean(axis=0, keepdims=True)
    return net._replace(inputs=inputs)
