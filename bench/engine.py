"""Whole random games a second against python-chess's, in one run: prints ratios.

Run as `python bench/engine.py [seconds]`.
"""

import sys
import time
from random import Random

import chess

from siam.engine.bench import engine_games_per_second, rules_games_per_second, signature, threaded_games_per_second


def chess_games_per_second(seconds: float) -> float:
    random = Random(1)
    games, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(random.choice(list(board.legal_moves)))
        games += 1
    return games / (time.process_time() - start)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    engine_games_per_second(2, 0.1)
    for players in (2, 3, 4):
        chess_rate = chess_games_per_second(seconds)
        engine_rate = engine_games_per_second(players, seconds)
        rules_rate = rules_games_per_second(players, seconds)
        print(
            f"{players} players: engine {engine_rate:,.0f} games/s = {engine_rate / chess_rate:,.0f} x python-chess "
            f"({chess_rate:.1f}), rules {rules_rate:.1f} games/s, engine {engine_rate / rules_rate:,.0f} x rules"
        )
    one = threaded_games_per_second(2, 1, seconds)
    two = threaded_games_per_second(2, 2, seconds)
    print(f"two threads: {two:,.0f} games/s = {two / one:.2f} x one")
    print(f"signature {signature()}")


if __name__ == "__main__":
    main()
