"""What a move asks for and what happens in it, in plain numbers: the twin of `siam.rules.parts` and of its events."""

from typing import Final

import numpy as np

from siam.engine.core import steps
from siam.engine.core.bits import IntArray, int64
from siam.engine.core.cells import faction_of, province_of
from siam.engine.core.compiling import kernel
from siam.engine.core.effects import end_move
from siam.engine.core.layout import (
    CARD_FACTION,
    CARD_KHON_THAI,
    CARD_KINDS,
    CARD_MAHARACHA,
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
    OVER,
    PLACE_FIRST,
    PROVINCES,
    REDUCED_FIRST,
    REDUCED_SECOND,
    RESOLVED,
    SIZE,
    STAGE,
    STEP_CARD,
    STEP_CELL,
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
from siam.engine.core.states import copy_state
from siam.engine.portable.boundary import Address, Count, exported, integers

# --- parts of a move: kind, which of so many, and whose follower is placed ---------------------------------
PART_CARD: Final = 0
PART_TILE: Final = 1
PART_CROWN: Final = 2
PART_PLACE: Final = 3
PART_GIVE: Final = 4
PART_RECEIVE: Final = 5
PART_TAKE: Final = 6
PART_SIZE: Final = 4
PARTS: Final = 6

# --- events: a kind and up to six numbers ------------------------------------------------------------------
PASSED: Final = 0
"""Who."""
CARD_PLAYED: Final = 1
"""Who, which, whether it has no effect."""
TILES_SWAPPED: Final = 2
"""The tile moved, the tile with the king marker, and their boxes before."""
FOLLOWER_PLACED: Final = 3
"""Faction and province."""
FOLLOWERS_SWAPPED: Final = 4
"""The left province, the faction it gives, the second one or -1, the right province, the faction it gives."""
FOLLOWER_TAKEN: Final = 5
"""Who, faction, province."""
STRUGGLE_RESOLVED: Final = 6
"""The province, its box, who controls it, and the followers there by faction."""
GAME_ENDED: Final = 7
EVENT_SIZE: Final = 7
EVENTS: Final = 8


@kernel
def _add_part(told: IntArray, count: int, kind: int, index: int, of: int, faction: int) -> int:
    place = PART_SIZE * count
    told[place] = kind
    told[place + 1] = index
    told[place + 2] = of
    told[place + 3] = faction
    return count + 1


@kernel
def begun_stage(ground: IntArray, state: IntArray, card: int) -> int:
    """Return what a card asks for first here; the follower taken, or the next move, if it has no effect."""
    trial = np.empty(SIZE, np.int32)
    copy_state(state, trial)
    steps.begin_card(ground, trial, card)
    return int64(trial[STAGE])


@exported
def tell_parts(ground: Address, state: Address, card: Count, target: Address) -> Count:
    """Write what the steps of a move with a card decide, the card first, four numbers each; give how many there are."""
    field, row, told = integers(ground, GROUND_SIZE), integers(state, SIZE), integers(target, PARTS * PART_SIZE)
    count = _add_part(told, 0, PART_CARD, 1, 1, -1)
    stage = begun_stage(field, row, card)
    places = False
    if stage == KING_FIRST:
        count = _add_part(told, count, PART_TILE, 1, 1, -1)
        count = _add_part(told, count, PART_CROWN, 1, 1, -1)
    elif stage == THAI:
        places = True
        number = index = 0
        for faction in range(FACTIONS):
            number += int64(row[SUPPLY + faction] > 0)
        for faction in range(FACTIONS):
            if row[SUPPLY + faction] > 0:
                index += 1
                count = _add_part(told, count, PART_PLACE, index, number, faction)
    elif stage == PLACE_FIRST:
        places = True
        faction = card - CARD_FACTION
        number = min(2, int64(row[SUPPLY + faction]))
        for index in range(number):
            count = _add_part(told, count, PART_PLACE, index + 1, number, faction)
    elif stage in (ONE_FIRST, REDUCED_FIRST):
        count = _add_part(told, count, PART_GIVE, 1, 1, -1)
        count = _add_part(told, count, PART_RECEIVE, 1, 1, -1)
    elif stage == TWO_FIRST:
        count = _add_part(told, count, PART_GIVE, 1, 2, -1)
        count = _add_part(told, count, PART_GIVE, 2, 2, -1)
        count = _add_part(told, count, PART_RECEIVE, 1, 1, -1)
    if places or row[OCCUPIED] != 0:
        count = _add_part(told, count, PART_TAKE, 1, 1, -1)
    return count


@exported
def cards_without_effect(ground: Address, state: Address) -> Count:
    """Return the cards of the player to move that can do nothing now, as bits."""
    field, row = integers(ground, GROUND_SIZE), integers(state, SIZE)
    cards = int64(0)
    if row[STAGE] == OVER:
        return cards
    for card in range(CARD_KINDS):
        if row[HANDS + row[TO_MOVE]] >> card & 1:
            stage = begun_stage(field, row, card)
            cards |= int64(stage in (TAKE, MOVE)) << card
    return cards


@exported
def preview(ground: Address, state: Address, path: Address, count: Count, target: Address) -> Count:
    """Write the position with so many steps of a move carried out, as if the move ended there; one if it shows.

    Followers are placed one by one; swaps wait until they are whole.
    """
    field, row, after = integers(ground, GROUND_SIZE), integers(state, SIZE), integers(target, SIZE)
    copy_state(row, after)
    chosen = integers(path, count)
    for i in range(count):
        steps.apply_step(field, after, chosen[i])
    stage = int64(after[STAGE])
    if count < 2 or stage in (KING_SECOND, ONE_SECOND, TWO_SECOND, TWO_OTHER, REDUCED_SECOND):
        return 0
    if stage != MOVE and stage != OVER:
        end_move(field, after)
    return 1


@kernel
def _box_of(state: IntArray, province: int) -> int:
    for box in range(PROVINCES):
        if state[TRACK + box] == province:
            return box
    return -1


@kernel
def _event(told: IntArray, count: int, kind: int) -> IntArray:
    row = told[EVENT_SIZE * count : EVENT_SIZE * (count + 1)]
    row[:] = -1
    row[0] = kind
    return row


@kernel
def _tell_swap(told: IntArray, count: int, one: int, two: int, other: int) -> int:
    """Tell a swap in its canonical form: the side that gives two, or the province with the smaller number, first."""
    row = _event(told, count, FOLLOWERS_SWAPPED)
    if two < 0 and other < one:
        one, other = other, one
    factions = faction_of(one)
    row[1] = province_of(one)
    row[2] = factions
    if two >= 0:
        row[2] = min(factions, faction_of(two))
        row[3] = max(factions, faction_of(two))
    row[4] = province_of(other)
    row[5] = faction_of(other)
    return count + 1


@kernel
def _tell_effect(before: IntArray, path: IntArray, length: int, card: int, told: IntArray, count: int) -> int:
    """Tell what a card did by the steps after it, of which so many are its effect's."""
    if length == 0:
        return count
    if card == CARD_MAHARACHA:
        row = _event(told, count, TILES_SWAPPED)
        for i in range(2):
            row[1 + i] = path[1 + i] - STEP_PROVINCE
            row[3 + i] = _box_of(before, path[1 + i] - STEP_PROVINCE)
        return count + 1
    if card == CARD_KHON_THAI or card >= CARD_FACTION:
        faction = int64(-1)
        for i in range(length):
            province = int64(path[1 + i]) - STEP_PROVINCE
            if card == CARD_KHON_THAI:
                faction += 1
                while before[SUPPLY + faction] == 0:
                    faction += 1
            else:
                faction = card - CARD_FACTION
                if length == 2:
                    other = int64(path[2 - i]) - STEP_PROVINCE
                    province = min(province, other) if i == 0 else max(province, other)
            row = _event(told, count, FOLLOWER_PLACED)
            row[1] = faction
            row[2] = province
            count += 1
        return count
    one, other = int64(path[1]) - STEP_CELL, int64(path[length]) - STEP_CELL
    two = int64(path[2]) - STEP_CELL if length == 3 else int64(-1)
    return _tell_swap(told, count, one, two, other)


@exported
def play_told(ground: Address, state: Address, path: Address, steps_count: Count, target: Address) -> Count:
    """Play the steps of a whole move in place and write what happened, seven numbers each; give how many events."""
    field, row = integers(ground, GROUND_SIZE), integers(state, SIZE)
    chosen, told = integers(path, steps_count), integers(target, EVENTS * EVENT_SIZE)
    before = np.empty(SIZE, np.int32)
    copy_state(row, before)
    seat = int64(row[TO_MOVE])
    length = int64(0)
    has_taken = False
    for i in range(steps_count):
        if i > 0 and row[STAGE] == TAKE:
            has_taken = True
        elif i > 0:
            length += 1
        steps.apply_step(field, row, chosen[i])
    if chosen[0] != 0:
        card = int64(chosen[0]) - STEP_CARD
        event = _event(told, 0, CARD_PLAYED)
        event[1] = seat
        event[2] = card
        event[3] = int64(length == 0)
        count = _tell_effect(before, chosen, length, card, told, 1)
        if has_taken:
            cell = int64(chosen[steps_count - 1]) - STEP_CELL
            event = _event(told, count, FOLLOWER_TAKEN)
            event[1] = seat
            event[2] = faction_of(cell)
            event[3] = province_of(cell)
            count += 1
        return count
    _event(told, 0, PASSED)[1] = seat
    if row[RESOLVED] == before[RESOLVED]:
        return 1
    box = int64(before[RESOLVED])
    province = int64(before[TRACK + box])
    event = _event(told, 1, STRUGGLE_RESOLVED)
    event[1] = province
    event[2] = box
    for control in range(4):
        if row[CONTROL + control] >> province & 1:
            event[3] = control
    for faction in range(FACTIONS):
        event[4 + faction] = before[CELLS + 3 * province + faction]
    if row[STAGE] != OVER:
        return 2
    _event(told, 2, GAME_ENDED)
    return 3
