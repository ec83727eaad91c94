"""What the evaluation sees of a position: one active input in each of a fixed number of slots.

Everything is told from the seat to move: seats are counted from it in turn order. Input 0 stands for
nothing. Slots that belong together are written by one function, so that a small change of the position
touches few of them.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray, int64, ones
from siam.engine.core.compiling import kernel
from siam.engine.core.layout import (
    BAN_CARD,
    BRITISH,
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
)
from siam.engine.core.outcomes import ending_of, frozen_boxes, winners_of

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
IN_LATEST: Final = IN_GAPS + 2 * 9
IN_COURTS: Final = IN_LATEST + 7
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
INPUTS: Final = IN_BAN + 2

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
        count = min(int64(state[cell + faction]), _COUNT)
        slots[slot + faction] = IN_CELLS + (3 * province + faction) * _COUNT + count - 1 if count else 0
        if distance < 3:
            slots[SLOT_BOXES + 8 + 3 * distance + faction] = (
                IN_BOX_COUNTS + (3 * distance + faction) * _COUNT + count - 1 if count else 0
            )
    leading = _leading(state[cell], state[cell + 1], state[cell + 2])
    slots[slot + 3] = IN_STATUS + 15 * province + 4 + leading
    slots[SLOT_BOXES + distance] = IN_BOX_STATUS + _LEADING * distance + leading


@kernel
def write_place(state: IntArray, slots: Slots, province: int, box: int) -> None:
    """Write where an open province's tile lies, and whether it has a king marker."""
    king = int64(state[KINGS]) >> province & 1
    slots[SLOT_PROVINCES + 5 * province + 4] = IN_PLACE + 16 * province + 2 * (box - state[RESOLVED]) + king


@kernel
def write_track(state: IntArray, slots: Slots) -> None:
    """Write the slots of all provinces."""
    for i in range(SLOT_BOXES, SLOT_STANDING):
        slots[i] = 0
    for box in range(PROVINCES):
        province = int64(state[TRACK + box])
        slot = SLOT_PROVINCES + 5 * province
        if state[OPEN] >> province & 1:
            write_province(state, slots, province, box)
            write_place(state, slots, province, box)
        else:
            for i in range(5):
                slots[slot + i] = 0
            for control in range(4):
                if state[CONTROL + control] >> province & 1:
                    slots[slot + 3] = IN_STATUS + 15 * province + control


@kernel
def write_standing(ground: IntArray, state: IntArray, slots: Slots, boxes: int) -> None:
    """Write how the game would end as it stands, the courts, and who would win by how much.

    The boxes of the four controllers are given as `frozen_boxes` tells them.
    """
    seats = int64(ground[SEATS])
    own = int64(state[TO_MOVE])
    ending = ending_of(boxes)
    rama, lao, malay, british = boxes & 255, boxes >> 8 & 255, boxes >> 16 & 255, boxes >> 24
    rama_count, lao_count, malay_count = ones(rama), ones(lao), ones(malay)
    most = max(rama_count, lao_count, malay_count)
    least = min(rama_count, lao_count, malay_count)
    middle = rama_count + lao_count + malay_count - most - least
    slots[SLOT_STANDING] = IN_WON + rama_count
    slots[SLOT_STANDING + 1] = IN_WON + 9 + lao_count
    slots[SLOT_STANDING + 2] = IN_WON + 18 + malay_count
    slots[SLOT_STANDING + 3] = IN_WON + 27 + ones(british)
    slots[SLOT_STANDING + 4] = IN_ENDING + ending
    slots[SLOT_STANDING + 5] = IN_GAPS + most - middle
    slots[SLOT_STANDING + 6] = IN_GAPS + 9 + middle - least
    latest = 0 if rama > lao and rama > malay else 1 if lao > malay else 2
    slots[SLOT_STANDING + 7] = IN_LATEST + latest
    contested = int64(state[RESOLVED])
    control = (lao >> contested & 1) + 2 * (malay >> contested & 1) + 3 * (british >> contested & 1)
    slots[SLOT_STANDING + 8] = IN_LATEST + 3 + control
    seat = own
    for relative in range(seats):
        for faction in range(3):
            count = min(int64(state[COURTS + 3 * seat + faction]), 9)
            slots[SLOT_COURTS + 3 * relative + faction] = IN_COURTS + (3 * relative + faction) * 10 + count
        seat = seat + 1 if seat + 1 < seats else 0
    for pair in range(3 if seats == 3 else 1):
        _write_leads(state, slots, seats, pair, ending)
    winners = winners_of(ground, state, ending)
    turned = (winners >> own | winners << (seats - own)) & ((1 << seats) - 1)
    slots[SLOT_WINNERS] = IN_WINNERS + 8 * turned + _AGE[state[CARDS]]


