"""What may be picked for each part of a card: cells and provinces, as bits."""

from siam.engine.core.bits import IntArray, int64, lowest, ones
from siam.engine.core.cells import province_cells, province_of
from siam.engine.core.compiling import inlined, kernel
from siam.engine.core.layout import (
    BAN_A,
    BAN_B,
    BAN_C,
    BAN_CARD,
    BORDERS,
    CAPITAL_LAST,
    CARD_ONE,
    CARD_TWO,
    CELL_BORDERS,
    CONTROL,
    CROWDED,
    HOMES,
    KINGS,
    OCCUPIED,
    OPEN,
    PROVINCES,
)

_COLUMN = 0b001_001_001_001_001_001_001_001
"""The Rama cell of every province."""


@inlined
def swappable_tiles(ground: IntArray, state: IntArray) -> int:
    """Return the provinces whose tile Maharacha may swap (5.6), as bits."""
    tiles = int64(state[OPEN]) & ~int64(state[KINGS])
    if ground[CAPITAL_LAST]:
        tiles &= ~(1 << int64(ground[HOMES]))
    return tiles if ones(tiles) >= 2 else 0


@inlined
def placeable(ground: IntArray, state: IntArray, faction: int) -> int:
    """Return the open provinces where a faction's own card may place (5.11), as bits."""
    open_provinces = int64(state[OPEN])
    sources = int64(state[CONTROL + faction]) | 1 << int64(ground[HOMES + faction]) & open_provinces
    targets = int64(0)
    for province in range(PROVINCES):  # all of them, without a branch to guess wrong
        targets |= int64(ground[BORDERS + province]) * (sources >> province & 1)
    return targets & open_provinces


@inlined
def one_seconds(state: IntArray, first: int) -> int:
    """Return the cells that 1 vs 1 may swap with this one (5.8, 5.10), as bits."""
    cells = int64(state[OCCUPIED]) & ~province_cells(first)
    if state[BAN_CARD] == CARD_ONE:
        if first == state[BAN_A]:
            cells &= ~(1 << int64(state[BAN_B]))
        elif first == state[BAN_B]:
            cells &= ~(1 << int64(state[BAN_A]))
    return cells


@kernel
def one_firsts(state: IntArray) -> int:
    """Return the cells that 1 vs 1 may begin with, as bits."""
    cells = int64(state[OCCUPIED])
    if not cells or not cells & ~province_cells(lowest(cells)):
        return 0
    if state[BAN_CARD] == CARD_ONE:
        for banned in (int64(state[BAN_A]), int64(state[BAN_B])):
            if cells >> banned & 1 and not one_seconds(state, banned):
                cells &= ~(1 << banned)
    return cells


@inlined
def two_others(ground: IntArray, state: IntArray, first: int, second: int) -> int:
    """Return the cells that 2 vs 1 may swap for these two (5.9, 5.10), as bits."""
    cells = int64(state[OCCUPIED]) & int64(ground[CELL_BORDERS + province_of(first)])
    if (
        state[BAN_CARD] == CARD_TWO
        and state[BAN_C] >= 0
        and min(first, second) == state[BAN_A]
        and max(first, second) == state[BAN_B]
    ):
        cells &= ~(1 << int64(state[BAN_C]))
    return cells


@kernel
def two_seconds(ground: IntArray, state: IntArray, first: int) -> int:
    """Return the cells that may be the second of the two, as bits."""
    cells = int64(state[OCCUPIED]) & province_cells(first)
    if not state[CROWDED] >> first & 1:
        cells &= ~(1 << first)
    if state[BAN_CARD] == CARD_TWO and state[BAN_C] >= 0:
        corner = 3 * province_of(first)
        for second in range(corner, corner + 3):
            if cells >> second & 1 and not two_others(ground, state, first, second):
                cells &= ~(1 << second)
        return cells
    return cells if int64(state[OCCUPIED]) & int64(ground[CELL_BORDERS + province_of(first)]) else 0


@kernel
def two_firsts(ground: IntArray, state: IntArray) -> int:
    """Return the cells that may be the first of the two, as bits; 0 if no 2-for-1 swap is legal (R-10)."""
    occupied = int64(state[OCCUPIED])
    rama, lao, malay = occupied, occupied >> 1, occupied >> 2
    crowded = int64(state[CROWDED])
    several = (rama & lao | lao & malay | rama & malay | crowded | crowded >> 1 | crowded >> 2) & _COLUMN
    cells = int64(0)
    for province in range(PROVINCES):
        bordering = int64(occupied & int64(ground[CELL_BORDERS + province]) != 0)
        cells |= bordering << 3 * province
    cells = 7 * (cells & several) & occupied
    if state[BAN_CARD] == CARD_TWO and state[BAN_C] >= 0:
        for banned in (int64(state[BAN_A]), int64(state[BAN_B])):
            if cells >> banned & 1 and not two_seconds(ground, state, banned):
                cells &= ~(1 << banned)
    return cells


@kernel
def reduced_seconds(ground: IntArray, state: IntArray, first: int) -> int:
    """Return the cells that a reduced 2 vs 1 may swap with this one (R-10, 5.10), as bits."""
    cells = int64(state[OCCUPIED]) & int64(ground[CELL_BORDERS + province_of(first)])
    if state[BAN_CARD] == CARD_TWO and state[BAN_C] < 0:
        if first == state[BAN_A]:
            cells &= ~(1 << int64(state[BAN_B]))
        elif first == state[BAN_B]:
            cells &= ~(1 << int64(state[BAN_A]))
    return cells


@kernel
def reduced_firsts(ground: IntArray, state: IntArray) -> int:
    """Return the cells that a reduced 2 vs 1 may begin with, as bits."""
    cells = int64(0)
    left = int64(state[OCCUPIED])
    while left:
        cell = lowest(left)
        left &= left - 1
        if reduced_seconds(ground, state, cell):
            cells |= 1 << cell
    return cells
