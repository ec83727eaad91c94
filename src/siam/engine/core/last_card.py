"""The last card of the game may only be played if it wins (5.5, R-07): a search for winning steps, and legal steps.

The search draws each step among those left; one that turns out not to lead to a win is dropped and another
drawn. So a completion is found if there is one, and every step is drawn uniformly from the legal ones.
"""

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray, RandomState, int64, lowest, pick
from siam.engine.core.cells import faction_of, province_of
from siam.engine.core.choices import (
    one_firsts,
    one_seconds,
    placeable,
    reduced_firsts,
    reduced_seconds,
    swappable_tiles,
    two_firsts,
    two_others,
    two_seconds,
)
from siam.engine.core.compiling import kernel
from siam.engine.core.last_card_board import Sketch, draw_take, is_hopeless, sketch_of, takes
from siam.engine.core.layout import (
    CAMPS,
    CARD,
    CARD_FACTION,
    CARDS,
    CELL_COUNT,
    KING_SECOND,
    MOVE,
    ONE_FIRST,
    OPEN,
    PICK_A,
    PICK_B,
    PLACE_FIRST,
    REDUCED_FIRST,
    SIZE,
    STAGE,
    STEP_CELL,
    STEP_PASS,
    STEP_PROVINCE,
    SUPPLY,
    TAKE,
    THAI,
    TO_MOVE,
    TWO_FIRST,
    TWO_OTHER,
    WAY_SIZE,
)
from siam.engine.core.outcomes import frozen_winners
from siam.engine.core.steps import apply_step, possible_steps

Path = NDArray[np.int64]


@kernel
def _take(sketch: Sketch, rama: int, lao: int, malay: int, path: Path, depth: int, random: RandomState) -> int:
    """Draw the follower taken last, from this board; give how many steps there are now, or -1."""
    if is_hopeless(sketch, rama, lao, malay, 1):
        return -1
    cell = draw_take(sketch, rama, lao, malay, random)
    if cell < 0:
        return -1
    if cell == CELL_COUNT:
        return depth
    path[depth] = STEP_CELL + cell
    return depth + 1


@kernel
def _complete_thai(state: IntArray, sketch: Sketch, path: Path, random: RandomState) -> int:
    """Draw the provinces for Khon Thai's followers, from the faction on that is asked for."""
    faction = int64(state[PICK_A])
    has_rama = int64(faction <= 0 and state[SUPPLY] > 0)
    has_lao = int64(faction <= 1 and state[SUPPLY + 1] > 0)
    has_malay = int64(state[SUPPLY + 2] > 0)
    provinces = int64(state[OPEN])
    if is_hopeless(sketch, sketch.rama, sketch.lao, sketch.malay, 1 + has_rama + has_lao + has_malay):
        return -1
    firsts = provinces if has_rama else 1
    while firsts:
        first = pick(random, firsts)
        firsts &= ~(1 << first)
        rama = sketch.rama + (has_rama << 8 * first)
        path[0] = STEP_PROVINCE + first
        if is_hopeless(sketch, rama, sketch.lao, sketch.malay, 1 + has_lao + has_malay):
            continue
        seconds = provinces if has_lao else 1
        while seconds:
            second = pick(random, seconds)
            seconds &= ~(1 << second)
            lao = sketch.lao + (has_lao << 8 * second)
            path[has_rama] = STEP_PROVINCE + second
            if is_hopeless(sketch, rama, lao, sketch.malay, 1 + has_malay):
                continue
            thirds = provinces if has_malay else 1
            while thirds:
                third = pick(random, thirds)
                thirds &= ~(1 << third)
                malay = sketch.malay + (has_malay << 8 * third)
                path[has_rama + has_lao] = STEP_PROVINCE + third
                steps = _take(sketch, rama, lao, malay, path, has_rama + has_lao + has_malay, random)
                if steps >= 0:
                    return steps
    return -1


