"""The puzzles that come with the game: each has one solution and no second, proven by the rules alone."""

from collections import Counter

import pytest

from siam.puzzles import Puzzle, Status, Theme, attempt, format_puzzle, parse_puzzle, puzzle_set
from siam.puzzles.proofs import winning_moves
from siam.puzzles.themes import themes_of
from siam.rules import legal_moves

PUZZLES = list(puzzle_set().values())
every_puzzle = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)


def test_there_are_at_least_sixty_for_two_three_and_four_players() -> None:
    players = Counter(puzzle.players for puzzle in PUZZLES)
    assert len(PUZZLES) >= 60
    assert min(players[2], players[3], players[4]) >= 20


def test_no_puzzle_comes_twice() -> None:
    assert len({puzzle.position for puzzle in PUZZLES}) == len(PUZZLES)


def test_the_easy_ones_come_first() -> None:
    for players in (2, 3, 4):
        grades = [puzzle.grade for puzzle in PUZZLES if puzzle.players == players]
        assert grades == sorted(grades)


@every_puzzle
def test_exactly_one_move_wins_whatever_the_others_do(puzzle: Puzzle) -> None:
    assert winning_moves(puzzle.position) == [puzzle.solution]


@every_puzzle
def test_the_solution_can_be_played_to_a_win(puzzle: Puzzle) -> None:
    moves = [puzzle.solution]
    verdict = attempt(puzzle, moves)
    while verdict.status is Status.GO_ON:
        moves.append(winning_moves(verdict.game.position, at_most=1)[0])
        verdict = attempt(puzzle, moves)
    assert verdict.status is Status.SOLVED
    outcome = verdict.game.outcome
    assert outcome
    assert puzzle.position.to_move in outcome.winners


@every_puzzle
def test_there_is_something_to_choose(puzzle: Puzzle) -> None:
    assert len(legal_moves(puzzle.position)) >= 12
    assert puzzle.position.card_count > 1  # the last card alone would give itself away (§5.5)


@every_puzzle
def test_the_themes_are_those_of_the_solution(puzzle: Puzzle) -> None:
    assert puzzle.themes == themes_of(puzzle)


@every_puzzle
def test_a_puzzle_is_read_as_it_is_written(puzzle: Puzzle) -> None:
    assert parse_puzzle(format_puzzle(puzzle)) == puzzle


@pytest.mark.parametrize("theme", sorted(set(Theme) - {Theme.ORDER}))
def test_every_usual_theme_is_there(theme: Theme) -> None:
    assert any(theme in puzzle.themes for puzzle in PUZZLES)
