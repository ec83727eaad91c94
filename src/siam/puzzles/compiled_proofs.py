"""The compiled twin of `siam.puzzles.proofs`: whether a camp wins whatever the others do."""

import numpy as np

from siam.engine.core.bits import IntArray, lowest
from siam.engine.core.codec import encode, position_ground
from siam.engine.core.compiling import kernel
from siam.engine.core.effects import play_pass
from siam.engine.core.last_card import legal_steps
from siam.engine.core.layout import CAMPS, CARDS, HANDS, MOVE, OVER, SIZE, STAGE, STEP_PASS, TO_MOVE
from siam.engine.core.outcomes import frozen_winners
from siam.engine.core.steps import apply_step
from siam.rules import Position, Seat

_LINE = 40
"""More turns than eight struggles of four players have, if everybody passes."""
_DEPTH = 8
"""More steps than a move has."""


@kernel
def forces(ground: IntArray, state: IntArray, camp: int) -> bool:
    """Return whether the camp (seat bits) wins alone from here; see `siam.puzzles.proofs.forces_win`."""
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
    stack = np.empty((_DEPTH, SIZE), np.int32)
    left = np.zeros(_DEPTH, np.int64)
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


def forces_win(position: Position, camp: tuple[Seat, ...]) -> bool:
    """Return whether a camp wins alone from here, whatever the others do; a partner plays along."""
    ground = position_ground(position)
    return bool(forces(ground, encode(position), int(ground[CAMPS + camp[0]])))
