"""Moves as text: one canonical spelling each, and a reader that takes no other."""

from __future__ import annotations

import pytest

from siam.notation import NotationError, format_move, format_step, parse_move, parse_step
from siam.rules import (
    NO_EFFECT,
    PASS,
    STEPS,
    Card,
    Cell,
    Faction,
    Move,
    Place,
    Play,
    Swap,
    SwapTiles,
    load_board,
    swap,
)

BOARD = load_board("siam")
AYU, CHI, KED, KHO, LUA, PAT, RAY, SUK = range(8)
R, L, M = Faction

WRITTEN: list[tuple[str, Move]] = [
    ("pass", PASS),
    ("K ayu suk* +L@chi", Play(Card.MAHARACHA, SwapTiles(AYU, SUK), Cell(L, CHI))),
    ("K suk ayu* +L@chi", Play(Card.MAHARACHA, SwapTiles(SUK, AYU), Cell(L, CHI))),
    (
        "T R@ayu L@chi M@ked +L@suk",
        Play(Card.KHON_THAI, Place((Cell(R, AYU), Cell(L, CHI), Cell(M, KED))), Cell(L, SUK)),
    ),
    ("T L@chi +L@suk", Play(Card.KHON_THAI, Place((Cell(L, CHI),)), Cell(L, SUK))),
    ("1 R@ayu=L@chi +M@ked", Play(Card.ONE_VS_ONE, Swap(AYU, (R,), CHI, (L,)), Cell(M, KED))),
    ("2 RL@ayu=L@chi +M@ked", Play(Card.TWO_VS_ONE, Swap(AYU, (R, L), CHI, (L,)), Cell(M, KED))),
    ("2 RL@suk=L@chi +M@ked", Play(Card.TWO_VS_ONE, Swap(SUK, (R, L), CHI, (L,)), Cell(M, KED))),
    ("2 MM@suk=R@ayu +M@ked", Play(Card.TWO_VS_ONE, Swap(SUK, (M, M), AYU, (R,)), Cell(M, KED))),
    ("2 R@chi=L@suk +M@ked", Play(Card.TWO_VS_ONE, Swap(CHI, (R,), SUK, (L,)), Cell(M, KED))),
    ("R kho suk +R@suk", Play(Card.RAMA, Place((Cell(R, KHO), Cell(R, SUK))), Cell(R, SUK))),
    ("L kho kho +R@suk", Play(Card.LAO, Place((Cell(L, KHO), Cell(L, KHO))), Cell(R, SUK))),
    ("M pat +R@suk", Play(Card.MALAI, Place((Cell(M, PAT),)), Cell(R, SUK))),
    ("1 - +R@ayu", Play(Card.ONE_VS_ONE, NO_EFFECT, Cell(R, AYU))),
    ("K ayu suk* +-", Play(Card.MAHARACHA, SwapTiles(AYU, SUK), None)),
    ("T - +-", Play(Card.KHON_THAI, NO_EFFECT, None)),
]


@pytest.mark.parametrize(("text", "move"), WRITTEN)
def test_a_move_is_written_in_one_way(text: str, move: Move) -> None:
    assert format_move(BOARD, move) == text
    assert parse_move(BOARD, text) == move


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is no move"),
        ("Pass", "is no move"),
        ("pass ", "is no move"),
        ("K", "is no move"),
        ("K ayu suk*", "is no move"),
        ("X ayu suk* +L@chi", "'X' is no card"),
        (" +L@chi", "'' is no card"),
        ("K +L@chi", "what does K do"),
        ("K  +L@chi", "does not swap two tiles"),
        ("K ayu suk +L@chi", "does not swap two tiles"),
        ("K ayu* suk +L@chi", "does not swap two tiles"),
        ("K ayu chi suk* +L@chi", "does not swap two tiles"),
        ("K ayu ayu* +L@chi", "swaps a tile with itself"),
        ("K ayu bkk* +L@chi", "'bkk' is no province of siam"),
        ("K AYU suk* +L@chi", "'AYU' is no province of siam"),
        ("K ayu suk* +", "is no follower in a province"),
        ("K ayu suk* +L", "is no follower in a province"),
        ("K ayu suk* +B@chi", "'B' is no faction"),
        ("K ayu suk* +L@bkk", "'bkk' is no province"),
        ("K ayu suk* L@chi", "is no move"),
        ("T L@ayu R@chi +L@suk", "in the order R L M"),
        ("T R@ayu R@chi +L@suk", "in the order R L M"),
        ("T ayu +L@suk", "is no follower in a province"),
        ("1 R@ayu +L@suk", "is no swap"),
        ("1 R@ayu= +L@suk", "is no follower in a province"),
        ("1 R@ayu=L@chi R@ayu=L@chi +L@suk", "is not one swap"),
        ("1 L@chi=R@ayu +M@ked", "is spelled R@ayu=L@chi"),
        ("1 RL@ayu=L@chi +M@ked", "does not swap one follower for one"),
        ("1 R@ayu=L@ayu +M@ked", "swaps within one province"),
        ("1 @ayu=L@chi +M@ked", "does not swap one follower for one"),
        ("2 LR@ayu=L@chi +M@ked", "is spelled RL@ayu=L@chi"),
        ("2 L@chi=RL@ayu +M@ked", "the two on the left"),
        ("2 RLM@ayu=L@chi +M@ked", "two followers for one, or one for one"),
        ("2 RL@ayu=LM@chi +M@ked", "two followers for one, or one for one"),
        ("2 R@suk=L@chi +M@ked", "is spelled L@chi=R@suk"),
        ("R suk kho +R@suk", "alphabetical order"),
        ("R kho kho kho +R@suk", "more than two provinces"),
        ("R - kho +R@suk", "'-' is no province"),
        ("R - - +R@suk", "'-' is no province"),
        ("R R@kho +R@suk", "'R@kho' is no province"),
        ("pass\n", "is no move"),
        ("K\tayu\tsuk* +L@chi", "is no card"),
    ],
)
def test_any_other_spelling_is_rejected_with_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_move(BOARD, text)
    assert message in str(caught.value)


def test_equal_swaps_have_one_form_however_they_are_made() -> None:
    assert swap(CHI, [L], AYU, [R]) == swap(AYU, [R], CHI, [L]) == Swap(AYU, (R,), CHI, (L,))
    assert swap(CHI, [L], SUK, [M, R]) == Swap(SUK, (R, M), CHI, (L,))
    assert swap(CHI, [L], SUK, [M, R]).reverse == Swap(CHI, (R, M), SUK, (L,))


def test_the_forty_steps_are_written_as_people_say_them() -> None:
    written = [format_step(BOARD, step) for step in STEPS]
    assert written[:8] == ["pass", "K", "T", "1", "2", "R", "L", "M"]
    assert written[8:12] == ["R@ayu", "L@ayu", "M@ayu", "R@chi"]
    assert written[32:] == list(BOARD.codes)
    assert [parse_step(BOARD, text) for text in written] == list(STEPS)


@pytest.mark.parametrize("text", ["", "P", "k", "R@", "@ayu", "R@bkk", "ayu*", "B@ayu", "PASS", "+R@ayu"])
def test_anything_else_is_no_step(text: str) -> None:
    with pytest.raises(NotationError, match="is no step"):
        parse_step(BOARD, text)
