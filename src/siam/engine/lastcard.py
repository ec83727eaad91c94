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
    KING_FIRST,
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
    SKETCH_RULERS,
    SKETCH_SIZE,
    SKETCH_STAGES,
    SKETCH_STEPS,
    SKETCH_TAKES,
    SKETCH_TURNING,
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
from siam.engine.outcomes import RANKING, frozen_winners

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

_ORDERS = (0, 1, 3, 4, 6, 7, 8, 11, 12, _COLONY)
"""The places in `_ENDINGS` that can occur."""
_CELLS_OF = np.array([sum(0b001001001001001001001001 << f for f in range(3) if m >> f & 1) for m in range(8)], np.int64)
"""Factions as bits to all their cells."""


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
def _note_wins(ground: IntArray, state: IntArray, sketch: Sketch) -> None:
    """Note for each ending the followers that win it when the seat to move takes them last.

    Who plays last loses every tie for a kingdom (7.3c) and wins every tie for a colony (7.4); with four
    players the partner may be the one who wins (7.5).
    """
    seat = int64(state[TO_MOVE])
    camp = int64(ground[CAMPS + seat])
    rulers = int64(0)
    for order in _ORDERS:
        if order == _COLONY:
            continue
        ruler, second = _ENDINGS[order] & 3, _ENDINGS[order] >> 2
        friend = rival = own = int64(-1)
        for other in range(ground[SEATS]):
            court = COURTS + 3 * other
            worth = int64(state[court + ruler]) << 16
            if second != NO_FACTION:
                worth |= int64(state[court + second]) << 8
            if other == seat:
                own = worth
            elif camp >> other & 1:
                friend = worth | 15 - int64(state[RANKS + other])
            else:
                rival = max(rival, worth | 15 - int64(state[RANKS + other]))
        wins = int64(0)
        if friend > rival:
            wins = 15
        else:
            wins = 15 * (own > rival)
            wins |= (own + (1 << 16) > rival) << ruler
            if second != NO_FACTION:
                wins |= (own + (1 << 8) > rival) << second
        sketch[SKETCH_WINS + order] = wins
        rulers |= (wins != 0) << ruler
    wins = _colony_wins(ground, state, seat)
    sketch[SKETCH_WINS + _COLONY] = wins
    sketch[SKETCH_RULERS] = rulers | (wins != 0) << BRITISH


@kernel
def _colony_wins(ground: IntArray, state: IntArray, seat: int) -> int:
    """Give the followers that win a colony when taken last, as bits."""
    if ground[COLONY_LOSES]:
        return 0
    seats = int64(ground[SEATS])
    rival = rama = lao = malay = int64(0)
    for other in range(seats):
        court = COURTS + 3 * other
        counts = int64(state[court]), int64(state[court + 1]), int64(state[court + 2])
        if seats == 4:
            partner = COURTS + 3 * ((other + 2) & 3)
            counts = counts[0] + state[partner], counts[1] + state[partner + 1], counts[2] + state[partner + 2]
        if ground[CAMPS + seat] >> other & 1:
            rama, lao, malay = counts
        else:
            rival = max(rival, min(counts[0], counts[1], counts[2]))
    wins = int64(min(rama + 1, lao, malay) >= rival)
    wins |= int64(min(rama, lao + 1, malay) >= rival) << 1
    wins |= int64(min(rama, lao, malay + 1) >= rival) << 2
    return wins | int64(min(rama, lao, malay) >= rival) << _NOTHING


@kernel
def _note_takes(sketch: Sketch, province: int) -> None:
    """Note what taking each follower of a province would change."""
    counts = sketch[SKETCH_COUNTS + province]
    box = sketch[SKETCH_BOX + province]
    here = box << 8 * _control_of(counts)
    occupied = turning = int64(0)
    for faction in range(FACTIONS):
        if counts >> 8 * faction & 255:
            occupied |= 1 << faction
            change = here ^ box << 8 * _control_of(counts - (1 << 8 * faction))
            sketch[SKETCH_TAKES + 3 * province + faction] = change
            turning |= (change != 0) << faction
    others = ~(7 << 3 * province)
    sketch[SKETCH_OCCUPIED] = sketch[SKETCH_OCCUPIED] & others | occupied << 3 * province
    sketch[SKETCH_TURNING] = sketch[SKETCH_TURNING] & others | turning << 3 * province


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
    _note_wins(ground, state, sketch)
    boxes = int64(0)
    for control in range(4):
        boxes |= int64(state[WON + control]) << 8 * control
    sketch[SKETCH_OCCUPIED] = sketch[SKETCH_TURNING] = 0
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
    left = sketch[SKETCH_OCCUPIED] & sketch[SKETCH_TURNING]
    cells = sketch[SKETCH_OCCUPIED] & ~left & _CELLS_OF[sketch[SKETCH_WINS + _order_of(boxes)] & 7]
    while left:
        cell = lowest(left)
        left &= left - 1
        wins = sketch[SKETCH_WINS + _order_of(boxes ^ sketch[SKETCH_TAKES + cell])]
        cells |= (wins >> cell % 3 & 1) << cell
    return cells


@kernel
def _is_hopeless(sketch: Sketch, changes: int) -> bool:
    """Say whether nobody who must rule can, if each change gains or costs a faction at most one province."""
    boxes, rulers = sketch[SKETCH_BOXES], sketch[SKETCH_RULERS]
    rama, lao, malay = ones(boxes & 255), ones(boxes >> 8 & 255), ones(boxes >> 16 & 255)
    most = max(rama, lao, malay)
    if rulers & 1 and most - rama <= changes:
        return False
    if rulers >> 1 & 1 and most - lao <= changes:
        return False
    if rulers >> 2 & 1 and most - malay <= changes:
        return False
    return not (rulers >> BRITISH & 1 and 4 - ones(boxes >> 24) <= changes)


@kernel
def _changes_left(state: IntArray, stage: int) -> int:
    """Say by how many provinces the lead between two factions can still change, the follower taken included."""
    kind = stage & 15
    if kind == THAI:
        return FACTIONS - (stage >> 4) + 1
    if kind == PLACE_FIRST:
        return 3
    if kind == PLACE_SECOND:
        return 2
    if kind in (TAKE, KING_FIRST, KING_SECOND):
        return 1
    return 5  # a swap can turn each of two provinces from one faction to the other


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
        if _is_hopeless(sketch, _changes_left(state, stage)):
            sketch[SKETCH_STEPS + depth] = 0
        elif kind == TAKE:
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
def can_win(ground: IntArray, state: IntArray, seat: int, sketch: Sketch, random: RandomState) -> bool:
    """Say whether the seat's move with the last card begun in this position can be completed."""
    if state[STAGE] == MOVE:  # no effect and nothing to take: the move is complete
        return frozen_winners(ground, state) == ground[CAMPS + seat]
    return winning_completion(ground, state, sketch, random) >= 0


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
        if can_win(ground, trial, state[TO_MOVE], sketch, random):
            legal |= 1 << step
    return legal
