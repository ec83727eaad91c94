"""What results say about strength."""

from random import Random

import pytest

from siam.arena.figures.estimates import expected_score, proportion, ratings, wilson
from siam.arena.play.games import Result
from siam.arena.play.plans import seatings
from siam.arena.play.sequential import Decision, Sprt, SprtError, parse_sprt


def _result(seats: tuple[int, ...], winners: tuple[int, ...], deal: int = 0) -> Result:
    return Result(0, 0, deal, seats, winners, "R", 1, "")


def test_wilson_agrees_with_the_textbook() -> None:
    low, high = wilson(0.65, 400)
    assert (round(low, 4), round(high, 4)) == (0.6020, 0.6951)


def test_deals_that_always_end_alike_widen_the_interval() -> None:
    values = [1.0, 1.0, 0.0, 0.0] * 25
    alone = proportion(values, range(100))
    paired = proportion(values, [index // 2 for index in range(100)])
    assert paired.high - paired.low > 1.3 * (alone.high - alone.low)


def test_no_interval_is_narrower_than_that_of_independent_games() -> None:
    values = [1.0, 0.0] * 50
    estimate = proportion(values, [index // 2 for index in range(100)])
    assert (estimate.low, estimate.high) == wilson(0.5, 100)


def test_nothing_played_says_nothing() -> None:
    estimate = proportion([], [])
    assert (estimate.low, estimate.high, estimate.games) == (0.0, 1.0, 0)


@pytest.mark.parametrize(
    ("seats", "winners", "shares"),
    [
        ((0, 1), (1,), (0.0, 1.0)),
        ((0, 1), (0, 1), (0.5, 0.5)),
        ((0, 1, 1), (), (1 / 3, 1 / 3, 1 / 3)),
        ((0, 1, 0, 1), (0, 2), (0.5, 0.0, 0.5, 0.0)),
        ((0, 1, 0, 1), (), (0.25, 0.25, 0.25, 0.25)),
    ],
)
def test_a_win_is_shared(seats: tuple[int, ...], winners: tuple[int, ...], shares: tuple[float, ...]) -> None:
    assert _result(seats, winners).shares == pytest.approx(shares)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ratings_find_the_strengths_that_made_the_results(players: int) -> None:
    random = Random(1)
    strength = [1.0, 2.0, 4.0]
    results = []
    for deal in range(600):
        for pair in ((0, 1), (0, 2), (1, 2)):
            for seats in seatings(players, pair):
                camps = [(0, 2), (1, 3)] if players == 4 else [(seat,) for seat in range(players)]
                worths = [strength[seats[camp[0]]] for camp in camps]
                results.append(_result(seats, random.choices(camps, worths)[0], deal))
    found = ratings(results, 3)
    for estimate, truth in zip(found, (-120.4, 0.0, 120.4), strict=True):
        assert estimate.low - 15 < truth < estimate.high + 15


def test_ratings_stay_finite_when_somebody_always_wins() -> None:
    found = ratings([_result((0, 1), (0,), deal) for deal in range(50)], 2)
    assert 300 < found[0].value < 2000


def test_four_hundred_points_are_ten_to_one() -> None:
    assert expected_score(400) == pytest.approx(10 / 11)


def test_the_sequential_test_confirms_hope_and_doubt() -> None:
    random = Random(2)
    test = Sprt(0.5, 0.6)
    for truth, decision in ((0.68, Decision.ACCEPTED), (0.42, Decision.REJECTED)):
        scores: list[float] = []
        while (found := test.verdict(scores)).decision is Decision.UNDECIDED:
            scores.append((random.random() < truth) / 2 + (random.random() < truth) / 2)
        assert found.decision is decision
        assert not found.bounds[0] < found.evidence < found.bounds[1]
        assert len(scores) < 400


def test_the_sequential_test_is_seldom_wrong() -> None:
    random = Random(3)
    test = Sprt(0.5, 0.6)
    wrong = 0
    for _ in range(200):
        scores: list[float] = []
        while (found := test.verdict(scores)).decision is Decision.UNDECIDED:
            scores.append((random.random() < 0.5) / 2 + (random.random() < 0.5) / 2)
        wrong += found.decision is Decision.ACCEPTED
    assert wrong <= 20


def test_a_sequential_test_is_read() -> None:
    assert parse_sprt("0.5,0.55,0.1,0.1") == Sprt(0.5, 0.55, 0.1, 0.1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1", "two scores"),
        ("a,b", "two scores"),
        ("0.6,0.5", "the hoped-for one above"),
        ("nan,0.5", "the hoped-for one above"),
        ("0.5,0.55,0,0", "error rates"),
        ("0.5,0.55,0.6,0.6", "error rates"),
    ],
)
def test_a_sequential_test_that_could_decide_nothing_is_rejected(text: str, message: str) -> None:
    with pytest.raises(SprtError, match=message):
        parse_sprt(text)
