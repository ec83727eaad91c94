"""Exact endings: with one card left the rest of the game is forced, with few it is searched to the end."""

import numpy as np
from numpy.typing import NDArray

from siam.engine.bits import IntArray, RandomState, int64, lowest
from siam.engine.compiling import kernel
from siam.engine.kernel import begin_card, play_pass
from siam.engine.lastcard import finish_last_card
from siam.engine.layout import CAMPS, CARDS, HANDS, OVER, RESOLVED, SIZE, STAGE, TO_MOVE
from siam.engine.outcomes import frozen_winners


@kernel
def settle_last_card(
    ground: IntArray, state: IntArray, trial: IntArray, sketch: NDArray[np.int64], random: RandomState
) -> int:
    """Give the winning seats once a single card is left: its holder plays it as soon as it wins (5.5).

    Everybody else can only pass, and playing a last card that wins is never wrong.
    """
    hopeless = -1
    while state[STAGE] != OVER and state[CARDS] == 1:
        seat = int64(state[TO_MOVE])
        hand = int64(state[HANDS + seat])
        if hand and hopeless != state[RESOLVED]:
            for i in range(SIZE):
                trial[i] = state[i]
            begin_card(ground, trial, lowest(hand))
            if finish_last_card(ground, trial, seat, sketch, random):
                return int64(ground[CAMPS + seat])
            hopeless = int64(state[RESOLVED])
        play_pass(ground, state)
    return frozen_winners(ground, state)
