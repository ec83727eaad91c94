"""Legal steps and their effects on a position in place: the compiled twin of `siam.rules`."""

from siam.engine.bits import IntArray, int64, lowest, ones
from siam.engine.compiling import kernel
from siam.engine.layout import (
    BAN_A,
    BAN_B,
    BAN_C,
    BAN_CARD,
    BORDERS,
    BRITISH,
    CAPITAL_LAST,
    CARD,
    CARD_FACTION,
    CARD_KHON_THAI,
    CARD_MAHARACHA,
    CARD_ONE,
    CARD_TWO,
    CARDS,
    CELL_BORDERS,
    CELL_COUNT,
    CELLS,
    CONTROL,
    COURTS,
    CROWDED,
    FACTIONS,
    HANDS,
    HOMES,
    KING_FIRST,
    KING_SECOND,
    KINGS,
    MOVE,
    OCCUPIED,
    ONE_FIRST,
    ONE_SECOND,
    OPEN,
    OVER,
    PASSES,
    PICK_A,
    PICK_B,
    PLACE_FIRST,
    PLACE_SECOND,
    PROVINCES,
    RANKS,
    REDUCED_FIRST,
    REDUCED_SECOND,
    RESOLVED,
    SEATS,
    SECOND_KHON_THAI,
    STAGE,
    STEP_CARD,
    STEP_CELL,
    STEP_PASS,
    STEP_PROVINCE,
    SUPPLY,
    TAKE,
    THAI,
    TO_MOVE,
    TRACK,
    TWO_FIRST,
    TWO_OTHER,
    TWO_SECOND,
    WON,
)
from siam.engine.outcomes import controller

_COLUMN = 0b001_001_001_001_001_001_001_001
"""The Rama cell of every province."""


@kernel
def add_follower(state: IntArray, cell: int) -> None:
    """Put a follower on a cell."""
    count = state[CELLS + cell] + 1
    state[CELLS + cell] = count
    state[OCCUPIED] |= 1 << cell
    state[CROWDED] |= int64(count >= 2) << cell  # without a branch, which would often be guessed wrong


@kernel
def remove_follower(state: IntArray, cell: int) -> None:
    """Take a follower off a cell."""
    count = state[CELLS + cell] - 1
    state[CELLS + cell] = count
    state[CROWDED] &= ~(int64(count < 2) << cell)
    state[OCCUPIED] &= ~(int64(count == 0) << cell)


@kernel
def province_cells(cell: int) -> int:
    """Give the three cells of a cell's province as bits."""
    return 7 << (cell - cell % 3)


@kernel
def swappable_tiles(ground: IntArray, state: IntArray) -> int:
    """Give the provinces whose tile Maharacha may swap (5.6), as bits."""
    tiles = int64(state[OPEN]) & ~int64(state[KINGS])
    if ground[CAPITAL_LAST]:
        tiles &= ~(1 << ground[HOMES])
    return tiles if ones(tiles) >= 2 else 0


@kernel
def placeable(ground: IntArray, state: IntArray, faction: int) -> int:
    """Give the open provinces where a faction's own card may place (5.11), as bits."""
    controlled = int64(state[CONTROL + faction])
    home = int64(ground[HOMES + faction])
    sources = controlled
    if state[OPEN] >> home & 1:
        sources |= 1 << home
    targets = 0
    while sources:
        targets |= int64(ground[BORDERS + lowest(sources)])
        sources &= sources - 1
    return targets & int64(state[OPEN])


@kernel
def one_seconds(state: IntArray, first: int) -> int:
    """Give the cells that 1 vs 1 may swap with this one (5.8, 5.10), as bits."""
    cells = int64(state[OCCUPIED]) & ~province_cells(first)
    if state[BAN_CARD] == CARD_ONE:
        if first == state[BAN_A]:
            cells &= ~(1 << state[BAN_B])
        elif first == state[BAN_B]:
            cells &= ~(1 << state[BAN_A])
    return cells


@kernel
def one_firsts(state: IntArray) -> int:
    """Give the cells that 1 vs 1 may begin with, as bits."""
    cells = int64(state[OCCUPIED])
    if not cells or not cells & ~province_cells(lowest(cells)):
        return 0
    if state[BAN_CARD] == CARD_ONE:
        for banned in (int64(state[BAN_A]), int64(state[BAN_B])):
            if cells >> banned & 1 and not one_seconds(state, banned):
                cells &= ~(1 << banned)
    return cells


