"""Somebody solves puzzles in the browser: a wrong try is refuted, the right one is praised."""

from collections.abc import Iterator

from playwright.sync_api import expect

from siam.notation import format_step
from siam.puzzles import Puzzle, Status, attempt, puzzle_set
from siam.puzzles.proofs import winning_moves
from siam.rules import PASS, Card, Move, Position, legal_moves, steps_of
from tests.e2e.conftest import MakePerson
from tests.e2e.people import CARDS


def clicks(position: Position, move: Move) -> list[str]:
    """List the steps that make a move, as the page names them."""
    return [format_step(position.board, step) for step in steps_of(move)]


def first(*, in_two: bool) -> Puzzle:
    wanted = Status.GO_ON if in_two else Status.SOLVED
    return next(
        puzzle
        for puzzle in puzzle_set().values()
        if puzzle.solution != PASS and attempt(puzzle, [puzzle.solution]).status is wanted
    )


def errors_after_the_first_move() -> Iterator[tuple[Puzzle, Move]]:
    """Yield puzzles that go on after their first move, with a card that is wrong then."""
    for puzzle in puzzle_set().values():
        if puzzle.solution == PASS or (begun := attempt(puzzle, [puzzle.solution])).status is not Status.GO_ON:
            continue
        for move in legal_moves(begun.game.position):
            if move != PASS and attempt(puzzle, [puzzle.solution, move]).status is Status.WRONG:
                yield puzzle, move


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
    anna.plays(clicks(puzzle.position, puzzle.solution))
    anna.sees("Solved!")
    anna.page.get_by_role("link", name="All puzzles").click()
    anna.sees(f"Solved: 1 of {len(puzzle_set())}")


def test_a_win_in_two_goes_on_after_the_others_answered(person: MakePerson) -> None:
    puzzle = first(in_two=True)
    anna = person().open(f"puzzle/{puzzle.id}")
    anna.plays(clicks(puzzle.position, puzzle.solution))
    anna.sees("Right so far")
    moves = [puzzle.solution]
    while (verdict := attempt(puzzle, moves)).status is Status.GO_ON:
        position = verdict.game.position
        moves.append(winning_moves(position)[-1])
        if moves[-1] == PASS:
            anna.passes()
        else:
            anna.waits_for_turn()
            anna.plays(clicks(position, moves[-1]))
    anna.sees("Solved!")


def test_an_error_after_the_first_move_takes_back_that_move_only(person: MakePerson) -> None:
    puzzle, wrong = next(errors_after_the_first_move())
    after_mine = attempt(puzzle, [puzzle.solution]).game.position
    anna = person().open(f"puzzle/{puzzle.id}")
    anna.plays(clicks(puzzle.position, puzzle.solution))
    anna.sees("Right so far")
    anna.waits_for_turn()
    anna.plays(clicks(after_mine, wrong))
    anna.sees("Not that one")
    anna.clicks("Try again")
    anna.sees("Right so far")
    anna.waits_for_turn()
    lines = anna.log.get_by_role("listitem")
    expect(lines).to_have_count(len(attempt(puzzle, [puzzle.solution]).game.moves))
    anna.clicks("From the start")
    anna.sees("One move wins")
    anna.plays(clicks(puzzle.position, puzzle.solution))
    anna.sees("Right so far")
    anna.waits_for_turn()
    anna.plays(clicks(after_mine, winning_moves(after_mine)[-1]))
    expect(anna.page.locator(".puzzle")).to_contain_text("Solved!")


def test_the_verdict_is_said_at_once_and_can_be_acted_on(person: MakePerson) -> None:
    puzzle = first(in_two=False)
    anna = person(reduced_motion="no-preference").open(f"puzzle/{puzzle.id}")
    anna.passes()
    anna.sees("Not that one")
    expect(anna.bar.locator(".happening")).to_be_visible()
    anna.clicks("Try again")
    anna.sees("One move wins")
    anna.waits_for_turn()
    anna.plays(clicks(puzzle.position, puzzle.solution))
    anna.sees("Solved!")
    expect(anna.bar.locator(".happening")).to_be_visible()


def test_hints_tell_more_each_time_they_are_asked_for(person: MakePerson) -> None:
    puzzle = first(in_two=False)
    steps = clicks(puzzle.position, puzzle.solution)
    anna = person().open(f"puzzle/{puzzle.id}")
    arrows, ring = anna.page.locator(".board .hint path"), anna.page.locator(".board .hint circle")
    anna.button("Hint").click()
    anna.sees(f"Hint: the card is {CARDS[steps[0]]}.")
    expect(anna.page.locator(".hand .hinted")).to_have_count(1)
    assert (arrows.count(), ring.count()) == (0, 0)
    anna.button("Tell me more").click()
    anna.sees("Hint: the arrows show what the card does.")
    expect(arrows).not_to_have_count(0)
    assert ring.count() == 0
    anna.button("Tell me more").click()
    anna.sees("Hint: the ring shows the follower to take.")
    expect(ring).to_have_count(1)
    expect(anna.page.get_by_role("button", name="Tell me more")).to_have_count(0)
    anna.plays(steps)
    anna.sees("Solved!")


def test_a_hint_is_asked_for_anew_after_each_try(person: MakePerson) -> None:
    puzzle = next(puzzle for puzzle in puzzle_set().values() if puzzle.solution == PASS)
    anna = person().open(f"puzzle/{puzzle.id}")
    anna.button("Hint").click()
    anna.sees("Hint: play no card. Passing wins.")
    expect(anna.page.get_by_role("button", name="Tell me more")).to_have_count(0)
    steps = next(clicks(puzzle.position, move) for move in legal_moves(puzzle.position) if move != PASS)
    anna.plays(steps)
    anna.sees("Not that one")
    expect(anna.page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
    anna.button("Try again").click()
    anna.sees("One move wins")
    expect(anna.button("Hint")).to_be_enabled()


def test_khon_thai_says_whom_it_leaves_out(person: MakePerson) -> None:
    puzzle = next(
        one
        for one in puzzle_set().values()
        if Card.KHON_THAI in one.position.player.hand and one.position.supply.count(0) == 1
    )
    missing = ("Rama", "Lao", "Malay")[puzzle.position.supply.index(0)]
    anna = person().open(f"puzzle/{puzzle.id}")
    anna.waits_for_turn()
    anna.chooses("T")
    expect(anna.bar).to_contain_text(f"Not in the supply: {missing}.")


def test_an_unknown_puzzle_is_told(person: MakePerson) -> None:
    anna = person()
    anna.expected_troubles = ("404",)
    anna.open("puzzle/9-99").sees("There is no puzzle of this name.")
