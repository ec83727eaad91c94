"""The boards that a card can make, each scored as it is before a follower is taken.

Only what an action changes is summed up anew: a few slots of the evaluation's inputs for each board.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray, float32, int64, lowest
from siam.engine.core.compiling import inlined_kernel, kernel
from siam.engine.core.effects import end_move
from siam.engine.core.layout import (
    CARD,
    CELLS,
    FACTIONS,
    KINGS,
    MOVE,
    ONE_SECOND,
    PICK_A,
    PICK_B,
    PROVINCES,
    REDUCED_SECOND,
    RESOLVED,
    SEATS,
    STAGE,
    STEP_CARD,
    STEP_CELL,
    STEP_PROVINCE,
    SUPPLY,
    TAKE,
    THAI,
    TRACK,
    TWO_OTHER,
)
from siam.engine.core.outcomes import controller, frozen_boxes
from siam.engine.core.states import copy_state, distinct_steps
from siam.engine.core.steps import apply_step, begin_card, possible_steps
from siam.engine.evaluation.features import (
    SLOT_BOXES,
    SLOT_HANDS,
    Slots,
    write_place,
    write_province,
    write_slots,
    write_standing,
    write_supply,
)
from siam.engine.evaluation.net import Floats, Net, copy_hidden, merit, refresh, shift
from siam.engine.search.workspace import MAX_BOARDS, MAX_PATH, NO_STEP, Desk


class Views(NamedTuple):
    """The parts of a desk that the scoring of boards works on."""

    before: IntArray
    after: IntArray
    base: Slots
    slots: Slots
    base_hidden: Floats
    hidden: Floats
    boxes_of: NDArray[np.int64]


@inlined_kernel
def _is_repeated(seen: NDArray[np.int8], state: IntArray, step: int) -> bool:
    """Return whether a swap has the effect of an earlier one: alike followers changing places cancel out."""
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
    """Return the best provinces for the next follower of Khon Thai, as steps."""
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
def score_boards(ground: IntArray, card: int, net: Net, desk: Desk, boards: int, beam: int) -> int:
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
            steps[depth] = distinct_steps(state, possible_steps(ground, state))
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
