"""Decide which endings of self-play become puzzles: one winning move, proven twice, and something to think about."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from siam.engine.core.bits import random_state
from siam.engine.core.codec import decode, ground_of
from siam.engine.core.layout import SIZE
from siam.puzzles.compiled_proofs import forces_win
from siam.puzzles.late_positions import play_to_ending
from siam.puzzles.proofs import Prover, mover_camp, winning_moves
from siam.puzzles.puzzle import Puzzle
from siam.puzzles.themes import themes_of
from siam.rules import (
    PASS,
    PLAYER_COUNTS,
    Discards,
    Move,
    NoEffect,
    Options,
    Play,
    Position,
    advance,
    legal_moves,
    load_board,
)

OPTIONS = Options(discards=Discards.OPEN)
"""Whoever solves a puzzle sees every hand."""
FEWEST_MOVES = 12
MOST_MOVES = 400
MOST_POSITIONS = 2500
"""How many positions the proof by the rules alone may look at: puzzles stay small enough for a person."""
PASSES_AMONG = 8
"""One of so many puzzles may be solved by passing, one by a card without effect."""


@dataclass(frozen=True, slots=True)
class _Ending:
    position: Position
    solution: Move


def make_puzzles(number: int, seed: int) -> Iterator[Puzzle]:
    """Find `number` puzzles in self-play, with two, three and four players in turn; they have no grades yet."""
    kinds: Counter[str] = Counter()
    endings = {players: _endings(players, seed) for players in PLAYER_COUNTS}
    for count in range(number):
        players = PLAYER_COUNTS[count % len(PLAYER_COUNTS)]
        for ending in endings[players]:
            kind = _kind(ending.solution)
            if kind in ("pass", "no effect") and kinds[kind] * PASSES_AMONG > count:
                continue
            kinds[kind] += 1
            name = f"{players}-{count // len(PLAYER_COUNTS) + 1:02}"
            puzzle = Puzzle(name, 1, ending.position, ending.solution, ())
            yield replace(puzzle, themes=themes_of(puzzle))
            break


def only_winning_move(position: Position) -> Move | None:
    """Return the one move that wins whatever the others do; None if there is none, or a second."""
    camp = mover_camp(position)
    if not forces_win(position, camp):
        return None
    found: Move | None = None
    for move in legal_moves(position):
        if forces_win(advance(position, move).position, camp):
            if found is not None:
                return None
            found = move
    return found


def _endings(players: int, seed: int) -> Iterator[_Ending]:
    """Play game after game and yield those endings that make a puzzle."""
    board = load_board("siam")
    ground = ground_of(players, board, OPTIONS)
    state, trial = np.zeros(SIZE, np.int32), np.zeros(SIZE, np.int32)
    chance, stream = Random(f"{seed}/{players}"), random_state(seed * 4 + players)
    while True:
        cards, provinces = chance.choice((2, 3)), chance.choice((2, 3, 4))
        if not play_to_ending(ground, state, trial, stream, cards, provinces):
            continue
        position = decode(state, board, OPTIONS, players)
        if not FEWEST_MOVES <= len(legal_moves(position)) <= MOST_MOVES:
            continue
        solution = only_winning_move(position)
        if solution is not None and _is_proven_briefly(position, solution):
            yield _Ending(position, solution)


def _is_proven_briefly(position: Position, solution: Move) -> bool:
    prover = _Bounded(mover_camp(position))
    try:
        return winning_moves(position, at_most=2, prover=prover) == [solution]
    except _TooLongError:
        return False


class _TooLongError(Exception):
    """The proof looks at too many positions."""


class _Bounded(Prover):
    def forces_win(self, position: Position) -> bool:
        if self.looked_at >= MOST_POSITIONS:
            raise _TooLongError
        return super().forces_win(position)


def _kind(move: Move) -> str:
    if move == PASS:
        return "pass"
    return "no effect" if isinstance(move, Play) and isinstance(move.effect, NoEffect) else "card"
