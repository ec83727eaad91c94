"""The beginner, who sees who would win as it stands and few ways to change it: the twin of `siam.agents.simple`."""

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray, RandomState, int64, ones, pick
from siam.engine.core.compiling import kernel
from siam.engine.core.last_card import legal_steps
from siam.engine.core.layout import BRITISH, CAMPS, COURTS, HANDS, MOVE, OVER, SEATS, SIZE, STAGE, TO_MOVE
from siam.engine.core.outcomes import ending_of, frozen_boxes, winners_of
from siam.engine.core.states import copy_state
from siam.engine.core.steps import apply_step
from siam.engine.search.noise import seeded
from siam.engine.search.workspace import MAX_PATH, NO_STEP


@kernel
def random_steps(ground: IntArray, state: IntArray, random: RandomState, path: NDArray[np.int8]) -> None:
    """Play a move of steps drawn from the legal ones, and leave them in the path."""
    path[:] = NO_STEP
    length = 0
    while length == 0 or (state[STAGE] != MOVE and state[STAGE] != OVER):
        step = pick(random, legal_steps(ground, state))
        apply_step(ground, state, step)
        path[length] = step
        length += 1


@kernel
def standing_worth(ground: IntArray, state: IntArray, seat: int) -> int:
    """Rate a position for a seat as it stands, in one number: won or not, the lead in what decides, cards kept."""
    ending = ending_of(frozen_boxes(state))
    ruler = ending & 3
    ours = theirs = int64(0)
    for other in range(ground[SEATS]):
        court = COURTS + 3 * other
        figure = int64(min(state[court], state[court + 1], state[court + 2]))
        if ruler != BRITISH:
            figure = int64(state[court + ruler])
        if ground[CAMPS + seat] >> other & 1:
            ours = max(ours, figure)
        else:
            theirs = max(theirs, figure)
    wins = winners_of(ground, state, ending) >> seat & 1
    return wins << 20 | (ours - theirs + 128) << 8 | ones(int64(state[HANDS + seat]))


@kernel
def choose_as_it_stands(ground: IntArray, state: IntArray, ideas: int, seed: int, path: NDArray[np.int8]) -> None:
    """Leave the steps of the best of passing and so many moves drawn in the path, if everybody passed from then on."""
    random, seat = seeded(seed), int64(state[TO_MOVE])
    after = np.empty(SIZE, np.int32)
    idea = np.empty(MAX_PATH, np.int8)
    path[:] = NO_STEP
    path[0] = 0
    copy_state(state, after)
    apply_step(ground, after, 0)
    best = standing_worth(ground, after, seat)
    if best >> 20:
        return
    for _ in range(ideas):
        copy_state(state, after)
        random_steps(ground, after, random, idea)
        if idea[0] == 0:
            continue
        worth = standing_worth(ground, after, seat)
        if worth > best:
            best = worth
            path[:] = idea
