"""Games that the engine plays against itself at full speed, stopped where few cards and provinces are left."""

from siam.engine.core.bits import IntArray, RandomState, below, ones, pick
from siam.engine.core.compiling import kernel
from siam.engine.core.effects import play_pass
from siam.engine.core.layout import CAMPS, CARDS, HANDS, OPEN, OVER, SEATS, STAGE, TO_MOVE
from siam.engine.core.outcomes import frozen_winners
from siam.engine.core.playouts import deal, play_random_card

_TRIES = 6
"""How many moves a player who is behind looks at before one is played."""
_PATIENCE_AHEAD = 90
_PATIENCE_BEHIND = 50
"""How often, of a hundred times, a player passes although there are cards in hand."""


@kernel
def play_to_ending(
    ground: IntArray, state: IntArray, trial: IntArray, random: RandomState, cards: int, provinces: int
) -> bool:
    """Deal and play to an ending with this few cards and open provinces; return whether the game came there.

    Who is ahead as it stands mostly passes; who is behind looks for a card that turns the outcome. The seat to move
    holds a card then, and a partner holds none.
    """
    deal(ground, state, random)
    while state[STAGE] != OVER and state[CARDS] >= cards:
        seat = state[TO_MOVE]
        camp = ground[CAMPS + seat]
        is_late = state[CARDS] == cards
        is_alone = ground[SEATS] < 4 or state[HANDS + (seat + 2) % 4] == 0
        if is_late and is_alone and ones(state[OPEN]) <= provinces and state[HANDS + seat]:
            return True
        patience = _PATIENCE_AHEAD if frozen_winners(ground, state) & camp else _PATIENCE_BEHIND
        if is_late or state[HANDS + seat] == 0 or below(random, 100) < patience:
            play_pass(ground, state)
            continue
        for _ in range(_TRIES):
            trial[:] = state
            play_random_card(ground, trial, pick(random, state[HANDS + seat] & 0x7F), random)
            if frozen_winners(ground, trial) & camp:
                break
        state[:] = trial
    return False
