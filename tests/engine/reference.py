"""The evaluation in plain NumPy, to compare kernels with."""

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray
from siam.engine.evaluation.features import SLOT_COUNT, write_slots
from siam.engine.evaluation.quantized import Evaluation


def slots_of(ground: IntArray, state: IntArray) -> NDArray[np.int16]:
    """Return the inputs of a position, by slot."""
    slots = np.zeros(SLOT_COUNT, np.int16)
    write_slots(ground, state, slots)
    return slots


def outputs_alone(evaluation: Evaluation, ground: IntArray, state: IntArray) -> NDArray[np.float32]:
    """Return what an evaluation says of a position, summed up from nothing in wide words."""
    active = [slot for slot in slots_of(ground, state) if slot]
    units = evaluation.bias[0].astype(np.int64) + evaluation.inputs[active].astype(np.int64).sum(axis=0)
    assert abs(units).max() < 2**15, "beyond sixteen bits"
    sums = evaluation.outputs.astype(np.int64) @ np.maximum(units, 0)
    assert abs(sums).max() < 2**31, "beyond thirty-two bits"
    found: NDArray[np.float32] = (evaluation.output_bias + evaluation.output_steps * sums).astype(np.float32)
    return found
