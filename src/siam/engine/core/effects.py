"""What cards and passes do to a position, in place."""

from siam.engine.core.bits import IntArray, int64, ones
from siam.engine.core.cells import add_follower, faction_of, province_of, remove_follower
from siam.engine.core.compiling import inlined, kernel
from siam.engine.core.layout import (
    BAN_A,
    BAN_B,
    BAN_C,
    BAN_CARD,
    BRITISH,
    CARD,
    CARD_KHON_THAI,
    CARD_TWO,
    CARDS,
    CELLS,
    CONTROL,
    CROWDED,
    FACTIONS,
    HANDS,
    KINGS,
    MAX_SEATS,
    MOVE,
    OCCUPIED,
    OPEN,
    OVER,
    PASSES,
    PICK_A,
    PICK_B,
    PROVINCES,
    RANKS,
    RESOLVED,
    SEATS,
    SECOND_KHON_THAI,
    STAGE,
    SUPPLY,
    TAKE,
    TO_MOVE,
    TRACK,
    WON,
)
from siam.engine.core.outcomes import controller


@inlined
def swap_followers(state: IntArray, left: int, right: int) -> None:
    """Swap 1 for 1 and remember what would undo it."""
    remove_follower(state, left)
    remove_follower(state, right)
    given, returned = faction_of(left), faction_of(right)
    back_left, back_right = left - given + returned, right - returned + given
    add_follower(state, back_left)
    add_follower(state, back_right)
    state[BAN_CARD] = state[CARD]
    state[BAN_A] = min(back_left, back_right)
    state[BAN_B] = max(back_left, back_right)
    state[BAN_C] = -1
    state[STAGE] = TAKE


@inlined
def swap_two_for_one(state: IntArray, first: int, second: int, other: int) -> None:
    """Swap 2 for 1 and remember what would undo it."""
    remove_follower(state, first)
    remove_follower(state, second)
    remove_follower(state, other)
    near, far = 3 * province_of(first), 3 * province_of(other)
    given, also_given, returned = first - near, second - near, other - far
    add_follower(state, far + given)
    add_follower(state, far + also_given)
    add_follower(state, near + returned)
    state[BAN_CARD] = CARD_TWO
    state[BAN_A] = far + min(given, also_given)
    state[BAN_B] = far + max(given, also_given)
    state[BAN_C] = near + returned
    state[STAGE] = TAKE


@inlined
def place_from_supply(state: IntArray, faction: int, province: int) -> None:
    """Put a follower of the supply into a province."""
    state[SUPPLY + faction] -= 1
    add_follower(state, 3 * province + faction)


@inlined
def swap_tiles(state: IntArray, moved: int, king: int) -> None:
    """Swap two tiles and give the second a king marker."""
    change = moved ^ king
    for box in range(PROVINCES):  # without a branch, so that all boxes are done at once
        province = int64(state[TRACK + box])
        state[TRACK + box] = province ^ change * int64((province == moved) | (province == king))
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


@inlined
def end_move(ground: IntArray, state: IntArray) -> None:
    """Discard the card and pass the turn on."""
    seat = int64(state[TO_MOVE]) & 3
    card = int64(state[CARD])
    hand = int64(state[HANDS + seat])
    if card == CARD_KHON_THAI and hand >> SECOND_KHON_THAI & 1:
        card = int64(SECOND_KHON_THAI)
    state[HANDS + seat] = hand & ~(1 << card)
    state[CARDS] -= 1
    own = int64(state[RANKS + seat])
    later = own if own > 0 else MAX_SEATS
    latest = int64(own == 0)
    for other in range(MAX_SEATS):  # without a branch; who never played has rank 0
        rank = int64(state[RANKS + other])
        latest += int64(rank > 0)
        state[RANKS + other] = rank - int64(rank > later)
    state[RANKS + seat] = latest
    state[PASSES] = 0
    state[TO_MOVE] = seat + 1 if seat + 1 < int64(ground[SEATS]) else 0
    state[STAGE] = MOVE
    state[CARD] = 0
    state[PICK_A] = 0
    state[PICK_B] = 0


@kernel
def resolve(state: IntArray) -> None:
    """Resolve the contested province (§6)."""
    box = int64(state[RESOLVED])
    province = int64(state[TRACK + box]) & 7
    cell = 3 * province
    control = controller(int64(state[CELLS + cell]), int64(state[CELLS + cell + 1]), int64(state[CELLS + cell + 2]))
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


@inlined
def play_pass(ground: IntArray, state: IntArray) -> None:
    """Pass, and resolve the struggle if everybody did (4.4)."""
    seat = int64(state[TO_MOVE])
    state[TO_MOVE] = seat + 1 if seat + 1 < int64(ground[SEATS]) else 0
    state[PASSES] += 1
    if state[PASSES] == ground[SEATS]:
        state[PASSES] = 0
        resolve(state)
