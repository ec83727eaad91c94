"""How fast the environments are, beside their peers, measured in one run.

Processor time of this process counts, not the clock on the wall, so that a busy machine changes little; the batch
simulator on two threads is also timed by the clock.
"""

import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from types import ModuleType

import numpy as np
import open_spiel.python.games  # noqa: F401 - registers OpenSpiel's own Python games
import pyspiel
from pettingzoo import AECEnv

import siam.rl.openspiel  # noqa: F401 - registers ours
from siam.rl import siam_v0
from siam.rl.batch import BatchSimulator

sys.modules.setdefault("pygame", ModuleType("pygame"))  # chess_v6 imports it for drawing, and nothing is drawn here
chess_v6 = import_module("pettingzoo.classic.chess_v6")

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
GAMES = 4096


def rate(work: Callable[[], int], clock: Callable[[], float] = time.process_time) -> float:
    """Do the work again and again; give how much of it a second."""
    work()
    start, done = clock(), 0
    while clock() - start < SECONDS:
        done += work()
    return done / (clock() - start)


def aec_steps(env: AECEnv, steps: int) -> Callable[[], int]:
    picker = random.Random(1)
    env.reset(seed=1)

    def work() -> int:
        for _ in range(steps):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            env.step(picker.choice(observation["action_mask"].nonzero()[0]))
        return steps

    return work


def openspiel_decisions(name: str, games: int) -> tuple[Callable[[], int], Callable[[], float]]:
    game, picker = pyspiel.load_game(name), random.Random(1)
    counts: list[int] = []

    def work() -> int:
        for _ in range(games):
            state, decisions = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(picker.choices(outcomes, chances)[0])
                else:
                    state.apply_action(picker.choice(state.legal_actions()))
                    decisions += 1
            counts.append(decisions)
        return sum(counts[-games:])

    return work, lambda: float(np.mean(counts))


def batch_steps(threads: int, *, observations: bool) -> Callable[[], int]:
    batch = BatchSimulator(GAMES, 2, threads=threads, observations=observations)
    batch.reset(seed=1)
    for _ in range(100):
        batch.step(batch.sample())  # so that the games are at all stages

    def work() -> int:
        for _ in range(20):
            batch.step(batch.sample())
        return 20 * GAMES

    return work


def main() -> None:
    print("| what | a second | beside | a second | ratio |")
    print("|---|---:|---|---:|---:|")
    chess = rate(aec_steps(chess_v6.env(), 50))
    ours = rate(aec_steps(siam_v0.env(), 500))
    print(f"| siam_v0, steps | {ours:,.0f} | chess_v6, steps | {chess:,.0f} | {ours / chess:.1f} |")
    dominoes, dominoes_length = openspiel_decisions("python_team_dominoes", 20)
    siam_game, siam_length = openspiel_decisions("python_king_of_siam", 20)
    theirs, ours = rate(dominoes), rate(siam_game)
    print(
        f"| python_king_of_siam, decisions ({siam_length():.0f} a game) | {ours:,.0f} | "
        f"python_team_dominoes, decisions ({dominoes_length():.0f} a game) | {theirs:,.0f} | {ours / theirs:.1f} |"
    )
    for observations in (False, True):
        words = "steps with masks and observations" if observations else "steps with masks"
        one = rate(batch_steps(1, observations=observations))
        two = rate(batch_steps(2, observations=observations), time.perf_counter)
        print(
            f"| batch of {GAMES}, {words}, one thread | {one:,.0f} | two, by the clock | {two:,.0f} | {two / one:.1f} |"
        )


if __name__ == "__main__":
    main()
