"""The boards that a card can make, listed before a follower is taken: which provinces change, and by which steps.

They come in the order of the steps of `siam.rules`, and each but once where that is seen at a glance.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray, int64, lowest
from siam.engine.core.cells import faction_of, province_of
from siam.engine.core.choices import (
    one_firsts,
    one_seconds,
    placeable,
    reduced_firsts,
    reduced_seconds,
    swappable_tiles,
    two_firsts,
    two_others,
    two_seconds,
)
from siam.engine.core.compiling import borrowing, inlined
from siam.engine.core.layout import (
    CARD_FACTION,
    KING_FIRST,
    ONE_FIRST,
    PLACE_FIRST,
    REDUCED_FIRST,
    STAGE,
    STEP_CARD,
    STEP_CELL,
    STEP_PROVINCE,
    SUPPLY,
    TWO_FIRST,
)
from siam.engine.search.changes import UNCHANGED, change_of, province_of_change, swapped_to, unit_of
from siam.engine.search.workspace import MAX_BOARDS, MAX_PATH, NO_STEP, Boards

_NO_PATH: Final = (1 << 8 * MAX_PATH) - 1
_BYTE: Final = 255


@inlined
def with_step(path: int, place: int, step: int) -> int:
    """Return a path with a step put where there was none."""
    return path ^ (_BYTE ^ step) << 8 * place


@inlined
def path_of(step: int) -> int:
    """Return the path of one step."""
    return with_step(_NO_PATH, 0, step)


@inlined
def step_at(path: int, place: int) -> int:
    """Return a step of a path; `NO_STEP` if it is shorter."""
    step = path >> 8 * place & _BYTE
    return NO_STEP if step == _BYTE else step


@inlined
def _add(boards: Boards, count: int, first: int, second: int, path: int) -> int:
    if count == MAX_BOARDS:
        return count
    boards.changes[count, 0] = first
    boards.changes[count, 1] = second
    boards.changes[count, 2] = UNCHANGED
    boards.paths[count] = path
    return count + 1


@borrowing
def list_boards(
    ground: IntArray,
    begun: IntArray,
    card: int,
    box_of: NDArray[np.int64],
    boards: Boards,
    seen: NDArray[np.int8],
    count: int,
) -> int:
    """List the boards of a card that has been begun, other than Khon Thai, behind those before; return how many.

    Where it has no effect and nobody is left to take, the move is complete already, and the position forgets the card.
    """
    stage = int64(begun[STAGE])
    path = path_of(STEP_CARD + card)
    if stage == KING_FIRST:
        return _list_swapped_tiles(swappable_tiles(ground, begun), path, box_of, boards, count)
    if stage in (ONE_FIRST, REDUCED_FIRST):
        return _list_swaps(ground, begun, stage == REDUCED_FIRST, path, boards, count)
    if stage == TWO_FIRST:
        return _list_swaps_of_two(ground, begun, path, boards, seen, count)
    if stage == PLACE_FIRST:
        faction = card - CARD_FACTION
        return _list_placements(
            placeable(ground, begun, faction), faction, begun[SUPPLY + faction], path, boards, count
        )
    return _add(boards, count, UNCHANGED, UNCHANGED, path)


@borrowing
def _list_swapped_tiles(tiles: int, path: int, box_of: NDArray[np.int64], boards: Boards, count: int) -> int:
    firsts = tiles
    while firsts:
        first = lowest(firsts)
        firsts &= firsts - 1
        seconds = tiles & ~(1 << first)
        while seconds:
            second = lowest(seconds)
            seconds &= seconds - 1
            steps = with_step(with_step(path, 1, STEP_PROVINCE + first), 2, STEP_PROVINCE + second)
            moved, king = swapped_to(first, box_of[second], 0), swapped_to(second, box_of[first], 1)
            count = _add(boards, count, moved, king, steps)
    return count


@borrowing
def _list_swaps(ground: IntArray, begun: IntArray, bordering: bool, path: int, boards: Boards, count: int) -> int:
    """List swaps of one for one, of neighbours only if 2 vs 1 is reduced to them (R-10).

    Of all swaps of alike followers, which change nothing, one is listed.
    """
    changed_nothing = False
    firsts = reduced_firsts(ground, begun) if bordering else one_firsts(begun)
    while firsts:
        first = lowest(firsts)
        firsts &= firsts - 1
        seconds = reduced_seconds(ground, begun, first) if bordering else one_seconds(begun, first)
        seconds = seconds >> first << first
        while seconds:
            second = lowest(seconds)
            seconds &= seconds - 1
            difference = unit_of(faction_of(second)) - unit_of(faction_of(first))
            if difference == 0:
                if changed_nothing:
                    continue
                changed_nothing = True
            steps = with_step(with_step(path, 1, STEP_CELL + first), 2, STEP_CELL + second)
            near = change_of(province_of(first), difference)
            count = _add(boards, count, near, change_of(province_of(second), -difference), steps)
    return count


@borrowing
def _list_swaps_of_two(
    ground: IntArray, begun: IntArray, path: int, boards: Boards, seen: NDArray[np.int8], count: int
) -> int:
    """List swaps of two for one. Where one of the two is like the one, a single follower moves: once for each pair."""
    seen[:] = 0
    firsts = two_firsts(ground, begun)
    while firsts:
        first = lowest(firsts)
        firsts &= firsts - 1
        given, near = faction_of(first), province_of(first)
        seconds = two_seconds(ground, begun, first) >> first << first
        while seconds:
            second = lowest(seconds)
            seconds &= seconds - 1
            also_given = faction_of(second)
            others = two_others(ground, begun, first, second)
            while others:
                other = lowest(others)
                others &= others - 1
                returned, far = faction_of(other), province_of(other)
                if returned in (given, also_given):
                    moved = also_given if returned == given else given
                    single = 64 * moved + 8 * near + far
                    if seen[single]:
                        continue
                    seen[single] = 1
                difference = unit_of(returned) - unit_of(given) - unit_of(also_given)
                steps = with_step(with_step(path, 1, STEP_CELL + first), 2, STEP_CELL + second)
                steps = with_step(steps, 3, STEP_CELL + other)
                count = _add(boards, count, change_of(near, difference), change_of(far, -difference), steps)
    return count


@borrowing
def _list_placements(targets: int, faction: int, supply: int, path: int, boards: Boards, count: int) -> int:
    unit = unit_of(faction)
    firsts = targets
    while firsts:
        first = lowest(firsts)
        firsts &= firsts - 1
        steps = with_step(path, 1, STEP_PROVINCE + first)
        if supply == 1:
            count = _add(boards, count, change_of(first, unit), UNCHANGED, steps)
            continue
        seconds = targets >> first << first
        while seconds:
            second = lowest(seconds)
            seconds &= seconds - 1
            both = with_step(steps, 2, STEP_PROVINCE + second)
            if second == first:
                count = _add(boards, count, change_of(first, 2 * unit), UNCHANGED, both)
            else:
                count = _add(boards, count, change_of(first, unit), change_of(second, unit), both)
    return count


@borrowing
def place_everywhere(provinces: int, faction: int, depth: int, boards: Boards, first: int, last: int) -> int:
    """List all boards with a follower more than those of a range, behind them; return where they end."""
    count = last
    for board in range(first, last):
        left = provinces
        while left:
            province = lowest(left)
            left &= left - 1
            path = with_step(boards.paths[board], depth, STEP_PROVINCE + province)
            if count < MAX_BOARDS:
                boards.paths[count] = path
                for i in range(3):
                    boards.changes[count, i] = boards.changes[board, i]
                place = 0
                while (
                    province_of_change(boards.changes[count, place]) != province
                    and boards.changes[count, place] != UNCHANGED
                ):
                    place += 1
                if province_of_change(boards.changes[count, place]) != province:
                    boards.changes[count, place] = change_of(province, 0)
                boards.changes[count, place] += unit_of(faction)
                count += 1
    return count


@borrowing
def keep_boards(boards: Boards, source: int, target: int) -> None:
    """Put a board in another place."""
    boards.paths[target] = boards.paths[source]
    for i in range(3):
        boards.changes[target, i] = boards.changes[source, i]
