"""Positions of two camps in a few words, for exact searches that look at millions of them.

Followers are packed as in `siam.engine.core.packing`: a word for each faction, a byte for each province. A follower is
told by its *place*, 8 times the faction plus the province. Nothing here judges legality: only boards that a card can
make are entered.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray, int64, ones
from siam.engine.core.compiling import borrowing, inlined
from siam.engine.core.last_card_board import Sketch
from siam.engine.core.last_card_wins import rulers_of, useful_of, wins_by_courts
from siam.engine.core.layout import (
    BAN_A,
    BAN_B,
    BAN_C,
    BAN_CARD,
    BRITISH,
    CARD_KHON_THAI,
    CARD_ONE,
    CELLS,
    COLONY_LOSES,
    CONTROL,
    COURTS,
    FACTIONS,
    HANDS,
    KINGS,
    MAX_SEATS,
    PASSES,
    PROVINCES,
    RANKS,
    RESOLVED,
    SEATS,
    SECOND_KHON_THAI,
    SUPPLY,
    TO_MOVE,
    TRACK,
    WON,
)
from siam.engine.core.packing import gathered, inhabited

Words = NDArray[np.int64]

FOLLOWERS: Final = 0
"""Of Rama, Lao and Malay: a byte for each province."""
BOXES: Final = 3
"""For each open province its box as a bit, a byte for each province."""
HELD: Final = 4
"""The boxes of closed provinces that Rama, Lao, Malay and the British control, a byte each."""
HELD_PROVINCES: Final = 5
COURT: Final = 6
"""For each seat a byte for each faction."""
CARDS_HELD: Final = 10
"""The hands, a byte for each seat."""
STOCK: Final = 11
"""The supply, a byte for each faction."""
MOVER: Final = 12
PASSED: Final = 13
MARKED: Final = 14
"""Provinces whose tile has a king marker, as bits."""
LATEST: Final = 15
"""The ranks of latest cards, four bits for each seat."""
BAN: Final = 16
"""The swap that may not be made: its kind, then its places, five bits each; 0 for none."""
STRUGGLES: Final = 17
"""How many struggles are over; `GAME_OVER` is added when no more follow."""
WORDS: Final = 18

GAME_OVER: Final = 16
BANNED_ONE: Final = 1
BANNED_TWO: Final = 2
BANNED_REDUCED: Final = 3
NOBODY_THERE: Final = 24
"""In place of the follower taken where nobody is left."""


@inlined
def place_of(cell: int) -> int:
    """Return the place of a cell."""
    province = cell * 43 >> 7
    return 8 * (cell - 3 * province) + province


@inlined
def ban_of(kind: int, one: int, other: int, third: int) -> int:
    """Return the word of a banned swap."""
    return kind | min(one, other) << 2 | max(one, other) << 7 | third << 12


@borrowing
def pack(state: IntArray, row: Words) -> None:
    """Write a position in which no move is under way into a row of words."""
    for i in range(WORDS):
        row[i] = 0
    for province in range(PROVINCES):
        for faction in range(FACTIONS):
            row[FOLLOWERS + faction] |= int64(state[CELLS + 3 * province + faction]) << 8 * province
    for box in range(state[RESOLVED], PROVINCES):
        row[BOXES] |= int64(1) << (box + 8 * int64(state[TRACK + box]))
    for holder in range(BRITISH + 1):
        row[HELD] |= int64(state[WON + holder]) << 8 * holder
        row[HELD_PROVINCES] |= int64(state[CONTROL + holder]) << 8 * holder
    for seat in range(MAX_SEATS):
        for faction in range(FACTIONS):
            row[COURT + seat] |= int64(state[COURTS + 3 * seat + faction]) << 8 * faction
        row[CARDS_HELD] |= int64(state[HANDS + seat]) << 8 * seat
        row[LATEST] |= int64(state[RANKS + seat]) << 4 * seat
    for faction in range(FACTIONS):
        row[STOCK] |= int64(state[SUPPLY + faction]) << 8 * faction
    row[MOVER], row[PASSED], row[MARKED] = state[TO_MOVE], state[PASSES], state[KINGS]
    row[STRUGGLES] = state[RESOLVED]
    if state[BAN_CARD]:
        one, other = place_of(int64(state[BAN_A])), place_of(int64(state[BAN_B]))
        if state[BAN_C] >= 0:
            row[BAN] = ban_of(BANNED_TWO, one, other, place_of(int64(state[BAN_C])))
        else:
            row[BAN] = ban_of(BANNED_ONE if state[BAN_CARD] == CARD_ONE else BANNED_REDUCED, one, other, 0)


@inlined
def copy_words(source: Words, target: Words) -> None:
    """Copy a row of words."""
    for i in range(WORDS):
        target[i] = source[i]


@inlined
def open_places(row: Words) -> int:
    """Return the open provinces as bits."""
    return gathered(inhabited(row[BOXES]))


@inlined
def occupied_places(rama: int, lao: int, malay: int) -> int:
    """Return the places with a follower, as bits."""
    return gathered(inhabited(rama)) | gathered(inhabited(lao)) << 8 | gathered(inhabited(malay)) << 16


@inlined
def hand_of(row: Words, seat: int) -> int:
    """Return a seat's hand."""
    return row[CARDS_HELD] >> 8 * seat & 255


