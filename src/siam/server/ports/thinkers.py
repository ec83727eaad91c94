"""Declare what is needed of those who think: bots, hints, analysis."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Question:
    """A position for a thinker, as text; `person` is on whose behalf it is asked, for a fair queue.

    One that `waits` is asked by somebody who wants advice or practice: bots at tables come first. `played` is a move
    that is to be compared with the best one.
    """

    position: str
    options: dict[str, str | bool]
    board_file: str | None
    person: str = ""
    played: str | None = None
    waits: bool = False


@dataclass(frozen=True, slots=True)
class Advice:
    """A thinker's move, each seat's chance to win, and the replies that it expects.

    `after_played` are the chances if the move in question is played, as far as the same search knows it.
    """

    move: str
    chances: tuple[float, ...] = ()
    replies: tuple[str, ...] = ()
    after_played: tuple[float, ...] | None = None

    @property
    def line(self) -> tuple[str, ...]:
        """The move, and what follows it."""
        return (self.move, *self.replies)


class Thinkers(Protocol):
    """Bots and analysis, outside the event loop."""

    @property
    def waiting(self) -> int:
        """How many questions wait for their turn."""
        ...

    def levels(self, players: int | None = None) -> tuple[str, ...]:
        """Name all levels, or those that play with a number of players."""
        ...

    async def choose(self, question: Question, level: str, seconds: float | None, seed: int) -> str:
        """Choose a move within its time."""
        ...

    async def advise(self, question: Question, seconds: float) -> Advice:
        """Find the best move and the chances; waits while bots think."""
        ...
