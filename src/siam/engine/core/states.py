"""Walking through the steps of a move: on a copy, and to each board in one order only; and telling positions apart."""

from siam.engine.core.bits import IntArray, int64, uint64
from siam.engine.core.compiling import inlined_kernel, kernel
from siam.engine.core.layout import (
    ONE_SECOND,
    PICK_A,
    PLACE_SECOND,
    REDUCED_SECOND,
    SIZE,
    STAGE,
    STEP_CELL,
    STEP_PROVINCE,
    TWO_SECOND,
)


@kernel
def copy_state(source: IntArray, target: IntArray) -> None:
    """Copy a position."""
    for i in range(SIZE):
        target[i] = source[i]


@kernel
def agree(left: IntArray, right: IntArray, length: int) -> bool:
    """Return whether two positions are the same up to an offset."""
    i = 0
    while i < length and left[i] == right[i]:
        i += 1
    return i == length


@kernel
def hashed(state: IntArray, length: int) -> int:
    """Hash a position up to an offset."""
    key = uint64(0x9E3779B97F4A7C15)
    for i in range(length):
        key = (key ^ uint64(state[i])) * uint64(0x100000001B3)
        key ^= key >> uint64(29)
    return key


@inlined_kernel
def distinct_steps(state: IntArray, steps: int) -> int:
    """Return the steps of a started move that lead to boards not reached otherwise, as bits."""
    stage = state[STAGE]
    first = int64(state[PICK_A])
    distinct = steps
    if stage in (ONE_SECOND, REDUCED_SECOND, TWO_SECOND):
        distinct = steps & ~((1 << (STEP_CELL + first)) - 1)
    elif stage == PLACE_SECOND:
        distinct = steps & ~((1 << (STEP_PROVINCE + first)) - 1)
    return distinct