@inlined
def count_of(row: Words, card: int) -> int:
    """Count a kind of card in all hands."""
    hands = row[CARDS_HELD]
    count = ones(hands >> card & 0x01010101)
    return count + ones(hands >> SECOND_KHON_THAI & 0x01010101) if card == CARD_KHON_THAI else count


@inlined
def is_over(row: Words) -> bool:
    """Return whether no struggle follows."""
    return bool(row[STRUGGLES] >= PROVINCES)


@borrowing
def pass_turn(ground: IntArray, row: Words) -> None:
    """Pass, and resolve the struggle if everybody did (4.4, §6)."""
    seats = int64(ground[SEATS])
    seat = row[MOVER] + 1
    row[MOVER] = seat if seat < seats else 0
    row[PASSED] += 1
    if row[PASSED] < seats:
        return
    row[PASSED] = 0
    box = int64(1) << row[STRUGGLES]
    province = int64(0)
    while row[BOXES] >> 8 * province & 255 != box:
        province += 1
    rama, lao = row[FOLLOWERS] >> 8 * province & 255, row[FOLLOWERS + 1] >> 8 * province & 255
    malay = row[FOLLOWERS + 2] >> 8 * province & 255
    holder = int64(BRITISH)
    if rama > lao and rama > malay:
        holder = int64(0)
    elif lao > rama and lao > malay:
        holder = int64(1)
    elif malay > rama and malay > lao:
        holder = int64(2)
    row[STOCK] += rama | lao << 8 | malay << 16
    kept = ~(int64(255) << 8 * province)
    row[FOLLOWERS] &= kept
    row[FOLLOWERS + 1] &= kept
    row[FOLLOWERS + 2] &= kept
    row[BOXES] &= kept
    row[HELD] |= box << 8 * holder
    row[HELD_PROVINCES] |= int64(1) << (8 * holder + province)
    row[MARKED] &= ~(int64(1) << province)
    row[STRUGGLES] += 1
    if row[STRUGGLES] == PROVINCES or (holder == BRITISH and ones(row[HELD] >> 24 & 255) >= 4):
        row[STRUGGLES] |= GAME_OVER


@borrowing
def sketch_for(ground: IntArray, row: Words, seat: int) -> Sketch:
    """Sketch what wins for a seat that plays now, if everybody passed after it."""
    seats = int64(ground[SEATS])
    left = seat + 1 if seat + 1 < seats else 0
    right = seat - 1 if seat > 0 else seats - 1
    partner = (seat + 2) & 3
    latest = row[LATEST]
    ranks = latest >> 4 * left & 15, latest >> 4 * right & 15, latest >> 4 * partner & 15
    own, one, two, friend = row[COURT + seat], row[COURT + left], row[COURT + right], row[COURT + partner]
    wins = wins_by_courts(own, one, two, friend, ranks, seats == 4, ground[COLONY_LOSES] != 0)
    rama, lao, malay, won = row[FOLLOWERS], row[FOLLOWERS + 1], row[FOLLOWERS + 2], row[HELD] & 0xFFFFFF
    return Sketch(rama, lao, malay, row[BOXES], won, wins, useful_of(wins), rulers_of(wins))


@borrowing
def finish_turn(ground: IntArray, row: Words, card: int, taken: int) -> None:
    """Take a follower from a board that a card has made, discard the card and pass the turn on."""
    seat = row[MOVER]
    if taken < NOBODY_THERE:
        row[FOLLOWERS + (taken >> 3)] -= int64(1) << 8 * (taken & 7)
        row[COURT + seat] += int64(1) << 8 * (taken >> 3)
    hand = hand_of(row, seat)
    bit = SECOND_KHON_THAI if card == CARD_KHON_THAI and hand >> SECOND_KHON_THAI & 1 else card
    row[CARDS_HELD] &= ~(int64(1) << (8 * seat + bit))
    latest = row[LATEST]
    own = latest >> 4 * seat & 15
    later = own if own > 0 else int64(MAX_SEATS)
    rank = int64(own == 0)
    for other in range(MAX_SEATS):
        former = latest >> 4 * other & 15
        rank += int64(former > 0)
        row[LATEST] -= int64(former > later) << 4 * other
    row[LATEST] = row[LATEST] & ~(int64(15) << 4 * seat) | rank << 4 * seat
    row[PASSED] = 0
    row[MOVER] = seat + 1 if seat + 1 < ground[SEATS] else 0


@inlined
def camp_hands(ground: IntArray, row: Words, seat: int) -> int:
    """Return the hands of a seat's camp."""
    if ground[SEATS] == 2:
        return row[CARDS_HELD] & int64(0xFF) << 8 * seat
    return row[CARDS_HELD] & int64(0x00FF00FF) << 8 * (seat & 1)
