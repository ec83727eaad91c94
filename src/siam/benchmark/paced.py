"""Hold an agent to the time that a task gives it."""

import time
from dataclasses import dataclass, field
from typing import Any, Final

from siam.arena.play.entrants import Chooser, dismiss, make, parse_entrant
from siam.rules import Move, Position, SiamError

LENIENCY: Final = 3.0
"""How many times over an agent may take its time, on the average of its moves: machines differ, and have other work."""
START_SECONDS: Final = 10.0
"""What it may take besides, for its start and for what it compiles."""


class TooSlowError(SiamError):
    """An agent that takes more time than its task gives."""


@dataclass(slots=True)
class PacedAgent:
    """An agent that is told how long it may think for a move, and loses if it takes much longer.

    It is made where it plays: so it can be handed to another process.
    """

    agent: str
    seconds: float
    name: str = "submission"
    _player: Any = field(default=None, compare=False)
    _moves: int = field(default=0, compare=False)
    _taken: float = field(default=0.0, compare=False)

    def choose(self, position: Position, *, seed: int = 0) -> Move:
        """Let it choose within its time."""
        begun = time.perf_counter()
        move = self._made().choose(position, seconds=self.seconds, seed=seed)
        self._taken += time.perf_counter() - begun
        self._moves += 1
        if self._taken > START_SECONDS + LENIENCY * self.seconds * self._moves:
            took = f"{self._taken / self._moves:.2f} s a move"
            raise TooSlowError(f"{took}, where {self.seconds:g} s are given")
        return move

    def _made(self) -> Chooser:
        if self._player is None:
            self._player = make(parse_entrant(self.agent))
        player: Chooser = self._player
        return player

    def close(self) -> None:
        """Let it end what it has started."""
        if self._player is not None:
            dismiss(self._player)
            self._player = None
