"""`siam engine`: the game as a process for other programs, JSON-RPC on standard input and output."""

import sys
from random import Random, SystemRandom
from typing import Any

import click

from siam.agents import agent, agent_names
from siam.analysis.process import serve
from siam.analysis.thinking import Thinking
from siam.notation import format_move
from siam.rules import OptionError, Position


@click.command()
def engine() -> None:
    """Answer JSON-RPC requests, one a line (docs/protocol.md)."""
    serve(sys.stdin.buffer, sys.stdout.buffer, choose)


def choose(position: Position, level: str | None, thinking: Thinking) -> dict[str, Any]:
    """Choose a move at a level, or as well as possible."""
    names = agent_names()
    level = level or names[-1]
    if level not in names:
        raise OptionError(f"there is no level {level!r}; known: {', '.join(names)}")
    move = agent(level).choose(position, seconds=thinking.seconds, seed=_number(thinking.seed))
    return {"move": format_move(position.board, move), "level": level}


def _number(seed: int | str | None) -> int:
    if isinstance(seed, int):
        return seed
    random = SystemRandom() if seed is None else Random(seed)
    return random.getrandbits(63)
