"""Somebody solves puzzles in the browser: a wrong try is refuted, the right one is praised."""

from siam.notation import format_step
from siam.puzzles import Puzzle, Status, attempt, puzzle_set
from siam.puzzles.proofs import winning_moves
from siam.rules import PASS, HalfMove, Move, Play, Position
from siam.rules.effect_steps import action_length, action_made
from tests.e2e.conftest import MakePerson


def steps_of(position: Position, wanted: Move) -> list[str]:
    """Find steps that make a move."""
    unfinished = [HalfMove(position)]
    while unfinished:
        half = unfinished.pop()
        if half.move == wanted:
            return [format_step(position.board, step) for step in half.steps]
        if _leads_to(half, wanted):
            unfinished += [half.then(step) for step in half.legal_steps]
    raise AssertionError(f"no steps make {wanted}")


def _leads_to(half: HalfMove, wanted: Move) -> bool:
    if not half.steps or not isinstance(wanted, Play):
        return not half.steps
    card, picks = wanted.card, half.steps[1:]
    length = action_length(half.position, card)
    if half.steps[0].id != card + 1 or len(picks) < length:
        return half.steps[0].id == card + 1
    return action_made(half.position, card, picks[:length]) == wanted.action


def first(*, in_two: bool) -> Puzzle:
    wanted = Status.GO_ON if in_two else Status.SOLVED
    return next(
        puzzle
        for puzzle in puzzle_set().values()
        if puzzle.solution != PASS and attempt(puzzle, [puzzle.solution]).status is wanted
    )


def test_a_wrong_try_is_refuted_and_the_next_one_solves(person: MakePerson) -> None:
    puzzle = first(in_two=False)
    anna = person().open("puzzles")
    anna.page.get_by_role("link", name=puzzle.id).click()
    anna.sees(f"Puzzle {puzzle.id}")
    anna.sees("One move wins, whatever the others do")
    anna.passes()
    anna.sees("Not that one")
    anna.button("Try again").click()
    anna.sees("One move wins")
    anna.plays(steps_of(puzzle.position, puzzle.solution))
    anna.sees("Solved!")
    anna.page.get_by_role("link", name="All puzzles").click()
    anna.sees(f"Solved: 1 of {len(puzzle_set())}")


def test_a_win_in_two_goes_on_after_the_others_answered(person: MakePerson) -> None:
    puzzle = first(in_two=True)
    anna = person().open(f"puzzle/{puzzle.id}")
    anna.plays(steps_of(puzzle.position, puzzle.solution))
    anna.sees("Right so far")
    moves = [puzzle.solution]
    while (verdict := attempt(puzzle, moves)).status is Status.GO_ON:
        position = verdict.game.position
        moves.append(winning_moves(position)[-1])
        if moves[-1] == PASS:
            anna.passes()
        else:
            anna.waits_for_turn()
            anna.plays(steps_of(position, moves[-1]))
    anna.sees("Solved!")


def test_an_unknown_puzzle_is_told(person: MakePerson) -> None:
    anna = person()
    anna.expected_troubles = ("404",)
    anna.open("puzzle/9-99").sees("There is no puzzle of this name.")
