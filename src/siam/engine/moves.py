"""All whole moves of a turn, scored by the evaluation: boards first, then whom to take.

Card and action give some hundreds of boards. Each is scored as it is before a follower is taken; for the
best of them every follower is tried, a change of a few slots each. The best afterstates are kept.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siam.engine.bits import IntArray, RandomState, float32, int64, lowest, uint64
from siam.engine.cells import remove_follower
from siam.engine.compiling import inlined_kernel, kernel
from siam.engine.effects import end_move, play_pass
from siam.engine.features import (
    SLOT_BOXES,
    SLOT_COUNT,
    SLOT_HANDS,
    SLOT_STANDING,
    SLOT_SUPPLY,
    Slots,
    write_place,
    write_province,
    write_slots,
    write_standing,
    write_supply,
)
from siam.engine.kernel import apply_step, begin_card, possible_steps
from siam.engine.lastcard import finish_last_card
from siam.engine.layout import (
    BAN_CARD,
    CAMPS,
    CARD,
    CARDS,
    CELLS,
    COURTS,
    CROWDED,
    FACTIONS,
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
    SUPPLY,
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


class Views(NamedTuple):
    """The parts of a desk that the scoring of boards works on."""

    before: IntArray
    after: IntArray
    base: Slots
    slots: Slots
    base_hidden: Floats
    hidden: Floats
    boxes_of: NDArray[np.int64]


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


@inlined_kernel
def _distinct(state: IntArray, steps: int) -> int:
    """Give the steps of a started move that lead to boards not reached otherwise, as bits."""
    stage = state[STAGE]
    first = int64(state[PICK_A])
    distinct = steps
    if stage in (ONE_SECOND, REDUCED_SECOND, TWO_SECOND):
        distinct = steps & ~((1 << (STEP_CELL + first)) - 1)
    elif stage == PLACE_SECOND:
        distinct = steps & ~((1 << (STEP_PROVINCE + first)) - 1)
    return distinct


@inlined_kernel
def _is_repeated(seen: NDArray[np.int8], state: IntArray, step: int) -> bool:
    """Say whether a swap has the effect of an earlier one: alike followers changing places cancel out."""
    stage = state[STAGE]
    place = -1
    if stage in (ONE_SECOND, REDUCED_SECOND, TWO_OTHER):
        first, second, other = int64(state[PICK_A]), int64(state[PICK_B]), step - STEP_CELL
        if stage != TWO_OTHER:
            if first % 3 == other % 3:
                place = 0
        elif other % 3 == first % 3:
            place = 64 * (second % 3) + 8 * (first // 3) + other // 3
        elif other % 3 == second % 3:
            place = 64 * (first % 3) + 8 * (first // 3) + other // 3
    repeated = False
    if place >= 0:
        repeated = seen[place] != 0
        seen[place] = 1
    return repeated


@inlined_kernel
def _board_merit(ground: IntArray, state: IntArray, net: Net, views: Views, boxes: int) -> float:
    """Score the board of a started move as if the move ended without taking a follower.

    The base of the views holds what the card leaves behind without any action; only what the action changed
    is written and summed up anew.
    """
    copy_hidden(views.base_hidden, views.hidden)
    for i in range(CELLS, SUPPLY + FACTIONS):
        views.after[i] = state[i]
    if state[KINGS] != views.before[KINGS]:
        boxes = _swap_boxes(state, net.inputs, views, boxes)
    else:
        boxes = _change_provinces(net.inputs, views, boxes)
    write_standing(ground, views.after, views.slots, boxes)
    write_supply(views.after, views.slots)
    shift(net.inputs, views.base, views.slots, SLOT_BOXES, SLOT_HANDS, views.hidden)
    for i in range(SLOT_HANDS):
        views.slots[i] = views.base[i]
    return merit(net, views.hidden, int64(ground[SEATS]) - 1)


@inlined_kernel
def _change_provinces(inputs: Floats, views: Views, boxes: int) -> int:
    """Write the slots of provinces whose followers differ; give the boxes of the four controllers after it."""
    before, after = views.before, views.after
    for province in range(PROVINCES):
        cell = CELLS + 3 * province
        rama, lao, malay = int64(after[cell]), int64(after[cell + 1]), int64(after[cell + 2])
        if rama != before[cell] or lao != before[cell + 1] or malay != before[cell + 2]:
            box = views.boxes_of[province]
            boxes ^= 1 << (8 * controller(before[cell], before[cell + 1], before[cell + 2]) + box)
            boxes ^= 1 << (8 * controller(rama, lao, malay) + box)
            write_province(after, views.slots, province, box)
            shift(inputs, views.base, views.slots, 5 * province, 5 * province + 4, views.hidden)
    return boxes


@inlined_kernel
def _swap_boxes(state: IntArray, inputs: Floats, views: Views, boxes: int) -> int:
    """Write the slots of two swapped tiles; give the boxes of the four controllers after it."""
    before, after = views.before, views.after
    for box in range(state[RESOLVED], PROVINCES):
        province = int64(state[TRACK + box])
        if province != before[TRACK + box]:
            cell = CELLS + 3 * province
            other = CELLS + 3 * int64(before[TRACK + box])
            boxes ^= 1 << (8 * controller(after[other], after[other + 1], after[other + 2]) + box)
            boxes ^= 1 << (8 * controller(after[cell], after[cell + 1], after[cell + 2]) + box)
            write_province(after, views.slots, province, box)
            write_place(state, views.slots, province, box)
            shift(inputs, views.base, views.slots, 5 * province, 5 * province + 5, views.hidden)
    return boxes


@kernel
def _promising(ground: IntArray, depth: int, net: Net, desk: Desk, views: Views, boxes: int, beam: int) -> int:
    """Give the best provinces for the next follower of Khon Thai, as steps."""
    stack = desk.stack
    left = desk.steps[depth]
    steps = int64(0)
    merits = desk.thai
    for i in range(PROVINCES):
        merits[i] = float32(-1e9)
    while left:
        step = lowest(left)
        left &= left - 1
        copy_state(stack[depth], stack[depth + 1])
        apply_step(ground, stack[depth + 1], step)
        merits[step - STEP_PROVINCE] = _board_merit(ground, stack[depth + 1], net, views, boxes)
    for _ in range(beam):
        best = 0
        for i in range(PROVINCES):
            if merits[i] > merits[best]:
                best = i
        if merits[best] > float32(-1e8):
            steps |= 1 << (STEP_PROVINCE + best)
        merits[best] = float32(-1e9)
    return steps


@kernel
def _begin_boards(ground: IntArray, card: int, net: Net, desk: Desk) -> int:
    """Lay out what a card leaves behind without any action, to which its boards are compared."""
    stack, base, boxes_of = desk.stack, desk.slots[0], desk.steps[16:24]
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
    return frozen_boxes(final)


@kernel
def _score_boards(ground: IntArray, card: int, net: Net, desk: Desk, boards: int, beam: int) -> int:
    """Score the boards that a card can make of `stack[0]`, before a follower is taken.

    Khon Thai follows the `beam` best provinces of its first follower, and half as many of its second.
    """
    stack, steps, seen = desk.stack, desk.steps, desk.seen
    frozen = _begin_boards(ground, card, net, desk)
    views = Views(stack[0], stack[7], desk.slots[0], desk.slots[1], desk.hidden[0], desk.hidden[1], steps[16:24])
    copy_state(stack[0], stack[1])
    begin_card(ground, stack[1], card)
    depth = 1
    path = desk.paths[MAX_BOARDS - 1]
    path[:] = NO_STEP
    path[0] = STEP_CARD + card
    while True:
        state = stack[depth]
        if state[STAGE] == TAKE or state[STAGE] == MOVE:
            if boards < MAX_BOARDS - 1:
                desk.worth[boards] = _board_merit(ground, state, net, views, frozen)
                for i in range(depth):
                    desk.paths[boards, i] = path[i]
                for i in range(depth, MAX_PATH):
                    desk.paths[boards, i] = NO_STEP
                boards += 1
            steps[depth] = 0
        else:
            steps[depth] = _distinct(state, possible_steps(ground, state))
            if state[STAGE] == THAI and state[PICK_A] < 2 and beam < PROVINCES:
                narrow = beam if depth == 1 else (beam + 1) // 2
                steps[depth] = _promising(ground, depth, net, desk, views, frozen, narrow)
        while True:
            while depth > 0 and steps[depth] == 0:
                depth -= 1
            if depth == 0:
                return boards
            step = lowest(steps[depth])
            steps[depth] &= steps[depth] - 1
            if not _is_repeated(seen, stack[depth], step):
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
            shift(net.inputs, base, slots, slot, slot + 5, hidden)
            shift(net.inputs, base, slots, SLOT_BOXES, SLOT_SUPPLY, hidden)
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
