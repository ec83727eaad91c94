"""The best afterstates of a turn, in order."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray
from siam.engine.core.compiling import kernel
from siam.engine.core.layout import BAN_CARD, SIZE
from siam.engine.core.states import hashed
from siam.engine.evaluation.net import Floats
from siam.engine.search.workspace import MAX_PATH, NO_STEP


class Candidates(NamedTuple):
    """The best afterstates of a turn, the best first; passing is always among them."""

    worth: Floats
    """The winning chance of the mover's camp."""
    paths: NDArray[np.int8]
    states: IntArray
    keys: NDArray[np.uint64]


def new_candidates(keep: int) -> Candidates:
    """Make room for so many afterstates."""
    return Candidates(
        np.zeros(keep, np.float32),
        np.full((keep, MAX_PATH), NO_STEP, np.int8),
        np.zeros((keep, SIZE), np.int32),
        np.zeros(keep, np.uint64),
    )


@kernel
def insert(candidates: Candidates, count: int, keep: int, worth: float, state: IntArray, path: NDArray[np.int8]) -> int:
    """Put an afterstate in its place among the best; give how many there are now.

    What may not be undone next (5.10) does not tell afterstates apart.
    """
    if count == keep and worth <= candidates.worth[count - 1]:
        return count
    key = hashed(state, BAN_CARD)
    for i in range(count):
        if candidates.keys[i] == key:
            return count
    place = count if count < keep else keep - 1
    while place > 0 and candidates.worth[place - 1] < worth:
        candidates.worth[place] = candidates.worth[place - 1]
        candidates.keys[place] = candidates.keys[place - 1]
        for i in range(MAX_PATH):
            candidates.paths[place, i] = candidates.paths[place - 1, i]
        for i in range(SIZE):
            candidates.states[place, i] = candidates.states[place - 1, i]
        place -= 1
    candidates.worth[place] = worth
    candidates.keys[place] = key
    for i in range(MAX_PATH):
        candidates.paths[place, i] = path[i]
    for i in range(SIZE):
        candidates.states[place, i] = state[i]
    return min(count + 1, keep)