@kernel
def two_others(ground: IntArray, state: IntArray, first: int, second: int) -> int:
    """Give the cells that 2 vs 1 may swap for these two (5.9, 5.10), as bits."""
    cells = int64(state[OCCUPIED]) & int64(ground[CELL_BORDERS + first // 3])
    if (
        state[BAN_CARD] == CARD_TWO
        and state[BAN_C] >= 0
        and min(first, second) == state[BAN_A]
        and max(first, second) == state[BAN_B]
    ):
        cells &= ~(1 << state[BAN_C])
    return cells


@kernel
def two_seconds(ground: IntArray, state: IntArray, first: int) -> int:
    """Give the cells that may be the second of the two, as bits."""
    cells = int64(state[OCCUPIED]) & province_cells(first)
    if not state[CROWDED] >> first & 1:
        cells &= ~(1 << first)
    if state[BAN_CARD] == CARD_TWO and state[BAN_C] >= 0:
        for second in range(first - first % 3, first - first % 3 + 3):
            if cells >> second & 1 and not two_others(ground, state, first, second):
                cells &= ~(1 << second)
        return cells
    return cells if int64(state[OCCUPIED]) & int64(ground[CELL_BORDERS + first // 3]) else 0


@kernel
def two_firsts(ground: IntArray, state: IntArray) -> int:
    """Give the cells that may be the first of the two, as bits; 0 if no 2-for-1 swap is legal (R-10)."""
    occupied = int64(state[OCCUPIED])
    rama, lao, malay = occupied, occupied >> 1, occupied >> 2
    crowded = int64(state[CROWDED])
    several = (rama & lao | lao & malay | rama & malay | crowded | crowded >> 1 | crowded >> 2) & _COLUMN
    cells = int64(0)
    while several:
        corner = lowest(several)
        several &= several - 1
        if occupied & int64(ground[CELL_BORDERS + corner // 3]):
            cells |= 7 << corner
    cells &= occupied
    if state[BAN_CARD] == CARD_TWO and state[BAN_C] >= 0:
        for banned in (int64(state[BAN_A]), int64(state[BAN_B])):
            if cells >> banned & 1 and not two_seconds(ground, state, banned):
                cells &= ~(1 << banned)
    return cells


@kernel
def reduced_seconds(ground: IntArray, state: IntArray, first: int) -> int:
    """Give the cells that a reduced 2 vs 1 may swap with this one (R-10, 5.10), as bits."""
    cells = int64(state[OCCUPIED]) & int64(ground[CELL_BORDERS + first // 3])
    if state[BAN_CARD] == CARD_TWO and state[BAN_C] < 0:
        if first == state[BAN_A]:
            cells &= ~(1 << state[BAN_B])
        elif first == state[BAN_B]:
            cells &= ~(1 << state[BAN_A])
    return cells


@kernel
def reduced_firsts(ground: IntArray, state: IntArray) -> int:
    """Give the cells that a reduced 2 vs 1 may begin with, as bits."""
    cells = int64(0)
    left = int64(state[OCCUPIED])
    while left:
        cell = lowest(left)
        left &= left - 1
        if reduced_seconds(ground, state, cell):
            cells |= 1 << cell
    return cells


@kernel
def swap_followers(state: IntArray, left: int, right: int) -> None:
    """Swap 1 for 1 and remember what would undo it."""
    remove_follower(state, left)
    remove_follower(state, right)
    back_left = left - left % 3 + right % 3
    back_right = right - right % 3 + left % 3
    add_follower(state, back_left)
    add_follower(state, back_right)
    state[BAN_CARD] = state[CARD]
    state[BAN_A] = min(back_left, back_right)
    state[BAN_B] = max(back_left, back_right)
    state[BAN_C] = -1
    state[STAGE] = TAKE


@kernel
def swap_two_for_one(state: IntArray, first: int, second: int, other: int) -> None:
    """Swap 2 for 1 and remember what would undo it."""
    remove_follower(state, first)
    remove_follower(state, second)
    remove_follower(state, other)
    near, far = first - first % 3, other - other % 3
    add_follower(state, far + first % 3)
    add_follower(state, far + second % 3)
    add_follower(state, near + other % 3)
    state[BAN_CARD] = CARD_TWO
    state[BAN_A] = far + min(first % 3, second % 3)
    state[BAN_B] = far + max(first % 3, second % 3)
    state[BAN_C] = near + other % 3
    state[STAGE] = TAKE


@kernel
def place_from_supply(state: IntArray, faction: int, province: int) -> None:
    """Put a follower of the supply into a province."""
    state[SUPPLY + faction] -= 1
    add_follower(state, 3 * province + faction)


@kernel
def swap_tiles(state: IntArray, moved: int, king: int) -> None:
    """Swap two tiles and give the second a king marker."""
    for box in range(state[RESOLVED], PROVINCES):
        if state[TRACK + box] == moved:
            state[TRACK + box] = king
        elif state[TRACK + box] == king:
            state[TRACK + box] = moved
    state[KINGS] |= 1 << king


@kernel
def end_action(ground: IntArray, state: IntArray, swapped: bool) -> None:
    """Go on to the follower taken, or end the move if there is none (R-06)."""
    if not swapped:
        state[BAN_CARD] = 0
        state[BAN_A] = state[BAN_B] = state[BAN_C] = -1
    state[STAGE] = TAKE
    if state[OCCUPIED] == 0:
        end_move(ground, state)


@kernel
def end_move(ground: IntArray, state: IntArray) -> None:
    """Discard the card and pass the turn on."""
    seat = state[TO_MOVE]
    card = int64(state[CARD])
    hand = int64(state[HANDS + seat])
    if card == CARD_KHON_THAI and hand >> SECOND_KHON_THAI & 1:
        hand &= ~(1 << SECOND_KHON_THAI)
    else:
        hand &= ~(1 << card)
    state[HANDS + seat] = hand
    state[CARDS] -= 1
    own = state[RANKS + seat]
    latest = 1
    for other in range(ground[SEATS]):
        rank = state[RANKS + other]
        if rank > 0 and other != seat:
            latest += 1
            if own > 0 and rank > own:
                state[RANKS + other] = rank - 1
    state[RANKS + seat] = latest
    state[PASSES] = 0
    state[TO_MOVE] = seat + 1 if seat + 1 < ground[SEATS] else 0
    state[STAGE] = MOVE
    state[CARD] = 0
    state[PICK_A] = 0
    state[PICK_B] = 0


@kernel
def resolve(state: IntArray) -> None:
    """Resolve the contested province (§6)."""
    box = state[RESOLVED]
    province = int64(state[TRACK + box])
    cell = 3 * province
    control = controller(state[CELLS + cell], state[CELLS + cell + 1], state[CELLS + cell + 2])
    for faction in range(FACTIONS):
        state[SUPPLY + faction] += state[CELLS + cell + faction]
        state[CELLS + cell + faction] = 0
    state[OCCUPIED] &= ~(7 << cell)
    state[CROWDED] &= ~(7 << cell)
    state[OPEN] &= ~(1 << province)
    state[KINGS] &= ~(1 << province)
    state[WON + control] |= 1 << box
    state[CONTROL + control] |= 1 << province
    state[RESOLVED] = box + 1
    if box + 1 == PROVINCES or (control == BRITISH and ones(int64(state[WON + BRITISH])) >= 4):
        state[STAGE] = OVER


@kernel
def play_pass(ground: IntArray, state: IntArray) -> None:
    """Pass, and resolve the struggle if everybody did (4.4)."""
    seat = state[TO_MOVE]
    state[TO_MOVE] = seat + 1 if seat + 1 < ground[SEATS] else 0
    state[PASSES] += 1
    if state[PASSES] == ground[SEATS]:
        state[PASSES] = 0
        resolve(state)


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
    """Give the steps as bits, before the rule of the last card (5.5) is looked at."""
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
        return (swappable_tiles(ground, state) & ~(1 << state[PICK_A])) << STEP_PROVINCE
    if stage in (PLACE_FIRST, PLACE_SECOND):
        return placeable(ground, state, state[CARD] - CARD_FACTION) << STEP_PROVINCE
    if stage == ONE_FIRST:
        return one_firsts(state) << STEP_CELL
    if stage == ONE_SECOND:
        return one_seconds(state, state[PICK_A]) << STEP_CELL
    if stage == TWO_FIRST:
        return two_firsts(ground, state) << STEP_CELL
    if stage == TWO_SECOND:
        return two_seconds(ground, state, state[PICK_A]) << STEP_CELL
    if stage == TWO_OTHER:
        return two_others(ground, state, state[PICK_A], state[PICK_B]) << STEP_CELL
    if stage == REDUCED_FIRST:
        return reduced_firsts(ground, state) << STEP_CELL
    if stage == REDUCED_SECOND:
        return reduced_seconds(ground, state, state[PICK_A]) << STEP_CELL
    return 0


@kernel
def apply_step(ground: IntArray, state: IntArray, step: int) -> None:
    """Carry out a step that is legal."""
    stage = state[STAGE]
    cell = step - STEP_CELL
    province = step - STEP_PROVINCE
    if stage == MOVE:
        if step == STEP_PASS:
            play_pass(ground, state)
        else:
            begin_card(ground, state, step - STEP_CARD)
    elif stage == TAKE:
        remove_follower(state, cell)
        state[COURTS + 3 * state[TO_MOVE] + cell % 3] += 1
        end_move(ground, state)
    elif stage == THAI:
        place_from_supply(state, state[PICK_A], province)
        next_thai(ground, state, state[PICK_A] + 1)
    elif stage == KING_FIRST:
        state[PICK_A] = province
        state[STAGE] = KING_SECOND
    elif stage == KING_SECOND:
        swap_tiles(state, state[PICK_A], province)
        end_action(ground, state, False)
    elif stage == PLACE_FIRST:
        faction = state[CARD] - CARD_FACTION
        place_from_supply(state, faction, province)
        state[PICK_A] = province
        if state[SUPPLY + faction] > 0:
            state[STAGE] = PLACE_SECOND
        else:
            end_action(ground, state, False)
    elif stage == PLACE_SECOND:
        place_from_supply(state, state[CARD] - CARD_FACTION, province)
        end_action(ground, state, False)
    elif stage in (ONE_FIRST, TWO_FIRST, REDUCED_FIRST):
        state[PICK_A] = cell
        state[STAGE] = stage + 1
    elif stage == TWO_SECOND:
        state[PICK_B] = cell
        state[STAGE] = TWO_OTHER
    elif stage == TWO_OTHER:
        swap_two_for_one(state, state[PICK_A], state[PICK_B], cell)
    elif stage in (ONE_SECOND, REDUCED_SECOND):
        swap_followers(state, state[PICK_A], cell)


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