@kernel
def _complete_placing(ground: IntArray, state: IntArray, sketch: Sketch, path: Path, random: RandomState) -> int:
    """Draw the provinces for the followers of a faction's own card."""
    faction = int64(state[CARD]) - CARD_FACTION
    rama, lao, malay = int64(faction == 0), int64(faction == 1), int64(faction == 2)
    two = int64(state[STAGE] == PLACE_FIRST and state[SUPPLY + faction] >= 2)
    if is_hopeless(sketch, sketch.rama, sketch.lao, sketch.malay, 2 + two):
        return -1
    targets = placeable(ground, state, faction)
    firsts = targets if two else 1
    while firsts:
        first = pick(random, firsts)
        seconds = targets & firsts if two else targets
        firsts &= ~(1 << first)
        path[0] = STEP_PROVINCE + first
        while seconds:
            second = pick(random, seconds)
            seconds &= ~(1 << second)
            path[two] = STEP_PROVINCE + second
            placed = (two << 8 * first) + (1 << 8 * second)
            steps = _take(
                sketch,
                sketch.rama + rama * placed,
                sketch.lao + lao * placed,
                sketch.malay + malay * placed,
                path,
                two + 1,
                random,
            )
            if steps >= 0:
                return steps
    return -1


@kernel
def _take_after_swap(
    sketch: Sketch, left: int, second: int, right: int, path: Path, depth: int, random: RandomState
) -> int:
    """Swap the followers of these cells (the second of two may be missing: -1) and draw the one taken last."""
    here, there = province_of(left), province_of(right)
    gone = (1 << 8 * there) - (1 << 8 * here)
    faction, back = faction_of(left), faction_of(right)
    other = faction_of(second) if second >= 0 else 3
    return _take(
        sketch,
        sketch.rama + gone * (int64(faction == 0) + int64(other == 0) - int64(back == 0)),
        sketch.lao + gone * (int64(faction == 1) + int64(other == 1) - int64(back == 1)),
        sketch.malay + gone * (int64(faction == 2) + int64(other == 2) - int64(back == 2)),
        path,
        depth,
        random,
    )


@kernel
def _complete_swap(ground: IntArray, state: IntArray, sketch: Sketch, path: Path, random: RandomState) -> int:
    """Draw the two cells of a swap 1 for 1."""
    stage = state[STAGE]
    reduced = stage >= REDUCED_FIRST
    begun = int64(stage != ONE_FIRST and stage != REDUCED_FIRST)
    firsts = 1 << int64(state[PICK_A])
    if not begun:
        firsts = reduced_firsts(ground, state) if reduced else one_firsts(state)
    null_failed = False
    while firsts:
        first = pick(random, firsts)
        seconds = reduced_seconds(ground, state, first) if reduced else one_seconds(state, first)
        if not begun:
            seconds &= firsts  # what failed as the first fails as the second
            path[0] = STEP_CELL + first
        firsts &= ~(1 << first)
        while seconds:
            second = pick(random, seconds)
            seconds &= ~(1 << second)
            null = faction_of(first) == faction_of(second)
            if null and null_failed:
                continue
            path[1 - begun] = STEP_CELL + second
            steps = _take_after_swap(sketch, first, -1, second, path, 2 - begun, random)
            if steps >= 0:
                return steps
            null_failed |= null
    return -1


@kernel
def _complete_two(ground: IntArray, state: IntArray, sketch: Sketch, path: Path, random: RandomState) -> int:
    """Draw the three cells of a swap 2 for 1."""
    stage = state[STAGE]
    begun = int64(stage) - TWO_FIRST
    firsts = two_firsts(ground, state) if begun == 0 else 1 << int64(state[PICK_A])
    while firsts:
        first = pick(random, firsts)
        seconds = two_seconds(ground, state, first) if begun < 2 else 1 << int64(state[PICK_B])
        if begun == 0:
            seconds &= firsts  # what failed as the first fails as the second
            path[0] = STEP_CELL + first
        firsts &= ~(1 << first)
        while seconds:
            second = pick(random, seconds)
            seconds &= ~(1 << second)
            if begun < 2:
                path[1 - begun] = STEP_CELL + second
            others = two_others(ground, state, first, second)
            while others:
                other = pick(random, others)
                others &= ~(1 << other)
                path[2 - begun] = STEP_CELL + other
                steps = _take_after_swap(sketch, first, second, other, path, 3 - begun, random)
                if steps >= 0:
                    return steps
    return -1


