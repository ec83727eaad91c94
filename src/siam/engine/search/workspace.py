"""Scratch arrays in which the moves of a turn are scored."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray, RandomState
from siam.engine.core.layout import CARD_KINDS, PROVINCES, SIZE, WAY_SIZE
from siam.engine.evaluation.features import SLOT_COUNT
from siam.engine.evaluation.integers import LANES
from siam.engine.evaluation.net import Floats
from siam.engine.evaluation.quantized import Units

MAX_BOARDS: Final = 1600
"""More than a turn has: Khon Thai 512, 1 vs 1 252, 2 vs 1 fewer than 500, Maharacha 56, the others 36 each."""
MAX_PATH: Final = 6
NO_STEP: Final = -1

CHANGES: Final = 4096 + 512
"""How many numbers a changed province can have: see `search/changes.py`."""
CHANGE_ROWS: Final = 1024
STANDING_ROWS: Final = 1024
STANDING_KEYS: Final = 4096
ENDINGS: Final = 64
"""Each ending with a follower of each faction taken, or none."""


class Boards(NamedTuple):
    """The boards that the cards of a turn can make, before a follower is taken."""

    changes: NDArray[np.int16]
    """Up to three changed provinces of each."""
    paths: NDArray[np.int64]
    """The steps, a byte each; 255 where there are none."""
    worth: Floats
    """The logarithm of the odds of the camp that moves."""
    ranking: NDArray[np.int16]
    """The best ones in order."""


class Sums(NamedTuple):
    """Hidden units of parts of positions, each summed up once a turn."""

    base: Units
    """What a turn leaves but for the standing: with each card, with any, on a board, and there without a province."""
    units: Units
    """A whole position."""
    change_rows: Units
    """What a changed province adds."""
    row_of_change: NDArray[np.int16]
    flips: NDArray[np.int64]
    """How it changes the boxes of the four controllers."""
    marks: NDArray[np.uint64]
    """Words that tell changes apart."""
    standing_rows: Units
    """What a standing adds: who would control which boxes, and how the game would end."""
    standing_keys: NDArray[np.int64]
    row_of_standing: NDArray[np.int16]
    ending_rows: Units
    is_summed: NDArray[np.int8]
    """Which endings are."""
    used: NDArray[np.int64]
    """How many rows of changes and of standings are in use."""


class Desk(NamedTuple):
    """Room to work in; one for each thread."""

    stack: IntArray
    slots: NDArray[np.int16]
    hidden: Floats
    """Units of an evaluation that learns."""
    boards: Boards
    sums: Sums
    outputs: Floats
    """What the evaluation says of the latest board, and of passing."""
    box_of: NDArray[np.int64]
    """Where each province lies."""
    seen: NDArray[np.int8]
    way: NDArray[np.int64]
    random: RandomState


def new_desk(units: int, seed: int = 1) -> Desk:
    """Make room to work in."""
    wide = (units + LANES - 1) // LANES * LANES
    return Desk(
        np.zeros((4, SIZE), np.int32),
        np.zeros((3, SLOT_COUNT), np.int16),
        np.zeros(units, np.float32),
        Boards(
            np.zeros((MAX_BOARDS, 3), np.int16),
            np.zeros(MAX_BOARDS, np.int64),
            np.zeros(MAX_BOARDS, np.float32),
            np.zeros(MAX_BOARDS, np.int16),
        ),
        Sums(
            np.zeros((CARD_KINDS + 3, wide), np.int16),
            np.zeros((1, wide), np.int16),
            np.zeros((CHANGE_ROWS, wide), np.int16),
            np.zeros(CHANGES, np.int16),
            np.zeros(CHANGE_ROWS, np.int64),
            np.zeros(CHANGE_ROWS, np.uint64),
            np.zeros((STANDING_ROWS, wide), np.int16),
            np.zeros(STANDING_KEYS, np.int64),
            np.zeros(STANDING_KEYS, np.int16),
            np.zeros((ENDINGS, wide), np.int16),
            np.zeros(ENDINGS, np.int8),
            np.zeros(2, np.int64),
        ),
        np.zeros((2, 3), np.float32),
        np.zeros(PROVINCES, np.int64),
        np.zeros(192, np.int8),
        np.zeros(WAY_SIZE, np.int64),
        np.array([seed], np.uint64),
    )
