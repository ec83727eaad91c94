"""The evaluation in small integers: what games and searches are played with.

Each hidden unit has a scale of its own, chosen so that no position whatever takes it beyond sixteen bits, and each
output one so that its sum stays within thirty-two. Sums of integers are the same in any order, so a part of them
can be kept and added to another.
"""

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import float32, float64, int64
from siam.engine.core.compiling import borrowing, inlined, kernel
from siam.engine.evaluation.elementary import exp, logistic
from siam.engine.evaluation.features import SLOT_COUNT, Slots, inputs_of_slots
from siam.engine.evaluation.integers import LANES, add_row, copy_row, rectified_sum
from siam.engine.evaluation.net import Net

Units = NDArray[np.int16]

_LARGEST: Final = 32767
_ROUNDED: Final = (SLOT_COUNT + 1) / 2
"""How much rounding can add to the sum of a unit."""
_SPANS = inputs_of_slots()

_PARTS: Final = 32
_FAR: Final = 16
_SOFTENED = np.array(
    [round(math.log1p(math.exp(-i / _PARTS)) * 2**32) / 2**32 for i in range(_PARTS * _FAR + 2)], np.float64
)
"""The logarithm of 1 + exp(-x) at every 32nd."""


class Evaluation(NamedTuple):
    """Weights as small integers: inputs to hidden units, and hidden units to outputs."""

    inputs: Units
    """A row of hidden units for each input; row 0 belongs to no input and stays zero."""
    bias: Units
    """A single row."""
    outputs: Units
    """A row of hidden units for each output."""
    output_bias: NDArray[np.float64]
    output_steps: NDArray[np.float64]
    """How much log odds one of an output's sum is."""


def new_evaluation(inputs: int, units: int, outputs: int) -> Evaluation:
    """Make room for the weights of a net."""
    wide = (units + LANES - 1) // LANES * LANES
    return Evaluation(
        np.zeros((inputs, wide), np.int16),
        np.zeros((1, wide), np.int16),
        np.zeros((outputs, wide), np.int16),
        np.zeros(outputs, np.float64),
        np.zeros(outputs, np.float64),
    )


@kernel
def _scales_of(net: Net) -> NDArray[np.float64]:
    """Return by how much the weights of each unit can be multiplied."""
    units = net.bias.size
    lowest, highest = np.zeros(units, np.float64), np.zeros(units, np.float64)
    least, most = np.empty(units, np.float32), np.empty(units, np.float32)
    for unit in range(units):
        lowest[unit] = highest[unit] = net.bias[unit]
    for slot in range(SLOT_COUNT):
        least[:] = 0
        most[:] = 0
        for row in range(_SPANS[slot, 0], _SPANS[slot, 1]):
            for unit in range(units):
                weight = net.inputs[row, unit]
                least[unit] = min(least[unit], weight)
                most[unit] = max(most[unit], weight)
        for unit in range(units):
            lowest[unit] += least[unit]
            highest[unit] += most[unit]
    for unit in range(units):
        bound = max(-lowest[unit], highest[unit], 1e-6)
        highest[unit] = (_LARGEST - _ROUNDED) / bound
    return highest


@kernel
def quantize(net: Net, evaluation: Evaluation) -> None:
    """Round the weights of a net into an evaluation that has room for them."""
    units = net.bias.size
    scales = _scales_of(net)
    for row in range(net.inputs.shape[0]):
        for unit in range(units):
            evaluation.inputs[row, unit] = int64(np.floor(net.inputs[row, unit] * scales[unit] + 0.5))
    for unit in range(units):
        evaluation.bias[0, unit] = int64(np.floor(net.bias[unit] * scales[unit] + 0.5))
    for index in range(net.output_bias.size):
        total = largest = float64(1e-9)
        for unit in range(units):
            weight = abs(net.outputs[index, unit] / scales[unit])
            total += weight
            largest = max(largest, weight)
        scale = min((2 * _LARGEST - units) / total, (_LARGEST - 1) / largest)
        for unit in range(units):
            evaluation.outputs[index, unit] = int64(np.floor(net.outputs[index, unit] / scales[unit] * scale + 0.5))
        evaluation.output_steps[index] = 1.0 / scale
        evaluation.output_bias[index] = net.output_bias[index]


def quantized(net: Net) -> Evaluation:
    """Return the evaluation of a net in small integers."""
    evaluation = new_evaluation(net.inputs.shape[0], net.bias.size, net.output_bias.size)
    quantize(net, evaluation)
    return evaluation


@borrowing
def sum_slots(evaluation: Evaluation, slots: Slots, units: Units, row: int) -> None:
    """Sum up the hidden units of all slots in a row."""
    copy_row(units, row, evaluation.bias, 0)
    for i in range(slots.size):
        if slots[i]:
            add_row(units, row, evaluation.inputs, slots[i])


@inlined
def output_of(evaluation: Evaluation, units: Units, row: int, index: int) -> float:
    """Return one output of a row of hidden units before it is squashed."""
    total = float64(rectified_sum(units, row, evaluation.outputs, index))
    return float32(evaluation.output_bias[index] + evaluation.output_steps[index] * total)


@inlined
def odds_of_three(own: float, one: float, two: float) -> float:
    """Return the logarithm of the odds of the first of three outputs, by a table."""
    gap = abs(float64(one) - float64(two)) * _PARTS
    softened = float64(0.0)
    if gap < _FAR * _PARTS:
        place = int64(gap)
        softened = _SOFTENED[place] + (gap - place) * (_SOFTENED[place + 1] - _SOFTENED[place])
    return float32(float64(own) - float64(max(one, two)) - softened)


@inlined
def odds_of_mover(evaluation: Evaluation, units: Units, row: int, outputs: NDArray[np.float32], place: int) -> float:
    """Return the logarithm of the odds of the camp that has just moved, and leave the outputs in a row of their own."""
    own = output_of(evaluation, units, row, 0)
    outputs[place, 0] = own
    odds = -own
    if evaluation.output_bias.size == 3:
        next_one, mover = output_of(evaluation, units, row, 1), output_of(evaluation, units, row, 2)
        outputs[place, 1], outputs[place, 2] = next_one, mover
        odds = odds_of_three(mover, own, next_one)
    return odds


@borrowing
def note_outputs(evaluation: Evaluation, units: Units, row: int, outputs: NDArray[np.float32], place: int) -> None:
    """Leave every output of a row of hidden units in a row of their own."""
    for index in range(evaluation.output_bias.size):
        outputs[place, index] = output_of(evaluation, units, row, index)


@borrowing
def chance_of(outputs: NDArray[np.float32], place: int, camps: int, seat: int) -> float:
    """Return the winning chance of the camp of a seat, counted from the seat to move, from a row of outputs."""
    if camps == 2:
        value = logistic(outputs[place, 0])
        return value if seat % 2 == 0 else float32(1.0) - value
    total = float64(0.0)
    for other in range(3):
        total += exp(outputs[place, other] - outputs[place, seat])
    return float32(1.0 / total)
