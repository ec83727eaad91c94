"""All whole moves of a turn, scored by the evaluation: boards first, then whom to take.

Card and action give some hundreds of boards. Each is scored as it is before a follower is taken; for the
best of them every follower is tried, a change of a few slots each. The best afterstates are kept.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siam.engine.bits import IntArray, RandomState, float32, int64, lowest, uint64
from siam.engine.compiling import kernel
from siam.engine.features import (
    SLOT_BOXES,
    SLOT_COUNT,
    SLOT_HANDS,
    SLOT_STANDING,
    SLOT_SUPPLY,
    write_province,
    write_slots,
    write_standing,
    write_supply,
    write_track,
)
from siam.engine.kernel import apply_step, begin_card, end_move, play_pass, possible_steps, remove_follower
from siam.engine.lastcard import finish_last_card
from siam.engine.layout import (
    BAN_CARD,
    CAMPS,
    CARD,
    CARDS,
    CELLS,
    COURTS,
    CROWDED,
    HANDS,
    KINGS,
    MOVE,
    OCCUPIED,
    ONE_SECOND,
    OVER,
    PICK_A,
    PICK_B,
    PLACE_SECOND,
    PROVINCES,
    REDUCED_SECOND,
    RESOLVED,
    SEATS,
    SIZE,
    SKETCH_PATH,
    SKETCH_SIZE,
    STAGE,
    STEP_CARD,
    STEP_CELL,
    STEP_PROVINCE,
    TAKE,
    THAI,
    TO_MOVE,
    TRACK,
    TWO_OTHER,
    TWO_SECOND,
)
from siam.engine.net import Floats, Net, copy_hidden, merit, refresh, shift
from siam.engine.outcomes import controller, frozen_boxes, frozen_winners

MAX_BOARDS: Final = 1600
"""More than a turn has: Khon Thai 512, 1 vs 1 252, 2 vs 1 fewer than 500, Maharacha 56, the others 36 each."""
MAX_PATH: Final = 6
NO_STEP: Final = -1
_DONE: Final = -1e9
_CERTAIN: Final = 30.0
"""The logarithm of the odds of what is certain."""


class Desk(NamedTuple):
    """Room to work in; one for each thread."""

    stack: IntArray
    steps: NDArray[np.int64]
    slots: NDArray[np.int16]
    hidden: Floats
    worth: Floats
    paths: NDArray[np.int8]
    seen: NDArray[np.int8]
    thai: Floats
    sketch: NDArray[np.int64]
    random: RandomState


class Candidates(NamedTuple):
    """The best afterstates of a turn, the best first; passing is always among them."""

    worth: Floats
    """The winning chance of the mover's camp."""
    paths: NDArray[np.int8]
    states: IntArray
    keys: NDArray[np.uint64]


def new_desk(units: int, seed: int = 1) -> Desk:
    """Make room to work in."""
    return Desk(
        np.zeros((8, SIZE), np.int32),
        np.zeros(24, np.int64),
        np.zeros((4, SLOT_COUNT), np.int16),
        np.zeros((4, units), np.float32),
        np.zeros(MAX_BOARDS, np.float32),
        np.full((MAX_BOARDS, MAX_PATH), NO_STEP, np.int8),
        np.zeros(192, np.int8),
        np.zeros(PROVINCES, np.float32),
        np.zeros(SKETCH_SIZE, np.int64),
        np.array([seed], np.uint64),
    )


def new_candidates(keep: int) -> Candidates:
    """Make room for so many afterstates."""
    return Candidates(
        np.zeros(keep, np.float32),
        np.full((keep, MAX_PATH), NO_STEP, np.int8),
        np.zeros((keep, SIZE), np.int32),
        np.zeros(keep, np.uint64),
    )


@kernel
def copy_state(source: IntArray, target: IntArray) -> None:
    """Copy a position."""
    for i in range(SIZE):
        target[i] = source[i]


@kernel
def state_key(state: IntArray) -> int:
    """Hash an afterstate; what may not be undone next (5.10) does not tell afterstates apart."""
    key = uint64(0x9E3779B97F4A7C15)
    for i in range(BAN_CARD):
        key = (key ^ uint64(state[i])) * uint64(0x100000001B3)
        key ^= key >> uint64(29)
    return key


@kernel
def exact_worth(ground: IntArray, state: IntArray, seat: int) -> float:
    """Give a decided position's worth for the camp of a seat: 1, 0, or a half for a shared win or none."""
    winners = frozen_winners(ground, state)
    camp = int64(ground[CAMPS + seat])
    if winners == camp:
        return float32(1.0)
    return float32(0.0) if winners and not winners & camp else float32(0.5)


