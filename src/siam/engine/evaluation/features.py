"""What the evaluation sees of a position: one active input in each of a fixed number of slots.

Everything is told from the seat to move: seats are counted from it in turn order. Input 0 stands for
nothing. Slots that belong together are written by one function, so that a small change of the position
touches few of them.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray, int64, ones
from siam.engine.core.compiling import borrowing
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
SLOT_CONTROL: Final = SLOT_BOXES + 8 + 9
"""Who would control what as it stands."""
SLOT_ENDING: Final = SLOT_CONTROL + 8
"""How the game would end as it stands."""
SLOT_COURTS: Final = SLOT_ENDING + 1
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


@borrowing
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


@borrowing
def write_province(
    province: int, distance: int, king: int, rama: int, lao: int, malay: int, slots: Slots, first: int, boxes: int
) -> None:
    """Write the slots of an open province: five from the first on, and those of its box among the slots of boxes.

    `distance` is how far its box lies from the contested one; `king` is one if its tile has a king marker.
    """
    for faction in range(3):
        count = min(rama if faction == 0 else lao if faction == 1 else malay, _COUNT)
        slots[first + faction] = IN_CELLS + (3 * province + faction) * _COUNT + count - 1 if count else 0
        if distance < 3:
            slots[boxes + 8 + 3 * distance + faction] = (
                IN_BOX_COUNTS + (3 * distance + faction) * _COUNT + count - 1 if count else 0
            )
    leading = _leading(rama, lao, malay)
    slots[first + 3] = IN_STATUS + 15 * province + 4 + leading
    slots[first + 4] = IN_PLACE + 16 * province + 2 * distance + king
    slots[boxes + distance] = IN_BOX_STATUS + _LEADING * distance + leading


@borrowing
def write_track(state: IntArray, slots: Slots) -> None:
    """Write the slots of all provinces."""
    for i in range(SLOT_BOXES, SLOT_CONTROL):
        slots[i] = 0
    for box in range(PROVINCES):
        province = int64(state[TRACK + box])
        slot = SLOT_PROVINCES + 5 * province
        if state[OPEN] >> province & 1:
            cell = CELLS + 3 * province
            counts = int64(state[cell]), int64(state[cell + 1]), int64(state[cell + 2])
            distance, king = box - int64(state[RESOLVED]), int64(state[KINGS]) >> province & 1
            write_province(province, distance, king, counts[0], counts[1], counts[2], slots, slot, SLOT_BOXES)
        else:
            for i in range(5):
                slots[slot + i] = 0
            for control in range(4):
                if state[CONTROL + control] >> province & 1:
                    slots[slot + 3] = IN_STATUS + 15 * province + control


@borrowing
def write_control(boxes: int, contested: int, slots: Slots, first: int) -> None:
    """Write eight slots of who would control how many provinces, the latest and the contested one.

    The boxes of the four controllers are given as `frozen_boxes` tells them.
    """
    rama, lao, malay, british = boxes & 255, boxes >> 8 & 255, boxes >> 16 & 255, boxes >> 24
    rama_count, lao_count, malay_count = ones(rama), ones(lao), ones(malay)
    most = max(rama_count, lao_count, malay_count)
    least = min(rama_count, lao_count, malay_count)
    middle = rama_count + lao_count + malay_count - most - least
    slots[first] = IN_WON + rama_count
    slots[first + 1] = IN_WON + 9 + lao_count
    slots[first + 2] = IN_WON + 18 + malay_count
    slots[first + 3] = IN_WON + 27 + ones(british)
    slots[first + 4] = IN_GAPS + most - middle
    slots[first + 5] = IN_GAPS + 9 + middle - least
    latest = 0 if rama > lao and rama > malay else 1 if lao > malay else 2
    slots[first + 6] = IN_LATEST + latest
    control = (lao >> contested & 1) + 2 * (malay >> contested & 1) + 3 * (british >> contested & 1)
    slots[first + 7] = IN_LATEST + 3 + control


@borrowing
def write_ending(ground: IntArray, state: IntArray, slots: Slots, ending: int) -> None:
    """Write how the game would end as it stands, the courts, and who would win by how much."""
    seats = int64(ground[SEATS])
    own = int64(state[TO_MOVE])
    slots[SLOT_ENDING] = IN_ENDING + ending
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


@borrowing
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


@borrowing
def write_supply(state: IntArray, slots: Slots) -> None:
    """Write the slots of the supply."""
    for faction in range(3):
        count = min(int64(state[SUPPLY + faction]), 12)
        slots[SLOT_SUPPLY + faction] = IN_SUPPLY + 13 * faction + count


@borrowing
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


@borrowing
def write_slots(ground: IntArray, state: IntArray, slots: Slots) -> None:
    """Write every slot."""
    slots[:] = 0
    write_track(state, slots)
    boxes = frozen_boxes(state)
    write_control(boxes, int64(state[RESOLVED]), slots, SLOT_CONTROL)
    write_ending(ground, state, slots, ending_of(boxes))
    write_supply(state, slots)
    write_turn(ground, state, slots)


def inputs_of_slots() -> NDArray[np.int64]:
    """Return for each slot the first of the inputs that may be active in it, and the one after the last."""
    spans = np.zeros((SLOT_COUNT, 2), np.int64)

    def span(slot: int, first: int, count: int) -> None:
        spans[slot] = first, first + count

    for cell in range(24):
        span(SLOT_PROVINCES + 5 * (cell // 3) + cell % 3, IN_CELLS + cell * _COUNT, _COUNT)
    for province in range(PROVINCES):
        span(SLOT_PROVINCES + 5 * province + 3, IN_STATUS + 15 * province, 15)
        span(SLOT_PROVINCES + 5 * province + 4, IN_PLACE + 16 * province, 16)
        span(SLOT_BOXES + province, IN_BOX_STATUS + _LEADING * province, _LEADING)
    for count in range(9):
        span(SLOT_BOXES + 8 + count, IN_BOX_COUNTS + count * _COUNT, _COUNT)
    for slot, (first, many) in enumerate(
        [(IN_WON + 9 * camp, 9) for camp in range(4)]
        + [(IN_GAPS, 9), (IN_GAPS + 9, 9), (IN_LATEST, 3), (IN_LATEST + 3, 4)]
    ):
        span(SLOT_CONTROL + slot, first, many)
    span(SLOT_ENDING, IN_ENDING, 16)
    for court in range(12):
        span(SLOT_COURTS + court, IN_COURTS + 10 * court, 10)
    for pair in range(3):
        slot = SLOT_LEADS + 6 * pair
        for faction in range(3):
            span(slot + faction, IN_LEADS + (3 * pair + faction) * _MARGIN, _MARGIN)
        span(slot + 3, IN_SETS + 7 * pair, 7)
        span(slot + 4, IN_RULING + 40 * pair, 40)
        span(slot + 5, IN_SECOND + 33 * pair, 33)
    span(SLOT_WINNERS, IN_WINNERS, 128)
    for faction in range(3):
        span(SLOT_SUPPLY + faction, IN_SUPPLY + 13 * faction, 13)
    for seat in range(4):
        for card in range(8):
            span(SLOT_HANDS + 9 * seat + card, IN_HANDS + 8 * seat + card, 1)
        span(SLOT_HANDS + 9 * seat + 8, IN_HAND_SIZE + 9 * seat, 9)
        span(SLOT_TURN + seat, IN_RANKS + 5 * seat, 5)
    for slot, (first, many) in enumerate([(IN_PASSES, 4), (IN_RESOLVED, 9), (IN_CARDS, 33), (IN_BAN, 2)]):
        span(SLOT_TURN + 4 + slot, first, many)
    return spans
