"""Agents that need nothing but the rules: one plays anything, one looks at the outcome as it stands."""

from dataclasses import dataclass
from random import Random
from threading import Event

from siam.rules import PASS, Control, Faction, HalfMove, Move, Position, advance, camp_of, standing_outcome

SAMPLES = 160
"""How many moves `greedy` looks at; a turn offers up to twenty thousand."""


def random_move(position: Position, random: Random) -> Move:
    """Make a move of steps drawn uniformly from the legal ones."""
    half = HalfMove(position)
    while (move := half.move) is None:
        half = half.then(random.choice(half.legal_steps))
    return move


@dataclass(frozen=True, slots=True)
class RandomAgent:
    """Plays anything legal."""

    name: str = "random"

    def choose(
        self, position: Position, *, seconds: float | None = None, seed: int = 0, stop: Event | None = None
    ) -> Move:
        """Draw a move, step by step."""
        return random_move(position, Random(seed))


@dataclass(frozen=True, slots=True)
class GreedyAgent:
    """Plays as if everybody passed from here on: what wins as it stands, and keeps its cards if it can."""

    name: str = "greedy"

    def choose(
        self, position: Position, *, seconds: float | None = None, seed: int = 0, stop: Event | None = None
    ) -> Move:
        """Return the best of passing and a sample of moves."""
        return best_as_it_stands(position, SAMPLES, Random(seed))


def best_as_it_stands(position: Position, ideas: int, random: Random) -> Move:
    """Return the best of passing and `ideas` random moves, judged as if everybody passed afterwards."""
    seat = position.to_move
    best: Move = PASS
    best_worth = worth(advance(position, PASS).position, seat)
    if best_worth[0]:
        return best
    for _ in range(ideas):
        move = random_move(position, random)
        if move == PASS:
            continue
        move_worth = worth(advance(position, move).position, seat)
        if move_worth > best_worth:
            best, best_worth = move, move_worth
    return best


def wins_as_it_stands(position: Position, move: Move) -> bool:
    """Return whether whoever makes this move would win, or share a win, if everybody passed from then on."""
    return position.to_move in standing_outcome(advance(position, move).position).winners


def worth(position: Position, seat: int) -> tuple[bool, int, int]:
    """Rate a position for a seat as it stands: won or not, then the lead in what decides, then cards kept."""
    outcome = standing_outcome(position)
    courts = [player.court for player in position.players]
    if outcome.ending is Control.BRITISH:
        figures = [court.sets for court in courts]
    else:
        figures = [court[Faction(outcome.ending)] for court in courts]
    camp = camp_of(len(courts), seat)
    ours = max(figures[member] for member in camp)
    theirs = max(figure for member, figure in enumerate(figures) if member not in camp)
    return seat in outcome.winners, ours - theirs, len(position.players[seat].hand)
