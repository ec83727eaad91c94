"""Elementary functions that give the same bits on every processor: sums and products in one order, no library's own.

Systems' mathematical libraries differ in the last bit, and so would the moves of equal searches.
"""

from math import factorial
from typing import Final

import numpy as np

from siam.engine.core.bits import float32, float64, int64
from siam.engine.core.compiling import kernel

_LIMIT: Final = 87.0
"""The exponential of more does not fit a short float, nor does its inverse."""
_SHIFT: Final = 128
_POWERS: Final = np.ldexp(1.0, np.arange(-_SHIFT, _SHIFT))
_LN2: Final = 0.6931471805599453
_LN2_HIGH: Final = float(np.float32(_LN2))
"""Short, so that its product with a small whole number is exact."""
_LN2_LOW: Final = -1.904654299957768e-09
_ROOT_OF_TWO: Final = 1.4142135623730951
_EXP_TERMS: Final = tuple(1.0 / factorial(n) for n in range(12, -1, -1))
_LOG_TERMS: Final = tuple(1.0 / (2 * n + 1) for n in range(10, -1, -1))


@kernel
def exp(x: float) -> float:
    """Return the exponential of a number, which counts as 87 or -87 if it is beyond."""
    wide = min(max(float64(x), -_LIMIT), _LIMIT)
    power = int64(wide / _LN2 + (_SHIFT + 0.5)) - _SHIFT  # the nearest: what is cut off is never negative
    rest = wide - power * _LN2_HIGH - power * _LN2_LOW
    total = float64(0.0)
    for term in _EXP_TERMS:
        total = total * rest + term
    return total * _POWERS[power + _SHIFT]


@kernel
def log1p(x: float) -> float:
    """Return the logarithm of one more than a number that is not negative."""
    wide = float64(x)
    halvings = 0
    while wide > _ROOT_OF_TWO - 1.0:
        wide = (wide - 1.0) * 0.5
        halvings += 1
    ratio = wide / (2.0 + wide)
    square = ratio * ratio
    total = float64(0.0)
    for term in _LOG_TERMS:
        total = total * square + term
    return halvings * _LN2 + 2.0 * ratio * total


@kernel
def logistic(odds: float) -> float:
    """Return the chance of which this is the logarithm of the odds, as a short float."""
    return float32(1.0 / (1.0 + exp(-odds)))
