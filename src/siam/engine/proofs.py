"""What is certain about an ending of two camps: its outcome, and a move that reaches it."""

from collections.abc import Callable
from dataclasses import dataclass

from siam.engine.codec import encode, move_of, position_ground
from siam.engine.endgame import LOSS, UNKNOWN, WIN, new_endgame, solve
from siam.engine.results import Line
from siam.rules import PASS, Position, camp_of

STAGE_GROWTH = 4
"""How much more each attempt may look at than the one before; what that repeats is a third of the last one."""
_FIRST_STAGE = 20_000
_SURE_CARDS = 3
"""So few cards left are searched in one go: that takes a second at most."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The certain winning chance of each camp."""

    value_by_camp: tuple[float, ...]
    line: Line | None
    """A move that keeps it; none if the position is lost, where every move does."""
    looked_at: int


def prove(position: Position, budget: int, may_go_on: Callable[[], bool] = lambda: True) -> Proof | None:
    """Search an ending of two camps to the end; None if the budget of positions does not suffice.

    A search can't be interrupted, so it is tried with a small part of the budget, then with a larger one;
    `may_go_on` is asked in between.
    """
    if len(position.players) == 3 or position.card_count < 2 or position.is_over:
        return None
    ground, row = position_ground(position), encode(position)
    stage = budget if position.card_count <= _SURE_CARDS else min(budget, _FIRST_STAGE)
    while True:
        endgame = new_endgame(stage)
        endgame.rows[0, 0] = row
        worth = int(solve(ground, endgame, 0, LOSS, WIN))
        if worth != UNKNOWN:
            break
        if stage >= budget or not may_go_on():
            return None
        stage = min(budget, STAGE_GROWTH * stage)
    own = camp_of(len(position.players), position.to_move)[0]
    values = tuple(worth / WIN if camp == own else 1 - worth / WIN for camp in range(2))
    looked_at = stage - int(endgame.budget[0])
    if worth == LOSS:
        return Proof(values, None, looked_at)
    steps = [int(step) for step in endgame.paths[0] if step >= 0]
    move = PASS if steps == [0] else move_of(position, steps)
    return Proof(values, Line((move,), values, looked_at, True), looked_at)
