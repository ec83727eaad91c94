"""Every reason why a move may not be played, and the right one of them."""

from __future__ import annotations

import pytest

from siam.notation import parse_move
from siam.rules import (
    NO_EFFECT,
    PASS,
    Card,
    Cell,
    Faction,
    Illegality,
    IllegalMoveError,
    Move,
    Place,
    Play,
    Swap,
    SwapTiles,
    legal_moves,
    play,
    why_illegal,
)
from tests.rules.tables import line, position_of, reason_against, settled

SWAPS = "ayu:R2L1 suk:L2 chi:M1 ked:M2"
CASES = [
    (settled("RRRRLLLM", "R4/R3"), "pass", Illegality.GAME_OVER),
    (settled("BBBB", "R4/R3"), "pass", Illegality.GAME_OVER),
    (line(SWAPS, hands="K/K"), "1 R@ayu=L@suk +L@ayu", Illegality.CARD_NOT_IN_HAND),
    (line(SWAPS, hands="-/K"), "K ayu suk* +R@ayu", Illegality.CARD_NOT_IN_HAND),
    # §5.2, R-05
    (line(SWAPS, hands="K/K"), "K - +R@ayu", Illegality.TOO_LITTLE),
    (line(SWAPS, hands="T/K"), "T R@ayu M@ayu +R@ayu", Illegality.TOO_LITTLE),
    (line(SWAPS, hands="R/K"), "R suk +R@ayu", Illegality.TOO_LITTLE),
    (line(SWAPS, hands="1/K"), "1 - +R@ayu", Illegality.TOO_LITTLE),
    # §5.3
    (line("suk=R ayu:R1", hands="T/K"), "T R@ayu L@suk M@ayu +R@ayu", Illegality.PROVINCE_CONTROLLED),
    (line("suk=R ayu:R1", hands="R/K"), "R kho suk +R@ayu", Illegality.PROVINCE_CONTROLLED),
    # §5.7, §5.11
    (line(SWAPS, hands="T/K", supply="R1L1"), "T R@ayu L@ayu M@ayu +R@ayu", Illegality.NOT_IN_SUPPLY),
    (line(SWAPS, hands="R/K", supply="R1"), "R suk suk +R@ayu", Illegality.NOT_IN_SUPPLY),
    (line(SWAPS, hands="R/K", supply="L1"), "R suk +R@ayu", Illegality.NOT_IN_SUPPLY),
    (line(SWAPS, hands="R/K"), "R ked ked +R@ayu", Illegality.NOT_REACHABLE),
    (line(SWAPS, hands="R/K"), "R ayu suk +R@ayu", Illegality.NOT_REACHABLE),
    (line("ayu=B suk:R1", hands="R/K"), "R kho kho +R@suk", Illegality.NOT_REACHABLE),
    # §5.8, §5.9
    (line(SWAPS, hands="1/K"), "1 M@ayu=L@suk +R@ayu", Illegality.NO_SUCH_FOLLOWER),
    (line(SWAPS, hands="1/K"), "1 R@ayu=R@suk +R@ayu", Illegality.NO_SUCH_FOLLOWER),
    (line(SWAPS, hands="2/K"), "2 LL@ayu=L@suk +R@ayu", Illegality.NO_SUCH_FOLLOWER),
    (line(SWAPS, hands="2/K"), "2 RR@ayu=M@chi +R@ayu", Illegality.NOT_ADJACENT),
    (line(SWAPS, hands="2/K"), "2 R@ayu=L@suk +L@ayu", Illegality.WRONG_NUMBER),
    # §5.10
    (
        line(SWAPS, hands="1/K", swap="1L@ayu=R@suk", recency="2"),
        "1 R@ayu=L@suk +R@suk",
        Illegality.UNDOES_LAST_SWAP,
    ),
    (
        line(SWAPS, hands="2/K", swap="2LL@ayu=R@suk", recency="2"),
        "2 LL@suk=R@ayu +R@suk",
        Illegality.UNDOES_LAST_SWAP,
    ),
    (
        line("ayu:M1 suk:R1L1", hands="2/K", swap="2RL@ayu=M@suk", recency="2"),
        "2 RL@suk=M@ayu +M@suk",
        Illegality.UNDOES_LAST_SWAP,
    ),
    (line("ayu:M1 suk:R1", hands="2/K"), "2 RL@suk=M@ayu +M@suk", Illegality.NO_SUCH_FOLLOWER),
    # §5.6
    (line("suk=R ayu:R1", hands="K/K"), "K suk ayu* +R@ayu", Illegality.TILE_FIXED),
    (line("suk*:- ayu:R1", hands="K/T"), "K ayu suk* +R@ayu", Illegality.TILE_FIXED),
    # §5.4
    (line(SWAPS, hands="K/K"), "K ayu suk* +-", Illegality.NOTHING_TAKEN),
    (line(SWAPS, hands="1/K"), "1 L@ayu=M@chi +M@chi", Illegality.NOT_TAKEABLE),
    (line(SWAPS, hands="K/K"), "K ayu suk* +L@ked", Illegality.NOT_TAKEABLE),
    # §5.5
    (
        line("ayu=R suk=R kho=R chi=R ray=R lua=L pat=L ked:R2", hands="1/-", courts="R1/R9"),
        "1 - +R@ked",
        Illegality.LAST_CARD_MUST_WIN,
    ),
]


