"""What the engine costs, in one run: games a second against python-chess's, compiling, first calls, memory.

Run as `python bench/engine.py [seconds]`. Rates are by the processor time they take, so that other work on
the machine hardly matters; ratios are of rates measured in turn. Compiling and first calls are measured in
processes of their own, with a cache of their own.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from random import Random

import chess

from siam.engine.bench import engine_games_per_second, rules_games_per_second, signature, threaded_games_per_second

_ROUNDS = 5
_CHOOSE = """
from siam.engine.search.limits import Limits
from siam.engine.search.search import analyse
from siam.agents import agent
from siam.rules import deal
for players in {players}:
    analyse(deal(players, 1), Limits({limit}))
for name in {agents}:
    agent(name).choose(deal(2, 1), seconds=0.01)
"""


def chess_games_per_second(seconds: float) -> float:
    random = Random(1)
    games, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(random.choice(list(board.legal_moves)))
        games += 1
    return games / (time.process_time() - start)


def run_apart(script: str, cache: str) -> tuple[float, float]:
    """Run a script in a process of its own; give the seconds it took by the clock and of the processor."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", script], check=True, env=os.environ | {"NUMBA_CACHE_DIR": cache}, capture_output=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    worked = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - start, worked


def measure_games(seconds: float) -> None:
    """Print games a second, each the best of some rounds in turn."""
    best: dict[str, float] = {}
    for _ in range(_ROUNDS):
        share = seconds / _ROUNDS
        best["chess"] = max(best.get("chess", 0.0), chess_games_per_second(share))
        for players in (2, 3, 4):
            rate = engine_games_per_second(players, share)
            best[f"engine {players}"] = max(best.get(f"engine {players}", 0.0), rate)
    print(f"python-chess: {best['chess']:.1f} random games/s")
    for players in (2, 3, 4):
        rate, rules_rate = best[f"engine {players}"], rules_games_per_second(players, seconds / _ROUNDS)
        print(
            f"{players} players: engine {rate:,.0f} games/s = {rate / best['chess']:,.0f} x python-chess, "
            f"{rate / rules_rate:,.0f} x the rules ({rules_rate:.0f})"
        )
    one, two = threaded_games_per_second(2, 1, seconds), threaded_games_per_second(2, 2, seconds)
    print(f"two threads: {two:,.0f} games/s = {two / one:.2f} x one, by the clock")


def measure_compiling() -> None:
    """Print what the first call costs, without and with compiled code on disk, and a search's memory."""
    with tempfile.TemporaryDirectory() as cache:
        everything = "from siam.engine.precompile import compile_all; compile_all()"
        clock, worked = run_apart(everything, cache)
        print(
            f"cold compile of all that `choose` and the server need: "
            f"{clock:.1f} s by the clock, {worked:.1f} s of work of two processes"
        )
        for name, script in (
            ("level 1", _CHOOSE.format(players=(), limit="nodes=1", agents=("1",))),
            ("level 5", _CHOOSE.format(players=(), limit="nodes=1", agents=("5",))),
            ("a search of one node", _CHOOSE.format(players=(2,), limit="nodes=1", agents=())),
        ):
            clock, worked = run_apart(script, cache)
            print(f"first call from a cache, {name}: {clock:.2f} s by the clock, {worked:.2f} s of work")
        memory = _CHOOSE.format(players=(2,), limit="seconds=2", agents=()) + (
            "import resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        )
        environment = os.environ | {"NUMBA_CACHE_DIR": cache}
        found = subprocess.run([sys.executable, "-c", memory], check=True, env=environment, capture_output=True)
        print(f"memory of a process that searched for 2 s: {int(found.stdout) / 1024:.0f} MB")


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    engine_games_per_second(2, 0.1)
    measure_games(seconds)
    measure_compiling()
    print(f"signature {signature()}")


if __name__ == "__main__":
    main()
