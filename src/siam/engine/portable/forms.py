"""A position as a plain form that can be written down and read, and back: the twin of `siam.engine.core.codec`."""

from typing import Final

from siam.engine.core.bits import IntArray, int64, ones
from siam.engine.core.cells import faction_of, province_of
from siam.engine.core.compiling import kernel
from siam.engine.core.layout import (
    BAN_A,
    BAN_B,
    BAN_C,
    BAN_CARD,
    BRITISH,
    CARD_KHON_THAI,
    CARD_KINDS,
    CARDS,
    CELL_COUNT,
    CELLS,
    CONTROL,
    COURTS,
    FACTIONS,
    GROUND_SIZE,
    HANDS,
    KINGS,
    MAX_SEATS,
    OPEN,
    OVER,
    PASSES,
    PROVINCES,
    RANKS,
    RESOLVED,
    SEATS,
    SECOND_KHON_THAI,
    SIZE,
    STAGE,
    SUPPLY,
    TO_MOVE,
    TRACK,
    WON,
)
from siam.engine.core.outcomes import controller
from siam.engine.core.steps import derive
from siam.engine.portable.boundary import Address, exported, integers

FORM_TRACK: Final = 0
"""The province in each box."""
FORM_CONTROLS: Final = FORM_TRACK + PROVINCES
"""For each province who controls it, or -1."""
FORM_KINGS: Final = FORM_CONTROLS + PROVINCES
FORM_FOLLOWERS: Final = FORM_KINGS + PROVINCES
"""Three counts a province."""
FORM_SUPPLY: Final = FORM_FOLLOWERS + CELL_COUNT
FORM_COURTS: Final = FORM_SUPPLY + FACTIONS
"""Three counts a seat."""
FORM_HANDS: Final = FORM_COURTS + FACTIONS * MAX_SEATS
"""For each seat how many it has of each kind of card."""
FORM_TO_MOVE: Final = FORM_HANDS + CARD_KINDS * MAX_SEATS
FORM_PASSES: Final = FORM_TO_MOVE + 1
FORM_RECENCY: Final = FORM_PASSES + 1
"""The seats in the order of their latest cards, the oldest first; -1 after the last."""
FORM_SWAP_CARD: Final = FORM_RECENCY + MAX_SEATS
"""The card of the last swap, or 0; then its left province, the faction it gave, the second or -1, then the right."""
FORM_SIZE: Final = FORM_SWAP_CARD + 6

# --- what can be said of a position: facts that need the rules ---------------------------------------------
FACT_MAJORITIES: Final = 0
"""For each province who would control it now, or -1 if it is resolved."""
FACT_COUNTS: Final = FACT_MAJORITIES + PROVINCES
"""How many provinces Rama, Lao, Malay and the British control."""
FACT_CONTESTED: Final = FACT_COUNTS + 4
"""The province that is resolved next, or -1."""
FACT_SETS: Final = FACT_CONTESTED + 1
"""For each seat how many complete sets its court has."""
FACT_PASSED: Final = FACT_SETS + MAX_SEATS
"""For each seat whether it has passed since the last card."""
FACT_CARDS: Final = FACT_PASSED + MAX_SEATS
"""How many cards all have together."""
FACT_OVER: Final = FACT_CARDS + 1
FACTS_SIZE: Final = FACT_OVER + 1


@kernel
def _write_swap(row: IntArray, form: IntArray) -> None:
    """Write the last swap: the state remembers what would undo it."""
    form[FORM_SWAP_CARD] = row[BAN_CARD]
    one, two, three = int64(row[BAN_A]), int64(row[BAN_B]), int64(row[BAN_C])
    left = form[FORM_SWAP_CARD + 1 : FORM_SWAP_CARD + 6]
    left[:] = -1
    if row[BAN_CARD] == 0:
        return
    if three >= 0:
        left[0] = province_of(three)
        left[1] = faction_of(one)
        left[2] = faction_of(two)
        left[3] = province_of(one)
        left[4] = faction_of(three)
    else:
        left[0] = province_of(one)
        left[1] = faction_of(two)
        left[3] = province_of(two)
        left[4] = faction_of(one)


@kernel
def _read_swap(form: IntArray, row: IntArray) -> None:
    row[BAN_A] = row[BAN_B] = row[BAN_C] = -1
    row[BAN_CARD] = form[FORM_SWAP_CARD]
    if row[BAN_CARD] == 0:
        return
    left = form[FORM_SWAP_CARD + 1 : FORM_SWAP_CARD + 6]
    if left[2] >= 0:
        one, two = 3 * left[3] + left[1], 3 * left[3] + left[2]
        row[BAN_C] = 3 * left[0] + left[4]
    else:
        one, two = 3 * left[0] + left[4], 3 * left[3] + left[1]
    row[BAN_A] = min(one, two)
    row[BAN_B] = max(one, two)


