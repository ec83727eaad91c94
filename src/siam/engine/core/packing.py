"""The followers of all eight provinces in three words, a byte each, so that comparing two words compares all.

A province is marked by the high bit of its byte. Closed provinces hold nobody.
"""

from typing import Final

from siam.engine.core.bits import IntArray, int64, uint64
from siam.engine.core.compiling import inlined
from siam.engine.core.layout import CELLS, PROVINCES, TRACK

MARKS: Final = uint64(0x8080808080808080)
"""The high bit of every byte."""
_EACH: Final = uint64(0x0101010101010101)
"""A one in every byte."""
_FULL: Final = uint64(0x7F7F7F7F7F7F7F7F)
_GATHER: Final = uint64(0x0102040810204080)
"""Multiplied by this, the low bits of all bytes come together in the highest byte."""
_7, _8, _56 = uint64(7), uint64(8), uint64(56)


@inlined
def packed(state: IntArray) -> tuple[int, int, int, int]:
    """Return the followers of Rama, Lao and Malay, and the box of each province as a bit: a byte for each province."""
    rama = lao = malay = boxes = int64(0)
    for province in range(PROVINCES):
        cell = CELLS + 3 * province
        rama |= int64(state[cell]) << 8 * province
        lao |= int64(state[cell + 1]) << 8 * province
        malay |= int64(state[cell + 2]) << 8 * province
        boxes |= 1 << (8 * (int64(state[TRACK + province]) & 7) + province)
    return rama, lao, malay, boxes


@inlined
def leads(one: int, two: int, three: int) -> int:
    """Mark the provinces where the first has more followers than each of the others (6.1)."""
    return ~((uint64(two) | MARKS) - uint64(one) | (uint64(three) | MARKS) - uint64(one)) & MARKS


@inlined
def inhabited(followers: int) -> int:
    """Mark the provinces with a follower of the faction."""
    return (uint64(followers) + _FULL) & MARKS


@inlined
def low(marks: int) -> int:
    """Return a one for each marked province, in the low bit of its byte."""
    return int64(marks >> _7)


@inlined
def gathered(marks: int) -> int:
    """Return the marked provinces as bits."""
    return int64((marks >> _7) * _GATHER >> _56)


@inlined
def boxes_of(marks: int, boxes: int) -> int:
    """Return the boxes of the marked provinces as bits."""
    each = marks >> _7
    return int64(((each << _8) - each & uint64(boxes)) * _EACH >> _56)
