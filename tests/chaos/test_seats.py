"""An order for everything that was asked about seats is found if there is one, and only then."""

from itertools import permutations
from random import Random

import pytest
from bench.chaos.checks.seats import GONE, Ask, Seats, answer, has_order
from bench.chaos.history import Cancel, Leave, Result, Take, Try

HOST, ANNA, BERTHA = "host", "anna", "bertha"
EMPTY: Seats = (HOST, None, None)


def asked(player: str, wish: Take | Leave | Cancel, begin: float, end: float, code: str | None = "") -> Ask:
    """Return something asked; without a code nobody knows what came of it."""
    result = Result.UNKNOWN if code is None else Result.REFUSED if code else Result.DONE
    return Ask(player, wish, Try(0, begin, end, result, code or ""))


def test_who_comes_first_sits_and_who_comes_later_is_refused() -> None:
    asks = [asked(ANNA, Take(2), 0, 1), asked(BERTHA, Take(2), 2, 3, "seat_taken")]
    assert has_order(asks, EMPTY, (HOST, ANNA, None), HOST)
    assert not has_order(asks[::-1][:1], EMPTY, EMPTY, HOST)


def test_of_two_at_once_either_may_have_come_first() -> None:
    asks = [asked(ANNA, Take(2), 0, 3, "seat_taken"), asked(BERTHA, Take(2), 1, 2)]
    assert has_order(asks, EMPTY, (HOST, BERTHA, None), HOST)


def test_two_can_not_both_have_one_seat() -> None:
    asks = [asked(ANNA, Take(2), 0, 1), asked(BERTHA, Take(2), 0, 1)]
    assert not has_order(asks, EMPTY, (HOST, ANNA, None), HOST)


def test_a_seat_that_was_left_before_is_free() -> None:
    sat = [asked(ANNA, Take(2), 0, 1), asked(ANNA, Leave(2), 2, 3)]
    assert has_order([*sat, asked(BERTHA, Take(2), 4, 5)], EMPTY, (HOST, BERTHA, None), HOST)
    assert not has_order([*sat, asked(BERTHA, Take(2), 4, 5, "seat_taken")], EMPTY, EMPTY, HOST)


def test_what_nobody_knows_can_explain_a_later_answer_and_not_an_earlier_one() -> None:
    unknown = asked(ANNA, Take(2), 2, 3, None)
    assert has_order([unknown, asked(BERTHA, Take(2), 9, 10, "seat_taken")], EMPTY, (HOST, ANNA, None), HOST)
    assert has_order([unknown], EMPTY, EMPTY, HOST)
    assert not has_order([unknown, asked(BERTHA, Take(2), 0, 1, "seat_taken")], EMPTY, (HOST, ANNA, None), HOST)


def test_a_game_begins_when_nobody_is_missing_and_then_nobody_leaves() -> None:
    asks = [asked(ANNA, Take(2), 0, 1), asked(BERTHA, Take(3), 2, 3), asked(ANNA, Leave(2), 4, 5, "already_started")]
    assert has_order(asks, EMPTY, (HOST, ANNA, BERTHA), HOST)


def test_nobody_sits_down_at_a_table_that_is_gone() -> None:
    gone = [asked(HOST, Cancel(), 0, 1), asked(ANNA, Take(2), 2, 3, "not_found")]
    assert has_order(gone, EMPTY, GONE, HOST)
    assert not has_order([gone[0], asked(ANNA, Take(2), 2, 3)], EMPTY, GONE, HOST)


def orders_one_by_one(asks: list[Ask], first: Seats, last: Seats) -> bool:
    """Try every order of every choice of what is unknown: slow, and plain to see."""
    unknown = [ask for ask in asks if ask.tried.result is Result.UNKNOWN]
    known = [ask for ask in asks if ask.tried.result is not Result.UNKNOWN]
    for chosen in range(2 ** len(unknown)):
        happened = known + [ask for bit, ask in enumerate(unknown) if chosen >> bit & 1]
        for order in permutations(happened):
            if any(b.end < a.tried.begin for n, a in enumerate(order) for b in order[n + 1 :]):
                continue
            seats, fits = first, True
            for ask in order:
                code, seats = answer(seats, ask, HOST)
                result = ask.tried.result
                fits &= result is Result.UNKNOWN or (ask.tried.code == code and (result is Result.DONE) == (not code))
            if fits and seats == last:
                return True
    return False


@pytest.mark.parametrize("seed", range(200))
def test_the_search_agrees_with_trying_every_order(seed: int) -> None:
    chance = Random(seed)
    asks = []
    for _ in range(chance.randint(1, 5)):
        begin = chance.randint(0, 6)
        player = chance.choice((ANNA, BERTHA))
        wish = chance.choice((Take(2), Take(3), Leave(2), Take(2)))
        code = chance.choice(("", "", None, "seat_taken", "already_seated", "not_your_seat", "already_started"))
        asks.append(asked(player, wish, begin, begin + chance.randint(1, 4), code))
    last = chance.choice(((HOST, ANNA, None), (HOST, BERTHA, None), EMPTY, (HOST, ANNA, BERTHA)))
    assert has_order(asks, EMPTY, last, HOST) == orders_one_by_one(asks, EMPTY, last)