@kernel
def _write_leads(state: IntArray, slots: Slots, seats: int, pair: int, ending: int) -> None:
    """Compare two camps: in each faction by the best player, in sets, and in what would decide."""
    ruler, second = ending & 3, ending >> 2
    own = int64(state[TO_MOVE])
    left = own if pair < 2 else (own + 1) % seats
    right = (own + 1) % seats if pair == 0 else (own + 2) % seats
    slot = SLOT_LEADS + 6 * pair
    our_sets = their_sets = int64(99)
    ruling = following = int64(0)
    for faction in range(3):
        ours = int64(state[COURTS + 3 * left + faction])
        theirs = int64(state[COURTS + 3 * right + faction])
        our_sum, their_sum = ours, theirs
        if seats == 4:
            our_partner = int64(state[COURTS + 3 * ((left + 2) & 3) + faction])
            their_partner = int64(state[COURTS + 3 * ((right + 2) & 3) + faction])
            our_sum += our_partner
            their_sum += their_partner
            ours = max(ours, our_partner)
            theirs = max(theirs, their_partner)
        our_sets = min(our_sets, our_sum)
        their_sets = min(their_sets, their_sum)
        lead = min(max(ours - theirs, -5), 5) + 5
        slots[slot + faction] = IN_LEADS + (3 * pair + faction) * _MARGIN + lead
        if faction == ruler:
            ruling = lead
        if faction == second:
            following = lead
    sets = min(max(our_sets - their_sets, -3), 3) + 3
    slots[slot + 3] = IN_SETS + 7 * pair + sets
    if ruler == BRITISH:
        slots[slot + 4] = IN_RULING + 40 * pair + 33 + sets
    else:
        slots[slot + 4] = IN_RULING + 40 * pair + _MARGIN * ruler + ruling
    if second == NO_FACTION:
        slots[slot + 5] = 0
    else:
        sign = 0 if ruling < 5 else 1 if ruling == 5 else 2
        slots[slot + 5] = IN_SECOND + 33 * pair + _MARGIN * sign + following


@kernel
def write_supply(state: IntArray, slots: Slots) -> None:
    """Write the slots of the supply."""
    for faction in range(3):
        count = min(int64(state[SUPPLY + faction]), 12)
        slots[SLOT_SUPPLY + faction] = IN_SUPPLY + 13 * faction + count


@kernel
def write_turn(ground: IntArray, state: IntArray, slots: Slots) -> None:
    """Write the slots of hands, latest cards and the turn."""
    seats = int64(ground[SEATS])
    own = int64(state[TO_MOVE])
    for seat in range(seats):
        hand = int64(state[HANDS + (own + seat) % seats])
        for card in range(8):
            slots[SLOT_HANDS + 9 * seat + card] = IN_HANDS + 8 * seat + card if hand >> card & 1 else 0
        slots[SLOT_HANDS + 9 * seat + 8] = IN_HAND_SIZE + 9 * seat + ones(hand)
        slots[SLOT_TURN + seat] = IN_RANKS + 5 * seat + int64(state[RANKS + (own + seat) % seats])
    slots[SLOT_TURN + 4] = IN_PASSES + int64(state[PASSES])
    slots[SLOT_TURN + 5] = IN_RESOLVED + int64(state[RESOLVED])
    slots[SLOT_TURN + 6] = IN_CARDS + min(int64(state[CARDS]), 32)
    slots[SLOT_TURN + 7] = IN_BAN + (0 if state[BAN_CARD] == 0 else 1)


@kernel
def write_slots(ground: IntArray, state: IntArray, slots: Slots) -> None:
    """Write every slot."""
    slots[:] = 0
    write_track(state, slots)
    write_standing(ground, state, slots, frozen_boxes(state))
    write_supply(state, slots)
    write_turn(ground, state, slots)
