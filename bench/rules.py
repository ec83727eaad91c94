"""Speed of the pure library, as ratios measured in one run.

Whole random two-player games, made step by step with the exact last-card rule, against random chess games of
python-chess; and counting the legal moves of an opening against listing them.
"""

from __future__ import annotations

import sys
from random import Random
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, TypeVar

import chess

from siam.rules import HalfMove, Position, advance, deal, legal_moves

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Choice = TypeVar("Choice")

ROUNDS = 9
SIAM_GAMES = 100
CHESS_GAMES = 10
OPENINGS = 4
GAMES_FLOOR = 10
COUNTING_FLOOR = 20


def play_siam(random: Random) -> None:
    position = deal(2, random.random().hex())
    while not position.is_over:
        half = HalfMove(position)
        while (move := half.move) is None:
            half = half.then(pick(random, half.legal_steps))
        position = advance(position, move).position


def play_chess(random: Random) -> None:
    board = chess.Board()
    while not board.is_game_over():
        board.push(pick(random, list(board.legal_moves)))


def pick(random: Random, choices: Sequence[Choice]) -> Choice:
    """Choose as fast as the standard library can, so that the choosing does not count."""
    return choices[int(random.random() * len(choices))]


def seconds(deed: Callable[[], object]) -> float:
    """Measure the time of this process only, so that a busy machine changes little."""
    begin = process_time()
    deed()
    return process_time() - begin


def games_per_second(play: Callable[[Random], None], games: int, seed: int) -> float:
    random = Random(seed)

    def play_all() -> None:
        for _ in range(games):
            play(random)

    return games / seconds(play_all)


def count_all(positions: list[Position]) -> None:
    for position in positions:
        len(legal_moves(position))


def list_all(positions: list[Position]) -> None:
    for position in positions:
        list(legal_moves(position))


def report(name: str, ratios: list[float], floor: float) -> bool:
    """Print the median ratio, and say whether it reaches its floor."""
    reached = median(ratios) >= floor
    spread = f"{min(ratios):.1f} to {max(ratios):.1f}"
    print(f"{name}: {median(ratios):.1f} times ({spread}), floor {floor}: {'reached' if reached else 'MISSED'}")
    return reached


def main() -> int:
    games, counting = [], []
    for number in range(ROUNDS):
        siam = games_per_second(play_siam, SIAM_GAMES, number)
        against = games_per_second(play_chess, CHESS_GAMES, number)
        games.append(siam / against)
        openings = [deal(2, seed) for seed in range(number * OPENINGS, (number + 1) * OPENINGS)]
        counting.append(seconds(lambda: list_all(openings)) / seconds(lambda: count_all(openings)))  # noqa: B023
        print(f"round {number + 1}: {siam:.0f} games of Siam and {against:.1f} of chess a second", file=sys.stderr)
    reached = [
        report("random games against python-chess", games, GAMES_FLOOR),
        report("counting an opening's moves against listing them", counting, COUNTING_FLOOR),
    ]
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
