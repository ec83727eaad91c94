"""Decide what is worth saying about the moves of a game: chances, mistakes, the better move, why, the turning point."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from siam.analysis.reasons import Line, Reason, reason_against
from siam.rules import Game, Move, Position, Seat, camp_of, camps

Chances: TypeAlias = tuple[float, ...]
"""The winning chance of each camp, in the order of `camps`."""


@dataclass(frozen=True, slots=True)
class Appraisal:
    """What an engine thinks of a position: the best move, each camp's chance if it is played, and other moves.

    `replies` is what the engine expects after the best move.
    """

    best: Move
    chances: Chances
    others: Mapping[Move, Chances] = field(default_factory=dict)
    replies: Line = ()

    @property
    def line(self) -> Line:
        """The best move, and what follows it."""
        return (self.best, *self.replies)


Appraise: TypeAlias = Callable[[Position], Appraisal]


class Mark(Enum):
    """The name of a move that gave away a good part of its winning chance."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


LEAST_LOSS = {Mark.BLUNDER: 0.2, Mark.MISTAKE: 0.1, Mark.INACCURACY: 0.05}
"""How much of the chance has to be lost at least for a mark, the worst first."""


def mark_of(loss: float) -> Mark | None:
    """Return what to call a move that lost this much of its winning chance; None if it lost too little for a name."""
    return next((mark for mark, least in LEAST_LOSS.items() if loss >= least), None)


@dataclass(frozen=True, slots=True)
class Comment:
    """What there is to say about one turn; `loss` is what the move gave away of its camp's chance.

    A mistake has the reason why the best move is better, where the ends of the two lines show one.
    """

    seat: Seat
    move: Move
    best: Move
    before: float
    after: float
    loss: float
    reason: Reason | None = None

    @property
    def mark(self) -> Mark | None:
        """The strongest name that the move deserves, if any."""
        return mark_of(self.loss)


@dataclass(frozen=True, slots=True)
class Annotation:
    """A comment for every turn, the chances in every position, and the turn that decided the game, if one did."""

    comments: tuple[Comment, ...]
    chances: tuple[Chances, ...]
    turning_point: int | None


def annotate(game: Game, appraise: Appraise, told: Callable[[int], None] = lambda turn: None) -> Annotation:
    """Appraise every position of a game and compare; `told` is called after every turn."""
    appraisals = list(_appraisals(game, appraise, told))
    outcome = game.outcome
    chances = tuple(appraisal.chances for appraisal in appraisals)
    if outcome is not None:
        chances = (*chances, final_chances(len(game.setup.players), outcome.winners))
    positions, after = game.positions, [appraisal.line for appraisal in appraisals[1:]]
    comments = tuple(
        comment_on(positions[turn], played.move, appraisals[turn], chances[turn + 1], *after[turn : turn + 1])
        for turn, played in enumerate(game.turns)
    )
    return Annotation(comments, chances, _turning_point(game, chances) if outcome else None)


def comment_on(position: Position, move: Move, appraisal: Appraisal, after: Chances, follows: Line = ()) -> Comment:
    """Compare a move with the best one: `after` and `follows` are the chances and the best line of the next position.

    Where the search that found the best move knows the chances of the other one as well, those count: one search
    compares moves more fairly than two.
    """
    camp = camp_index(position, position.to_move)
    before, reached = appraisal.chances, appraisal.others.get(move, after)
    loss = 0.0 if move == appraisal.best else max(0.0, before[camp] - reached[camp])
    reason = None
    if mark_of(loss) is not None:
        reason = reason_against(position, appraisal.line, (move, *follows))
    return Comment(position.to_move, move, appraisal.best, before[camp], after[camp], loss, reason)


def final_chances(players: int, winners: Collection[Seat]) -> Chances:
    """Return each camp's share of a finished game's win; all zeros where nobody wins."""
    winning = [any(seat in winners for seat in camp) for camp in camps(players)]
    return tuple(won / max(1, sum(winning)) for won in winning)


def _appraisals(game: Game, appraise: Appraise, told: Callable[[int], None]) -> Iterator[Appraisal]:
    for turn, position in enumerate(game.positions):
        if not position.is_over:
            yield appraise(position)
        told(turn)


def chances_by_seat(players: int, by_camp: Sequence[float]) -> Chances:
    """Return each seat's chance: that of its camp."""
    return tuple(by_camp[camps(players).index(camp_of(players, seat))] for seat in range(players))


def chances_by_camp(players: int, by_seat: Sequence[float]) -> Chances:
    """Return each camp's chance: that of any of its seats."""
    return tuple(by_seat[camp[0]] for camp in camps(players))


def camp_index(position: Position, seat: Seat) -> int:
    """Find the camp of a seat."""
    players = len(position.players)
    return camps(players).index(camp_of(players, seat))


def _turning_point(game: Game, chances: tuple[Chances, ...]) -> int | None:
    """Find the turn after which the winner stayed ahead; None if that was so from the start, or if several won."""
    final = chances[-1]
    if max(final) < 1:
        return None
    winner = final.index(max(final))
    behind = [turn for turn, by_camp in enumerate(chances) if by_camp[winner] < max(by_camp)]
    return behind[-1] + 1 if behind else None
