"""Deals and whole random games, uniformly random over legal steps."""

import numpy as np

from siam.engine.core.bits import IntArray, RandomState, below, int64, mix, pick, uint64
from siam.engine.core.cells import faction_of, remove_follower
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
from siam.engine.core.compiling import inlined, kernel
from siam.engine.core.effects import (
    end_move,
    place_from_supply,
    play_pass,
    swap_followers,
    swap_tiles,
    swap_two_for_one,
)
from siam.engine.core.last_card import Path, can_win, legal_steps
from siam.engine.core.layout import (
    BAN_A,
    BAN_B,
    BAN_C,
    BAN_CARD,
    CAMPS,
    CANONICAL,
    CAPITAL_LAST,
    CARD,
    CARD_FACTION,
    CARD_KHON_THAI,
    CARD_MAHARACHA,
    CARD_ONE,
    CARD_TWO,
    CARDS,
    CELLS,
    COURTS,
    FACTIONS,
    FIRST_HIGHEST,
    FULL_HAND,
    HANDS,
    HOMES,
    OCCUPIED,
    OPEN,
    OVER,
    PROVINCES,
    RESOLVED,
    SEATS,
    SIZE,
    STAGE,
    SUPPLY,
    TO_MOVE,
    TRACK,
    WAY_SIZE,
)
from siam.engine.core.outcomes import frozen_winners
from siam.engine.core.steps import apply_step, begin_card, derive

_PAIRS = np.array([[0, 1], [1, 2], [0, 2]], np.int32)
"""The followers on help cards 1 to 3 (R-02)."""


@kernel
def deal(ground: IntArray, state: IntArray, random: RandomState) -> None:
    """Set up a game (§3)."""
    seats = int64(ground[SEATS])
    state[:] = 0
    for i in range(BAN_A, BAN_C + 1):
        state[i] = -1
    for faction in range(FACTIONS):
        state[SUPPLY + faction] = 16 if seats == 2 else 18
    help_cards = int64(0x4321)  # a nibble for each seat; card 4 is dealt with four players only
    left = 4 if seats == 4 else 3
    first = int64(0)
    best = int64(-1)
    cards = int64(0)
    for seat in range(seats):
        slot = 4 * below(random, left)
        card = help_cards >> slot & 15
        left -= 1
        help_cards ^= ((help_cards >> slot ^ help_cards >> 4 * left) & 15) << slot
        cards |= card << 4 * seat
        order = card if ground[FIRST_HIGHEST] else 9 - card
        if order > best:
            best = order
            first = seat
        state[HANDS + seat] = FULL_HAND
    for seat in range(seats):
        card = cards >> 4 * seat & 15
        if card == 4:
            card = cards >> 4 * ((seat + 1) % seats) & 15
        for i in range(2):
            state[COURTS + 3 * seat + _PAIRS[card - 1, i]] += 1
            state[SUPPLY + _PAIRS[card - 1, i]] -= 1
    for faction in range(FACTIONS):
        state[SUPPLY + faction] -= 2
        state[CELLS + 3 * ground[HOMES + faction] + faction] = 2
    rama = int64(state[SUPPLY])
    lao = int64(state[SUPPLY + 1])
    total = rama + lao + int64(state[SUPPLY + 2])
    for province in range(PROVINCES):
        home = province == ground[HOMES] or province == ground[HOMES + 1] or province == ground[HOMES + 2]
        for _ in range(2 if home else 4):
            drawn = below(random, total)
            total -= 1
            faction = int64(drawn >= rama) + int64(drawn >= rama + lao)
            rama -= int64(faction == 0)
            lao -= int64(faction == 1)
            state[CELLS + 3 * province + faction] += 1
    state[SUPPLY] = rama
    state[SUPPLY + 1] = lao
    state[SUPPLY + 2] = total - rama - lao
    _shuffle_tiles(ground, state, random)
    state[TO_MOVE] = first
    derive(ground, state)


@kernel
def _shuffle_tiles(ground: IntArray, state: IntArray, random: RandomState) -> None:
    for box in range(PROVINCES):
        state[TRACK + box] = box
    last = PROVINCES
    if ground[CAPITAL_LAST]:
        last -= 1
        state[TRACK + ground[HOMES]] = last
        state[TRACK + last] = ground[HOMES]
    for box in range(last - 1, 0, -1):
        other = below(random, box + 1)
        province = state[TRACK + box]
        state[TRACK + box] = state[TRACK + other]
        state[TRACK + other] = province