@exported
def write_form(ground: Address, state: Address, target: Address) -> None:
    """Write a position, in which no move has been begun, as a form."""
    field, row, form = integers(ground, GROUND_SIZE), integers(state, SIZE), integers(target, FORM_SIZE)
    form[:] = 0
    for province in range(PROVINCES):
        form[FORM_TRACK + province] = row[TRACK + province]
        form[FORM_CONTROLS + province] = -1
        form[FORM_KINGS + province] = int64(row[KINGS]) >> province & 1
        for control in range(BRITISH + 1):
            if row[CONTROL + control] >> province & 1:
                form[FORM_CONTROLS + province] = control
    for cell in range(CELL_COUNT):
        form[FORM_FOLLOWERS + cell] = row[CELLS + cell]
    for faction in range(FACTIONS):
        form[FORM_SUPPLY + faction] = row[SUPPLY + faction]
    for place in range(MAX_SEATS):
        form[FORM_RECENCY + place] = -1
    for seat in range(field[SEATS]):
        for faction in range(FACTIONS):
            form[FORM_COURTS + FACTIONS * seat + faction] = row[COURTS + FACTIONS * seat + faction]
        for card in range(CARD_KINDS):
            form[FORM_HANDS + CARD_KINDS * seat + card] = int64(row[HANDS + seat]) >> card & 1
        form[FORM_HANDS + CARD_KINDS * seat + CARD_KHON_THAI] += int64(row[HANDS + seat]) >> SECOND_KHON_THAI & 1
        if row[RANKS + seat] > 0:
            form[FORM_RECENCY + row[RANKS + seat] - 1] = seat
    form[FORM_TO_MOVE] = row[TO_MOVE]
    form[FORM_PASSES] = row[PASSES]
    _write_swap(row, form)


@exported
def read_form(ground: Address, form_at: Address, target: Address) -> None:
    """Read a position from a form."""
    field, form, row = integers(ground, GROUND_SIZE), integers(form_at, FORM_SIZE), integers(target, SIZE)
    row[:] = 0
    for box in range(PROVINCES):
        province = int64(form[FORM_TRACK + box])
        row[TRACK + box] = province
        control = int64(form[FORM_CONTROLS + province])
        if control >= 0:
            row[WON + control] |= 1 << box
            row[CONTROL + control] |= 1 << province
            row[RESOLVED] += 1
        elif form[FORM_KINGS + province]:
            row[KINGS] |= 1 << province
    for cell in range(CELL_COUNT):
        row[CELLS + cell] = form[FORM_FOLLOWERS + cell]
    for faction in range(FACTIONS):
        row[SUPPLY + faction] = form[FORM_SUPPLY + faction]
    for seat in range(field[SEATS]):
        for faction in range(FACTIONS):
            row[COURTS + FACTIONS * seat + faction] = form[FORM_COURTS + FACTIONS * seat + faction]
        for card in range(CARD_KINDS):
            row[HANDS + seat] |= int64(form[FORM_HANDS + CARD_KINDS * seat + card] > 0) << card
        second = form[FORM_HANDS + CARD_KINDS * seat + CARD_KHON_THAI] > 1
        row[HANDS + seat] |= int64(second) << SECOND_KHON_THAI
    for place in range(MAX_SEATS):
        if form[FORM_RECENCY + place] >= 0:
            row[RANKS + form[FORM_RECENCY + place]] = place + 1
    row[TO_MOVE] = form[FORM_TO_MOVE]
    row[PASSES] = form[FORM_PASSES]
    _read_swap(form, row)
    if row[RESOLVED] == PROVINCES or ones(int64(row[WON + BRITISH])) >= 4:
        row[STAGE] = OVER
    derive(field, row)


@exported
def write_facts(ground: Address, state: Address, target: Address) -> None:
    """Write what can be said of a position, in which no move has been begun."""
    field, row, facts = integers(ground, GROUND_SIZE), integers(state, SIZE), integers(target, FACTS_SIZE)
    seats = int64(field[SEATS])
    facts[:] = 0
    for province in range(PROVINCES):
        cell = CELLS + 3 * province
        is_open = row[OPEN] >> province & 1
        facts[FACT_MAJORITIES + province] = controller(row[cell], row[cell + 1], row[cell + 2]) if is_open else -1
    for control in range(BRITISH + 1):
        facts[FACT_COUNTS + control] = ones(int64(row[CONTROL + control]))
    facts[FACT_CONTESTED] = row[TRACK + row[RESOLVED]] if row[STAGE] != OVER else -1
    for seat in range(seats):
        court = COURTS + FACTIONS * seat
        facts[FACT_SETS + seat] = min(row[court], row[court + 1], row[court + 2])
        facts[FACT_PASSED + seat] = int64((row[TO_MOVE] - 1 - seat + seats) % seats < row[PASSES])
    facts[FACT_CARDS] = row[CARDS]
    facts[FACT_OVER] = int64(row[STAGE] == OVER)
