"""Exact endings of two camps, by the clock: won or lost as brute force and the slower solver say, by moves that win."""

import threading
from random import Random

import numpy as np
import pytest

from siam.engine.core.codec import encode, move_of, position_ground
from siam.engine.core.layout import CAMPS, TO_MOVE
from siam.engine.core.outcomes import frozen_winners
from siam.engine.search.duels import (
    LOST,
    PASS_CODE,
    UNDECIDED,
    WON,
    Known,
    Room,
    begin_cards,
    can_be_shared,
    decide,
    key_of,
    new_known,
    new_room,
    next_card,
)
from siam.engine.search.endgame import LOSS, WIN, new_endgame, solve
from siam.engine.search.limits import Limits
from siam.engine.search.packed import WORDS, Words, pack
from siam.engine.search.packed_boards import steps_of
from siam.engine.search.proofs import Prover, foresee
from siam.engine.search.search import choose
from siam.rules import PASS, HalfMove, Move, Options, Position, camp_of, outcome, play
from tests.engine.positions import random_position, small_ending
from tests.engine.test_endgame import afterstates, brute_force, worth

ENOUGH = 3_000_000
"""About so many positions are looked at in a second or two."""
CASES = [(2, 2, 600), (2, 3, 400), (2, 4, 60), (4, 2, 600), (4, 3, 300), (4, 4, 30)]
"""Players, cards left, endings."""


def packed(position: Position) -> Words:
    row = np.zeros(WORDS, np.int64)
    pack(encode(position), row)
    return row


def decided(position: Position, known: Known, room: Room, budget: int = ENOUGH) -> int:
    """Decide an ending with a solver, which may have been used before."""
    ground, state = position_ground(position), encode(position)
    room.rows[0] = packed(position)
    room.budget[0] = budget
    stands = int(frozen_winners(ground, state)) == int(ground[CAMPS + state[TO_MOVE]])
    return int(decide(ground, known, room, 0, stands))


def found_move(position: Position, room: Room) -> Move:
    code = int(room.best[0])
    return PASS if code == PASS_CODE else move_of(position, steps_of(packed(position), code))


def unshared_endings(players: int, cards: int, count: int) -> list[Position]:
    """Return endings of every size in which nobody can share the win."""
    random, found = Random(f"{players} {cards}"), list[Position]()
    while len(found) < count:
        position = small_ending(random, players, open_provinces=random.randint(1, 8), cards=cards)
        if not can_be_shared(position_ground(position), packed(position)):
            found.append(position)
    return found


@pytest.mark.parametrize(("players", "cards", "count"), CASES)
def test_the_outcome_is_that_of_the_slower_solver_however_often_a_solver_was_used(
    players: int, cards: int, count: int
) -> None:
    slower, known, used = new_endgame(0, known=1 << 16), new_known(1 << 12), new_room()
    compared = 0
    for position in unshared_endings(players, cards, count):
        slower.budget[0] = 60_000
        slower.rows[0, 0] = encode(position)
        expected = int(solve(position_ground(position), slower, 0, LOSS, WIN))
        if expected < 0:
            continue
        compared += 1
        assert decided(position, known, used) == (WON if expected == WIN else LOST), position.text
        if expected == WIN:  # and the move that was found leaves the others lost, by a solver that knows nothing
            after = play(position, found_move(position, used)).position
            assert after.is_over or decided(after, new_known(64), new_room()) == LOST, position.text
    assert compared > count / 2


@pytest.mark.parametrize("players", [2, 4])
def test_the_outcome_is_that_of_brute_force(players: int) -> None:
    random, known, room, compared = Random(players), new_known(1 << 10), new_room(), 0
    while compared < 60:
        position = small_ending(random, players, open_provinces=random.randint(1, 2), cards=2)
        if can_be_shared(position_ground(position), packed(position)) or position.is_over:
            continue
        share = worth(brute_force(position), position.to_move, players)
        assert decided(position, known, room) == {0.0: LOST, 1.0: WON}[share], position.text
        afterstates.cache_clear()
        brute_force.cache_clear()
        compared += 1


