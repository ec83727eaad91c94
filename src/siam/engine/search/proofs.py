"""What is certain about an ending of two camps: its outcome, and a move that reaches it."""

import threading
from dataclasses import dataclass
from typing import Final

from siam.engine.core.codec import encode, move_of, position_ground
from siam.engine.search.endgame import LOSS, UNKNOWN, WIN, new_endgame, solve
from siam.engine.search.results import Line
from siam.rules import PASS, Move, Position, camp_of

_REMEMBERED: Final = 1 << 20
_ENOUGH: Final = 1 << 62
_MOMENT: Final = 0.001


@dataclass(frozen=True, slots=True)
class Proof:
    """The certain winning chance of each camp."""

    value_by_camp: tuple[float, ...]
    line: Line | None
    """A move that keeps it; none if the position is lost, where every move does."""
    looked_at: int


class Prover:
    """Searches an ending of two camps to the end, in the background if wanted."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._endgame = new_endgame(0, known=_REMEMBERED)
        self._thread = threading.Thread(target=self.prove, args=(_ENOUGH,), daemon=True)
        self.proof: Proof | None = None
        """What has been proven, once it has."""

    def prove(self, budget: int) -> None:
        """Look at no more than so many positions."""
        position, endgame = self._position, self._endgame
        endgame.budget[0] = budget
        endgame.rows[0, 0] = encode(position)
        worth = int(solve(position_ground(position), endgame, 0, LOSS, WIN))
        if worth == UNKNOWN:
            return
        own = camp_of(len(position.players), position.to_move)[0]
        values = tuple(worth / WIN if camp == own else 1 - worth / WIN for camp in range(2))
        looked_at = budget - int(endgame.budget[0])
        line = None if worth == LOSS else Line((self._move(),), values, looked_at, True)
        self.proof = Proof(values, line, looked_at)

    def _move(self) -> Move:
        steps = [int(step) for step in self._endgame.paths[0] if step >= 0]
        return PASS if steps == [0] else move_of(self._position, steps)

    @property
    def has_move(self) -> bool:
        """Return whether the move that was found is proven to be a best one."""
        return self.proof is not None and self.proof.line is not None

    def start(self) -> None:
        """Go to work, for as long as it takes or until the end is asked for."""
        self._thread.start()

    def end(self) -> None:
        """Leave off."""
        while self._thread.is_alive():
            self._endgame.budget[0] = 0  # said again and again: the search counts down meanwhile
            self._thread.join(_MOMENT)


def can_be_proven(position: Position) -> bool:
    """Return whether there are two camps, and more to prove than the last card."""
    return len(position.players) != 3 and position.card_count >= 2 and not position.is_over


def prove(position: Position, budget: int) -> Proof | None:
    """Search an ending of two camps to the end; None if looking at so many positions does not suffice."""
    if not can_be_proven(position):
        return None
    prover = Prover(position)
    prover.prove(budget)
    return prover.proof
