"""Puzzles at the terminal."""

from siam.notation import format_move
from siam.puzzles import Status, attempt, puzzle_set
from siam.rules import PASS
from tests.cli.running import run

PUZZLE = next(
    puzzle
    for puzzle in puzzle_set().values()
    if puzzle.solution != PASS and attempt(puzzle, [puzzle.solution]).status is Status.SOLVED
)
SOLUTION = format_move(PUZZLE.position.board, PUZZLE.solution)


def test_the_list_names_every_puzzle() -> None:
    said = run("puzzle").output
    assert all(name in said for name in puzzle_set())


def test_the_list_can_be_kept_to_a_number_of_players() -> None:
    said = run("puzzle", "--players", "3").output
    assert "3-01" in said
    assert "2-01" not in said


def test_a_wrong_try_is_refuted_and_the_next_one_solves() -> None:
    result = run("puzzle", PUZZLE.id, typed=f"pass\n\n\n{SOLUTION}\n\n")
    assert result.exit_code == 0
    assert "does not win by force" in result.output
    assert "Solved" in result.output


def test_giving_up_is_quiet() -> None:
    result = run("puzzle", PUZZLE.id, typed="q\n")
    assert (result.exit_code, "Solved" in result.output) == (0, False)


def test_an_unknown_puzzle_is_told() -> None:
    result = run("puzzle", "9-99")
    assert result.exit_code == 1
    assert "There is no puzzle 9-99" in result.output
