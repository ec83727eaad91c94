"""Scoring the boards of a turn: parts that were summed up before, added, and weighed."""

from siam.engine.core.bits import IntArray, float32, int64
from siam.engine.core.compiling import borrowing
from siam.engine.core.effects import end_move
from siam.engine.core.layout import (
    BAN_CARD,
    CARD,
    CARD_FACTION,
    CARD_KHON_THAI,
    CARD_KINDS,
    FACTIONS,
    ONE_FIRST,
    OPEN,
    PLACE_FIRST,
    PROVINCES,
    REDUCED_FIRST,
    STAGE,
    STEP_CARD,
    SUPPLY,
    THAI,
    TRACK,
    TWO_FIRST,
)
from siam.engine.core.outcomes import frozen_boxes
from siam.engine.core.states import copy_state
from siam.engine.core.steps import begin_card
from siam.engine.evaluation.features import (
    SLOT_COUNT,
    SLOT_SUPPLY,
    write_supply,
    write_track,
    write_turn,
)
from siam.engine.evaluation.integers import copy_row, exchange_row, sum_rows
from siam.engine.evaluation.quantized import Evaluation, odds_of_mover, sum_slots
from siam.engine.search.boards import keep_boards, list_boards, path_of, place_everywhere
from siam.engine.search.changes import UNCHANGED, forget_changes, make_room_for_changes, row_of_change
from siam.engine.search.standings import NOBODY_TAKEN, forget_standings, row_of_standing
from siam.engine.search.workspace import Boards, Desk

BEFORE, AFTER, BEGUN = 0, 1, 2
"""Places on the desk's stack: the position, what a turn leaves behind, and a card begun."""
ANY_CARD, BOARD, OTHERS = CARD_KINDS, CARD_KINDS + 1, CARD_KINDS + 2
"""Places among the bases, behind one for each card."""


@borrowing
def begin_turn(ground: IntArray, evaluation: Evaluation, desk: Desk, card: int) -> int:
    """Sum up what a turn leaves behind when any card is played; return the boxes of the four controllers."""
    sums, before, after, slots = desk.sums, desk.stack[BEFORE], desk.stack[AFTER], desk.slots[2]
    forget_changes(sums)
    forget_standings(sums)
    copy_state(before, after)
    after[CARD] = card
    end_move(ground, after)
    slots[:] = 0
    write_track(after, slots)
    write_supply(after, slots)
    write_turn(ground, after, slots)
    sum_slots(evaluation, slots, sums.base, ANY_CARD)
    for box in range(PROVINCES):
        desk.box_of[before[TRACK + box]] = box
    return frozen_boxes(after)


@borrowing
def _choose_card(ground: IntArray, evaluation: Evaluation, desk: Desk, card: int, used: int) -> None:
    """Sum up what a turn with this card leaves behind, with so many of each faction's supply used, three bits each."""
    after, slots, base = desk.stack[3], desk.slots[0], desk.sums.base
    copy_state(desk.stack[BEFORE], after)
    after[CARD] = card
    end_move(ground, after)
    stage = desk.stack[BEGUN, STAGE]
    swaps = stage in (ONE_FIRST, TWO_FIRST, REDUCED_FIRST)
    after[BAN_CARD] = card if swaps else 0
    for faction in range(FACTIONS):
        after[SUPPLY + faction] -= used >> 3 * faction & 7
    for i in range(SLOT_SUPPLY, SLOT_COUNT):
        slots[i] = 0
    write_supply(after, slots)
    write_turn(ground, after, slots)
    copy_row(base, card, base, ANY_CARD)
    for i in range(SLOT_SUPPLY, SLOT_COUNT):
        if slots[i] != desk.slots[2, i]:
            exchange_row(base, card, evaluation.inputs, desk.slots[2, i], slots[i])


