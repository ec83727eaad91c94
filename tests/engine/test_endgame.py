"""Endings searched to the end agree with brute force over the rules."""

import time
from functools import cache
from random import Random

import pytest

from siam.engine.codec import encode, position_ground
from siam.engine.endgame import LOSS, SHARED, WIN, new_endgame, solve, solve_three
from siam.engine.limits import Limits
from siam.engine.proofs import Prover, prove
from siam.engine.search import choose
from siam.rules import PASS, HalfMove, Position, camp_of, outcome, play, standing_outcome
from siam.rules.turns import advance
from tests.engine.positions import small_ending

CASES = [(2, 1, 2, 120), (2, 2, 2, 50), (2, 1, 3, 10), (3, 1, 2, 120), (3, 2, 1, 60), (4, 1, 2, 120), (4, 2, 1, 60)]
"""Players, open provinces, cards left, positions: 540 in all."""
PROVEN_IN_A_SECOND = 1_000_000
"""About so many positions an exact search looks at in a second."""


@cache
def afterstates(position: Position) -> tuple[Position, ...]:
    """List the positions after every legal move, in the order of the steps; the same one is listed once."""
    found: dict[Position, None] = {}
    halves = [HalfMove(position)]
    while halves:
        half = halves.pop()
        if half.move is not None:
            found[advance(position, half.move).position] = None
        else:
            halves += [half.then(step) for step in reversed(half.legal_steps)]
    return tuple(found)


def worth(winners: tuple[int, ...], seat: int, players: int) -> float:
    """Give a seat's share of an outcome."""
    camp = camp_of(players, seat)
    if not winners:
        return 0.5 if players != 3 else 1 / 3
    ours = [winner for winner in winners if winner in camp]
    return len(ours) / len(winners)


@cache
def brute_force(position: Position) -> tuple[int, ...]:
    """Find who wins when every camp plays for itself; among equal moves the first is played."""
    if position.is_over:
        return standing_outcome(position).winners
    seat, players = position.to_move, len(position.players)
    results = (brute_force(after) for after in afterstates(position))
    best = next(results)
    for winners in results:
        if worth(winners, seat, players) > worth(best, seat, players):
            best = winners
    return best


@pytest.mark.parametrize(("players", "open_provinces", "cards", "count"), CASES)
def test_an_exact_ending_agrees_with_brute_force(players: int, open_provinces: int, cards: int, count: int) -> None:
    random = Random(f"{players} {open_provinces} {cards}")
    for _ in range(count):
        position = small_ending(random, players, open_provinces=open_provinces, cards=cards)
        endgame = new_endgame(10**9)
        endgame.rows[0, 0] = encode(position)
        expected = brute_force(position)
        if players == 3:
            assert solve_three(position_ground(position), endgame, 0) == sum(1 << seat for seat in expected)
        else:
            share = worth(expected, position.to_move, players)
            value = {0.0: LOSS, 0.5: SHARED, 1.0: WIN}[share]
            assert solve(position_ground(position), endgame, 0, LOSS, WIN) == value
        afterstates.cache_clear()
        brute_force.cache_clear()


def test_three_cards_left_are_always_proven_with_two_players() -> None:
    random = Random(3)
    for _ in range(30):
        position = small_ending(random, 2, open_provinces=random.randint(2, 8), cards=3)
        assert prove(position, PROVEN_IN_A_SECOND) is not None


def test_a_proof_in_the_background_is_that_of_the_foreground() -> None:
    position = small_ending(Random(6), 2, open_provinces=3, cards=3)
    at_once = prove(position, PROVEN_IN_A_SECOND)
    assert at_once is not None
    prover = Prover(position)
    prover.start()
    while prover.proof is None:
        time.sleep(0)
    prover.end()
    assert prover.proof.value_by_camp == at_once.value_by_camp


def test_a_proof_in_the_background_leaves_off_when_told_to() -> None:
    prover = Prover(small_ending(Random(4), 2, open_provinces=8, cards=8))
    prover.start()
    prover.end()
    assert prover.proof is None


def test_a_won_ending_is_won_by_the_moves_of_the_search() -> None:
    random = Random(5)
    won = 0
    while won < 5:
        position = small_ending(random, 2, open_provinces=2, cards=2)
        if brute_force(position) != (position.to_move,):
            continue
        winner = position.to_move
        while not position.is_over:
            found = choose(position, Limits(nodes=50))
            position = play(position, found.move if position.to_move == winner else PASS).position
        result = outcome(position)
        assert result is not None
        assert result.winners == (winner,)
        won += 1
