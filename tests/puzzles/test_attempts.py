"""How tries are judged."""

import pytest

from siam.notation import NotationError, parse_move, parse_position
from siam.puzzles import Puzzle, Status, attempt, parse_puzzle
from siam.puzzles.proofs import Prover, winning_moves
from siam.rules import PASS, IllegalMoveError, legal_moves

# Malay leads in the only province left open with a choice; the other holds the last card of the game.
SWAP = parse_puzzle(
    "x | 1 | - | siam lua=L,suk=R,kho=M,pat=M,ked=B,ray=R,chi:R2L7M2,ayu*:R2M2 R5L4M6 T:R3L3M3/1:R4L2M3 2 0 21 - "
    "| 1 M@ayu=R@chi +L@chi | last_card swap"
)
IN_TWO = parse_puzzle(
    "y | 1 | - | siam ayu=B,ked=R,ray=L,pat=M,chi=R,suk=L,kho*:R4L2,lua:L1M2 R8L5M5 "
    "M:R3L2M4/1L:R2L2M4/-:R1L6M3 2 0 321 - | 1 L@kho=L@lua +R@kho | in_two swap"
)


def test_the_solution_is_played_to_the_end_of_the_game() -> None:
    verdict = attempt(SWAP, [SWAP.solution])
    assert verdict.status is Status.SOLVED
    assert verdict.game.outcome
    assert verdict.game.outcome.winners == (1,)


@pytest.mark.parametrize("puzzle", [SWAP, IN_TWO], ids=["swap", "in two"])
def test_every_other_move_is_refuted_to_the_end_of_the_game(puzzle: Puzzle) -> None:
    for move in list(legal_moves(puzzle.position))[::3]:
        if move != puzzle.solution:
            verdict = attempt(puzzle, [move])
            assert verdict.status is Status.WRONG
            assert verdict.game.outcome
            assert verdict.game.outcome.winners != (puzzle.position.to_move,)


def test_a_win_in_two_goes_on_with_the_others_answers() -> None:
    verdict = attempt(IN_TWO, [IN_TWO.solution])
    assert verdict.status is Status.GO_ON
    assert verdict.game.position.to_move == IN_TWO.position.to_move
    second = winning_moves(verdict.game.position)[-1]
    assert attempt(IN_TWO, [IN_TWO.solution, second]).status is Status.SOLVED


def test_the_second_move_can_be_wrong() -> None:
    verdict = attempt(IN_TWO, [IN_TWO.solution])
    winning = winning_moves(verdict.game.position)
    wrong = next(move for move in legal_moves(verdict.game.position) if move not in winning)
    assert attempt(IN_TWO, [IN_TWO.solution, wrong]).status is Status.WRONG


def test_nothing_can_be_tried_after_the_end() -> None:
    with pytest.raises(ValueError, match="over"):
        attempt(SWAP, [SWAP.solution, PASS])


def test_an_illegal_try_is_told() -> None:
    with pytest.raises(IllegalMoveError):
        attempt(SWAP, [parse_move(SWAP.position.board, "K ayu chi* +L@chi")])


def test_who_has_no_card_left_wins_only_as_it_stands() -> None:
    position = parse_position(
        "siam lua=L,suk=R,kho=M,pat=M,ked=B,ray=R,chi:R2L7M2,ayu*:R2M2 R5L4M6 -:R3L3M3/-:R4L2M3 2 0 21 -"
    )
    assert [Prover((seat,)).forces_win(position) for seat in (0, 1)] == [True, False]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("x | 1", "six fields"),
        ("x | 9 | - | p | m | -", "no grade"),
    ],
)
def test_a_faulty_line_is_told(line: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        parse_puzzle(line)
