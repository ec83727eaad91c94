"""Decide what the methods that think answer: the move that an agent chooses, or the best lines of a search."""

import time
from importlib.util import find_spec
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

from siam.agents import agent
from siam.extras import need
from siam.notation import format_move
from siam.protocol.slow_methods import Analyse, Thinking
from siam.rules import OptionError, Position, camps

if TYPE_CHECKING:
    from siam.analysis.annotations import Chances
    from siam.engine.search.results import Line, SearchResult

DEFAULT_SECONDS = 2.0
DEFAULT_LINES = 3
WITHOUT_SEARCH = "greedy"
"""Who chooses where the compiled engine is not installed."""


def can_search() -> bool:
    """Return whether the compiled engine is installed; without it there are the agents that need the rules only."""
    return find_spec("numba") is not None


def known_analyse() -> Analyse | None:
    """Return what answers `analyse` here, if anything can."""
    return analyse if can_search() else None


def choose(position: Position, level: str | None, thinking: Thinking) -> dict[str, Any]:
    """Choose a move at a level, or as well as possible in the given time."""
    if level is None and can_search():
        found = analyse(position, thinking)
        return {name: found[name] for name in ("move", "chances", "depth", "nodes", "proven", "seconds")}
    if level is None and thinking.nodes is not None:
        need("numpy", "engine")
    level = level or WITHOUT_SEARCH
    if thinking.nodes is not None:
        raise OptionError("a level has its own limits: give `level` or `nodes`, or a level like 7[nodes=50]")
    seed = _number(thinking.seed)
    move = agent(level).choose(position, seconds=thinking.seconds, seed=seed, stop=thinking.stop)
    return {"move": format_move(position.board, move), "level": level}


def analyse(position: Position, thinking: Thinking) -> dict[str, Any]:
    """Search a position on the terms of a request; the answer comes at once when it is wanted."""
    begun = time.monotonic()
    found = _searched(position, thinking)
    return {
        "move": format_move(position.board, found.move),
        "chances": _chances(position, found.value_by_camp),
        "lines": [_line(position, line) for line in found.lines],
        "depth": found.depth,
        "nodes": found.nodes,
        "proven": found.proven,
        "seconds": round(time.monotonic() - begun, 3),
    }


def _searched(position: Position, thinking: Thinking) -> "SearchResult":
    """Search until the limits are reached or the answer is wanted; the engine is loaded when it is first asked."""
    from siam.engine.search.limits import Limits
    from siam.engine.search.search import analyse as search

    is_unlimited = thinking.seconds is None and thinking.nodes is None
    limits = Limits(DEFAULT_SECONDS if is_unlimited else thinking.seconds, thinking.nodes)
    return search(position, limits, lines=thinking.lines or DEFAULT_LINES, stop=thinking.stop)


def _line(position: Position, line: "Line") -> dict[str, Any]:
    return {
        "moves": [format_move(position.board, move) for move in line.moves],
        "chances": _chances(position, line.value_by_camp),
        "visits": line.visits,
        "proven": line.proven,
    }


def _chances(position: Position, chances: "Chances") -> list[dict[str, Any]]:
    return [
        {"seats": [seat + 1 for seat in camp], "chance": round(chance, 4)}
        for camp, chance in zip(camps(len(position.players)), chances, strict=True)
    ]


def _number(seed: int | str | None) -> int:
    if isinstance(seed, int):
        return seed
    random = SystemRandom() if seed is None else Random(seed)
    return random.getrandbits(63)
