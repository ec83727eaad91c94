"""Who wins as it stands, and by which criteria, with every figure: the twin of `siam.rules.endings`."""

from typing import Final

import numpy as np

from siam.engine.core.bits import IntArray, int64, lowest, ones
from siam.engine.core.compiling import kernel
from siam.engine.core.layout import (
    BRITISH,
    CAMPS,
    COLONY_LOSES,
    COURTS,
    FACTIONS,
    GROUND_SIZE,
    MAX_SEATS,
    NO_FACTION,
    RANKS,
    SEATS,
    SIZE,
)
from siam.engine.core.outcomes import ending_of, frozen_boxes
from siam.engine.portable.boundary import Address, exported, integers

COLONY: Final = 0
MOST_PROVINCES: Final = 1
LATEST_PROVINCE: Final = 2
MOST_OF_RULING: Final = 3
MOST_OF_SECOND: Final = 4
EARLIEST_LAST_CARD: Final = 5
MOST_SETS: Final = 6
LATEST_CARD: Final = 7
PARTNER_WINS: Final = 8
NOBODY_WINS: Final = 9

VERDICT: Final = 16
"""Criterion, faction, how many figures, up to four pairs of whom and how much, how many are left, and who."""
VERDICT_FIGURES: Final = 2
VERDICT_LEFT: Final = 11
VERDICT_LAST_OF_FACTIONS: Final = LATEST_PROVINCE
"""Criteria up to this one compare factions, those after it compare seats."""
OUTCOME_TRAIL: Final = 3
"""Before the verdicts stand the ending, the winning seats as bits, and how many verdicts there are."""
OUTCOME_SIZE: Final = OUTCOME_TRAIL + 6 * VERDICT


@kernel
def _verdict(told: IntArray, criterion: int, faction: int) -> IntArray:
    """Begin the next verdict of an outcome."""
    place = OUTCOME_TRAIL + VERDICT * int64(told[2])
    told[2] += 1
    row = told[place : place + VERDICT]
    row[:] = 0
    row[0] = criterion
    row[1] = faction
    return row


@kernel
def _add_figure(row: IntArray, who: int, figure: int) -> None:
    place = VERDICT_FIGURES + 1 + 2 * int64(row[VERDICT_FIGURES])
    row[place] = who
    row[place + 1] = figure
    row[VERDICT_FIGURES] += 1


@kernel
def _add_left(row: IntArray, who: int) -> None:
    row[VERDICT_LEFT] += 1
    row[VERDICT_LEFT + int64(row[VERDICT_LEFT])] = who


@kernel
def _keep_best(row: IntArray, left: IntArray, count: int, figures: IntArray, sign: int) -> int:
    """Keep the contenders with the greatest figure, or with the least; give how many there are."""
    wanted = sign * figures[0]
    for i in range(count):
        _add_figure(row, left[i], figures[i])
        wanted = max(wanted, sign * figures[i])
    kept = 0
    for i in range(count):
        if sign * figures[i] == wanted:
            left[kept] = left[i]
            kept += 1
    for i in range(kept):
        _add_left(row, left[i])
    return kept


@kernel
def _latest_card(state: IntArray, seats: int) -> int:
    latest = int64(0)
    for seat in range(MAX_SEATS):
        if seats >> seat & 1:
            latest = max(latest, int64(state[RANKS + seat]))
    return latest


@kernel
def _sets(state: IntArray, seats: int) -> int:
    rama = lao = malay = int64(0)
    for seat in range(MAX_SEATS):
        if seats >> seat & 1:
            rama += int64(state[COURTS + 3 * seat])
            lao += int64(state[COURTS + 3 * seat + 1])
            malay += int64(state[COURTS + 3 * seat + 2])
    return min(rama, lao, malay)


@kernel
def _decide_colony(ground: IntArray, state: IntArray, told: IntArray) -> None:
    colony = _verdict(told, COLONY, -1)
    _add_figure(colony, BRITISH, 4)
    _add_left(colony, BRITISH)
    if ground[COLONY_LOSES]:
        _verdict(told, NOBODY_WINS, -1)
        return
    left, figures = np.zeros(MAX_SEATS, np.int32), np.zeros(MAX_SEATS, np.int32)
    count = 0
    for seat in range(ground[SEATS]):
        camp = int64(ground[CAMPS + seat])
        if lowest(camp) == seat:
            left[count] = camp
            count += 1
    for i in range(count):
        figures[i] = _sets(state, left[i])
    count = _keep_best(_verdict(told, MOST_SETS, -1), left, count, figures, 1)
    if count > 1:
        for i in range(count):
            figures[i] = _latest_card(state, left[i])
        count = _keep_best(_verdict(told, LATEST_CARD, -1), left, count, figures, 1)
    for i in range(count):
        told[1] |= left[i]


@kernel
def _tell_ruler(told: IntArray, boxes: int, ruler: int) -> None:
    """Tell how the ruling faction was found."""
    row = _verdict(told, MOST_PROVINCES, -1)
    most = int64(0)
    for faction in range(FACTIONS):
        count = ones(boxes >> 8 * faction & 255)
        _add_figure(row, faction, count)
        most = max(most, count)
    for faction in range(FACTIONS):
        if ones(boxes >> 8 * faction & 255) == most:
            _add_left(row, faction)
    if row[VERDICT_LEFT] == 1:
        return
    tied = _verdict(told, LATEST_PROVINCE, -1)
    for faction in range(FACTIONS):
        own = boxes >> 8 * faction & 255
        if ones(own) == most:
            last = int64(0)
            while own >> last:
                last += 1
            _add_figure(tied, faction, last)
    _add_left(tied, ruler)


@kernel
def _decide_kingdom(ground: IntArray, state: IntArray, told: IntArray, ruler: int, second: int) -> None:
    left, figures = np.zeros(MAX_SEATS, np.int32), np.zeros(MAX_SEATS, np.int32)
    count = int64(ground[SEATS])
    for seat in range(count):
        left[seat] = 1 << seat
        figures[seat] = state[COURTS + 3 * seat + ruler]
    count = _keep_best(_verdict(told, MOST_OF_RULING, ruler), left, count, figures, 1)
    if count > 1 and second != NO_FACTION:
        for i in range(count):
            figures[i] = state[COURTS + 3 * lowest(int64(left[i])) + second]
        count = _keep_best(_verdict(told, MOST_OF_SECOND, second), left, count, figures, 1)
    if count > 1:
        for i in range(count):
            figures[i] = _latest_card(state, left[i])
        count = _keep_best(_verdict(told, EARLIEST_LAST_CARD, -1), left, count, figures, -1)
    for i in range(count):
        told[1] |= ground[CAMPS + lowest(int64(left[i]))]
    if ground[SEATS] == MAX_SEATS:
        row = _verdict(told, PARTNER_WINS, -1)
        for seat in range(2):
            if told[1] >> seat & 1:
                _add_left(row, ground[CAMPS + seat])


@exported
def tell_outcome(ground: Address, state: Address, target: Address) -> None:
    """Write the outcome if everybody passes from here on: who rules, who wins, and every criterion that is needed."""
    field, row, told = integers(ground, GROUND_SIZE), integers(state, SIZE), integers(target, OUTCOME_SIZE)
    boxes = frozen_boxes(row)
    ending = ending_of(boxes)
    told[0] = ending & 3
    told[1] = told[2] = 0
    if ending & 3 == BRITISH:
        _decide_colony(field, row, told)
    else:
        _tell_ruler(told, boxes, ending & 3)
        _decide_kingdom(field, row, told, ending & 3, ending >> 2)
