"""The evaluation: sparse inputs, one hidden layer, the winning chances of the camps.

With two camps the one output is the chance of the seat to move; with three players the outputs are the
chances of the seats, counted from the seat to move.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from siam.engine.bits import float32, uint64
from siam.engine.compiling import fast_kernel
from siam.engine.features import SLOT_COUNT, Slots

Floats = NDArray[np.float32]


class Net(NamedTuple):
    """Weights: inputs to hidden units, and hidden units to outputs."""

    inputs: Floats
    """A row of hidden units for each input; row 0 belongs to no input and stays zero."""
    bias: Floats
    outputs: Floats
    """A row of hidden units for each output."""
    output_bias: Floats


@fast_kernel
def refresh(net: Net, slots: Slots, hidden: Floats) -> None:
    """Sum up the hidden units of all slots."""
    units = net.bias.size
    for k in range(units):
        hidden[k] = net.bias[k]
    for i in range(SLOT_COUNT):
        row = uint64(slots[i])
        if row:
            for k in range(units):
                hidden[k] += net.inputs[row, k]


@fast_kernel
def copy_hidden(source: Floats, target: Floats) -> None:
    """Copy hidden units."""
    for k in range(source.size):
        target[k] = source[k]


@fast_kernel
def shift(net: Net, before: Slots, after: Slots, first: int, last: int, hidden: Floats) -> None:
    """Change the hidden units where some slots differ."""
    units = net.bias.size
    for i in range(first, last):
        old, new = uint64(before[i]), uint64(after[i])
        if old != new:
            for k in range(units):
                hidden[k] += net.inputs[new, k] - net.inputs[old, k]


@fast_kernel
def output(net: Net, hidden: Floats, index: int) -> float:
    """Give one output before it is squashed."""
    total = net.output_bias[index]
    for k in range(net.bias.size):
        total += max(hidden[k], float32(0.0)) * net.outputs[index, k]
    return total


@fast_kernel
def merit(net: Net, hidden: Floats, seat: int) -> float:
    """Give the logarithm of the odds that the camp of a seat, counted from the seat to move, wins."""
    if net.output_bias.size == 1:
        value = output(net, hidden, 0)
        return value if seat % 2 == 0 else -value
    one = output(net, hidden, seat + 1 if seat < 2 else 0)
    two = output(net, hidden, seat - 1 if seat > 0 else 2)
    most = max(one, two)
    return output(net, hidden, seat) - most - np.log1p(np.exp(min(one, two) - most))


@fast_kernel
def chance(net: Net, hidden: Floats, seat: int) -> float:
    """Give the winning chance of the camp of a seat, counted from the seat to move."""
    if net.output_bias.size == 1:
        value = float32(1.0) / (float32(1.0) + np.exp(-output(net, hidden, 0)))
        return value if seat % 2 == 0 else float32(1.0) - value
    own = output(net, hidden, seat)
    total = float32(0.0)
    for other in range(3):
        total += np.exp(output(net, hidden, other) - own)
    return float32(1.0) / total


def new_net(inputs: int, units: int, outputs: int, seed: int) -> Net:
    """Make an untrained net with small random weights."""
    random = np.random.default_rng(seed)
    rows = (random.standard_normal((inputs, units)) * 0.05).astype(np.float32)
    rows[0] = 0
    return Net(
        rows,
        (random.standard_normal(units) * 0.1).astype(np.float32),
        (random.standard_normal((outputs, units)) * 0.05).astype(np.float32),
        np.zeros(outputs, np.float32),
    )
