"""Who would win if everybody passed from here on, and who has won (§6, §7)."""

import numpy as np

from siam.engine.bits import IntArray, int64, lowest, ones
from siam.engine.compiling import kernel
from siam.engine.layout import (
    BRITISH,
    CAMPS,
    CARDS,
    CELLS,
    COLONY_LOSES,
    COURTS,
    MAX_SEATS,
    NO_FACTION,
    OVER,
    PROVINCES,
    RANKS,
    RESOLVED,
    SEATS,
    STAGE,
    TRACK,
    WON,
)

RANKING = np.array([bin(boxes).count("1") * 16 + boxes.bit_length() for boxes in range(256)], np.int32)
"""Boxes as bits to a number that ranks factions by provinces, then by who gained one last (7.1)."""


@kernel
def controller(rama: int, lao: int, malay: int) -> int:
    """Say who controls a province with these followers (6.1, 6.2)."""
    if rama > lao:
        if rama > malay:
            return 0
        return 2 if malay > rama else BRITISH
    if lao > rama:
        if lao > malay:
            return 1
        return 2 if malay > lao else BRITISH
    return 2 if malay > rama else BRITISH


@kernel
def frozen_boxes(state: IntArray) -> int:
    """Give the boxes of Rama, Lao, Malay and the British once everybody passes: a byte each."""
    boxes = int64(state[WON]) | int64(state[WON + 1]) << 8 | int64(state[WON + 2]) << 16 | int64(state[WON + 3]) << 24
    for box in range(state[RESOLVED], PROVINCES):
        cell = CELLS + 3 * state[TRACK + box]
        boxes |= 1 << (8 * controller(state[cell], state[cell + 1], state[cell + 2]) + box)
    return boxes


@kernel
def ending_of(boxes: int) -> int:
    """Give the ruling faction, plus 4 times the second (R-13); `BRITISH` rules a colony."""
    if ones(boxes >> 24) >= 4:
        return BRITISH + 4 * NO_FACTION
    rama = RANKING[boxes & 255]
    lao = RANKING[boxes >> 8 & 255]
    malay = RANKING[boxes >> 16 & 255]
    if rama > lao:
        if lao > malay:
            return 0 + 4 * 1
        if malay > rama:
            return 2 + 4 * 0
        return 0 + 4 * (2 if malay > 0 else NO_FACTION)
    if rama > malay:
        return 1 + 4 * 0
    if lao > malay:
        return 1 + 4 * (2 if malay > 0 else NO_FACTION)
    return 2 + 4 * (1 if lao > 0 else NO_FACTION)


@kernel
def _kingdom_winners(ground: IntArray, state: IntArray, ruler: int, second: int) -> int:
    """Find the best player by 7.3, with the partner (7.5), as seat bits."""
    best = -1
    seats = 0
    for seat in range(ground[SEATS]):
        court = COURTS + 3 * seat
        worth = int64(state[court + ruler]) << 16
        if second != NO_FACTION:
            worth |= int64(state[court + second]) << 8
        worth |= 15 - int64(state[RANKS + seat])
        if worth > best:
            best = worth
            seats = int64(ground[CAMPS + seat])
        elif worth == best:
            seats |= int64(ground[CAMPS + seat])
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


@kernel
def winners_of(ground: IntArray, state: IntArray, ending: int) -> int:
    """Give the winning seats of an ending as bits."""
    ruler = ending & 3
    if ruler != BRITISH:
        return _kingdom_winners(ground, state, ruler, ending >> 2)
    if ground[COLONY_LOSES]:
        return 0
    return _colony_winners(ground, state)


@kernel
def frozen_winners(ground: IntArray, state: IntArray) -> int:
    """Give the winning seats, as bits, if everybody passes from here on."""
    return winners_of(ground, state, ending_of(frozen_boxes(state)))


@kernel
def is_decided(state: IntArray) -> bool:
    """Say whether nothing but passes can follow."""
    return bool(state[STAGE] == OVER or state[CARDS] == 0)
