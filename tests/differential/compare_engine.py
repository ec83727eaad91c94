"""Compares the kernel with `siam.rules`, step by step.

`python -m tests.differential.compare_engine 2000000` does so for that many steps: games with every number of
players, map and set of options, and made-up late tables, where the last card and the undo ban matter.
"""

import sys
from itertools import cycle, product
from random import Random

from siam.engine.core.codec import decode, encode, position_ground
from siam.engine.core.last_card import legal_steps
from siam.engine.core.outcomes import frozen_winners
from siam.engine.core.steps import apply_step
from siam.notation import parse_position
from siam.rules import STEPS, FirstPlayer, HalfMove, Options, Position, deal, load_board, play, standing_outcome
from tests.differential.tables import OPTION_SETS, sparse_table

ID_OF = {step: number for number, step in enumerate(STEPS)}
PASS_CHANCES = (0.0, 0.2, 0.5)
EVERY_TABLE = [
    (players, board, Options(first_player=first, capital_last=capital_last, colony_loses=colony_loses))
    for players, board, first, capital_last, colony_loses in product(
        (2, 3, 4), ("siam", "albion"), FirstPlayer, (False, True), (False, True)
    )
]
_LATE_TABLES = 5
"""One made-up late table for so many games."""


def bits(mask: int) -> list[int]:
    return [number for number in range(len(STEPS)) if mask >> number & 1]


def compare_game(position: Position, random: Random, pass_chance: float) -> int:
    """Play a game in both and compare after every step; give how many steps it had."""
    ground, state = position_ground(position), encode(position)
    half = HalfMove(position)
    steps = 0
    while not half.position.is_over:
        expected = sorted(ID_OF[step] for step in half.legal_steps)
        assert bits(legal_steps(ground, state)) == expected, half
        choice = random.choice(expected)
        if choice and expected[0] == 0 and random.random() < pass_chance:
            choice = 0
        apply_step(ground, state, choice)
        steps += 1
        half = half.then(STEPS[choice])
        if half.move is not None:
            after = play(half.position, half.move).position
            assert decode(state, after.board, after.options, len(after.players)) == after
            assert (encode(after) == state).all()
            winners = standing_outcome(after).winners
            assert frozen_winners(ground, state) == sum(1 << seat for seat in winners)
            half = HalfMove(after)
    assert legal_steps(ground, state) == 0
    return steps


def late_table(players: int, board: str, seed: int) -> Position:
    """Make up a late table: few cards, few followers, supplies that have run dry."""
    options = OPTION_SETS[seed % len(OPTION_SETS)]
    return parse_position(sparse_table(players, board, options, seed), Options.from_values(dict(options)))


def compare(wanted_steps: int) -> tuple[int, int]:
    """Compare for so many steps; give the games and the steps."""
    games = steps = 0
    tables = cycle(EVERY_TABLE)
    while steps < wanted_steps:
        players, board, options = next(tables)
        random = Random(games)
        if games % _LATE_TABLES == 0:
            position = late_table(players, board, games)
        else:
            position = deal(players, random.random().hex(), board=load_board(board), options=options)
        steps += compare_game(position, random, PASS_CHANCES[games // len(EVERY_TABLE) % 3])
        games += 1
        if games % 500 == 0:
            print(f"{games:,} games, {steps:,} steps", flush=True)
    return games, steps


if __name__ == "__main__":
    games, steps = compare(int(sys.argv[1]))
    print(f"no difference in {games:,} games, {steps:,} steps, {len(EVERY_TABLE)} kinds of table")
