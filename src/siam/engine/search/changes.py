"""Provinces that a move changes, by number: what each adds to the hidden units, summed up once a turn.

The number of a change holds the province and by how many followers of each faction it differs from the position, three
bits each. Of tiles that are swapped it holds the province, its new box, whether it gets a king marker, and which
follower is taken, if any. A row of the evaluation's units belongs to each change that occurs.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray, int64, mix, uint64
from siam.engine.core.compiling import borrowing, inlined
from siam.engine.core.layout import CELLS, KINGS, PROVINCES, RESOLVED
from siam.engine.core.outcomes import controller
from siam.engine.evaluation.features import Slots, write_province
from siam.engine.evaluation.integers import copy_row, exchange_row
from siam.engine.evaluation.quantized import Units
from siam.engine.search.workspace import CHANGE_ROWS, Sums

Words = NDArray[np.int64]

_SAME: Final = 0o333
UNCHANGED: Final = _SAME
"""No change: that of the first province by nobody."""
_SWAPPED: Final = 4096
_INPUTS: Final = 40
"""Room for what a province writes: five slots of its own, and those of the boxes."""
_NOT_SUMMED: Final = -1


@inlined
def unit_of(faction: int) -> int:
    """Return what a follower more of a faction adds to the number of a change."""
    return 1 << 3 * faction


@inlined
def change_of(province: int, difference: int) -> int:
    """Return the number of a change: a province, and a sum of units of followers."""
    return (province << 9 | _SAME) + difference


@inlined
def swapped_to(province: int, box: int, king: int) -> int:
    """Return the number of a tile that is swapped into a box and may get a king marker."""
    return _SWAPPED + (((province << 3 | box) << 1 | king) << 2)


@inlined
def is_swapped(change: int) -> bool:
    """Return whether a tile has been swapped."""
    return change >= _SWAPPED


@inlined
def province_of_change(change: int) -> int:
    """Return which province is changed."""
    return (change - _SWAPPED) >> 6 if change >= _SWAPPED else change >> 9


@inlined
def box_of_change(change: int) -> int:
    """Return where a swapped tile lies."""
    return change >> 3 & 7


@inlined
def with_taken(change: int, faction: int) -> int:
    """Return the change after a follower is taken as well."""
    return change + 1 + faction if change >= _SWAPPED else change - unit_of(faction)


@inlined
def followers_after(state: IntArray, change: int, faction: int) -> int:
    """Return how many followers of a faction a changed province has."""
    count = int64(state[CELLS + 3 * province_of_change(change) + faction])
    if change >= _SWAPPED:
        return count - int64(change & 3 == 1 + faction)
    return count + (change >> 3 * faction & 7) - 3


@inlined
def forget_changes(sums: Sums) -> None:
    """Begin a turn: nothing is summed up but no change at all."""
    rows = sums.row_of_change
    for change in range(rows.size):
        rows[change] = _NOT_SUMMED
    for province in range(PROVINCES):
        rows[province << 9 | _SAME] = 0
    sums.used[0] = 1


@inlined
def row_of_change(state: IntArray, inputs: Units, box_of: Words, slots: Slots, sums: Sums, change: int) -> int:
    """Return the row of a change of a position."""
    row = int64(sums.row_of_change[change])
    if row == _NOT_SUMMED:
        row = _sum_up(
            state,
            inputs,
            box_of,
            slots,
            change,
            sums.change_rows,
            sums.row_of_change,
            sums.flips,
            sums.marks,
            sums.used,
        )
    return row


@inlined
def make_room_for_changes(sums: Sums) -> None:
    """Forget all changes if there might be no room for those of the next board."""
    if sums.used[0] + 4 > CHANGE_ROWS:
        forget_changes(sums)


@borrowing
def _sum_up(
    state: IntArray,
    inputs: Units,
    box_of: Words,
    slots: Slots,
    change: int,
    rows: Units,
    row_of: Slots,
    flips: Words,
    marks: NDArray[np.uint64],
    used: Words,
) -> int:
    row = used[0]
    used[0] += 1
    row_of[change] = row
    marks[row] = mix(uint64(change))
    province = province_of_change(change)
    cell, old_box = CELLS + 3 * province, box_of[province]
    resolved, old_king = int64(state[RESOLVED]), int64(state[KINGS]) >> province & 1
    box, king = old_box, old_king
    if is_swapped(change):
        box, king = box_of_change(change), change >> 2 & 1
    rama, lao, malay = (
        followers_after(state, change, 0),
        followers_after(state, change, 1),
        followers_after(state, change, 2),
    )
    before = int64(state[cell]), int64(state[cell + 1]), int64(state[cell + 2])
    flips[row] = 1 << (8 * controller(before[0], before[1], before[2]) + old_box)
    flips[row] ^= 1 << (8 * controller(rama, lao, malay) + box)
    old, new = slots[0], slots[1]
    for i in range(_INPUTS):
        old[i] = new[i] = 0
    write_province(province, old_box - resolved, old_king, before[0], before[1], before[2], old, 0, 5)
    write_province(province, box - resolved, king, rama, lao, malay, new, 0, 5)
    copy_row(rows, row, inputs, 0)
    for i in range(_INPUTS):
        if old[i] != new[i]:
            exchange_row(rows, row, inputs, old[i], new[i])
    return row
