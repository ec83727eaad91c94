"""How fast whole random games are played, by the rules and by the engine, and the engine's signature."""

import threading
import time
from itertools import product
from random import Random

from siam.engine.core.bits import random_state
from siam.engine.core.codec import ground_of
from siam.engine.core.playouts import random_games, signature_of
from siam.rules import BOOK, PLAYER_COUNTS, FirstPlayer, HalfMove, Options, advance, deal, load_board

SIGNATURE_GAMES = 200
UNUSUAL = Options(first_player=FirstPlayer.HIGHEST, capital_last=True, colony_loses=True)
"""Every option that matters to the engine, other than in the book."""
_BATCH = 500


def rules_games_per_second(players: int, seconds: float, seed: int = 1) -> float:
    """Play whole random games by `siam.rules`, from the deal, step by step."""
    random = Random(seed)
    games, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        half = HalfMove(deal(players, random.getrandbits(62)))
        while not half.position.is_over:
            half = half.then(random.choice(half.legal_steps))
            if half.move is not None:
                half = HalfMove(advance(half.position, half.move).position)  # legal steps make a legal move
        games += 1
    return games / (time.process_time() - start)


def engine_games_per_second(players: int, seconds: float, seed: int = 1) -> float:
    """Play whole random games by the engine on one core, by the processor time it takes."""
    ground = ground_of(players, load_board("siam"), BOOK)
    random = random_state(seed)
    random_games(ground, 1, random)
    games, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        random_games(ground, _BATCH, random)
        games += _BATCH
    return games / (time.process_time() - start)


def threaded_games_per_second(players: int, threads: int, seconds: float, seed: int = 1) -> float:
    """Play whole random games by the engine on several threads, by the clock on the wall."""
    ground = ground_of(players, load_board("siam"), BOOK)
    counts = [0] * threads
    end = time.perf_counter() + seconds

    def work(number: int) -> None:
        random = random_state(seed + number)
        while time.perf_counter() < end:
            random_games(ground, _BATCH, random)
            counts[number] += _BATCH

    workers = [threading.Thread(target=work, args=(number,)) for number in range(threads)]
    start = time.perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return sum(counts) / (time.perf_counter() - start)


def signature(games: int = SIGNATURE_GAMES) -> str:
    """Fold every position of some games with two, three and four players, both boards and all options into one number.

    It changes exactly when the engine deals, plays or judges differently.
    """
    total = 0
    tables = product(PLAYER_COUNTS, ("siam", "albion"), (BOOK, UNUSUAL))
    for number, (players, board, options) in enumerate(tables):
        total ^= int(signature_of(ground_of(players, load_board(board), options), games, number))
    return f"{total:016x}"


def measurements(seconds: float) -> dict[str, dict[str, object]]:
    """Take every measurement, each for `seconds` seconds."""
    return {
        "rules": {
            "random_games_per_second": {str(n): round(rules_games_per_second(n, seconds), 1) for n in PLAYER_COUNTS}
        },
        "engine": {
            "random_games_per_second": {str(n): round(engine_games_per_second(n, seconds), 1) for n in PLAYER_COUNTS},
            "threads2": round(threaded_games_per_second(2, 2, seconds), 1),
            "signature": signature(),
        },
    }
