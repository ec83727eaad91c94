"""The best afterstates of a turn, in order."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray
from siam.engine.core.compiling import borrowing
from siam.engine.core.layout import SIZE
from siam.engine.evaluation.net import Floats
from siam.engine.search.workspace import MAX_PATH, NO_STEP


class Candidates(NamedTuple):
    """The best afterstates of a turn, the best first; passing is always among them."""

    worth: Floats
    """The winning chance of the mover's camp."""
    paths: NDArray[np.int8]
    states: IntArray
    chances: NDArray[np.float64]
    """The winning chance of each camp as the evaluation sees it."""
    outputs: Floats
    """What the evaluation says, told from whoever moves next."""
    moves: NDArray[np.int64]
    """The steps of each, a byte each."""
    marks: NDArray[np.uint64]
    """Words that tell the afterstates of a turn apart."""


def new_candidates(keep: int) -> Candidates:
    """Make room for so many afterstates."""
    return Candidates(
        np.zeros(keep, np.float32),
        np.full((keep, MAX_PATH), NO_STEP, np.int8),
        np.zeros((keep, SIZE), np.int32),
        np.zeros((keep, 3), np.float64),
        np.zeros((keep, 3), np.float32),
        np.zeros(keep, np.int64),
        np.zeros(keep, np.uint64),
    )


@borrowing
def insert(
    candidates: Candidates, count: int, keep: int, worth: float, outputs: Floats, row: int, move: int, mark: int
) -> int:
    """Put a move in its place among the best; return how many there are now.

    What the evaluation says of it lies in a row of outputs.
    """
    if count == keep and worth <= candidates.worth[count - 1]:
        return count
    for i in range(count):
        if candidates.marks[i] == mark:
            return count
    place = count if count < keep else keep - 1
    while place > 0 and candidates.worth[place - 1] < worth:
        candidates.worth[place] = candidates.worth[place - 1]
        candidates.marks[place] = candidates.marks[place - 1]
        candidates.moves[place] = candidates.moves[place - 1]
        for i in range(3):
            candidates.outputs[place, i] = candidates.outputs[place - 1, i]
        place -= 1
    candidates.worth[place] = worth
    candidates.marks[place] = mark
    candidates.moves[place] = move
    for i in range(3):
        candidates.outputs[place, i] = outputs[row, i]
    return min(count + 1, keep)
