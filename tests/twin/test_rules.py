"""The module in Node deals, plays and judges as the compiled kernels do, and tells games as the rules do."""

import hashlib
import json
from itertools import product
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from siam.agents.simple import random_move
from siam.engine.bench import UNUSUAL
from siam.engine.core.codec import ground_of
from siam.engine.core.playouts import signature_of
from siam.engine.portable.positions import walk
from siam.notation import format_move, format_position
from siam.rules import BOOK, advance, cards_without_effect, deal, load_board
from siam.server.views.events import events_made
from siam.server.views.outcomes import standing_made
from siam.server.views.state import track_seen
from siam.server.views.steps import steps_made
from tests.twin.oracle import answers, question

TABLES = tuple(product((2, 3, 4), ("siam", "albion"), (BOOK, UNUSUAL)))
POSITIONS = 200_000


def test_the_signature_of_random_games_is_the_native_one() -> None:
    asked = [question("signature", load_board(board), n, options, games=40, seed=n) for n, board, options in TABLES]
    for (players, board, options), found in zip(TABLES, answers(asked), strict=True):
        native = int(signature_of(ground_of(players, load_board(board), options), 40, players))
        assert found == f"{native % 2**64:016x}", (players, board)


def test_positions_legal_steps_and_winners_are_the_native_ones() -> None:
    asked = [
        question("walk", load_board(board), players, options, games=90, seed=number, room=POSITIONS)
        for number, (players, board, options) in enumerate(TABLES)
    ]
    total = 0
    words = np.zeros(3 * POSITIONS, np.uint64)
    for number, ((players, board, options), found) in enumerate(zip(TABLES, answers(asked), strict=True)):
        ground = ground_of(players, load_board(board), options)
        count = int(walk(ground.ctypes.data, 90, number, words.ctypes.data, POSITIONS))
        digest = hashlib.sha256(words[: 3 * count].tobytes()).hexdigest()
        assert found == {"count": count, "digest": digest}, (players, board)
        total += count
    assert total >= 100_000


def _plain(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


def _in_any_order(made: dict[str, Any]) -> dict[str, Any]:
    """Sort the legal steps, and leave out what belongs to a connection."""
    return {**made, "legal": sorted(made["legal"]), "re": None}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_are_told_as_the_server_tells_them(players: int) -> None:
    random = Random(players)
    games = []
    for board, options in product(("siam", "albion"), (BOOK, UNUSUAL)):
        position = deal(players, random.getrandbits(40), board=load_board(board), options=options)
        course, setup = [], position
        while not position.is_over:
            move = random_move(position, random)
            course.append((position, move))
            position = advance(position, move).position
        games.append((setup, course))
    asked = [
        question(
            "game",
            setup.board,
            players,
            setup.options,
            setup=format_position(setup),
            moves=[format_move(setup.board, move) for _, move in course],
        )
        for setup, course in games
    ]
    for (_, course), told in zip(games, answers(asked), strict=True):
        for (before, move), turn in zip(course, told, strict=True):
            after = advance(before, move)
            assert turn["events"] == _plain(events_made(after.events, before))
            assert turn["text"] == format_position(after.position)
            assert turn["seen"]["track"] == _plain(track_seen(after.position))
            assert turn["seen"]["standing"] == _plain(standing_made(after.position))
            for made in turn["steps"]:
                assert _in_any_order(made) == _in_any_order(_plain(steps_made(before, 0, made["steps"])))
            assert turn["idle"] == [card.letter for card in cards_without_effect(before)]
