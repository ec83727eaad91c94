"""What the evaluation sees of a position: one active input in each of a fixed number of slots.

Everything is told from the seat to move: seats are counted from it in turn order. Input 0 stands for
nothing. Slots that belong together are written by one function, so that a small change of the position
touches few of them.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from siam.engine.bits import IntArray, ones
from siam.engine.compiling import kernel
from siam.engine.layout import (
    BAN_CARD,
    BRITISH,
    CAMPS,
    CARDS,
    CELLS,
    CONTROL,
    COURTS,
    HANDS,
    KINGS,
    NO_FACTION,
    OPEN,
    PASSES,
    PROVINCES,
    RANKS,
    RESOLVED,
    SEATS,
    SUPPLY,
    TO_MOVE,
    TRACK,
    WON,
)
from siam.engine.outcomes import ending_of, frozen_boxes, winners_of

Slots = NDArray[np.int16]

# --- slots -----------------------------------------------------------------------------------------------
SLOT_PROVINCES: Final = 0
"""Five a province: three counts, who leads, where its tile lies."""
SLOT_BOXES: Final = SLOT_PROVINCES + 40
"""For each distance on the track: who leads there; for the next three also the counts."""
SLOT_STANDING: Final = SLOT_BOXES + 8 + 9
"""How the game would end as it stands."""
SLOT_COURTS: Final = SLOT_STANDING + 9
SLOT_LEADS: Final = SLOT_COURTS + 12
"""For each of up to three pairs of camps: leads in each faction, in sets, and in what would decide."""
SLOT_WINNERS: Final = SLOT_LEADS + 3 * 6
SLOT_SUPPLY: Final = SLOT_WINNERS + 1
SLOT_HANDS: Final = SLOT_SUPPLY + 3
SLOT_TURN: Final = SLOT_HANDS + 4 * 9
SLOT_COUNT: Final = SLOT_TURN + 4 + 4 + 4

# --- inputs ----------------------------------------------------------------------------------------------
_COUNT: Final = 6
_LEADING: Final = 11
_MARGIN: Final = 11
IN_CELLS: Final = 1
IN_STATUS: Final = IN_CELLS + 24 * _COUNT
IN_PLACE: Final = IN_STATUS + 8 * 15
IN_BOX_STATUS: Final = IN_PLACE + 8 * 16
IN_BOX_COUNTS: Final = IN_BOX_STATUS + 8 * _LEADING
IN_WON: Final = IN_BOX_COUNTS + 9 * _COUNT
IN_ENDING: Final = IN_WON + 4 * 9
IN_GAPS: Final = IN_ENDING + 16
IN_LATEST: Final = IN_GAPS + 2 * 6
IN_COURTS: Final = IN_LATEST + 9
IN_LEADS: Final = IN_COURTS + 12 * 10
IN_SETS: Final = IN_LEADS + 9 * _MARGIN
IN_RULING: Final = IN_SETS + 3 * 7
IN_SECOND: Final = IN_RULING + 3 * 40
IN_WINNERS: Final = IN_SECOND + 3 * 33
IN_SUPPLY: Final = IN_WINNERS + 16 * 8
IN_HANDS: Final = IN_SUPPLY + 3 * 13
IN_HAND_SIZE: Final = IN_HANDS + 4 * 8
IN_RANKS: Final = IN_HAND_SIZE + 4 * 9
IN_PASSES: Final = IN_RANKS + 4 * 5
IN_RESOLVED: Final = IN_PASSES + 4
IN_CARDS: Final = IN_RESOLVED + 9
IN_BAN: Final = IN_CARDS + 33
IN_HOLD: Final = IN_BAN + 4
INPUTS: Final = IN_HOLD + 4 * 8

_AGE = np.array([0, 1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6] + [7] * 20, np.int64)
"""Cards left in all to one of eight ages of the game."""


@kernel
def _leading(rama: int, lao: int, malay: int) -> int:
    """Tell who leads and by how much: 0-8 faction and lead of 1, 2, 3 or more; 9 a tie; 10 nobody there."""
    if rama + lao + malay == 0:
        return 10
    if rama > lao and rama > malay:
        return min(rama - max(lao, malay), 3) - 1
    if lao > rama and lao > malay:
        return 3 + min(lao - max(rama, malay), 3) - 1
    if malay > rama and malay > lao:
        return 6 + min(malay - max(rama, lao), 3) - 1
    return 9


@kernel
def write_province(state: IntArray, slots: Slots, province: int, box: int) -> None:
    """Write the slots of an open province that lies in this box."""
    cell = CELLS + 3 * province
    slot = SLOT_PROVINCES + 5 * province
    distance = box - state[RESOLVED]
    for faction in range(3):
        count = min(np.int64(state[cell + faction]), _COUNT)
        slots[slot + faction] = IN_CELLS + (3 * province + faction) * _COUNT + count - 1 if count else 0
        if distance < 3:
            slots[SLOT_BOXES + 8 + 3 * distance + faction] = (
                IN_BOX_COUNTS + (3 * distance + faction) * _COUNT + count - 1 if count else 0
            )
    leading = _leading(state[cell], state[cell + 1], state[cell + 2])
    slots[slot + 3] = IN_STATUS + 15 * province + 4 + leading
    slots[SLOT_BOXES + distance] = IN_BOX_STATUS + _LEADING * distance + leading


@kernel
def write_track(state: IntArray, slots: Slots) -> None:
    """Write the slots of all provinces."""
    resolved = np.int64(state[RESOLVED])
    for i in range(SLOT_BOXES, SLOT_STANDING):
        slots[i] = 0
    for box in range(PROVINCES):
        province = np.int64(state[TRACK + box])
        slot = SLOT_PROVINCES + 5 * province
        if state[OPEN] >> province & 1:
            write_province(state, slots, province, box)
            king = np.int64(state[KINGS]) >> province & 1
            slots[slot + 4] = IN_PLACE + 16 * province + 2 * (box - resolved) + king
        else:
            for i in range(5):
                slots[slot + i] = 0
            for control in range(4):
                if state[CONTROL + control] >> province & 1:
                    slots[slot + 3] = IN_STATUS + 15 * province + control


@kernel
def _lead(state: IntArray, seats: int, pair: int, faction: int) -> int:
    """Compare two camps in a faction: how many more the first has, by its best player."""
    own = np.int64(state[TO_MOVE])
    if seats == 4:
        ours = max(state[COURTS + 3 * own + faction], state[COURTS + 3 * ((own + 2) % 4) + faction])
        theirs = max(state[COURTS + 3 * ((own + 1) % 4) + faction], state[COURTS + 3 * ((own + 3) % 4) + faction])
        return np.int64(ours) - np.int64(theirs)
    left = own if pair < 2 else (own + 1) % seats
    right = (own + 1) % seats if pair == 0 else (own + 2) % seats
    return np.int64(state[COURTS + 3 * left + faction]) - np.int64(state[COURTS + 3 * right + faction])


@kernel
def _sets(state: IntArray, seats: int, seat: int) -> int:
    sets = np.int64(99)
    for faction in range(3):
        count = np.int64(state[COURTS + 3 * seat + faction])
        if seats == 4:
            count += np.int64(state[COURTS + 3 * ((seat + 2) % 4) + faction])
        sets = min(sets, count)
    return sets


@kernel
def write_standing(ground: IntArray, state: IntArray, slots: Slots) -> None:
    """Write how the game would end as it stands, the courts, and who would win by how much."""
    seats = np.int64(ground[SEATS])
    own = np.int64(state[TO_MOVE])
    boxes = frozen_boxes(state)
    ending = ending_of(boxes)
    ruler, second = ending & 3, ending >> 2
    most = middle = least = np.int64(0)
    latest = 0
    for control in range(4):
        won = boxes >> 8 * control & 255
        count = ones(won)
        slots[SLOT_STANDING + control] = IN_WON + 9 * control + count
        if control == BRITISH:
            continue
        if won > latest and control != BRITISH:
            latest = won
            slots[SLOT_STANDING + 7] = IN_LATEST + control
        if count > most:
            most, middle, least = count, most, middle
        elif count > middle:
            middle, least = count, middle
        else:
            least = count
    slots[SLOT_STANDING + 4] = IN_ENDING + ending
    slots[SLOT_STANDING + 5] = IN_GAPS + min(most - middle, 5)
    slots[SLOT_STANDING + 6] = IN_GAPS + 6 + min(middle - least, 5)
    contested = np.int64(state[RESOLVED])
    slots[SLOT_STANDING + 8] = 0
    if contested < PROVINCES:
        for control in range(4):
            if boxes >> 8 * control >> contested & 1:
                slots[SLOT_STANDING + 8] = IN_LATEST + 3 + control
    for seat in range(seats):
        court = COURTS + 3 * ((own + seat) % seats)
        for faction in range(3):
            count = min(np.int64(state[court + faction]), 9)
            slots[SLOT_COURTS + 3 * seat + faction] = IN_COURTS + (3 * seat + faction) * 10 + count
    for pair in range(3 if seats == 3 else 1):
        _write_leads(state, slots, seats, pair, ruler, second)
    winners = winners_of(ground, state, ending)
    relative = (winners >> own | winners << (seats - own)) & ((1 << seats) - 1)
    slots[SLOT_WINNERS] = IN_WINNERS + 8 * relative + _AGE[state[CARDS]]


@kernel
def _write_leads(state: IntArray, slots: Slots, seats: int, pair: int, ruler: int, second: int) -> None:
    own = np.int64(state[TO_MOVE])
    slot = SLOT_LEADS + 6 * pair
    for faction in range(3):
        lead = min(max(_lead(state, seats, pair, faction), -5), 5)
        slots[slot + faction] = IN_LEADS + (3 * pair + faction) * _MARGIN + lead + 5
    left = own if pair < 2 else (own + 1) % seats
    right = (own + 1) % seats if pair == 0 else (own + 2) % seats
    sets = min(max(_sets(state, seats, left) - _sets(state, seats, right), -3), 3) + 3
    slots[slot + 3] = IN_SETS + 7 * pair + sets
    slots[slot + 5] = 0
    if ruler == BRITISH:
        slots[slot + 4] = IN_RULING + 40 * pair + 33 + sets
        return
    lead = min(max(_lead(state, seats, pair, ruler), -5), 5)
    slots[slot + 4] = IN_RULING + 40 * pair + _MARGIN * ruler + lead + 5
    if second != NO_FACTION:
        sign = 0 if lead < 0 else 1 if lead == 0 else 2
        lead = min(max(_lead(state, seats, pair, second), -5), 5)
        slots[slot + 5] = IN_SECOND + 33 * pair + _MARGIN * sign + lead + 5


@kernel
def write_supply(state: IntArray, slots: Slots) -> None:
    """Write the slots of the supply."""
    for faction in range(3):
        count = min(np.int64(state[SUPPLY + faction]), 12)
        slots[SLOT_SUPPLY + faction] = IN_SUPPLY + 13 * faction + count


@kernel
def write_turn(ground: IntArray, state: IntArray, slots: Slots) -> None:
    """Write the slots of hands, latest cards and the turn."""
    seats = np.int64(ground[SEATS])
    own = np.int64(state[TO_MOVE])
    for seat in range(seats):
        hand = np.int64(state[HANDS + (own + seat) % seats])
        for card in range(8):
            slots[SLOT_HANDS + 9 * seat + card] = IN_HANDS + 8 * seat + card if hand >> card & 1 else 0
        slots[SLOT_HANDS + 9 * seat + 8] = IN_HAND_SIZE + 9 * seat + ones(hand)
        slots[SLOT_TURN + seat] = IN_RANKS + 5 * seat + np.int64(state[RANKS + (own + seat) % seats])
    slots[SLOT_TURN + 4] = IN_PASSES + np.int64(state[PASSES])
    slots[SLOT_TURN + 5] = IN_RESOLVED + np.int64(state[RESOLVED])
    slots[SLOT_TURN + 6] = IN_CARDS + min(np.int64(state[CARDS]), 32)
    slots[SLOT_TURN + 7] = IN_BAN + (0 if state[BAN_CARD] == 0 else 1)


@kernel
def write_slots(ground: IntArray, state: IntArray, slots: Slots) -> None:
    """Write every slot."""
    slots[:] = 0
    write_track(state, slots)
    write_standing(ground, state, slots)
    write_supply(state, slots)
    write_turn(ground, state, slots)
