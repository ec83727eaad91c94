"""The steps of a move, stage by stage, and their effects on a position in place: the twin of `siam.rules`."""

from siam.engine.core.bits import IntArray, int64, ones
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
from siam.engine.core.compiling import kernel
from siam.engine.core.effects import (
    end_action,
    end_move,
    place_from_supply,
    play_pass,
    swap_followers,
    swap_tiles,
    swap_two_for_one,
)
from siam.engine.core.layout import (
    BRITISH,
    CARD,
    CARD_FACTION,
    CARD_KHON_THAI,
    CARD_MAHARACHA,
    CARD_ONE,
    CARD_TWO,
    CARDS,
    CELL_COUNT,
    CELLS,
    CONTROL,
    COURTS,
    CROWDED,
    FACTIONS,
    HANDS,
    KING_FIRST,
    KING_SECOND,
    MOVE,
    OCCUPIED,
    ONE_FIRST,
    ONE_SECOND,
    OPEN,
    PICK_A,
    PICK_B,
    PLACE_FIRST,
    PLACE_SECOND,
    REDUCED_FIRST,
    REDUCED_SECOND,
    SEATS,
    STAGE,
    STEP_CARD,
    STEP_CELL,
    STEP_PASS,
    STEP_PROVINCE,
    SUPPLY,
    TAKE,
    THAI,
    TO_MOVE,
    TWO_FIRST,
    TWO_OTHER,
    TWO_SECOND,
)


@kernel
def next_thai(ground: IntArray, state: IntArray, faction: int) -> None:
    """Ask for the province of the next faction that the supply has (5.7)."""
    while faction < FACTIONS and state[SUPPLY + faction] == 0:
        faction += 1
    if faction == FACTIONS:
        end_action(ground, state, False)
    else:
        state[STAGE] = THAI
        state[PICK_A] = faction


@kernel
def begin_card(ground: IntArray, state: IntArray, card: int) -> None:
    """Start a card: ask for its first part, or for the follower taken if it has no effect (5.2)."""
    state[CARD] = card
    if card == CARD_MAHARACHA:
        state[STAGE] = KING_FIRST if swappable_tiles(ground, state) else TAKE
    elif card == CARD_KHON_THAI:
        next_thai(ground, state, 0)
        return
    elif card == CARD_ONE:
        state[STAGE] = ONE_FIRST if one_firsts(state) else TAKE
    elif card == CARD_TWO:
        if two_firsts(ground, state):
            state[STAGE] = TWO_FIRST
        else:
            state[STAGE] = REDUCED_FIRST if reduced_firsts(ground, state) else TAKE
    else:
        faction = card - CARD_FACTION
        possible = state[SUPPLY + faction] > 0 and placeable(ground, state, faction) != 0
        state[STAGE] = PLACE_FIRST if possible else TAKE
    if state[STAGE] == TAKE:
        end_action(ground, state, False)


@kernel
def possible_steps(ground: IntArray, state: IntArray) -> int:
    """Return the steps as bits, before the rule of the last card (5.5) is looked at."""
    stage = state[STAGE]
    if stage == MOVE:
        return 1 << STEP_PASS | (int64(state[HANDS + state[TO_MOVE]]) & 0x7F) << STEP_CARD
    if stage == TAKE:
        return int64(state[OCCUPIED]) << STEP_CELL
    if stage == THAI:
        return int64(state[OPEN]) << STEP_PROVINCE
    if stage == KING_FIRST:
        return swappable_tiles(ground, state) << STEP_PROVINCE
    if stage == KING_SECOND:
        return (swappable_tiles(ground, state) & ~(1 << int64(state[PICK_A]))) << STEP_PROVINCE
    if stage in (PLACE_FIRST, PLACE_SECOND):
        return placeable(ground, state, int64(state[CARD]) - CARD_FACTION) << STEP_PROVINCE
    if stage == ONE_FIRST:
        return one_firsts(state) << STEP_CELL
    if stage == ONE_SECOND:
        return one_seconds(state, int64(state[PICK_A])) << STEP_CELL
    if stage == TWO_FIRST:
        return two_firsts(ground, state) << STEP_CELL
    if stage == TWO_SECOND:
        return two_seconds(ground, state, int64(state[PICK_A])) << STEP_CELL
    if stage == TWO_OTHER:
        return two_others(ground, state, int64(state[PICK_A]), int64(state[PICK_B])) << STEP_CELL
    if stage == REDUCED_FIRST:
        return reduced_firsts(ground, state) << STEP_CELL
    if stage == REDUCED_SECOND:
        return reduced_seconds(ground, state, int64(state[PICK_A])) << STEP_CELL
    return 0


@kernel
def apply_step(ground: IntArray, state: IntArray, step: int) -> None:
    """Carry out a step that is legal."""
    stage = state[STAGE]
    cell = int64(step) - STEP_CELL
    province = int64(step) - STEP_PROVINCE
    if stage == MOVE:
        if step == STEP_PASS:
            play_pass(ground, state)
        else:
            begin_card(ground, state, int64(step) - STEP_CARD)
    elif stage == TAKE:
        remove_follower(state, cell)
        state[COURTS + 3 * int64(state[TO_MOVE]) + faction_of(cell)] += 1
        end_move(ground, state)
    elif stage == THAI:
        place_from_supply(state, int64(state[PICK_A]), province)
        next_thai(ground, state, int64(state[PICK_A]) + 1)
    elif stage == KING_FIRST:
        state[PICK_A] = province
        state[STAGE] = KING_SECOND
    elif stage == KING_SECOND:
        swap_tiles(state, int64(state[PICK_A]), province)
        end_action(ground, state, False)
    elif stage == PLACE_FIRST:
        faction = int64(state[CARD]) - CARD_FACTION
        place_from_supply(state, faction, province)
        state[PICK_A] = province
        if state[SUPPLY + faction] > 0:
            state[STAGE] = PLACE_SECOND
        else:
            end_action(ground, state, False)
    elif stage == PLACE_SECOND:
        place_from_supply(state, int64(state[CARD]) - CARD_FACTION, province)
        end_action(ground, state, False)
    elif stage in (ONE_FIRST, TWO_FIRST, REDUCED_FIRST):
        state[PICK_A] = cell
        state[STAGE] = stage + 1
    elif stage == TWO_SECOND:
        state[PICK_B] = cell
        state[STAGE] = TWO_OTHER
    elif stage == TWO_OTHER:
        swap_two_for_one(state, int64(state[PICK_A]), int64(state[PICK_B]), cell)
    elif stage in (ONE_SECOND, REDUCED_SECOND):
        swap_followers(state, int64(state[PICK_A]), cell)


@kernel
def derive(ground: IntArray, state: IntArray) -> None:
    """Fill in what is derived from the position."""
    occupied = crowded = int64(0)
    for cell in range(CELL_COUNT):
        if state[CELLS + cell] > 0:
            occupied |= 1 << cell
        if state[CELLS + cell] > 1:
            crowded |= 1 << cell
    cards = int64(0)
    for seat in range(ground[SEATS]):
        cards += ones(int64(state[HANDS + seat]))
    closed = state[CONTROL] | state[CONTROL + 1] | state[CONTROL + 2] | state[CONTROL + BRITISH]
    state[OPEN] = 0xFF & ~closed
    state[OCCUPIED] = occupied
    state[CROWDED] = crowded
    state[CARDS] = cards
