"""All whole moves of a turn, scored by the evaluation: boards first, then whom to take.

Card and action give some hundreds of boards. For the best of them every follower is tried, a change of a few
slots each. The best afterstates are kept.
"""

from typing import Final

from siam.engine.core.bits import IntArray, float32, int64, lowest
from siam.engine.core.cells import remove_follower
from siam.engine.core.compiling import kernel
from siam.engine.core.effects import end_move, play_pass
from siam.engine.core.last_card import finish_last_card
from siam.engine.core.layout import (
    CAMPS,
    CARDS,
    CELLS,
    COURTS,
    CROWDED,
    HANDS,
    MOVE,
    OCCUPIED,
    PROVINCES,
    RESOLVED,
    SEATS,
    STAGE,
    STEP_CARD,
    STEP_CELL,
    TAKE,
    TO_MOVE,
    TRACK,
)
from siam.engine.core.outcomes import controller, frozen_boxes, frozen_winners, is_decided
from siam.engine.core.states import copy_state
from siam.engine.core.steps import apply_step, begin_card
from siam.engine.evaluation.elementary import logistic
from siam.engine.evaluation.features import (
    SLOT_BOXES,
    SLOT_STANDING,
    SLOT_SUPPLY,
    write_province,
    write_slots,
    write_standing,
)
from siam.engine.evaluation.net import Net, copy_hidden, merit, refresh, shift
from siam.engine.search.candidates import Candidates, insert
from siam.engine.search.effect_scores import score_boards
from siam.engine.search.workspace import MAX_BOARDS, MAX_PATH, NO_STEP, Desk

_DONE: Final = -1e9
_CERTAIN: Final = 30.0
"""The logarithm of the odds of what is certain."""


@kernel
def exact_worth(ground: IntArray, state: IntArray, seat: int) -> float:
    """Return a decided position's worth for the camp of a seat: 1, 0, or a half for a shared win or none."""
    winners = frozen_winners(ground, state)
    camp = int64(ground[CAMPS + seat])
    if winners == camp:
        return float32(1.0)
    return float32(0.0) if winners and not winners & camp else float32(0.5)


@kernel
def _state_merit(ground: IntArray, state: IntArray, seat: int, net: Net, desk: Desk) -> float:
    """Return the logarithm of a camp's winning odds by the evaluation, or of certainty once it is decided."""
    if is_decided(state):
        return float32(_CERTAIN * (2.0 * exact_worth(ground, state, seat) - 1.0))
    write_slots(ground, state, desk.slots[3])
    refresh(net, desk.slots[3], desk.hidden[3])
    seats = int64(ground[SEATS])
    return merit(net, desk.hidden[3], (seat - int64(state[TO_MOVE]) + seats) % seats)


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
        return insert(candidates, count, keep, desk.worth[board], state, path)
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
                count = insert(candidates, count, keep, worth, state, path)
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
    copy_state(state, desk.stack[7])
    play_pass(ground, desk.stack[7])
    path = desk.paths[MAX_BOARDS - 1]
    path[:] = NO_STEP
    path[0] = 0
    passing = _state_merit(ground, desk.stack[7], seat, net, desk)
    hand = int64(state[HANDS + seat]) & 0x7F
    count = 0
    if hand and state[CARDS] == 1:
        copy_state(state, desk.stack[0])
        card = lowest(hand)
        begin_card(ground, desk.stack[0], card)
        ends = desk.stack[0, STAGE] == MOVE
        if finish_last_card(ground, desk.stack[0], seat, desk.way, desk.random):
            path[0] = STEP_CARD + card
            if not ends:
                i = 1
                copy_state(state, desk.stack[1])
                apply_step(ground, desk.stack[1], path[0])
                while desk.stack[1, STAGE] != MOVE:
                    path[i] = desk.way[i - 1]
                    apply_step(ground, desk.stack[1], path[i])
                    i += 1
            count = insert(candidates, count, keep, float32(_CERTAIN), desk.stack[0], path)
            path[:] = NO_STEP
            path[0] = 0
    elif hand:
        copy_state(state, desk.stack[0])
        boards = 0
        while hand:
            card = lowest(hand)
            hand &= hand - 1
            boards = score_boards(ground, card, net, desk, boards, beam)
        for _ in range(min(wide, boards)):
            board = _best_board(desk, boards)
            count = _score_takes(ground, board, net, desk, candidates, count, keep - 1, seat)
            desk.worth[board] = float32(_DONE)
        path = desk.paths[MAX_BOARDS - 1]
        path[:] = NO_STEP
        path[0] = 0
        copy_state(state, desk.stack[7])
        play_pass(ground, desk.stack[7])
    count = insert(candidates, count, keep, passing, desk.stack[7], path)
    for i in range(count):
        candidates.worth[i] = logistic(candidates.worth[i])
    return count
