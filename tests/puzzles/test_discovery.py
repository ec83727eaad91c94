"""How puzzles are found: the compiled proof agrees with the rules, and the same seed finds the same ones."""

from itertools import islice

import numpy as np
import pytest

from siam.engine.core.bits import random_state
from siam.engine.core.codec import decode, ground_of
from siam.engine.core.layout import SIZE
from siam.puzzles.compiled_proofs import forces_win
from siam.puzzles.discovery import OPTIONS, make_puzzles
from siam.puzzles.grades import grade
from siam.puzzles.late_positions import play_to_ending
from siam.puzzles.proofs import Prover, winning_moves
from siam.puzzles.puzzle import GRADES
from siam.rules import Position, camps, load_board


def endings(players: int, number: int) -> list[Position]:
    board = load_board("siam")
    ground, stream = ground_of(players, board, OPTIONS), random_state(players)
    state, trial = np.zeros(SIZE, np.int32), np.zeros(SIZE, np.int32)
    found: list[Position] = []
    while len(found) < number:
        if play_to_ending(ground, state, trial, stream, 2, 3):
            found.append(decode(state, board, OPTIONS, players))
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_compiled_proof_agrees_with_the_rules(players: int) -> None:
    for position in endings(players, 12):
        for camp in camps(players):
            assert forces_win(position, camp) == Prover(camp).forces_win(position)


def test_the_same_seed_finds_the_same_puzzles() -> None:
    first, second = (list(islice(make_puzzles(2, 7), 2)) for _ in range(2))
    assert first == second
    assert [puzzle.players for puzzle in first] == [2, 3]


def test_what_is_found_has_one_solution_and_a_grade() -> None:
    (puzzle,) = make_puzzles(1, 8)
    assert winning_moves(puzzle.position) == [puzzle.solution]
    assert grade(puzzle, ["random", "greedy"]).grade in GRADES
