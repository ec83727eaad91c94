"""What is certain about an ending of two camps: its outcome, and a move that reaches it."""

from dataclasses import dataclass

from siam.engine.codec import encode, move_of, position_ground
from siam.engine.endgame import LOSS, UNKNOWN, WIN, new_endgame, solve
from siam.engine.results import Line
from siam.rules import PASS, Position, camp_of


@dataclass(frozen=True, slots=True)
class Proof:
    """The certain winning chance of each camp."""

    value_by_camp: tuple[float, ...]
    line: Line | None
    """A move that keeps it; none if the position is lost, where every move does."""
    looked_at: int


def prove(position: Position, budget: int) -> Proof | None:
    """Search an ending of two camps to the end; None if the budget of positions does not suffice."""
    if len(position.players) == 3 or position.card_count < 2 or position.is_over:
        return None
    endgame = new_endgame(budget)
    endgame.rows[0, 0] = encode(position)
    worth = int(solve(position_ground(position), endgame, 0, LOSS, WIN))
    if worth == UNKNOWN:
        return None
    own = camp_of(len(position.players), position.to_move)[0]
    values = tuple(worth / WIN if camp == own else 1 - worth / WIN for camp in range(2))
    looked_at = budget - int(endgame.budget[0])
    if worth == LOSS:
        return Proof(values, None, looked_at)
    steps = [int(step) for step in endgame.paths[0] if step >= 0]
    move = PASS if steps == [0] else move_of(position, steps)
    return Proof(values, Line((move,), values, looked_at, True), looked_at)
