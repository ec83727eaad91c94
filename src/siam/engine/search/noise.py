"""Misjudging every move a little, by random numbers that are the same on every machine."""

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import RandomState, below, float64, uint64
from siam.engine.core.compiling import kernel
from siam.engine.evaluation.elementary import log1p

_FACTOR = uint64(0xD1342543DE82EF95)
_SHIFT = uint64(0x632BE59BD9B4E019)
_FINE = 1 << 30


@kernel
def seeded(seed: int) -> RandomState:
    """Begin a stream of random numbers as `random_state` does."""
    random = np.zeros(1, np.uint64)
    random[0] = uint64(seed) * _FACTOR + _SHIFT
    return random


@kernel
def normal(random: RandomState) -> float:
    """Draw a number of the normal distribution, by the polar method."""
    while True:
        across = (2.0 * below(random, _FINE) + 1.0) / _FINE - 1.0
        along = (2.0 * below(random, _FINE) + 1.0) / _FINE - 1.0
        square = across * across + along * along
        if square < 1.0:  # and never zero: both are odd
            return across * np.sqrt(2.0 * log1p(1.0 / square - 1.0) / square)


@kernel
def spread_of(chances: NDArray[np.float64]) -> float:
    """Return the standard deviation of some chances."""
    mean = float64(0.0)
    for chance in chances:
        mean += chance
    mean /= chances.size
    total = float64(0.0)
    for chance in chances:
        total += (chance - mean) * (chance - mean)
    return np.sqrt(total / chances.size)


@kernel
def noisy_choice(chances: NDArray[np.float64], allowed: NDArray[np.int8], noise: float, seed: int) -> int:
    """Return which seems best when every chance is misjudged by a multiple of how much they differ.

    Only those that are allowed count; -1 if none is.
    """
    random = seeded(seed)
    spread = noise * spread_of(chances)
    best, best_worth = -1, float64(0.0)
    for place in range(chances.size):
        worth = chances[place] + spread * normal(random)
        if allowed[place] and (best < 0 or worth > best_worth):
            best, best_worth = place, worth
    return best
