"""How well an evaluation predicts who wins games that others play, by stage of the game."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray, int64
from siam.engine.core.compiling import kernel
from siam.engine.core.layout import PROVINCES, RESOLVED, SEATS, TO_MOVE
from siam.engine.core.outcomes import frozen_winners, is_decided
from siam.engine.evaluation.features import write_slots
from siam.engine.evaluation.net import Net, chance, refresh
from siam.engine.search.tree import exact_chances
from siam.engine.search.workspace import Desk

BINS: Final = 10
"""Chances are put into so many bins of equal width."""
_LEAST = 1e-6
"""A smaller chance counts as this, so that one certain mistake does not outweigh everything."""


def new_tally() -> NDArray[np.float64]:
    """Make room for the surprise and the number of positions of each stage."""
    return np.zeros((PROVINCES, 2))


def new_forecasts() -> NDArray[np.float64]:
    """Make room for the sum of the chances foretold, of the wins that followed, and their number, by stage and bin."""
    return np.zeros((PROVINCES, BINS, 3))


@kernel
def note_surprise(
    ground: IntArray,
    positions: IntArray,
    last: int,
    net: Net,
    desk: Desk,
    tally: NDArray[np.float64],
    forecasts: NDArray[np.float64],
) -> None:
    """Add how much the outcome of a game surprises an evaluation (cross-entropy in nats), by provinces resolved.

    What was foretold and what came of it is added to the forecasts.
    """
    seats = int64(ground[SEATS])
    shares = np.zeros(3)
    exact_chances(ground, frozen_winners(ground, positions[last]), shares)
    for turn in range(last):
        state = positions[turn]
        if is_decided(state):
            continue
        write_slots(ground, state, desk.slots[0])
        refresh(net, desk.slots[0], desk.hidden)
        stage = int64(state[RESOLVED])
        for camp in range(3 if seats == 3 else 2):
            guess = chance(net, desk.hidden, (camp - int64(state[TO_MOVE]) + seats) % seats)
            tally[stage, 0] -= shares[camp] * np.log(max(guess, _LEAST))
            row = forecasts[stage, min(int64(guess * BINS), BINS - 1)]
            row[0] += guess
            row[1] += shares[camp]
            row[2] += 1
        tally[stage, 1] += 1
