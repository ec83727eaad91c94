"""Decide what an agent is: something that chooses a legal move."""

from threading import Event
from typing import Protocol

from siam.rules import Move, Position


class Agent(Protocol):
    """Chooses moves for the seat to move: the same move for the same seed, unless it thinks by the clock."""

    @property
    def name(self) -> str:
        """The name under which the registry knows it."""
        ...

    def choose(
        self, position: Position, *, seconds: float | None = None, seed: int = 0, stop: Event | None = None
    ) -> Move:
        """Return a legal move; `seconds` limits the thinking, None leaves it to the agent.

        Whoever thinks for a while answers with the best so far as soon as `stop` is set.
        """
        ...
