"""Decide how a whole game is played: the checked `play`, and a game as a first position and the turns since."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from siam.rules.endings import Outcome, outcome
from siam.rules.errors import IllegalMoveError
from siam.rules.legality import why_illegal
from siam.rules.moves import Move
from siam.rules.position import Position
from siam.rules.turns import Turn, advance


def play(position: Position, move: Move) -> Turn:
    """Play a move, or raise IllegalMoveError with the reason."""
    problem = why_illegal(position, move)
    if problem:
        raise IllegalMoveError(problem)
    return advance(position, move)


@dataclass(frozen=True, slots=True)
class Game:
    """A setup and the turns since; playing and undoing give new games."""

    setup: Position
    turns: tuple[Turn, ...] = ()

    @property
    def position(self) -> Position:
        """Where the game stands now."""
        return self.turns[-1].position if self.turns else self.setup

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position of the game, the setup first."""
        return (self.setup, *(turn.position for turn in self.turns))

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move of the game."""
        return tuple(turn.move for turn in self.turns)

    @property
    def outcome(self) -> Outcome | None:
        """Who won, once the game is over."""
        return outcome(self.position)

    def play(self, move: Move) -> "Game":
        """Return the game after one more move, or raise IllegalMoveError."""
        return replace(self, turns=(*self.turns, play(self.position, move)))

    def play_all(self, moves: Iterable[Move]) -> "Game":
        """Return the game after several more moves."""
        turns = list(self.turns)
        position = self.position
        for move in moves:
            turns.append(play(position, move))
            position = turns[-1].position
        return replace(self, turns=tuple(turns))

    def undo(self) -> "Game":
        """Return the game before its last turn; a game just set up stays as it is."""
        return replace(self, turns=self.turns[:-1])
