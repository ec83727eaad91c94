"""The kernel plays the game of `siam.rules`: same legal steps, same positions, same outcomes.

`SIAM_DIFFERENTIAL_GAMES` sets how many games each table plays.
"""

import os
from random import Random

import pytest

from siam.rules import Options, deal, load_board
from tests.differential.compare_engine import PASS_CHANCES, compare_game, late_table

GAMES = int(os.environ.get("SIAM_DIFFERENTIAL_GAMES", "12"))
TABLES = [
    (players, board, options)
    for players in (2, 3, 4)
    for board, options in (
        ("siam", Options()),
        ("albion", Options(capital_last=True)),
        ("siam", Options(colony_loses=True)),
    )
]


@pytest.mark.parametrize(("players", "board", "options"), TABLES)
def test_the_kernel_plays_the_game_of_the_rules(players: int, board: str, options: Options) -> None:
    random = Random(f"{players} {board} {options}")
    for game in range(GAMES):
        position = deal(players, random.random().hex(), board=load_board(board), options=options)
        compare_game(position, random, PASS_CHANCES[game % 3])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_kernel_plays_late_tables_as_the_rules_do(players: int) -> None:
    for seed in range(GAMES):
        compare_game(late_table(players, ("siam", "albion")[seed % 2], seed), Random(seed), PASS_CHANCES[seed % 3])
