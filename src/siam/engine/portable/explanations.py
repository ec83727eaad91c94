"""What is explained about a position: how far cards reach, why a step is refused, and on what the ruler hangs."""

from typing import Final

import numpy as np

from siam.engine.core import steps
from siam.engine.core.bits import IntArray, int64, lowest
from siam.engine.core.cells import province_of
from siam.engine.core.choices import (
    one_firsts,
    placeable,
    reduced_firsts,
    swappable_tiles,
    two_firsts,
    two_others,
    two_seconds,
)
from siam.engine.core.compiling import kernel
from siam.engine.core.last_card import legal_steps
from siam.engine.core.layout import (
    BORDERS,
    BRITISH,
    CARD,
    CARD_FACTION,
    CARD_KHON_THAI,
    CARD_MAHARACHA,
    CARD_ONE,
    CARD_TWO,
    CARDS,
    CELLS,
    CONTROL,
    FACTIONS,
    GROUND_SIZE,
    HANDS,
    KING_FIRST,
    KING_SECOND,
    MOVE,
    OCCUPIED,
    ONE_FIRST,
    ONE_SECOND,
    OPEN,
    OVER,
    PICK_A,
    PLACE_FIRST,
    PLACE_SECOND,
    PROVINCES,
    REDUCED_FIRST,
    REDUCED_SECOND,
    SIZE,
    STAGE,
    STEP_CARD,
    STEP_CELL,
    STEP_PASS,
    STEP_PROVINCE,
    SUPPLY,
    TAKE,
    THAI,
    TO_MOVE,
    TRACK,
    TWO_FIRST,
    TWO_OTHER,
    TWO_SECOND,
)
from siam.engine.core.outcomes import controller, ending_of
from siam.engine.core.states import copy_state
from siam.engine.portable.boundary import Address, Count, exported, integers

# --- why a step is refused: the members of `siam.rules.errors.Illegality` that can be the reason ----------------
REFUSED_NOT: Final = -1
REFUSED_GAME_OVER: Final = 0
REFUSED_CARD_NOT_IN_HAND: Final = 1
REFUSED_WRONG_ACTION: Final = 2
REFUSED_PROVINCE_CONTROLLED: Final = 3
REFUSED_NOT_REACHABLE: Final = 4
REFUSED_NO_SUCH_FOLLOWER: Final = 5
REFUSED_SAME_PROVINCE: Final = 6
REFUSED_NOT_ADJACENT: Final = 7
REFUSED_WRONG_NUMBER: Final = 8
REFUSED_UNDOES_LAST_SWAP: Final = 9
REFUSED_TILE_FIXED: Final = 10
REFUSED_NOT_TAKEABLE: Final = 11
REFUSED_LAST_CARD_MUST_WIN: Final = 12

CONTROLS_END: Final = PROVINCES
"""After who gets the province in each box stands how many struggles there are until the game ends."""
CONTROLS_SIZE: Final = CONTROLS_END + 1


@kernel
def _provinces_of(cells: int) -> int:
    """Return the provinces of cells, both as bits."""
    provinces = int64(0)
    while cells:
        provinces |= 1 << province_of(lowest(cells))
        cells &= cells - 1
    return provinces


@kernel
def _two_sides(ground: IntArray, row: IntArray) -> int:
    """Return the provinces in which a 2 vs 1 can swap followers."""
    firsts = two_firsts(ground, row)
    if not firsts:
        return _provinces_of(reduced_firsts(ground, row))
    provinces = _provinces_of(firsts)
    while firsts:
        first = lowest(firsts)
        firsts &= firsts - 1
        seconds = two_seconds(ground, row, first)
        while seconds:
            second = lowest(seconds)
            seconds &= seconds - 1
            provinces |= _provinces_of(two_others(ground, row, first, second))
    return provinces


@exported
def card_reach(ground: Address, state: Address, card: Count) -> Count:
    """Return the provinces, as bits, where a card can do something now, whoever plays it."""
    field, row = integers(ground, GROUND_SIZE), integers(state, SIZE)
    if card == CARD_MAHARACHA:
        return swappable_tiles(field, row)
    if card == CARD_KHON_THAI:
        supplied = row[SUPPLY] + row[SUPPLY + 1] + row[SUPPLY + 2] > 0
        return int64(row[OPEN]) if supplied else int64(0)
    if card == CARD_ONE:
        return _provinces_of(one_firsts(row))
    if card == CARD_TWO:
        return _two_sides(field, row)
    faction = card - CARD_FACTION
    return placeable(field, row, faction) if row[SUPPLY + faction] > 0 else int64(0)


