"""The weights as they come over the wire, in half precision, made into an evaluation in small integers."""

import numpy as np

from siam.engine.core.bits import float32
from siam.engine.core.compiling import kernel
from siam.engine.core.layout import PROVINCES
from siam.engine.evaluation import quantized
from siam.engine.evaluation.features import IN_BOX_STATUS, IN_CELLS, IN_PLACE, IN_STATUS, INPUTS
from siam.engine.evaluation.net import Floats, Net
from siam.engine.evaluation.quantized import quantize
from siam.engine.portable.boundary import Address, Count, exported, halves
from siam.engine.portable.shelf import shelf_for

new_room = kernel(quantized.new_evaluation)
keep_evaluation, evaluation_at, drop_evaluation = shelf_for(quantized.new_evaluation(1, 1, 1))


@kernel
def float_of(half: int) -> float:
    """Return the number that sixteen bits stand for; no weight is infinite."""
    exponent, fraction = int(half >> 10 & 31), int(half & 1023)
    size = fraction * 2.0**-24
    if exponent:
        size = (1024 + fraction) * 2.0**-25
        for _ in range(exponent):
            size *= 2.0
    return float32(-size if half >> 15 else size)


@kernel
def fill(target: Floats, address: int, start: int) -> int:
    """Read a row's numbers from their place among the halves; give the next place."""
    source = halves(address, start + target.size)
    for i in range(target.size):
        target[i] = float_of(source[start + i])
    return start + target.size


@kernel
def forget_provinces(inputs: Floats, first: int, last: int) -> None:
    """Replace what is known of single provinces by its mean, between two inputs."""
    rows = (last - first) // PROVINCES
    for row in range(first, first + rows):
        for unit in range(inputs.shape[1]):
            total = inputs[row, unit]
            for province in range(1, PROVINCES):
                total += inputs[row + province * rows, unit]
            for province in range(PROVINCES):
                inputs[row + province * rows, unit] = total / float32(PROVINCES)


@exported
def new_evaluation(weights: Address, units: Count, outputs: Count, knows_provinces: Count) -> Address:
    """Make an evaluation of weights: the inputs, the bias, the outputs and their bias, in half precision.

    On another board than the one they learned on, the weights may not know provinces.
    """
    net = Net(
        np.empty((INPUTS, units), np.float32),
        np.empty(units, np.float32),
        np.empty((outputs, units), np.float32),
        np.empty(outputs, np.float32),
    )
    place = 0
    for row in range(INPUTS):
        place = fill(net.inputs[row], weights, place)
    place = fill(net.bias, weights, place)
    for row in range(outputs):
        place = fill(net.outputs[row], weights, place)
    fill(net.output_bias, weights, place)
    if not knows_provinces:
        forget_provinces(net.inputs, IN_CELLS, IN_STATUS)
        forget_provinces(net.inputs, IN_STATUS, IN_PLACE)
        forget_provinces(net.inputs, IN_PLACE, IN_BOX_STATUS)
    evaluation = new_room(INPUTS, units, outputs)
    quantize(net, evaluation)
    return keep_evaluation(evaluation)


@exported
def end_evaluation(evaluation: Address) -> None:
    """Forget an evaluation."""
    drop_evaluation(evaluation)
