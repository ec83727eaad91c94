"""The engine's rows of integers, its hashing, its counts and its signature."""

from random import Random

import numpy as np
import pytest

from siam.engine.bench import signature
from siam.engine.core.bits import random_state
from siam.engine.core.codec import decode, encode, ground_of, position_ground
from siam.engine.core.layout import CANONICAL, SIZE
from siam.engine.core.perft import count_steps
from siam.engine.core.playouts import deal, position_hash, random_games
from siam.rules import HalfMove, Options, Position, load_board, play
from tests.engine.positions import random_position

SIGNATURE = "ad21055081dca88b"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_position_survives_the_way_there_and_back(players: int) -> None:
    random = Random(players)
    for moves in range(0, 60, 3):
        position = random_position(random, players, moves=moves)
        assert decode(encode(position), position.board, position.options, players) == position


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_deal_of_the_engine_is_a_deal_of_the_rules(players: int) -> None:
    board, options = load_board("siam"), Options()
    state = np.zeros(SIZE, np.int32)
    deal(ground_of(players, board, options), state, random_state(players))
    position = decode(state, board, options, players)
    assert set(position.follower_count) == {16 if players == 2 else 18}
    assert [followers.total for followers in position.followers] == [4] * 8
    assert all(position.followers[home][faction] >= 2 for faction, home in enumerate(board.homes))
    assert sorted(position.track) == list(range(8))


def test_equal_positions_have_equal_hashes_and_others_do_not() -> None:
    random = Random(3)
    rows = [encode(random_position(random, 3, moves=moves)) for moves in range(40)]
    hashes = {int(position_hash(row)) for row in rows}
    assert len(hashes) == len({row[:CANONICAL].tobytes() for row in rows})
    assert all(position_hash(row) == position_hash(row.copy()) for row in rows)


def test_random_games_repeat_with_their_seed() -> None:
    ground = ground_of(2, load_board("siam"), Options())
    assert random_games(ground, 300, random_state(7)) == random_games(ground, 300, random_state(7))


def count_by_rules(half: HalfMove, depth: int) -> int:
    if half.move is not None:
        half = HalfMove(play(half.position, half.move).position)
    if depth == 0 or half.position.is_over:
        return 1
    return sum(count_by_rules(half.then(step), depth - 1) for step in half.legal_steps)


@pytest.mark.parametrize(("players", "moves", "depth"), [(2, 0, 3), (3, 20, 3), (4, 30, 3), (2, 16, 4)])
def test_engine_and_rules_count_the_same_steps(players: int, moves: int, depth: int) -> None:
    position: Position = random_position(Random(moves), players, moves=moves)
    expected = count_by_rules(HalfMove(position), depth)
    assert count_steps(position_ground(position), encode(position), depth) == expected


def test_the_signature_tells_that_nothing_has_changed() -> None:
    assert signature(20) == SIGNATURE