@pytest.mark.parametrize("players", [2, 4])
def test_the_moves_gone_through_are_the_legal_ones_up_to_what_can_not_matter(players: int) -> None:
    random, room = Random(players + 7), new_room()
    for _ in range(12):
        position = random_position(random, players, moves=random.randrange(15, 40))
        if position.card_count < 2 or not position.player.hand:
            continue
        ground = position_ground(position)
        room.rows[0] = packed(position)
        begin_cards(ground, room, 0)
        found = set[int]()
        while next_card(ground, room, 0, 2):
            found.add(int(key_of(ground, room.rows[1])))
        expected = {
            int(key_of(ground, packed(after)))
            for after in afterstates(position)
            if after.card_count < position.card_count
        }
        afterstates.cache_clear()
        assert found == expected, position.text


@pytest.mark.parametrize("players", [2, 4])
def test_threads_that_share_what_they_know_find_the_same(players: int) -> None:
    for position in unshared_endings(players, 3, 12):
        known, rooms = new_known(1 << 8), [new_room(), new_room(backwards=True)]
        answers = [UNDECIDED, UNDECIDED]

        def work(number: int) -> None:
            answers[number] = decided(position, known, rooms[number])  # noqa: B023

        threads = [threading.Thread(target=work, args=(number,)) for number in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert answers == [decided(position, new_known(1 << 12), new_room())] * 2


def test_a_search_that_is_cut_short_leaves_nothing_false_behind() -> None:
    random, known, room = Random(9), new_known(1 << 12), new_room()
    for position in unshared_endings(2, 3, 60):
        decided(position, known, room, random.randrange(1, 400))
        assert decided(position, known, room) == decided(position, new_known(64), new_room())


def test_a_win_that_can_be_shared_is_left_to_the_slower_solver() -> None:
    position = small_ending(Random(2), 2, open_provinces=2, cards=2)
    shared = position._replace(options=Options(colony_loses=True))
    assert can_be_shared(position_ground(shared), packed(shared))
    prover = Prover(shared)
    prover.prove(ENOUGH)
    assert prover.proof is not None
    beside = Prover(shared, threads=2)
    beside.start()
    beside.wait(300, threading.Event())
    beside.end()
    assert beside.proof is not None
    assert beside.proof.value_by_camp == prover.proof.value_by_camp


def test_a_long_search_for_a_shared_win_ends_when_it_is_told() -> None:
    position = small_ending(Random(5), 2, open_provinces=8, cards=6)
    prover = Prover(position._replace(options=Options(colony_loses=True)))
    prover.start()
    prover.end()
    assert prover.proof is None


def test_what_was_proven_is_known_at_the_next_move() -> None:
    position = unshared_endings(2, 3, 1)[0]
    first = Prover(position)
    first.prove(ENOUGH)
    again = Prover(position, lore=first.lore)
    again.prove(ENOUGH)
    assert first.proof is not None
    assert again.proof is not None
    assert again.proof.value_by_camp == first.proof.value_by_camp
    assert again.proof.looked_at <= first.proof.looked_at
    elsewhere = Prover(unshared_endings(4, 3, 1)[0], lore=first.lore)
    assert elsewhere.lore is not first.lore


def test_an_ending_that_is_won_is_won_by_the_clock_against_every_defence_tried() -> None:
    random, won = Random(11), 0
    for position in unshared_endings(2, 3, 30):
        if decided(position, new_known(1 << 10), new_room()) != WON or won == 4:
            continue
        winner, won = position.to_move, won + 1
        while not position.is_over:
            if position.to_move == winner:
                found = choose(position, Limits(seconds=20.0))  # it is over as soon as it is proven
                assert found.proven
                position = play(position, found.move).position
            else:
                half = HalfMove(position)
                while half.move is None:
                    half = half.then(random.choice(half.legal_steps))
                position = play(position, half.move).position
        result = outcome(position)
        assert result is not None
        assert result.winners == camp_of(2, winner)
    assert won == 4


def test_three_players_see_an_ending_to_its_end() -> None:
    random = Random(5)
    for _ in range(20):
        position = small_ending(random, 3, open_provinces=1, cards=2)
        found = foresee(position, ENOUGH)
        assert found is not None
        assert found.line is not None
        expected = tuple(worth(brute_force(position), seat, 3) for seat in range(3))
        assert found.value_by_camp == pytest.approx(expected)
        after = play(position, found.line.moves[0]).position
        assert [worth(brute_force(after), seat, 3) for seat in range(3)] == pytest.approx(list(expected))
        assert choose(position, Limits(seconds=20.0)).move == found.line.moves[0]
        afterstates.cache_clear()
        brute_force.cache_clear()
