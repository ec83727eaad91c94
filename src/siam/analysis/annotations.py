"""Decide what is worth saying about the moves of a game: chances, mistakes, the better move, the turning point."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from siam.rules import Game, Move, Outcome, Position, Seat, camp_of, camps

Chances: TypeAlias = tuple[float, ...]
"""The winning chance of each camp, in the order of `camps`."""


@dataclass(frozen=True, slots=True)
class Appraisal:
    """What an engine thinks of a position: the best move, each camp's chance if it is played, and other moves."""

    best: Move
    chances: Chances
    others: Mapping[Move, Chances] = field(default_factory=dict)


Appraise: TypeAlias = Callable[[Position], Appraisal]


class Mark(Enum):
    """How much of its winning chance a move gave away at least."""

    INACCURACY = 0.05
    MISTAKE = 0.1
    BLUNDER = 0.2


@dataclass(frozen=True, slots=True)
class Comment:
    """What there is to say about one turn; `loss` is what the move gave away of its camp's chance."""

    seat: Seat
    move: Move
    best: Move
    before: float
    after: float
    loss: float

    @property
    def mark(self) -> Mark | None:
        """The strongest name that the move deserves, if any."""
        return next((mark for mark in reversed(Mark) if self.loss >= mark.value), None)


@dataclass(frozen=True, slots=True)
class Annotation:
    """A comment for every turn, the chances in every position, and the turn that decided the game, if one did."""

    comments: tuple[Comment, ...]
    chances: tuple[Chances, ...]
    turning_point: int | None


def annotate(game: Game, appraise: Appraise, told: Callable[[int], None] = lambda turn: None) -> Annotation:
    """Appraise every position of a game once and compare; `told` hears of every turn that is done."""
    appraisals = list(_appraisals(game, appraise, told))
    outcome = game.outcome
    if outcome is not None:
        chances = (*(appraisal.chances for appraisal in appraisals), final_chances(game.position, outcome))
    else:
        chances = tuple(appraisal.chances for appraisal in appraisals)
    comments = tuple(
        _comment(game, turn, appraisal, chances[turn], chances[turn + 1])
        for turn, appraisal in enumerate(appraisals[: len(game.turns)])
    )
    return Annotation(comments, chances, _turning_point(game, chances) if outcome else None)


def final_chances(position: Position, outcome: Outcome) -> Chances:
    """Share the certain win among the camps that have it; nobody gets anything where nobody wins."""
    winning = [any(seat in outcome.winners for seat in camp) for camp in camps(len(position.players))]
    return tuple(won / max(1, sum(winning)) for won in winning)


def _appraisals(game: Game, appraise: Appraise, told: Callable[[int], None]) -> Iterator[Appraisal]:
    for turn, position in enumerate(game.positions):
        if not position.is_over:
            yield appraise(position)
        told(turn)


def _comment(game: Game, turn: int, appraisal: Appraisal, before: Chances, after: Chances) -> Comment:
    played = game.turns[turn]
    camp = camp_index(game.setup, played.seat)
    reached = appraisal.others.get(played.move, after)  # one search compares moves more fairly than two
    loss = 0.0 if played.move == appraisal.best else max(0.0, before[camp] - reached[camp])
    return Comment(played.seat, played.move, appraisal.best, before[camp], after[camp], loss)


def camp_index(position: Position, seat: Seat) -> int:
    """Find the camp of a seat."""
    players = len(position.players)
    return camps(players).index(camp_of(players, seat))


def _turning_point(game: Game, chances: tuple[Chances, ...]) -> int | None:
    """Find the turn after which the winner was ahead for good; none if it was so from the start, or several won."""
    final = chances[-1]
    if max(final) < 1:
        return None
    winner = final.index(max(final))
    behind = [turn for turn, by_camp in enumerate(chances) if by_camp[winner] < max(by_camp)]
    return behind[-1] + 1 if behind else None