@borrowing
def _weigh(ground: IntArray, evaluation: Evaluation, desk: Desk, card: int, boxes: int, first: int, last: int) -> None:
    """Score boards of the card chosen as if the move ended without taking a follower."""
    sums, before, after, inputs = desk.sums, desk.stack[BEFORE], desk.stack[AFTER], evaluation.inputs
    changes, worth, outputs, slots, box_of = (
        desk.boards.changes,
        desk.boards.worth,
        desk.outputs,
        desk.slots,
        desk.box_of,
    )
    base, units, rows, flips, standing_rows = sums.base, sums.units, sums.change_rows, sums.flips, sums.standing_rows
    for board in range(first, last):
        make_room_for_changes(sums)
        one = row_of_change(before, inputs, box_of, slots, sums, changes[board, 0])
        two = row_of_change(before, inputs, box_of, slots, sums, changes[board, 1])
        three = row_of_change(before, inputs, box_of, slots, sums, changes[board, 2])
        flipped = boxes ^ flips[one] ^ flips[two] ^ flips[three]
        standing = row_of_standing(ground, after, inputs, slots, sums, flipped, NOBODY_TAKEN)
        sum_rows(units, 0, base, card, rows, one, two, three, standing_rows, standing)
        worth[board] = odds_of_mover(evaluation, units, 0, outputs, 0)


@borrowing
def _keep_best(boards: Boards, first: int, groups: int, size: int, narrow: int, target: int) -> int:
    """Keep the best boards of each group, in their order, from a place on; return how many."""
    kept = 0
    for group in range(groups):
        begin = first + group * size
        chosen = int64(0)
        for _ in range(narrow):
            best = -1
            for i in range(size):
                if not chosen >> i & 1 and (best < 0 or boards.worth[begin + i] > boards.worth[begin + best]):
                    best = i
            if best >= 0:
                chosen |= 1 << best
        for i in range(size):
            if chosen >> i & 1:
                keep_boards(boards, begin + i, target + kept)
                kept += 1
    return kept


@borrowing
def _list_khon_thai(
    ground: IntArray, evaluation: Evaluation, desk: Desk, boxes: int, count: int, beam: int
) -> tuple[int, int]:
    """List the boards of Khon Thai: `beam` provinces for its first follower, half as many for its second.

    Return how many boards there are now, and what of the supply is used.
    """
    boards, begun = desk.boards, desk.stack[BEGUN]
    provinces = int64(begun[OPEN])
    size = 0
    for province in range(PROVINCES):
        size += provinces >> province & 1
    boards.paths[count] = path_of(STEP_CARD + CARD_KHON_THAI)
    for i in range(3):
        boards.changes[count, i] = UNCHANGED
    parents, depth, used = 1, 1, 0
    for faction in range(FACTIONS):
        if begun[SUPPLY + faction] == 0:
            continue
        used |= 1 << 3 * faction
        first = count + parents
        last = place_everywhere(provinces, faction, depth, boards, count, first)
        narrow = PROVINCES
        if faction < FACTIONS - 1 and beam < PROVINCES:
            narrow = beam if depth == 1 else (beam + 1) // 2
            _choose_card(ground, evaluation, desk, CARD_KHON_THAI, used)
            _weigh(ground, evaluation, desk, CARD_KHON_THAI, boxes, first, last)
        parents = _keep_best(boards, first, (last - first) // size, size, narrow, count)
        depth += 1
    return count + parents, used


@borrowing
def score_boards(
    ground: IntArray, card: int, evaluation: Evaluation, desk: Desk, boxes: int, count: int, beam: int
) -> int:
    """Score the boards that a card can make of the position, and return how many there are now."""
    begun = desk.stack[BEGUN]
    copy_state(desk.stack[BEFORE], begun)
    begin_card(ground, begun, card)
    if begun[STAGE] == THAI:
        last, used = _list_khon_thai(ground, evaluation, desk, boxes, count, beam)
    else:
        last = list_boards(ground, begun, card, desk.box_of, desk.boards, desk.seen, count)
        used = 0
        if begun[STAGE] == PLACE_FIRST:
            faction = card - CARD_FACTION
            used = min(int64(begun[SUPPLY + faction]), 2) << 3 * faction
    _choose_card(ground, evaluation, desk, card, used)
    _weigh(ground, evaluation, desk, card, boxes, count, last)
    return last


@borrowing
def rank_boards(boards: Boards, count: int, wide: int) -> int:
    """Put the best boards in order, among equals the first; return how many."""
    ranking, worth = boards.ranking, boards.worth
    ranked = 0
    least = float32(0.0)
    for board in range(count):
        if ranked == wide and worth[board] <= least:
            continue
        place = ranked if ranked < wide else ranked - 1
        while place > 0 and worth[ranking[place - 1]] < worth[board]:
            ranking[place] = ranking[place - 1]
            place -= 1
        ranking[place] = board
        ranked = min(ranked + 1, wide)
        least = worth[ranking[ranked - 1]]
    return ranked
