"""Decide how a whole game is played: the checked `play`, and a game as a first position and the turns since."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from siam.rules.boards import Board
from siam.rules.display import PICTURE_WIDTH, shown_by
from siam.rules.endings import Outcome, outcome
from siam.rules.errors import A_MOVE, A_POSITION, IllegalMoveError, wrong_type
from siam.rules.legality import LegalMoves, why_illegal
from siam.rules.moves import Move, Pass, Play
from siam.rules.position import Position
from siam.rules.turns import Turn, advance


def play(position: Position, move: Move) -> Turn:
    """Play a move, or raise IllegalMoveError with the reason.

    >>> from siam.rules import PASS, deal
    >>> turn = play(deal(players=2, seed=7), PASS)
    >>> turn.seat, turn.position.to_move, turn.position.passes
    (0, 1, 1)
    """
    if not isinstance(move, Pass | Play):
        raise wrong_type(A_MOVE, move)
    problem = why_illegal(position, move)
    if problem:
        raise IllegalMoveError(problem)
    return advance(position, move)


@dataclass(frozen=True, slots=True, repr=False)
class Game:
    """A setup and the turns since; playing and undoing give new games.

    >>> from siam.rules import deal
    >>> game = Game(deal(players=2, seed=7)).push("L chi suk +M@pat", "pass")
    >>> [str(turn) for turn in game.turns]
    ['1: L chi suk +M@pat', '2: pass']
    >>> len(game.undo().turns)
    1
    """

    setup: Position
    turns: tuple[Turn, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.setup, Position):
            raise wrong_type(A_POSITION, self.setup)
        if not isinstance(self.turns, tuple):
            raise wrong_type("turns are a tuple; push and play add to them", self.turns)

    @classmethod
    def from_record(cls, text: str, *, board: Board | None = None) -> "Game":
        """Read the game of a record (`.siam`); `siam.notation.parse_record` gives its tags and comments too."""
        game: Game = shown_by("game_from_record")(text, board)
        return game

    def record(self, **tags: str) -> str:
        """Write the game down as a record, with tags like `Seat1="Anna"`."""
        return str(shown_by("record_text")(self, tags))

    def __repr__(self) -> str:
        return str(shown_by("game_repr")(self))

    def __str__(self) -> str:
        return str(self.position)

    def svg(self, **how: Any) -> str:
        """Draw the position that the game stands in, as `Position.svg` does."""
        return self.position.svg(**how)

    def _repr_svg_(self) -> str:
        return self.svg(width=PICTURE_WIDTH)

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

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves that may be played now."""
        return LegalMoves(self.position)

    def push(self, *moves: Move | str) -> "Game":
        """Return the game after more moves, each a text in the notation or a move: `game.push("pass", PASS)`."""
        game = self
        for move in moves:
            game = game.play(shown_by("move_of")(game.position, move))
        return game

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
