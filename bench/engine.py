"""What the engine costs, in one run: nodes and games a second, compiling, first calls, memory.

Run as `python bench/engine.py [seconds]`. Rates are by the processor time they take, so that other work on
the machine hardly matters; ratios are of rates measured in turn. Compiling and first calls are measured in
processes of their own, with a cache of their own.

`--against REVISION` measures nothing but searches, of these sources and of an older commit in turn.
`--endings NUMBER` proves nothing but endings of two camps, so many for each number of cards left.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import chess
from endings import measure_endings

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
_SEARCH = """
import json, time
from siam.engine.search.limits import Limits
from siam.engine.search.search import analyse
from siam.rules import deal

def rate(limits, positions, clock):
    start = clock()
    return sum(analyse(position, limits).nodes for position in positions) / (clock() - start)

found = {{}}
for players in (2, 3, 4):
    openings = [deal(players, seed) for seed in range({seed}, {seed} + 6)]
    analyse(openings[0], Limits(nodes=60))
    analyse(openings[0], Limits(seconds=0.1))
    found[players] = (
        rate(Limits(nodes=400), openings, time.process_time),
        rate(Limits(seconds=1.0), openings[:3], time.perf_counter),
    )
print(json.dumps(found))
"""
_SOURCES = Path(__file__).parents[1]


def nodes_per_second(sources: Path, seed: int) -> dict[str, list[float]]:
    """Search openings with the engine of some sources.

    Return for each number of players the nodes a second of one thread by its processor time, and of two by the clock.
    """
    environment = os.environ | {"PYTHONPATH": str(sources / "src")}
    command = [sys.executable, "-c", _SEARCH.format(seed=seed)]
    done = subprocess.run(command, check=True, env=environment, capture_output=True, text=True)
    return dict(json.loads(done.stdout))


def measure_searches(against: str | None) -> None:
    """Print nodes a second, each the best of some rounds; of these sources and of another commit's in turn."""
    with tempfile.TemporaryDirectory() as directory:
        places = {"now": _SOURCES}
        if against:
            places[against] = Path(directory) / "sources"
            add = ["git", "-C", str(_SOURCES), "worktree", "add", "--detach", str(places[against]), against]
            subprocess.run(add, check=True, capture_output=True)
        best: dict[tuple[str, str], list[float]] = {}
        try:
            for seed in range(1, _ROUNDS + 1):
                for name, sources in places.items():
                    for players, rates in nodes_per_second(sources, 10 * seed).items():
                        former = best.get((name, players), [0.0, 0.0])
                        best[name, players] = [max(pair) for pair in zip(former, rates, strict=True)]
        finally:
            if against:
                remove = ["git", "-C", str(_SOURCES), "worktree", "remove", "--force", str(places[against])]
                subprocess.run(remove, check=True, capture_output=True)
    for players in ("2", "3", "4"):
        one, two = best["now", players]
        line = f"{players} players: {one:,.0f} nodes/s of one thread, {two:,.0f} of two by the clock"
        if against:
            former_one, former_two = best[against, players]
            line += f"; {against}: {former_one:,.0f} and {former_two:,.0f}"
            line += f" = {one / former_one:.2f} and {two / former_two:.2f} times as many"
        print(line)


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
    parser = argparse.ArgumentParser()
    parser.add_argument("seconds", type=float, nargs="?", default=5.0)
    parser.add_argument("--against", metavar="REVISION")
    parser.add_argument("--endings", metavar="NUMBER", type=int)
    terms = parser.parse_args()
    if terms.endings:
        measure_endings(terms.endings)
        return
    measure_searches(terms.against)
    if terms.against:
        return
    engine_games_per_second(2, 0.1)
    measure_games(terms.seconds)
    measure_compiling()
    print(f"signature {signature()}")


if __name__ == "__main__":
    main()