@inlined
def play_random_card(ground: IntArray, state: IntArray, card: int, random: RandomState) -> None:
    """Play a card that is not the last, every step drawn from the legal ones."""
    state[CARD] = card
    swapped = False
    if card == CARD_KHON_THAI:
        for faction in range(FACTIONS):
            if state[SUPPLY + faction] > 0:
                place_from_supply(state, faction, pick(random, int64(state[OPEN])))
    elif card >= CARD_FACTION:
        faction = card - CARD_FACTION
        if state[SUPPLY + faction] > 0:
            targets = placeable(ground, state, faction)
            if targets:
                place_from_supply(state, faction, pick(random, targets))
                if state[SUPPLY + faction] > 0:
                    place_from_supply(state, faction, pick(random, targets))
    elif card == CARD_ONE:
        cells = one_firsts(state)
        if cells:
            cell = pick(random, cells)
            swap_followers(state, cell, pick(random, one_seconds(state, cell)))
            swapped = True
    elif card == CARD_TWO:
        cells = two_firsts(ground, state)
        if cells:
            cell = pick(random, cells)
            second = pick(random, two_seconds(ground, state, cell))
            swap_two_for_one(state, cell, second, pick(random, two_others(ground, state, cell, second)))
            swapped = True
        else:
            cells = reduced_firsts(ground, state)
            if cells:
                cell = pick(random, cells)
                swap_followers(state, cell, pick(random, reduced_seconds(ground, state, cell)))
                swapped = True
    elif card == CARD_MAHARACHA:
        tiles = swappable_tiles(ground, state)
        if tiles:
            moved = pick(random, tiles)
            swap_tiles(state, moved, pick(random, tiles & ~(1 << moved)))
    if not swapped:
        state[BAN_CARD] = 0
        state[BAN_A] = state[BAN_B] = state[BAN_C] = -1
    if state[OCCUPIED]:
        cell = pick(random, int64(state[OCCUPIED]))
        remove_follower(state, cell)
        state[COURTS + 3 * (int64(state[TO_MOVE]) & 3) + faction_of(cell)] += 1
    end_move(ground, state)


@kernel
def play_out(ground: IntArray, state: IntArray, trial: IntArray, way: Path, random: RandomState) -> int:
    """Play random moves to the end and give the winning seats as bits.

    Once all cards are gone only passes are left, so the game is decided as it stands.
    """
    hopeless = -1  # how many provinces were resolved when the last card was found not to win
    while state[STAGE] != OVER and state[CARDS] > 0:
        seat = int64(state[TO_MOVE]) & 3
        choice = pick(random, (int64(state[HANDS + seat]) & 0x7F) << 1 | 1)
        if choice == 0:
            play_pass(ground, state)
        elif state[CARDS] > 1:
            play_random_card(ground, state, choice - 1, random)
        elif hopeless == state[RESOLVED]:
            play_pass(ground, state)
        else:
            for i in range(SIZE):
                trial[i] = state[i]
            begin_card(ground, trial, choice - 1)
            if can_win(ground, trial, seat, way, random):
                return int64(ground[CAMPS + seat])
            hopeless = int64(state[RESOLVED])
            play_pass(ground, state)
    return frozen_winners(ground, state)


@kernel
def random_games(ground: IntArray, games: int, random: RandomState) -> int:
    """Deal and play whole random games; give a sum over who won, which depends on every one of them."""
    state = np.zeros(SIZE, np.int32)
    trial = np.empty(SIZE, np.int32)
    way = np.empty(WAY_SIZE, np.int64)
    total = 0
    for _ in range(games):
        deal(ground, state, random)
        total += play_out(ground, state, trial, way, random)
    return total


@kernel
def position_hash(state: IntArray) -> int:
    """Return the Zobrist hash of a position: one key for each value of each place, joined by exclusive or."""
    value = uint64(0)
    for i in range(CANONICAL):
        value ^= mix(uint64(i << 8) | uint64(state[i] + 1))
    return value


@kernel
def signature_of(ground: IntArray, games: int, seed: int) -> int:
    """Play games step by step and fold every position and outcome into one number."""
    random = np.zeros(1, np.uint64)
    random[0] = uint64(seed)
    state = np.zeros(SIZE, np.int32)
    total = uint64(0)
    for _ in range(games):
        deal(ground, state, random)
        while state[STAGE] != OVER:
            apply_step(ground, state, pick(random, legal_steps(ground, state)))
            total = mix(total ^ position_hash(state))
        total = mix(total ^ uint64(frozen_winners(ground, state)))
    return total
