"""Compare random lines in the positions of random games: reasons of every kind, thousands of them."""

from collections.abc import Iterator
from functools import cache
from random import Random

from siam.agents import agent
from siam.analysis.reasons import Reason, reason_against, reason_for
from siam.rules import PASS, Move, Options, Position, deal, play

GAMES = 150
LINE = 8
PASSING = 0.5
"""How often a line passes, so that lines reach the end of the game too."""


def random_line(position: Position, random: Random, length: int) -> tuple[Move, ...]:
    """Play on at random."""
    moves: list[Move] = []
    while len(moves) < length and not position.is_over:
        is_pass = random.random() < PASSING
        move = PASS if is_pass else agent("random").choose(position, seed=random.getrandbits(32))
        moves.append(move)
        position = play(position, move).position
    return tuple(moves)


def random_positions(seed: int) -> Iterator[Position]:
    """Yield the positions of one game at random."""
    random = Random(seed)
    options = Options(colony_loses=seed % 7 == 0)
    position = deal(2 + seed % 3, seed, options=options)
    while not position.is_over:
        yield position
        [move] = random_line(position, random, 1)
        position = play(position, move).position


@cache
def random_reasons(players: int) -> tuple[tuple[Position, Reason], ...]:
    """Compare random lines in every position of many games."""
    found: list[tuple[Position, Reason]] = []
    for seed in range(players - 2, GAMES, 3):
        random = Random(-seed)
        for position in random_positions(seed):
            better, played = (random_line(position, random, random.randint(1, LINE)) for _ in range(2))
            both = (reason_against(position, better, played), reason_for(position, better))
            found += [(position, reason) for reason in both if reason is not None]
    return tuple(found)
