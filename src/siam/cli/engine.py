"""`siam engine`: the game as a process for other programs, JSON-RPC on standard input and output."""

import sys
from importlib.util import find_spec
from random import Random, SystemRandom
from typing import Any

import click

from siam.agents import agent, agent_names
from siam.analysis.process import serve
from siam.analysis.thinking import Thinking
from siam.notation import format_move
from siam.rules import OptionError, Position

WITHOUT_SEARCH = "greedy"


@click.command()
def engine() -> None:
    """Answer JSON-RPC requests, one a line (docs/protocol.md)."""
    serve(sys.stdin.buffer, sys.stdout.buffer, choose, analyse if can_search() else None)


def can_search() -> bool:
    """Say whether the compiled engine is installed; without it there are the agents that need the rules only."""
    return find_spec("numba") is not None


def choose(position: Position, level: str | None, thinking: Thinking) -> dict[str, Any]:
    """Choose a move at a level, or as well as possible in the given time."""
    if level is None and can_search():
        found = analyse(position, thinking)
        return {name: found[name] for name in ("move", "chances", "depth", "nodes", "proven", "seconds")}
    level = level or WITHOUT_SEARCH
    if level not in agent_names():
        raise OptionError(f"there is no level {level!r}; known: {', '.join(agent_names())}")
    if thinking.nodes is not None:
        raise OptionError("a level has its own limits: give `level` or `nodes`")
    seed = _number(thinking.seed)
    move = agent(level).choose(position, seconds=thinking.seconds, seed=seed, stop=thinking.stop)
    return {"move": format_move(position.board, move), "level": level}


def analyse(position: Position, thinking: Thinking) -> dict[str, Any]:
    """Find the best lines; the engine is loaded when it is first asked."""
    from siam.analysis.searching import tell_analysis

    return tell_analysis(position, thinking)


def _number(seed: int | str | None) -> int:
    if isinstance(seed, int):
        return seed
    random = SystemRandom() if seed is None else Random(seed)
    return random.getrandbits(63)
