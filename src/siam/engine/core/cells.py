"""Cells: one faction's followers in one province, and the masks that say where anybody is."""

from siam.engine.core.bits import IntArray, int64
from siam.engine.core.compiling import inlined
from siam.engine.core.layout import CELLS, CROWDED, OCCUPIED


@inlined
def province_of(cell: int) -> int:
    """Return the province of a cell: a third, without a division."""
    return cell * 43 >> 7


@inlined
def faction_of(cell: int) -> int:
    """Return the faction of a cell."""
    return cell - 3 * province_of(cell)


@inlined
def province_cells(cell: int) -> int:
    """Return the three cells of a cell's province as bits."""
    return 7 << 3 * province_of(cell)


@inlined
def add_follower(state: IntArray, cell: int) -> None:
    """Put a follower on a cell."""
    count = state[CELLS + cell] + 1
    state[CELLS + cell] = count
    state[OCCUPIED] |= 1 << cell
    state[CROWDED] |= int64(count >= 2) << cell  # without a branch, which would often be guessed wrong


@inlined
def remove_follower(state: IntArray, cell: int) -> None:
    """Take a follower off a cell."""
    count = state[CELLS + cell] - 1
    state[CELLS + cell] = count
    state[CROWDED] &= ~(int64(count < 2) << cell)
    state[OCCUPIED] &= ~(int64(count == 0) << cell)