@kernel
def _complete_tiles(ground: IntArray, state: IntArray, sketch: Sketch, path: Path, random: RandomState) -> int:
    """Draw the two tiles of Maharacha."""
    begun = int64(state[STAGE] == KING_SECOND)
    if is_hopeless(sketch, sketch.rama, sketch.lao, sketch.malay, 1):
        return -1
    tiles = swappable_tiles(ground, state)
    firsts = 1 << int64(state[PICK_A]) if begun else tiles
    while firsts:
        first = pick(random, firsts)
        seconds = tiles if begun else tiles & firsts
        seconds &= ~(1 << first)
        firsts &= ~(1 << first)
        path[0] = STEP_PROVINCE + first
        while seconds:
            second = pick(random, seconds)
            seconds &= ~(1 << second)
            path[1 - begun] = STEP_PROVINCE + second
            change = (sketch.boxes >> 8 * first ^ sketch.boxes >> 8 * second) & 255
            boxes = sketch.boxes ^ change << 8 * first ^ change << 8 * second
            swapped = Sketch(
                sketch.rama, sketch.lao, sketch.malay, boxes, sketch.won, sketch.wins, sketch.useful, sketch.rulers
            )
            steps = _take(swapped, sketch.rama, sketch.lao, sketch.malay, path, 2 - begun, random)
            if steps >= 0:
                return steps
    return -1


@kernel
def winning_completion(ground: IntArray, state: IntArray, path: Path, random: RandomState) -> int:
    """Complete a started move with the last card so that it wins: write the steps, give how many, or -1."""
    sketch = sketch_of(ground, state)
    stage = state[STAGE]
    if stage == THAI:
        return _complete_thai(state, sketch, path, random)
    if stage == TAKE:
        return _take(sketch, sketch.rama, sketch.lao, sketch.malay, path, 0, random)
    if stage >= PLACE_FIRST:
        return _complete_placing(ground, state, sketch, path, random)
    if stage <= KING_SECOND:
        return _complete_tiles(ground, state, sketch, path, random)
    if is_hopeless(sketch, sketch.rama, sketch.lao, sketch.malay, 5):
        return -1  # a swap can turn each of two provinces from one faction to the other
    if TWO_FIRST <= stage <= TWO_OTHER:
        return _complete_two(ground, state, sketch, path, random)
    return _complete_swap(ground, state, sketch, path, random)


@kernel
def can_win(ground: IntArray, state: IntArray, seat: int, path: Path, random: RandomState) -> bool:
    """Return whether the seat's move with the last card begun in this position can be completed."""
    if state[STAGE] == MOVE:  # no effect and nothing to take: the move is complete
        return frozen_winners(ground, state) == ground[CAMPS + seat]
    return winning_completion(ground, state, path, random) >= 0


@kernel
def finish_last_card(ground: IntArray, state: IntArray, seat: int, path: Path, random: RandomState) -> bool:
    """Complete the seat's move with the last card begun in this position so that it wins, if that can be."""
    if state[STAGE] == MOVE:  # no effect and nothing to take: the move is complete
        return frozen_winners(ground, state) == ground[CAMPS + seat]
    steps = winning_completion(ground, state, path, random)
    for i in range(steps):
        apply_step(ground, state, path[i])
    return steps >= 0


@kernel
def legal_steps(ground: IntArray, state: IntArray) -> int:
    """Return the legal steps as bits: every one of them can be completed to a legal move."""
    possible = possible_steps(ground, state)
    if state[CARDS] != 1 or possible == 1 << STEP_PASS or possible == 0:
        return possible
    return _legal_last_steps(ground, state, possible)


@kernel
def _legal_last_steps(ground: IntArray, state: IntArray, possible: int) -> int:
    """Return those of the possible steps that lead to a win, and the pass."""
    legal = possible & 1 if state[STAGE] == MOVE else int64(0)
    left = possible & ~legal
    if state[STAGE] == TAKE:
        sketch = sketch_of(ground, state)
        while left:
            cell = lowest(left) - STEP_CELL
            left &= left - 1
            wins = takes(sketch, sketch.rama, sketch.lao, sketch.malay, faction_of(cell), province_of(cell))
            legal |= int64(wins) << (STEP_CELL + cell)
        return legal
    path = np.empty(WAY_SIZE, np.int64)
    trial = np.empty(SIZE, np.int32)
    random = np.zeros(1, np.uint64)
    while left:
        step = lowest(left)
        left &= left - 1
        trial[:] = state
        apply_step(ground, trial, step)
        if can_win(ground, trial, state[TO_MOVE], path, random):
            legal |= 1 << step
    return legal