@kernel
def is_decided(state: IntArray) -> bool:
    """Say whether nothing but passes can follow."""
    return bool(state[STAGE] == OVER or state[CARDS] == 0)


@kernel
def _state_merit(ground: IntArray, state: IntArray, seat: int, net: Net, desk: Desk) -> float:
    """Give the logarithm of a camp's winning odds by the evaluation, or of certainty once it is decided."""
    if is_decided(state):
        return float32(_CERTAIN * (2.0 * exact_worth(ground, state, seat) - 1.0))
    write_slots(ground, state, desk.slots[3])
    refresh(net, desk.slots[3], desk.hidden[3])
    seats = int64(ground[SEATS])
    return merit(net, desk.hidden[3], (seat - int64(state[TO_MOVE]) + seats) % seats)


@kernel
def _insert(
    candidates: Candidates, count: int, keep: int, worth: float, state: IntArray, path: NDArray[np.int8]
) -> int:
    """Put an afterstate in its place among the best; give how many there are now."""
    if count == keep and worth <= candidates.worth[count - 1]:
        return count
    key = state_key(state)
    for i in range(count):
        if candidates.keys[i] == key:
            return count
    place = count if count < keep else keep - 1
    while place > 0 and candidates.worth[place - 1] < worth:
        candidates.worth[place] = candidates.worth[place - 1]
        candidates.keys[place] = candidates.keys[place - 1]
        for i in range(MAX_PATH):
            candidates.paths[place, i] = candidates.paths[place - 1, i]
        for i in range(SIZE):
            candidates.states[place, i] = candidates.states[place - 1, i]
        place -= 1
    candidates.worth[place] = worth
    candidates.keys[place] = key
    for i in range(MAX_PATH):
        candidates.paths[place, i] = path[i]
    for i in range(SIZE):
        candidates.states[place, i] = state[i]
    return min(count + 1, keep)


@kernel
def _distinct(desk: Desk, depth: int) -> int:
    """Give the steps at a depth that lead to boards not reached otherwise, as bits."""
    state = desk.stack[depth]
    stage = state[STAGE]
    steps = desk.steps[depth]
    first = int64(state[PICK_A])
    if stage in (ONE_SECOND, REDUCED_SECOND):
        return steps & ~((1 << (STEP_CELL + first)) - 1)
    if stage == TWO_SECOND:
        return steps & ~((1 << (STEP_CELL + first)) - 1)
    if stage == PLACE_SECOND:
        return steps & ~((1 << (STEP_PROVINCE + first)) - 1)
    return steps


