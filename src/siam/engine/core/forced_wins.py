"""Whether a camp wins whatever the others do, and by which moves: the compiled twin of `siam.puzzles.proofs`.

Moves are looked at in the order of their steps, so that the first one found is the one that the rules find first.
"""

from typing import Final

import numpy as np

from siam.engine.core.bits import IntArray, int64, lowest
from siam.engine.core.compiling import kernel
from siam.engine.core.effects import play_pass
from siam.engine.core.last_card import legal_steps
from siam.engine.core.layout import CAMPS, CARDS, HANDS, MOVE, OVER, SIZE, STAGE, STEP_PASS, TO_MOVE
from siam.engine.core.outcomes import frozen_winners
from siam.engine.core.steps import apply_step

MAX_STEPS: Final = 8
"""More steps than a move has."""
_LINE: Final = 40
"""More turns than eight struggles of four players have, if everybody passes."""

# --- what a move is looked for to bring about -----------------------------------------------------------------
MISSED: Final = 0
"""The camp forces no win any more."""
FORCED: Final = 1
"""The camp wins whatever the others do."""
BEHIND: Final = 2
"""The camp does not win as it stands."""


@kernel
def forces(ground: IntArray, state: IntArray, camp: int) -> bool:
    """Return whether the camp (seat bits) wins alone from here, whatever the others do."""
    won = frozen_winners(ground, state) == camp
    if state[CARDS] == 0 or state[STAGE] == OVER:
        return won
    line = np.empty((_LINE, SIZE), np.int32)
    here = state.copy()
    length = 0
    while here[STAGE] != OVER:
        if here[HANDS + here[TO_MOVE]]:
            line[length] = here
            length += 1
        play_pass(ground, here)
    stack = np.empty((MAX_STEPS, SIZE), np.int32)
    left = np.zeros(MAX_STEPS, np.int64)
    for i in range(length - 1, -1, -1):
        ours = (camp >> line[i, TO_MOVE] & 1) == 1
        if ours == won:
            continue
        left[0] = legal_steps(ground, line[i]) & ~(1 << STEP_PASS)
        if line[i, CARDS] == 1:
            if left[0]:  # the last card may only be played to win (5.5)
                won = ours
            continue
        stack[0] = line[i]
        depth = 0
        while depth >= 0:
            if left[depth] == 0:
                depth -= 1
                continue
            step = lowest(left[depth])
            left[depth] &= left[depth] - 1
            stack[depth + 1] = stack[depth]
            apply_step(ground, stack[depth + 1], step)
            if stack[depth + 1, STAGE] == MOVE:
                if forces(ground, stack[depth + 1], camp) == ours:
                    won = ours
                    break
            else:
                depth += 1
                left[depth] = legal_steps(ground, stack[depth])
    return won


@kernel
def _brings(ground: IntArray, state: IntArray, camp: int, goal: int) -> bool:
    if goal == BEHIND:
        return bool(frozen_winners(ground, state) != camp)
    return bool(forces(ground, state, camp) == (goal == FORCED))


@kernel
def turning_card(ground: IntArray, state: IntArray, camp: int, goal: int, path: IntArray) -> int:
    """Write the first move with a card that brings a goal about; give how many steps it has, or 0."""
    stack = np.empty((MAX_STEPS, SIZE), np.int32)
    left = np.zeros(MAX_STEPS, np.int64)
    stack[0] = state
    left[0] = legal_steps(ground, state) & ~(1 << STEP_PASS)
    depth = 0
    while depth >= 0:
        if left[depth] == 0:
            depth -= 1
            continue
        path[depth] = lowest(left[depth])
        left[depth] &= left[depth] - 1
        stack[depth + 1] = stack[depth]
        apply_step(ground, stack[depth + 1], path[depth])
        if stack[depth + 1, STAGE] != MOVE:
            depth += 1
            left[depth] = legal_steps(ground, stack[depth])
        elif _brings(ground, stack[depth + 1], camp, goal):
            return depth + 1
    return 0


@kernel
def _passed(ground: IntArray, state: IntArray) -> IntArray:
    after: IntArray = state.copy()
    play_pass(ground, after)
    return after


@kernel
def _write_pass(path: IntArray) -> int:
    path[0] = STEP_PASS
    return 1


@kernel
def winning_move(ground: IntArray, state: IntArray, path: IntArray) -> int:
    """Write the first move after which the mover's camp forces the win; give how many steps it has, or 0."""
    camp = int64(ground[CAMPS + state[TO_MOVE]])
    if forces(ground, _passed(ground, state), camp):
        return _write_pass(path)
    return turning_card(ground, state, camp, FORCED, path)


@kernel
def refuting_move(ground: IntArray, state: IntArray, camp: int, path: IntArray) -> int:
    """Write what is played so that the camp, which forces no win here, misses it; give how many steps it has."""
    mover = int64(state[TO_MOVE])
    if not camp >> mover & 1 and state[HANDS + mover]:
        stands_won = frozen_winners(ground, state) == camp
        if stands_won or forces(ground, _passed(ground, state), camp):
            length = turning_card(ground, state, camp, MISSED, path)
            if length:
                return length
    return _write_pass(path)


@kernel
def answer_to(ground: IntArray, state: IntArray, solver: int, path: IntArray) -> int:
    """Write what follows a right try; give how many steps it has, or 0 where the solver has something to decide.

    Whoever can turn the outcome as it stands does so; everybody else passes, the solver too where that keeps the win.
    """
    mover = int64(state[TO_MOVE])
    camp = int64(ground[CAMPS + solver])
    stands_won = frozen_winners(ground, state) == camp
    if mover == solver and state[HANDS + mover]:
        if not stands_won or not forces(ground, _passed(ground, state), camp):
            return 0
    elif not camp >> mover & 1 and stands_won:
        length = turning_card(ground, state, camp, BEHIND, path)
        if length:
            return length
    return _write_pass(path)
