"""The evaluation: sparse inputs, one hidden layer, the winning chances of the camps.

With two camps the one output is the chance of the seat to move; with three players the outputs are the
chances of the seats, counted from the seat to move.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import float32, float64, uint64
from siam.engine.core.compiling import inlined_kernel, kernel
from siam.engine.evaluation.elementary import exp, log1p, logistic
from siam.engine.evaluation.features import SLOT_COUNT, Slots
from siam.engine.evaluation.lanes import rectified_dot

Floats = NDArray[np.float32]


class Net(NamedTuple):
    """Weights: inputs to hidden units, and hidden units to outputs."""

    inputs: Floats
    """A row of hidden units for each input; row 0 belongs to no input and stays zero."""
    bias: Floats
    outputs: Floats
    """A row of hidden units for each output."""
    output_bias: Floats


@kernel
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


@inlined_kernel
def copy_hidden(source: Floats, target: Floats) -> None:
    """Copy hidden units."""
    for k in range(source.size):
        target[k] = source[k]


@inlined_kernel
def shift(inputs: Floats, before: Slots, after: Slots, first: int, last: int, hidden: Floats) -> None:
    """Change the hidden units where some slots differ."""
    for i in range(first, last):
        old, new = uint64(before[i]), uint64(after[i])
        if old != new:
            exchange(inputs, old, new, hidden)


@kernel
def exchange(inputs: Floats, old: int, new: int, hidden: Floats) -> None:
    """Take one input out of the hidden units and put another in."""
    for k in range(hidden.size):
        hidden[k] += inputs[new, k] - inputs[old, k]


@kernel
def output(net: Net, hidden: Floats, index: int) -> float:
    """Return one output before it is squashed."""
    return _output(net.outputs[index], net.output_bias[index], hidden)


@kernel
def _output(weights: Floats, bias: float, hidden: Floats) -> float:
    return bias + rectified_dot(hidden, weights)


@inlined_kernel
def merit(net: Net, hidden: Floats, seat: int) -> float:
    """Return the logarithm of the odds that the camp of a seat, counted from the seat to move, wins."""
    own = _output(net.outputs[0], net.output_bias[0], hidden)
    if net.output_bias.size == 1:
        odds = own if seat % 2 == 0 else -own
    else:
        odds = _odds_of_three(
            own,
            _output(net.outputs[1], net.output_bias[1], hidden),
            _output(net.outputs[2], net.output_bias[2], hidden),
            seat,
        )
    return odds


@kernel
def _odds_of_three(first: float, second: float, third: float, seat: int) -> float:
    own, one, two = first, second, third
    if seat == 1:
        own, one = second, first
    elif seat == 2:
        own, two = third, first
    most = max(one, two)
    return own - most - float32(log1p(exp(min(one, two) - most)))


@kernel
def chance(net: Net, hidden: Floats, seat: int) -> float:
    """Return the winning chance of the camp of a seat, counted from the seat to move."""
    if net.output_bias.size == 1:
        value = logistic(output(net, hidden, 0))
        return value if seat % 2 == 0 else float32(1.0) - value
    own = output(net, hidden, seat)
    total = float64(0.0)
    for other in range(3):
        total += exp(output(net, hidden, other) - own)
    return float32(1.0 / total)


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