@kernel
def _province_refusal(ground: IntArray, row: IntArray, province: int) -> int:
    stage = row[STAGE]
    if stage in (THAI, PLACE_FIRST, PLACE_SECOND):
        if not row[OPEN] >> province & 1:
            return REFUSED_PROVINCE_CONTROLLED
        if stage != THAI and not placeable(ground, row, int64(row[CARD]) - CARD_FACTION) >> province & 1:
            return REFUSED_NOT_REACHABLE
        return REFUSED_NOT
    if stage in (KING_FIRST, KING_SECOND):
        if not swappable_tiles(ground, row) >> province & 1:
            return REFUSED_TILE_FIXED
        same = stage == KING_SECOND and row[PICK_A] == province
        return REFUSED_SAME_PROVINCE if same else REFUSED_NOT
    return REFUSED_WRONG_ACTION


@kernel
def _follower_refusal(ground: IntArray, before: IntArray, row: IntArray, cell: int) -> int:
    stage = row[STAGE]
    there = before[CELLS + cell]
    if stage == TAKE:
        return REFUSED_NOT if row[OCCUPIED] >> cell & 1 else REFUSED_NOT_TAKEABLE
    if stage in (ONE_FIRST, REDUCED_FIRST, TWO_FIRST):
        return REFUSED_NOT if there else REFUSED_NO_SUCH_FOLLOWER
    first = int64(row[PICK_A])
    same = province_of(cell) == province_of(first)
    if stage == TWO_SECOND:
        if not same:
            return REFUSED_WRONG_NUMBER
        return REFUSED_NOT if there > int64(cell == first) else REFUSED_NO_SUCH_FOLLOWER
    if stage in (ONE_SECOND, REDUCED_SECOND, TWO_OTHER):
        if same:
            return REFUSED_SAME_PROVINCE
        if row[CARD] == CARD_TWO and not ground[BORDERS + province_of(first)] >> province_of(cell) & 1:
            return REFUSED_NOT_ADJACENT
        return REFUSED_NOT if there else REFUSED_NO_SUCH_FOLLOWER
    return REFUSED_WRONG_ACTION


@kernel
def _own_refusal(ground: IntArray, before: IntArray, row: IntArray, step: int) -> int:
    """Return what is wrong with a step in itself, whatever it would lead to."""
    if step == STEP_PASS:
        return REFUSED_WRONG_ACTION
    if step >= STEP_PROVINCE:
        return _province_refusal(ground, row, step - STEP_PROVINCE)
    if step >= STEP_CELL:
        return _follower_refusal(ground, before, row, step - STEP_CELL)
    if row[STAGE] != MOVE:
        return REFUSED_WRONG_ACTION
    holds = row[HANDS + row[TO_MOVE]] >> (step - STEP_CARD) & 1
    return REFUSED_NOT if holds else REFUSED_CARD_NOT_IN_HAND


@exported
def refusal_of(ground: Address, state: Address, path: Address, count: Count, step: Count) -> Count:
    """Return why a step can't follow so many steps of a move, which must be legal; -1 if it can."""
    field, before, chosen = integers(ground, GROUND_SIZE), integers(state, SIZE), integers(path, count)
    row = np.empty(SIZE, np.int32)
    copy_state(before, row)
    if row[STAGE] == OVER:
        return REFUSED_GAME_OVER
    for i in range(count):
        steps.apply_step(field, row, chosen[i])
    if count > 0 and (row[STAGE] == MOVE or row[STAGE] == OVER):
        return REFUSED_WRONG_ACTION
    if legal_steps(field, row) >> step & 1:
        return REFUSED_NOT
    refusal = _own_refusal(field, before, row, step)
    if refusal != REFUSED_NOT:
        return refusal
    # possible in itself, so what it would lead to is forbidden: the last card must win, a swap must not undo one
    return REFUSED_LAST_CARD_MUST_WIN if before[CARDS] == 1 else REFUSED_UNDOES_LAST_SWAP


@exported
def tell_controls(ground: Address, state: Address, target: Address) -> None:
    """Write who gets the province in each box if everybody passes from here on, and after how many the game ends."""
    row, told = integers(state, SIZE), integers(target, CONTROLS_SIZE)
    british = 0
    told[CONTROLS_END] = PROVINCES
    for box in range(PROVINCES):
        province = int64(row[TRACK + box])
        cell = CELLS + FACTIONS * province
        control = controller(row[cell], row[cell + 1], row[cell + 2])
        for other in range(BRITISH + 1):
            if row[CONTROL + other] >> province & 1:
                control = int64(other)
        told[box] = control
        british += int64(control == BRITISH)
        if british == 4 and told[CONTROLS_END] == PROVINCES:
            told[CONTROLS_END] = box + 1


@exported
def ruler_by(controls: Address) -> Count:
    """Return who rules if the provinces in the eight boxes go to these; the British rule a colony."""
    given = integers(controls, PROVINCES)
    boxes = int64(0)
    for box in range(PROVINCES):
        boxes |= 1 << 8 * int64(given[box]) + box
    return ending_of(boxes) & 3
