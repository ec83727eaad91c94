"""Scratch arrays in which the moves of a turn are scored."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray, RandomState
from siam.engine.core.layout import PROVINCES, SIZE, WAY_SIZE
from siam.engine.evaluation.features import SLOT_COUNT
from siam.engine.evaluation.net import Floats

MAX_BOARDS: Final = 1600
"""More than a turn has: Khon Thai 512, 1 vs 1 252, 2 vs 1 fewer than 500, Maharacha 56, the others 36 each."""
MAX_PATH: Final = 6
NO_STEP: Final = -1


class Desk(NamedTuple):
    """Room to work in; one for each thread."""

    stack: IntArray
    steps: NDArray[np.int64]
    slots: NDArray[np.int16]
    hidden: Floats
    worth: Floats
    paths: NDArray[np.int8]
    seen: NDArray[np.int8]
    thai: Floats
    way: NDArray[np.int64]
    random: RandomState


def new_desk(units: int, seed: int = 1) -> Desk:
    """Make room to work in."""
    return Desk(
        np.zeros((8, SIZE), np.int32),
        np.zeros(24, np.int64),
        np.zeros((4, SLOT_COUNT), np.int16),
        np.zeros((4, units), np.float32),
        np.zeros(MAX_BOARDS, np.float32),
        np.full((MAX_BOARDS, MAX_PATH), NO_STEP, np.int8),
        np.zeros(192, np.int8),
        np.zeros(PROVINCES, np.float32),
        np.zeros(WAY_SIZE, np.int64),
        np.array([seed], np.uint64),
    )