@pytest.mark.parametrize(("position", "move", "reason"), CASES)
def test_an_illegal_move_is_told_why(position: str, move: str, reason: Illegality) -> None:
    assert reason_against(position, move) is reason


A, B = 0, 1
SOMEBODY = Cell(Faction.RAMA, A)
UNWRITABLE = [
    # Moves that no text can spell, but a program can build.
    (Play(Card.MAHARACHA, SwapTiles(A, A), SOMEBODY), Illegality.SAME_PROVINCE),
    (Play(Card.ONE_VS_ONE, Swap(A, (Faction.RAMA,), A, (Faction.LAO,)), SOMEBODY), Illegality.SAME_PROVINCE),
    (Play(Card.MAHARACHA, Place((SOMEBODY,)), SOMEBODY), Illegality.WRONG_ACTION),
    (Play(Card.RAMA, SwapTiles(A, B), SOMEBODY), Illegality.WRONG_ACTION),
    (Play(Card.KHON_THAI, Swap(A, (Faction.RAMA,), B, (Faction.MALAY,)), SOMEBODY), Illegality.WRONG_ACTION),
    (Play(Card.ONE_VS_ONE, Swap(B, (Faction.MALAY,), A, (Faction.RAMA,)), SOMEBODY), Illegality.WRONG_ACTION),
    (Play(Card.KHON_THAI, Place((SOMEBODY, SOMEBODY)), SOMEBODY), Illegality.WRONG_ACTION),
    (
        Play(Card.KHON_THAI, Place((Cell(Faction.LAO, A), Cell(Faction.RAMA, A), Cell(Faction.MALAY, A))), SOMEBODY),
        Illegality.WRONG_ACTION,
    ),
    (Play(Card.RAMA, Place((Cell(Faction.RAMA, 7), Cell(Faction.RAMA, 3))), SOMEBODY), Illegality.WRONG_ACTION),
    (Play(Card.RAMA, Place((Cell(Faction.RAMA, 7),) * 3), SOMEBODY), Illegality.WRONG_ACTION),
    (Play(Card.RAMA, Place((Cell(Faction.LAO, 7), Cell(Faction.LAO, 7))), SOMEBODY), Illegality.WRONG_FACTION),
    (Play(Card.RAMA, Place(()), SOMEBODY), Illegality.TOO_LITTLE),
    (Play(Card.KHON_THAI, Place(()), SOMEBODY), Illegality.TOO_LITTLE),
    (Play(Card.ONE_VS_ONE, Swap(A, (Faction.RAMA,) * 2, B, (Faction.MALAY,)), SOMEBODY), Illegality.WRONG_NUMBER),
    (Play(Card.ONE_VS_ONE, Swap(A, (), B, ()), SOMEBODY), Illegality.WRONG_NUMBER),
    (
        Play(Card.TWO_VS_ONE, Swap(A, (Faction.RAMA,) * 2, 7, (Faction.LAO,) * 2), SOMEBODY),
        Illegality.WRONG_NUMBER,
    ),
    (Play(Card.TWO_VS_ONE, NO_EFFECT, SOMEBODY), Illegality.TOO_LITTLE),
]


@pytest.mark.parametrize(("move", "reason"), UNWRITABLE)
def test_a_move_that_cannot_even_be_written_is_told_why(move: Move, reason: Illegality) -> None:
    position = position_of(line("ayu:R3L1 chi:M2 suk:L2"))
    assert why_illegal(position, move) is reason
    assert move not in legal_moves(position)


def test_every_reason_comes_up() -> None:
    assert {reason for _, _, reason in CASES} | {reason for _, reason in UNWRITABLE} == set(Illegality)


@pytest.mark.parametrize(("position", "move", "reason"), CASES[:6])
def test_playing_an_illegal_move_raises_its_reason(position: str, move: str, reason: Illegality) -> None:
    read = position_of(position)
    with pytest.raises(IllegalMoveError, match=r".") as caught:
        play(read, parse_move(read.board, move))
    assert caught.value.reason is reason
    assert str(caught.value) == reason.value


def test_passing_is_legal_as_long_as_the_game_goes_on() -> None:
    assert why_illegal(position_of(line(SWAPS)), PASS) is None


def test_the_legal_moves_are_truthy_as_long_as_there_are_any() -> None:
    assert legal_moves(position_of(line(SWAPS)))
    assert not legal_moves(position_of(settled("BBBB", "R1/L1")))
    assert len(legal_moves(position_of(settled("BBBB", "R1/L1")))) == 0


def test_the_first_legal_move_comes_without_listing_the_rest() -> None:
    assert next(iter(legal_moves(position_of(line(SWAPS))))) == PASS
