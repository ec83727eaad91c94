"""What is certain about an ending of two camps: its outcome, and a move that reaches it."""

import threading
import time
from dataclasses import dataclass
from typing import Final

import numpy as np

from siam.engine.core.bits import IntArray
from siam.engine.core.codec import encode, move_of, position_ground
from siam.engine.core.layout import CAMPS, TO_MOVE
from siam.engine.core.outcomes import frozen_winners
from siam.engine.search.duels import (
    PASS_CODE,
    UNDECIDED,
    WON,
    Known,
    Room,
    can_be_shared,
    decide,
    new_known,
    new_room,
)
from siam.engine.search.endgame import LOSS, UNKNOWN, WIN, Endgame, new_endgame, solve, solve_three
from siam.engine.search.packed import WORDS, pack
from siam.engine.search.packed_boards import steps_of
from siam.engine.search.results import Line
from siam.rules import PASS, Move, Position, camp_of

_REMEMBERED: Final = 1 << 20
_PROOFS_KEPT: Final = 1 << 21
"""So many pairs; memory is taken only for those that are written."""
_ENOUGH: Final = 1 << 62
_MOMENT: Final = 0.001


@dataclass(frozen=True, slots=True)
class Proof:
    """The certain winning chance of each camp."""

    value_by_camp: tuple[float, ...]
    line: Line | None
    """A move that keeps it; none if the position is lost, where every move does."""
    looked_at: int


class Lore:
    """What has been proven about endings of one game, for the moves that follow."""

    def __init__(self, ground: IntArray) -> None:
        self.ground = ground
        self.known: Known = new_known(_PROOFS_KEPT)

    def fits(self, ground: IntArray) -> bool:
        """Return whether a game is played on the same board by the same terms."""
        return bool(np.array_equal(self.ground, ground))


class Prover:
    """Searches an ending of two camps to the end, in the background if wanted, in as many threads as wanted."""

    def __init__(self, position: Position, *, threads: int = 1, lore: Lore | None = None) -> None:
        self._position = position
        ground = position_ground(position)
        self.lore = lore if lore is not None and lore.fits(ground) else Lore(ground)
        state, self._row = encode(position), np.zeros(WORDS, np.int64)
        pack(state, self._row)
        self._stands = int(frozen_winners(ground, state)) == int(ground[CAMPS + state[TO_MOVE]])
        is_shareable = bool(can_be_shared(ground, self._row))
        threads = 1 if is_shareable else threads
        self._rooms = [new_room(backwards=number % 2 == 1) for number in range(threads)]
        self._threads = [threading.Thread(target=self._work, args=(room, _ENOUGH), daemon=True) for room in self._rooms]
        self._endgame = new_endgame(_ENOUGH, known=_REMEMBERED) if is_shareable else None
        """The slower solver, which knows shared wins."""
        self.proof: Proof | None = None
        """What has been proven, once it has."""

    def prove(self, budget: int) -> None:
        """Look at no more than so many positions, in this thread."""
        self._work(self._rooms[0], budget)

    def _work(self, room: Room, budget: int) -> None:
        if self._endgame is not None:
            self._endgame.budget[0] = budget
            self.proof = _proof(self._position, self._endgame)
        else:
            self._decide(room, budget)

    def _decide(self, room: Room, budget: int) -> None:
        room.rows[0] = self._row
        room.budget[0] = budget
        outcome = int(decide(self.lore.ground, self.lore.known, room, 0, self._stands))
        if outcome == UNDECIDED or self.proof is not None:
            return
        own = camp_of(len(self._position.players), self._position.to_move)[0]
        wins = outcome == WON
        values = tuple(float((camp == own) == wins) for camp in range(2))
        looked_at = budget - int(room.budget[0])
        line = Line((self._move(int(room.best[0])),), values, looked_at, True) if wins else None
        self.proof = Proof(values, line, looked_at)

    def _move(self, code: int) -> Move:
        return PASS if code == PASS_CODE else move_of(self._position, steps_of(self._row, code))

    @property
    def has_move(self) -> bool:
        """Return whether the move that was found is proven to be a best one."""
        return self.proof is not None and self.proof.line is not None

    def start(self) -> None:
        """Go to work, for as long as it takes or until the end is asked for."""
        for thread in self._threads:
            thread.start()

    def wait(self, seconds: float, stop: threading.Event) -> None:
        """Wait for the proof, but no longer than so many seconds, or until the stop is set."""
        until = time.monotonic() + seconds
        while self.proof is None and any(thread.is_alive() for thread in self._threads):
            if time.monotonic() >= until or stop.wait(_MOMENT):
                return

    def withdraw(self) -> None:
        """Leave the proof to one thread; if it has been found, to none."""
        self._end(self._threads[1:] if self.proof is None else self._threads)

    def end(self) -> None:
        """Leave off."""
        self._end(self._threads)

    def _end(self, threads: list[threading.Thread]) -> None:
        budgets = [room.budget for room in self._rooms[-len(threads) :]] if threads else []
        if self._endgame is not None:
            budgets.append(self._endgame.budget)
        while any(thread.is_alive() for thread in threads):
            for budget in budgets:
                budget[0] = 0  # said again and again: the search counts down meanwhile
            for thread in threads:
                thread.join(_MOMENT)


def can_be_proven(position: Position) -> bool:
    """Return whether there are two camps, and more to prove than the last card."""
    return len(position.players) != 3 and position.card_count >= 2 and not position.is_over


def can_be_foreseen(position: Position) -> bool:
    """Return whether three players have more than the last card before them."""
    return len(position.players) == 3 and position.card_count >= 2 and not position.is_over


def foresee(position: Position, budget: int) -> Proof | None:
    """Search an ending of three players to the end, each playing for themselves (max^n).

    Of moves that are equally good for the mover, passing is expected before all others, and then the first in the order
    of the steps. None if looking at so many positions does not suffice.
    """
    endgame = new_endgame(budget)
    endgame.rows[0, 0] = encode(position)
    winners = int(solve_three(position_ground(position), endgame, 0))
    if winners == UNKNOWN:
        return None
    share = 1 / (winners.bit_count() or 3)
    values = tuple(share if not winners or winners >> seat & 1 else 0.0 for seat in range(3))
    looked_at = budget - int(endgame.budget[0])
    return Proof(values, Line((_best_move(position, endgame),), values, looked_at, True), looked_at)


def prove(position: Position, budget: int) -> Proof | None:
    """Search an ending of two camps to the end; None if looking at so many positions does not suffice.

    What it finds within a budget repeats exactly, and the levels that count nodes are spaced with it; by the clock a
    `Prover` finds more.
    """
    if not can_be_proven(position):
        return None
    return _proof(position, new_endgame(budget, known=_REMEMBERED))


def _proof(position: Position, endgame: Endgame) -> Proof | None:
    budget = int(endgame.budget[0])
    endgame.rows[0, 0] = encode(position)
    worth = int(solve(position_ground(position), endgame, 0, LOSS, WIN))
    if worth == UNKNOWN:
        return None
    own = camp_of(len(position.players), position.to_move)[0]
    values = tuple(worth / WIN if camp == own else 1 - worth / WIN for camp in range(2))
    looked_at = budget - int(endgame.budget[0])
    if worth == LOSS:
        return Proof(values, None, looked_at)
    return Proof(values, Line((_best_move(position, endgame),), values, looked_at, True), looked_at)


def _best_move(position: Position, endgame: Endgame) -> Move:
    steps = [int(step) for step in endgame.paths[0] if step >= 0]
    return PASS if steps == [0] else move_of(position, steps)
