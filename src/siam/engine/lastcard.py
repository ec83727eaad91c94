"""The last card of the game may only be played if it wins (5.5, R-07): an existence search, and legal steps.

The search works on a *sketch* of the position: the followers of each province packed into one number, who
would control it, and what taking each follower would change. Steps change a sketch by a few numbers only.
"""

import numpy as np
from numpy.typing import NDArray

from siam.engine.bits import IntArray, RandomState, int64, lowest, ones, pick
from siam.engine.compiling import kernel
from siam.engine.kernel import (
    apply_step,
    one_firsts,
    one_seconds,
    placeable,
    possible_steps,
    reduced_firsts,
    reduced_seconds,
    swappable_tiles,
    two_firsts,
    two_others,
    two_seconds,
)
from siam.engine.layout import (
    BRITISH,
    CAMPS,
    CARD,
    CARD_FACTION,
    CARDS,
    CELLS,
    COLONY_LOSES,
    COURTS,
    FACTIONS,
    KING_SECOND,
    MOVE,
    NO_FACTION,
    ONE_FIRST,
    ONE_SECOND,
    OPEN,
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
    SIZE,
    SKETCH_BOX,
    SKETCH_BOXES,
    SKETCH_COUNTS,
    SKETCH_OCCUPIED,
    SKETCH_PATH,
    SKETCH_SIZE,
    SKETCH_STAGES,
    SKETCH_STEPS,
    SKETCH_TAKES,
    SKETCH_WINS,
    STAGE,
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
from siam.engine.outcomes import RANKING, frozen_winners, winners_of

Sketch = NDArray[np.int64]

_NOTHING = 3
"""In place of the faction when no follower can be taken (R-06)."""
_COLONY = 16
_ENDINGS = np.array(
    [
        # by Rama before Lao, Rama before Malay, Lao before Malay; once with a second faction, once without
        *(2 + 4 * 1, 2 + 4 * 0, 0, 0 + 4 * 2, 1 + 4 * 2, 0, 1 + 4 * 0, 0 + 4 * 1),
        *(2 + 4 * 3, 0, 0, 0 + 4 * 3, 1 + 4 * 3, 0, 0, 0),
        BRITISH + 4 * NO_FACTION,
    ],
    np.int64,
)


@kernel
def _order_of(boxes: int) -> int:
    """Give the place in `_ENDINGS` of the ending of these boxes, without a branch to guess wrong."""
    rama = int64(RANKING[boxes & 255])
    lao = int64(RANKING[boxes >> 8 & 255])
    malay = int64(RANKING[boxes >> 16 & 255])
    alone = (rama == 0) + (lao == 0) + (malay == 0) >= 2
    order = (rama > lao) + 2 * (rama > malay) + 4 * (lao > malay) + 8 * alone
    return _COLONY if ones(boxes >> 24) >= 4 else order


@kernel
def _control_of(counts: int) -> int:
    """Say who controls a province with these packed followers."""
    rama, lao, malay = counts & 255, counts >> 8 & 255, counts >> 16 & 255
    return (
        BRITISH
        - 3 * ((rama > lao) & (rama > malay))
        - 2 * ((lao > rama) & (lao > malay))
        - 1 * ((malay > rama) & (malay > lao))
    )


@kernel
def _wins_with(ground: IntArray, state: IntArray, ending: int, faction: int) -> bool:
    """Say whether the seat to move wins this ending, having played the last card and taken this follower.

    With two players who plays last needs strictly more (7.3c), and wins ties for a colony (7.4).
    """
    seat = int64(state[TO_MOVE])
    court = COURTS + 3 * seat
    ruler = ending & 3
    second = ending >> 2
    if ground[SEATS] == 2 and ruler != BRITISH:
        other = COURTS + 3 * (1 - seat)
        lead = int64(state[court + ruler]) - int64(state[other + ruler]) + (ruler == faction)
        if lead != 0 or second == NO_FACTION:
            return lead > 0
        return int64(state[court + second]) - int64(state[other + second]) + (second == faction) > 0
    if ruler == BRITISH and ground[COLONY_LOSES]:
        return False
    rank = state[RANKS + seat]
    state[RANKS + seat] = 9
    if faction != _NOTHING:
        state[court + faction] += 1
    won = winners_of(ground, state, ending) == ground[CAMPS + seat]
    if faction != _NOTHING:
        state[court + faction] -= 1
    state[RANKS + seat] = rank
    return won


@kernel
def _note_takes(sketch: Sketch, province: int) -> None:
    """Note what taking each follower of a province would change."""
    counts = sketch[SKETCH_COUNTS + province]
    box = sketch[SKETCH_BOX + province]
    here = box << 8 * _control_of(counts)
    occupied = int64(0)
    for faction in range(FACTIONS):
        if counts >> 8 * faction & 255:
            occupied |= 1 << faction
            left = counts - (1 << 8 * faction)
            sketch[SKETCH_TAKES + 3 * province + faction] = here ^ box << 8 * _control_of(left)
    sketch[SKETCH_OCCUPIED] = sketch[SKETCH_OCCUPIED] & ~(7 << 3 * province) | occupied << 3 * province


@kernel
def _change(sketch: Sketch, province: int, delta: int) -> None:
    """Add packed followers to a province."""
    before = sketch[SKETCH_COUNTS + province]
    box = sketch[SKETCH_BOX + province]
    sketch[SKETCH_COUNTS + province] = before + delta
    sketch[SKETCH_BOXES] ^= box << 8 * _control_of(before) ^ box << 8 * _control_of(before + delta)
    _note_takes(sketch, province)


@kernel
def _swap_boxes(sketch: Sketch, left: int, right: int) -> None:
    """Swap the boxes of two provinces."""
    for province in (left, right):
        control = _control_of(sketch[SKETCH_COUNTS + province])
        sketch[SKETCH_BOXES] ^= sketch[SKETCH_BOX + province] << 8 * control
    box = sketch[SKETCH_BOX + left]
    sketch[SKETCH_BOX + left] = sketch[SKETCH_BOX + right]
    sketch[SKETCH_BOX + right] = box
    for province in (left, right):
        control = _control_of(sketch[SKETCH_COUNTS + province])
        sketch[SKETCH_BOXES] ^= sketch[SKETCH_BOX + province] << 8 * control
        _note_takes(sketch, province)


@kernel
def _draw_sketch(ground: IntArray, state: IntArray, sketch: Sketch) -> None:
    """Begin a sketch of the position, with the winning follower of each ending."""
    for order in range(_COLONY + 1):
        ending = _ENDINGS[order]
        wins = 0
        for faction in range(FACTIONS + 1):
            wins |= _wins_with(ground, state, ending, faction) << faction
        sketch[SKETCH_WINS + order] = wins
    boxes = int64(0)
    for control in range(4):
        boxes |= int64(state[WON + control]) << 8 * control
    sketch[SKETCH_OCCUPIED] = 0
    for box in range(state[RESOLVED], PROVINCES):
        province = int64(state[TRACK + box])
        cell = CELLS + 3 * province
        counts = int64(state[cell]) | int64(state[cell + 1]) << 8 | int64(state[cell + 2]) << 16
        sketch[SKETCH_COUNTS + province] = counts
        sketch[SKETCH_BOX + province] = 1 << box
        boxes |= 1 << (8 * _control_of(counts) + box)
        _note_takes(sketch, province)
    sketch[SKETCH_BOXES] = boxes


@kernel
def _winning_takes(sketch: Sketch) -> int:
    """Give the cells whose follower, taken now, wins the game, as bits."""
    boxes = sketch[SKETCH_BOXES]
    left = sketch[SKETCH_OCCUPIED]
    cells = int64(0)
    while left:
        cell = lowest(left)
        left &= left - 1
        wins = sketch[SKETCH_WINS + _order_of(boxes ^ sketch[SKETCH_TAKES + cell])]
        cells |= (wins >> cell % 3 & 1) << cell
    return cells


@kernel
def _choices(ground: IntArray, state: IntArray, stage: int, first: int, second: int) -> int:
    """Give the steps of a stage as bits; what has been picked so far is not carried out in the position."""
    if stage == THAI:
        return int64(state[OPEN]) << STEP_PROVINCE
    if stage in (PLACE_FIRST, PLACE_SECOND):
        return placeable(ground, state, state[CARD] - CARD_FACTION) << STEP_PROVINCE
    if stage == ONE_FIRST:
        return one_firsts(state) << STEP_CELL
    if stage == ONE_SECOND:
        return one_seconds(state, first) << STEP_CELL
    if stage == TWO_FIRST:
        return two_firsts(ground, state) << STEP_CELL
    if stage == TWO_SECOND:
        return two_seconds(ground, state, first) << STEP_CELL
    if stage == TWO_OTHER:
        return two_others(ground, state, first, second) << STEP_CELL
    if stage == REDUCED_FIRST:
        return reduced_firsts(ground, state) << STEP_CELL
    if stage == REDUCED_SECOND:
        return reduced_seconds(ground, state, first) << STEP_CELL
    tiles = swappable_tiles(ground, state)
    if stage == KING_SECOND:
        tiles &= ~(1 << first)
    return tiles << STEP_PROVINCE


@kernel
def _follow(state: IntArray, sketch: Sketch, stage: int, first: int, second: int, step: int, sign: int) -> int:
    """Carry out a step on the sketch, or take it back if the sign is -1; give the next stage.

    Khon Thai's next stage is `THAI` plus 16 times the faction.
    """
    kind = stage & 15
    if kind == THAI:
        faction = stage >> 4
        _change(sketch, step - STEP_PROVINCE, sign << 8 * faction)
        faction += 1
        while faction < FACTIONS and state[SUPPLY + faction] == 0:
            faction += 1
        return THAI + 16 * faction if faction < FACTIONS else TAKE
    if kind in (PLACE_FIRST, PLACE_SECOND):
        faction = state[CARD] - CARD_FACTION
        _change(sketch, step - STEP_PROVINCE, sign << 8 * faction)
        return PLACE_SECOND if kind == PLACE_FIRST and state[SUPPLY + faction] >= 2 else TAKE
    if kind in (ONE_SECOND, REDUCED_SECOND):
        cell = step - STEP_CELL
        moved = (1 << 8 * (cell % 3)) - (1 << 8 * (first % 3))
        _change(sketch, first // 3, sign * moved)
        _change(sketch, cell // 3, -sign * moved)
        return TAKE
    if kind == TWO_OTHER:
        cell = step - STEP_CELL
        moved = (1 << 8 * (cell % 3)) - (1 << 8 * (first % 3)) - (1 << 8 * (second % 3))
        _change(sketch, first // 3, sign * moved)
        _change(sketch, cell // 3, -sign * moved)
        return TAKE
    if kind == KING_SECOND:
        _swap_boxes(sketch, first, step - STEP_PROVINCE)
        return TAKE
    return stage + 1


@kernel
def winning_completion(ground: IntArray, state: IntArray, sketch: Sketch, random: RandomState) -> int:
    """Complete a started move with the last card so that it wins: give how many steps, or -1.

    The steps are left in the sketch. Each is drawn among those left; one that turns out not to lead to a
    win is dropped and another drawn. So a completion is found if there is one, and every step is drawn
    uniformly from the legal ones.
    """
    _draw_sketch(ground, state, sketch)
    stage = int64(state[STAGE])
    sketch[SKETCH_STAGES] = stage + 16 * state[PICK_A] if stage == THAI else stage
    depth = 0
    while True:
        stage = sketch[SKETCH_STAGES + depth]
        kind = stage & 15
        picks = STEP_CELL if kind in (ONE_SECOND, TWO_SECOND, TWO_OTHER, REDUCED_SECOND) else STEP_PROVINCE
        first = int64(state[PICK_A])
        second = int64(state[PICK_B])
        if kind == TWO_OTHER:
            if depth >= 1:
                second = sketch[SKETCH_PATH + depth - 1] - picks
            if depth >= 2:
                first = sketch[SKETCH_PATH + depth - 2] - picks
        elif depth >= 1:
            first = sketch[SKETCH_PATH + depth - 1] - picks
        if kind == TAKE:
            cells = _winning_takes(sketch)
            if cells:
                sketch[SKETCH_PATH + depth] = STEP_CELL + pick(random, cells)
                return depth + 1
            if sketch[SKETCH_OCCUPIED] == 0:
                wins = sketch[SKETCH_WINS + _order_of(sketch[SKETCH_BOXES])]
                if wins >> _NOTHING & 1:
                    return depth
            sketch[SKETCH_STEPS + depth] = 0
        else:
            steps = _choices(ground, state, kind, first, second)
            if depth > 0 and kind in (KING_SECOND, ONE_SECOND, TWO_SECOND, REDUCED_SECOND, PLACE_SECOND):
                # what failed as the first of a pair fails as the second
                steps &= sketch[SKETCH_STEPS + depth - 1] | 1 << sketch[SKETCH_PATH + depth - 1]
            sketch[SKETCH_STEPS + depth] = steps
        while sketch[SKETCH_STEPS + depth] == 0:
            depth -= 1
            if depth < 0:
                return -1
            stage = sketch[SKETCH_STAGES + depth]
            kind = stage & 15
            picks = STEP_CELL if kind in (ONE_SECOND, TWO_SECOND, TWO_OTHER, REDUCED_SECOND) else STEP_PROVINCE
            first = int64(state[PICK_A])
            second = int64(state[PICK_B])
            if kind == TWO_OTHER:
                if depth >= 1:
                    second = sketch[SKETCH_PATH + depth - 1] - picks
                if depth >= 2:
                    first = sketch[SKETCH_PATH + depth - 2] - picks
            elif depth >= 1:
                first = sketch[SKETCH_PATH + depth - 1] - picks
            _follow(state, sketch, stage, first, second, sketch[SKETCH_PATH + depth], -1)
        step = pick(random, sketch[SKETCH_STEPS + depth])
        sketch[SKETCH_STEPS + depth] &= ~(1 << step)
        sketch[SKETCH_PATH + depth] = step
        depth += 1
        sketch[SKETCH_STAGES + depth] = _follow(state, sketch, stage, first, second, step, 1)


@kernel
def finish_last_card(ground: IntArray, state: IntArray, seat: int, sketch: Sketch, random: RandomState) -> bool:
    """Complete the seat's move with the last card begun in this position so that it wins, if that can be."""
    if state[STAGE] == MOVE:  # no effect and nothing to take: the move is complete
        return frozen_winners(ground, state) == ground[CAMPS + seat]
    steps = winning_completion(ground, state, sketch, random)
    for i in range(steps):
        apply_step(ground, state, sketch[SKETCH_PATH + i])
    return steps >= 0


@kernel
def legal_steps(ground: IntArray, state: IntArray) -> int:
    """Give the legal steps as bits: every one of them can be completed to a legal move."""
    possible = possible_steps(ground, state)
    if state[CARDS] != 1 or possible == 1 << STEP_PASS or possible == 0:
        return possible
    sketch = np.empty(SKETCH_SIZE, np.int64)
    if state[STAGE] == TAKE:
        _draw_sketch(ground, state, sketch)
        return _winning_takes(sketch) << STEP_CELL
    trial = np.empty(SIZE, np.int32)
    random = np.zeros(1, np.uint64)
    legal = possible & 1 if state[STAGE] == MOVE else 0
    left = possible & ~legal
    while left:
        step = lowest(left)
        left &= left - 1
        trial[:] = state
        apply_step(ground, trial, step)
        if finish_last_card(ground, trial, state[TO_MOVE], sketch, random):
            legal |= 1 << step
    return legal
