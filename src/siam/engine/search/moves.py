"""All whole moves of a turn, scored by the evaluation: boards first, then whom to take.

Card and action give some hundreds of boards. For the best of them every follower is tried, a change of one
province and of the standing. The best afterstates are kept.
"""

from typing import Final

from siam.engine.core.bits import IntArray, float32, int64, lowest, mix, uint64
from siam.engine.core.compiling import borrowing
from siam.engine.core.effects import play_pass
from siam.engine.core.last_card import finish_last_card
from siam.engine.core.layout import (
    CAMPS,
    CARDS,
    FACTIONS,
    HANDS,
    MOVE,
    PROVINCES,
    RESOLVED,
    SEATS,
    STAGE,
    STEP_CARD,
    STEP_CELL,
    STEP_PASS,
    TO_MOVE,
    TRACK,
)
from siam.engine.core.outcomes import frozen_winners, is_decided
from siam.engine.core.states import copy_state
from siam.engine.core.steps import apply_step, begin_card
from siam.engine.evaluation.elementary import logistic
from siam.engine.evaluation.features import write_slots
from siam.engine.evaluation.integers import add_row, copy_row, exchange_row, sum_rows
from siam.engine.evaluation.quantized import (
    Evaluation,
    chance_of,
    odds_of_mover,
    sum_slots,
)
from siam.engine.search.board_scores import (
    AFTER,
    BEFORE,
    BOARD,
    OTHERS,
    begin_turn,
    rank_boards,
    score_boards,
)
from siam.engine.search.boards import path_of, step_at, with_step
from siam.engine.search.candidates import Candidates, insert
from siam.engine.search.changes import (
    UNCHANGED,
    box_of_change,
    change_of,
    followers_after,
    is_swapped,
    make_room_for_changes,
    province_of_change,
    row_of_change,
    with_taken,
)
from siam.engine.search.standings import NOBODY_TAKEN, row_of_standing
from siam.engine.search.workspace import MAX_PATH, NO_STEP, Desk

_CERTAIN: Final = 30.0
"""The logarithm of the odds of what is certain."""


@borrowing
def exact_worth(ground: IntArray, state: IntArray, seat: int) -> float:
    """Return a decided position's worth for the camp of a seat: 1, 0, or a half for a shared win or none."""
    winners = frozen_winners(ground, state)
    camp = int64(ground[CAMPS + seat])
    if winners == camp:
        return float32(1.0)
    return float32(0.0) if winners and not winners & camp else float32(0.5)


@borrowing
def _weigh_pass(ground: IntArray, state: IntArray, seat: int, evaluation: Evaluation, desk: Desk) -> float:
    """Return the logarithm of a camp's winning odds after it passed, or of certainty if that decides the game."""
    after = desk.stack[AFTER]
    copy_state(state, after)
    play_pass(ground, after)
    if is_decided(after):
        return float32(_CERTAIN * (2.0 * exact_worth(ground, after, seat) - 1.0))
    write_slots(ground, after, desk.slots[2])
    sum_slots(evaluation, desk.slots[2], desk.sums.units, 0)
    return odds_of_mover(evaluation, desk.sums.units, 0, desk.outputs, 1)


@borrowing
def _last_card_move(ground: IntArray, state: IntArray, seat: int, card: int, desk: Desk) -> int:
    """Return the path of a move that wins with the last card; `NO_STEP` if there is none."""
    begun = desk.stack[BEFORE]
    copy_state(state, begun)
    begin_card(ground, begun, card)
    ends = begun[STAGE] == MOVE
    if not finish_last_card(ground, begun, seat, desk.way, desk.random):
        return NO_STEP
    path = path_of(STEP_CARD + card)
    if not ends:
        copy_state(state, begun)
        apply_step(ground, begun, STEP_CARD + card)
        place = 1
        while begun[STAGE] != MOVE:
            path = with_step(path, place, desk.way[place - 1])
            apply_step(ground, begun, desk.way[place - 1])
            place += 1
    return path


