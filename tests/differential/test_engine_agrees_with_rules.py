"""The kernel plays the game of `siam.rules`: same legal steps, same positions, same outcomes.

`SIAM_DIFFERENTIAL_GAMES` sets how many games each table plays.
"""

import os
from random import Random

import pytest

from siam.engine.codec import decode, encode, position_ground
from siam.engine.kernel import apply_step
from siam.engine.lastcard import legal_steps
from siam.engine.outcomes import frozen_winners
from siam.rules import STEPS, HalfMove, Options, Position, deal, load_board, play, standing_outcome

GAMES = int(os.environ.get("SIAM_DIFFERENTIAL_GAMES", "12"))
ID_OF = {step: number for number, step in enumerate(STEPS)}
TABLES = [
    (players, board, options)
    for players in (2, 3, 4)
    for board, options in (
        ("siam", Options()),
        ("albion", Options(capital_last=True)),
        ("siam", Options(colony_loses=True)),
    )
]


def bits(mask: int) -> list[int]:
    return [number for number in range(len(STEPS)) if mask >> number & 1]


def compare_game(position: Position, random: Random, pass_chance: float) -> None:
    """Play a game in both and compare after every step."""
    ground, state = position_ground(position), encode(position)
    half = HalfMove(position)
    while not half.position.is_over:
        expected = sorted(ID_OF[step] for step in half.legal_steps)
        assert bits(legal_steps(ground, state)) == expected, half
        choice = random.choice(expected)
        if choice and expected[0] == 0 and random.random() < pass_chance:
            choice = 0
        apply_step(ground, state, choice)
        half = half.then(STEPS[choice])
        if half.move is not None:
            after = play(half.position, half.move).position
            assert decode(state, after.board, after.options, len(after.players)) == after
            assert (encode(after) == state).all()
            winners = standing_outcome(after).winners
            assert frozen_winners(ground, state) == sum(1 << seat for seat in winners)
            half = HalfMove(after)
    assert legal_steps(ground, state) == 0


@pytest.mark.parametrize(("players", "board", "options"), TABLES)
def test_the_kernel_plays_the_game_of_the_rules(players: int, board: str, options: Options) -> None:
    random = Random(f"{players} {board} {options}")
    for game in range(GAMES):
        position = deal(players, random.random().hex(), board=load_board(board), options=options)
        compare_game(position, random, (0.0, 0.2, 0.5)[game % 3])