@kernel
def _is_repeated(desk: Desk, state: IntArray, step: int) -> bool:
    """Say whether a swap has the effect of an earlier one: alike followers changing places cancel out."""
    stage = state[STAGE]
    if stage != ONE_SECOND and stage != REDUCED_SECOND and stage != TWO_OTHER:
        return False
    first, second, other = int64(state[PICK_A]), int64(state[PICK_B]), step - STEP_CELL
    place = 0
    if stage == TWO_OTHER:
        if other % 3 == first % 3:
            moved = second % 3
        elif other % 3 == second % 3:
            moved = first % 3
        else:
            return False
        place = 64 * moved + 8 * (first // 3) + other // 3
    elif first % 3 != other % 3:
        return False
    if desk.seen[place]:
        return True
    desk.seen[place] = 1
    return False


@kernel
def _board_merit(
    ground: IntArray, state: IntArray, net: Net, desk: Desk, touched: int, seats: int, boxes_of: NDArray[np.int64]
) -> float:
    """Score a board, of which only the touched provinces (all of them: -1) differ from where the card began."""
    base, slots, hidden = desk.slots[0], desk.slots[1], desk.hidden[1]
    copy_hidden(desk.hidden[0], hidden)
    if touched < 0:
        write_track(state, slots)
        shift(net, base, slots, 0, SLOT_BOXES, hidden)
    else:
        left = touched
        while left:
            province = lowest(left)
            left &= left - 1
            write_province(state, slots, province, boxes_of[province])
            shift(net, base, slots, 5 * province, 5 * province + 5, hidden)
    write_standing(ground, state, slots, frozen_boxes(state))
    write_supply(state, slots)
    shift(net, base, slots, SLOT_BOXES, SLOT_HANDS, hidden)
    for i in range(SLOT_HANDS):
        slots[i] = base[i]
    return merit(net, hidden, seats - 1)


@kernel
def _touched(before: IntArray, after: IntArray) -> int:
    """Give the provinces whose followers differ, as bits, or -1 if tiles were swapped."""
    if before[KINGS] != after[KINGS]:
        return -1
    touched = 0
    for province in range(PROVINCES):
        cell = CELLS + 3 * province
        if before[cell] != after[cell] or before[cell + 1] != after[cell + 1] or before[cell + 2] != after[cell + 2]:
            touched |= 1 << province
    return touched


@kernel
def _finished(ground: IntArray, state: IntArray, final: IntArray) -> None:
    """Copy a position as if its move ended without taking a follower."""
    copy_state(state, final)
    if state[STAGE] != MOVE:
        end_move(ground, final)


@kernel
def _promising(ground: IntArray, depth: int, net: Net, desk: Desk, boxes_of: NDArray[np.int64], beam: int) -> int:
    """Give the best provinces for the next follower of Khon Thai, as steps."""
    stack = desk.stack
    left = desk.steps[depth]
    steps = int64(0)
    worst = float32(0.0)
    merits = desk.thai
    for i in range(PROVINCES):
        merits[i] = float32(-1e9)
    while left:
        step = lowest(left)
        left &= left - 1
        copy_state(stack[depth], stack[depth + 1])
        apply_step(ground, stack[depth + 1], step)
        _finished(ground, stack[depth + 1], stack[7])
        touched = _touched(stack[0], stack[7])
        merits[step - STEP_PROVINCE] = _board_merit(
            ground, stack[7], net, desk, touched, int64(ground[SEATS]), boxes_of
        )
    for _ in range(beam):
        best = 0
        for i in range(PROVINCES):
            if merits[i] > merits[best]:
                best = i
        worst = merits[best]
        if worst > float32(-1e8):
            steps |= 1 << (STEP_PROVINCE + best)
        merits[best] = float32(-1e9)
    return steps


@kernel
def _score_boards(ground: IntArray, card: int, net: Net, desk: Desk, boards: int, beam: int) -> int:
    """Score the boards that a card can make of `stack[0]`, before a follower is taken.

    Khon Thai follows the `beam` best provinces of its first follower, and half as many of its second.
    """
    stack, base, boxes_of = desk.stack, desk.slots[0], desk.steps[16:24]
    seats = int64(ground[SEATS])
    desk.seen[:] = 0
    final = stack[7]
    copy_state(stack[0], final)
    final[CARD] = card
    end_move(ground, final)
    write_slots(ground, final, base)
    refresh(net, base, desk.hidden[0])
    desk.slots[1][:] = base
    for box in range(PROVINCES):
        boxes_of[final[TRACK + box]] = box
    copy_state(stack[0], stack[1])
    begin_card(ground, stack[1], card)
    depth = 1
    path = desk.paths[MAX_BOARDS - 1]
    path[:] = NO_STEP
    path[0] = STEP_CARD + card
    while True:
        state = stack[depth]
        if state[STAGE] == TAKE or state[STAGE] == MOVE:
            _finished(ground, state, final)
            if boards < MAX_BOARDS - 1:
                touched = _touched(stack[0], final)
                desk.worth[boards] = _board_merit(ground, final, net, desk, touched, seats, boxes_of)
                for i in range(depth):
                    desk.paths[boards, i] = path[i]
                for i in range(depth, MAX_PATH):
                    desk.paths[boards, i] = NO_STEP
                boards += 1
            desk.steps[depth] = 0
        else:
            desk.steps[depth] = possible_steps(ground, state)
            desk.steps[depth] = _distinct(desk, depth)
            if state[STAGE] == THAI and state[PICK_A] < 2 and beam < PROVINCES:
                narrow = beam if depth == 1 else (beam + 1) // 2
                desk.steps[depth] = _promising(ground, depth, net, desk, boxes_of, narrow)
        while True:
            while depth > 0 and desk.steps[depth] == 0:
                depth -= 1
            if depth == 0:
                return boards
            step = lowest(desk.steps[depth])
            desk.steps[depth] &= desk.steps[depth] - 1
            if not _is_repeated(desk, stack[depth], step):
                break
        path[depth] = step
        copy_state(stack[depth], stack[depth + 1])
        apply_step(ground, stack[depth + 1], step)
        depth += 1


@kernel
def _score_takes(
    ground: IntArray, board: int, net: Net, desk: Desk, candidates: Candidates, count: int, keep: int, seat: int
) -> int:
    """Score every follower that can be taken on a board."""
    seats = int64(ground[SEATS])
    state, path = desk.stack[1], desk.paths[board]
    copy_state(desk.stack[0], state)
    steps = 0
    while steps < MAX_PATH and path[steps] != NO_STEP:
        apply_step(ground, state, path[steps])
        steps += 1
    base, slots, board_hidden, hidden = desk.slots[1], desk.slots[2], desk.hidden[1], desk.hidden[2]
    if state[STAGE] != TAKE:
        return _insert(candidates, count, keep, desk.worth[board], state, path)
    cells = int64(state[OCCUPIED])
    crowded = int64(state[CROWDED])
    end_move(ground, state)
    write_slots(ground, state, base)
    refresh(net, base, board_hidden)
    slots[:] = base
    boxes = frozen_boxes(state)
    for box in range(state[RESOLVED], PROVINCES):
        province = int64(state[TRACK + box])
        slot = 5 * province
        corner = CELLS + 3 * province
        before = controller(state[corner], state[corner + 1], state[corner + 2])
        for faction in range(3):
            cell = 3 * province + faction
            if not cells >> cell & 1:
                continue
            remove_follower(state, cell)
            state[COURTS + 3 * seat + faction] += 1
            after = controller(state[corner], state[corner + 1], state[corner + 2])
            write_province(state, slots, province, box)
            write_standing(ground, state, slots, boxes ^ (1 << (8 * before + box)) ^ (1 << (8 * after + box)))
            copy_hidden(board_hidden, hidden)
            shift(net, base, slots, slot, slot + 5, hidden)
            shift(net, base, slots, SLOT_BOXES, SLOT_SUPPLY, hidden)
            worth = merit(net, hidden, seats - 1)
            if count < keep or worth > candidates.worth[count - 1]:
                path[steps] = STEP_CELL + cell
                count = _insert(candidates, count, keep, worth, state, path)
                path[steps] = NO_STEP
            state[CELLS + cell] += 1
            state[OCCUPIED] = cells
            state[CROWDED] = crowded
            state[COURTS + 3 * seat + faction] -= 1
        for i in range(slot, slot + 5):
            slots[i] = base[i]
        for i in range(SLOT_BOXES, SLOT_STANDING):
            slots[i] = base[i]
    return count


@kernel
def _best_board(desk: Desk, boards: int) -> int:
    best = -1
    for board in range(boards):
        if desk.worth[board] > _DONE and (best < 0 or desk.worth[board] > desk.worth[best]):
            best = board
    return best


@kernel
def score_moves(
    ground: IntArray, state: IntArray, net: Net, desk: Desk, candidates: Candidates, keep: int, wide: int, beam: int
) -> int:
    """Find the best afterstates of a turn, taking followers on the `wide` best boards; give how many."""
    seat = int64(state[TO_MOVE])
    desk.stack[7][:] = state
    play_pass(ground, desk.stack[7])
    path = desk.paths[MAX_BOARDS - 1]
    path[:] = NO_STEP
    path[0] = 0
    passing = _state_merit(ground, desk.stack[7], seat, net, desk)
    hand = int64(state[HANDS + seat]) & 0x7F
    count = 0
    if hand and state[CARDS] == 1:
        desk.stack[0][:] = state
        card = lowest(hand)
        begin_card(ground, desk.stack[0], card)
        ends = desk.stack[0, STAGE] == MOVE
        if finish_last_card(ground, desk.stack[0], seat, desk.sketch, desk.random):
            path[0] = STEP_CARD + card
            if not ends:
                i = 1
                desk.stack[1][:] = state
                apply_step(ground, desk.stack[1], path[0])
                while desk.stack[1, STAGE] != MOVE:
                    path[i] = desk.sketch[SKETCH_PATH + i - 1]
                    apply_step(ground, desk.stack[1], path[i])
                    i += 1
            count = _insert(candidates, count, keep, float32(_CERTAIN), desk.stack[0], path)
            path[:] = NO_STEP
            path[0] = 0
    elif hand:
        desk.stack[0][:] = state
        boards = 0
        while hand:
            card = lowest(hand)
            hand &= hand - 1
            boards = _score_boards(ground, card, net, desk, boards, beam)
        for _ in range(min(wide, boards)):
            board = _best_board(desk, boards)
            count = _score_takes(ground, board, net, desk, candidates, count, keep - 1, seat)
            desk.worth[board] = float32(_DONE)
        path = desk.paths[MAX_BOARDS - 1]
        path[:] = NO_STEP
        path[0] = 0
        desk.stack[7][:] = state
        play_pass(ground, desk.stack[7])
    count = _insert(candidates, count, keep, passing, desk.stack[7], path)
    for i in range(count):
        candidates.worth[i] = float32(1.0) / (float32(1.0) + np.exp(-candidates.worth[i]))
    return count
