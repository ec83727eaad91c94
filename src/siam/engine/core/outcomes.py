"""Who would win if everybody passed from here on, and who has won (§6, §7)."""

import numpy as np

from siam.engine.core.bits import IntArray, int64, lowest, ones
from siam.engine.core.compiling import inlined, kernel
from siam.engine.core.layout import (
    BRITISH,
    CAMPS,
    CARDS,
    COLONY_LOSES,
    COURTS,
    MAX_SEATS,
    NO_FACTION,
    OVER,
    RANKS,
    RESOLVED,
    SEATS,
    STAGE,
    WON,
)
from siam.engine.core.packing import boxes_of, leads, packed

RANKING = np.array([bin(boxes).count("1") * 16 + boxes.bit_length() for boxes in range(256)], np.int32)
"""Boxes as bits to a number that ranks factions by provinces, then by who gained one last (7.1).

What follows does without branches where it can: who leads is hard to foretell, and a wrong guess of the processor
costs more than the work.
"""


@kernel
def controller(rama: int, lao: int, malay: int) -> int:
    """Return who controls a province with these followers (6.1, 6.2)."""
    most = 3 * int64((rama > lao) & (rama > malay)) + 2 * int64((lao > rama) & (lao > malay))
    return BRITISH - most - int64((malay > rama) & (malay > lao))


@inlined
def frozen_boxes(state: IntArray) -> int:
    """Return the boxes of Rama, Lao, Malay and the British once everybody passes: a byte each."""
    rama, lao, malay, boxes = packed(state)
    ramas = boxes_of(leads(rama, lao, malay), boxes)
    laos = boxes_of(leads(lao, rama, malay), boxes)
    malays = boxes_of(leads(malay, rama, lao), boxes)
    nobody = (0xFF << int64(state[RESOLVED]) & 0xFF) & ~(ramas | laos | malays)
    won = int64(state[WON]) | int64(state[WON + 1]) << 8 | int64(state[WON + 2]) << 16 | int64(state[WON + 3]) << 24
    return won | ramas | laos << 8 | malays << 16 | nobody << 24


@inlined
def ending_of(boxes: int) -> int:
    """Return the ruling faction, plus 4 times the second (R-13); `BRITISH` rules a colony."""
    if ones(boxes >> 24) >= 4:
        return BRITISH + 4 * NO_FACTION
    rama = int64(RANKING[boxes & 255]) << 2
    lao = int64(RANKING[boxes >> 8 & 255]) << 2 | 1
    malay = int64(RANKING[boxes >> 16 & 255]) << 2 | 2
    first = max(rama, lao, malay)
    second = max(min(rama, lao), min(max(rama, lao), malay))
    return first & 3 | (second & 3 if second >= 4 else NO_FACTION) << 2


@inlined
def _kingdom_winners(ground: IntArray, state: IntArray, ruler: int, second: int) -> int:
    """Find the best player by 7.3, with the partner (7.5), as seat bits."""
    best = int64(-1)
    seats = int64(0)
    ranked = int64(second != NO_FACTION)
    for seat in range(ground[SEATS]):
        court = COURTS + 3 * seat
        followers = int64(state[court + ruler]) << 8 | ranked * int64(state[court + ranked * second])
        worth = followers << 8 | 15 - int64(state[RANKS + seat])
        camp = int64(ground[CAMPS + seat])
        seats = camp if worth > best else seats | camp if worth == best else seats
        best = max(best, worth)
    return seats


@kernel
def _colony_winners(ground: IntArray, state: IntArray) -> int:
    """Find the camp with most sets, then with the latest card (7.4, 7.5), as seat bits."""
    best = -1
    seats = 0
    for seat in range(ground[SEATS]):
        camp = int64(ground[CAMPS + seat])
        if lowest(camp) != seat:
            continue
        rama = lao = malay = latest = int64(0)
        for member in range(seat, MAX_SEATS, 2):
            if camp >> member & 1:
                court = COURTS + 3 * member
                rama += int64(state[court])
                lao += int64(state[court + 1])
                malay += int64(state[court + 2])
                latest = max(latest, int64(state[RANKS + member]))
        worth = min(rama, lao, malay) << 8 | latest
        if worth > best:
            best = worth
            seats = camp
        elif worth == best:
            seats |= camp
    return seats


@inlined
def winners_of(ground: IntArray, state: IntArray, ending: int) -> int:
    """Return the winning seats of an ending as bits."""
    ruler = ending & 3
    if ruler != BRITISH:
        return _kingdom_winners(ground, state, ruler, ending >> 2)
    if ground[COLONY_LOSES]:
        return 0
    return _colony_winners(ground, state)


@kernel
def frozen_winners(ground: IntArray, state: IntArray) -> int:
    """Return the winning seats, as bits, if everybody passes from here on."""
    return winners_of(ground, state, ending_of(frozen_boxes(state)))


@kernel
def is_decided(state: IntArray) -> bool:
    """Return whether nothing but passes can follow."""
    return bool(state[STAGE] == OVER or state[CARDS] == 0)