@borrowing
def _score_takes(
    ground: IntArray,
    board: int,
    evaluation: Evaluation,
    desk: Desk,
    boxes: int,
    candidates: Candidates,
    count: int,
    keep: int,
) -> int:
    """Score every follower that can be taken on a board of the card chosen."""
    sums, before, after, inputs = desk.sums, desk.stack[BEFORE], desk.stack[AFTER], evaluation.inputs
    slots, box_of, outputs, rows = desk.slots, desk.box_of, desk.outputs, sums.change_rows
    changes, path = desk.boards.changes[board], desk.boards.paths[board]
    length = 0
    while step_at(path, length) != NO_STEP:
        length += 1
    make_room_for_changes(sums)
    base, units = sums.base, sums.units
    card = step_at(path, 0) - STEP_CARD
    copy_row(base, BOARD, base, card)
    mark = mix(uint64(128 + card))
    for i in range(3):
        row = row_of_change(before, inputs, box_of, slots, sums, changes[i])
        boxes ^= sums.flips[row]
        mark ^= sums.marks[row]
        add_row(base, BOARD, rows, row)
    followers = int64(0)
    for box in range(int64(before[RESOLVED]), PROVINCES):
        change = change_of(int64(before[TRACK + box]), 0)
        for i in range(3):
            other = int64(changes[i])
            if is_swapped(other):
                if box_of_change(other) == box:
                    change = other
            elif province_of_change(other) == province_of_change(change) and other != UNCHANGED:
                change = other
        province = province_of_change(change)
        make_room_for_changes(sums)
        row = row_of_change(before, inputs, box_of, slots, sums, change)
        copy_row(base, OTHERS, base, BOARD)
        exchange_row(base, OTHERS, rows, row, 0)
        flip, other_mark = sums.flips[row], sums.marks[row]
        for faction in range(FACTIONS):
            if followers_after(before, change, faction) == 0:
                continue
            followers += 1
            row = row_of_change(before, inputs, box_of, slots, sums, with_taken(change, faction))
            flipped = boxes ^ flip ^ sums.flips[row]
            standing = row_of_standing(ground, after, inputs, slots, sums, flipped, faction)
            sum_rows(units, 0, base, OTHERS, rows, row, 0, 0, sums.standing_rows, standing)
            worth = odds_of_mover(evaluation, units, 0, outputs, 0)
            if count < keep or worth > candidates.worth[count - 1]:
                move = with_step(path, length, STEP_CELL + 3 * province + faction)
                taken = mark ^ other_mark ^ sums.marks[row] ^ mix(uint64(256 + faction))
                count = insert(candidates, count, keep, worth, outputs, 0, move, taken)
    if followers == 0:
        standing = row_of_standing(ground, after, inputs, slots, sums, boxes, NOBODY_TAKEN)
        sum_rows(units, 0, base, BOARD, rows, 0, 0, 0, sums.standing_rows, standing)
        worth = odds_of_mover(evaluation, units, 0, outputs, 0)
        count = insert(candidates, count, keep, worth, outputs, 0, path, mark)
    return count


@borrowing
def _write_out(ground: IntArray, state: IntArray, evaluation: Evaluation, candidates: Candidates, count: int) -> None:
    """Carry the moves out, and turn what the evaluation says into chances."""
    seats, seat = int64(ground[SEATS]), int64(state[TO_MOVE])
    camps = 3 if seats == 3 else 2
    for i in range(count):
        after, move = candidates.states[i], candidates.moves[i]
        copy_state(state, after)
        for place in range(MAX_PATH):
            step = step_at(move, place)
            candidates.paths[i, place] = step
            if step != NO_STEP:
                apply_step(ground, after, step)
        candidates.worth[i] = logistic(candidates.worth[i])
        for camp in range(camps):
            relative = (camp - seat - 1 + 2 * seats) % seats
            candidates.chances[i, camp] = chance_of(candidates.outputs, i, camps, relative)


@borrowing
def score_moves(
    ground: IntArray,
    state: IntArray,
    evaluation: Evaluation,
    desk: Desk,
    candidates: Candidates,
    keep: int,
    wide: int,
    beam: int,
) -> int:
    """Find the best afterstates of a turn, taking followers on the `wide` best boards; return how many."""
    seat = int64(state[TO_MOVE])
    passing = _weigh_pass(ground, state, seat, evaluation, desk)
    hand = int64(state[HANDS + seat]) & 0x7F
    count = 0
    if hand and state[CARDS] == 1:
        move = _last_card_move(ground, state, seat, lowest(hand), desk)
        if move != NO_STEP:
            count = insert(candidates, count, keep, float32(_CERTAIN), desk.outputs, 0, move, uint64(1))
    elif hand:
        copy_state(state, desk.stack[BEFORE])
        boxes = begin_turn(ground, evaluation, desk, lowest(hand))
        boards = 0
        while hand:
            boards = score_boards(ground, lowest(hand), evaluation, desk, boxes, boards, beam)
            hand &= hand - 1
        for i in range(rank_boards(desk.boards, boards, wide)):
            board = int64(desk.boards.ranking[i])
            count = _score_takes(ground, board, evaluation, desk, boxes, candidates, count, keep - 1)
    count = insert(candidates, count, keep, passing, desk.outputs, 1, path_of(STEP_PASS), uint64(0))
    _write_out(ground, state, evaluation, candidates, count)
    return count
