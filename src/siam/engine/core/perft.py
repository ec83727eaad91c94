"""Count the ways to go on: the number to compare when two engines should play one game."""

import numpy as np

from siam.engine.core.bits import IntArray, lowest, ones
from siam.engine.core.compiling import kernel
from siam.engine.core.last_card import legal_steps
from siam.engine.core.layout import SIZE
from siam.engine.core.steps import apply_step


@kernel
def count_steps(ground: IntArray, state: IntArray, depth: int) -> int:
    """Count the sequences of so many legal steps; a finished game ends a sequence early."""
    steps = legal_steps(ground, state)
    if depth <= 1 or steps == 0:
        return ones(steps) if depth >= 1 and steps else 1
    total = 0
    after = np.empty(SIZE, np.int32)
    while steps:
        step = lowest(steps)
        steps &= steps - 1
        after[:] = state
        apply_step(ground, after, step)
        total += count_steps(ground, after, depth - 1)
    return total
