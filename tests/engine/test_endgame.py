"""Endings searched to the end agree with brute force over the rules."""

import time
from functools import cache
from random import Random

import pytest

from siam.engine.core.codec import encode, move_of, position_ground
from siam.engine.search.endgame import LOSS, SHARED, UNKNOWN, WIN, Endgame, new_endgame, solve, solve_three
from siam.engine.search.limits import Limits
from siam.engine.search.proofs import Prover, prove
from siam.engine.search.search import choose
from siam.rules import (
    PASS,
    Card,
    Followers,
    HalfMove,
    Move,
    Player,
    Position,
    advance,
    camp_of,
    outcome,
    play,
    standing_outcome,
)
from tests.engine.positions import small_ending

CASES = [(2, 1, 2, 120), (2, 2, 2, 50), (2, 1, 3, 10), (3, 1, 2, 120), (3, 2, 1, 60), (4, 1, 2, 120), (4, 2, 1, 60)]
"""Players, open provinces, cards left, positions: 540 in all."""
REUSED = [(2, 2, 1200), (2, 3, 300), (4, 2, 1200), (4, 3, 150)]
"""Players, cards left, endings that one solver proves one after the other: nearly three thousand."""
LEAF_BUDGET = 1000
"""So many positions a search looks at to prove a leaf, for each card beyond the first."""
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
    """Return a seat's share of an outcome."""
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


def found_move(position: Position, endgame: Endgame) -> Move:
    """Return the move that a solver has found for the ending that it proved last."""
    steps = [int(step) for step in endgame.paths[0] if step >= 0]
    return PASS if steps == [0] else move_of(position, steps)


def solved(position: Position, endgame: Endgame, budget: int) -> int:
    """Let a solver prove an ending of two camps."""
    endgame.budget[0] = budget
    endgame.rows[0, 0] = encode(position)
    return int(solve(position_ground(position), endgame, 0, LOSS, WIN))


@pytest.mark.parametrize(("players", "cards", "count"), REUSED)
def test_a_solver_used_before_proves_what_a_new_one_proves(players: int, cards: int, count: int) -> None:
    random = Random(f"{players} {cards}")
    used, proven = new_endgame(0), 0
    for _ in range(count):
        position = small_ending(random, players, open_provinces=random.randint(1, 6), cards=cards)
        value = solved(position, used, LEAF_BUDGET * (cards - 1))
        if value == UNKNOWN:
            continue
        proven += 1
        assert value == solved(position, new_endgame(0), PROVEN_IN_A_SECOND)
        if value != LOSS:  # the other camp gets the rest after the move that was found
            after = play(position, found_move(position, used)).position
            assert solved(after, new_endgame(0), PROVEN_IN_A_SECOND) == WIN - value
    assert proven > count / 2


@pytest.mark.parametrize("players", [2, 4])
def test_a_solver_used_before_agrees_with_brute_force(players: int) -> None:
    random = Random(players)
    used = new_endgame(0)
    for _ in range(200):
        wide = small_ending(random, players, open_provinces=6, cards=3)
        solved(wide, used, random.randrange(1, 200))  # leaves off in the middle
        position = small_ending(random, players, open_provinces=1, cards=2)
        share = worth(brute_force(position), position.to_move, players)
        assert solved(position, used, PROVEN_IN_A_SECOND) == {0.0: LOSS, 0.5: SHARED, 1.0: WIN}[share]
        afterstates.cache_clear()
        brute_force.cache_clear()


def test_a_move_that_refuted_another_ending_is_cut_where_nobody_is_left_to_take() -> None:
    random = Random(7)
    used, won = new_endgame(0), 0
    for _ in range(60):
        position = small_ending(random, 2, open_provinces=4, cards=2)
        seated = tuple(Player((Card.MAHARACHA,), player.court) for player in position.players)
        full = position._replace(players=seated)
        solved(full, used, PROVEN_IN_A_SECOND)
        empty = full._replace(followers=(Followers(0, 0, 0),) * len(full.followers))
        if solved(empty, used, PROVEN_IN_A_SECOND) == WIN:
            play(empty, found_move(empty, used))
            won += 1
    assert won > 5


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
