"""Decide how the engine's search is asked and told: best lines with the winning chance of each camp."""

import time
from typing import Any

from siam.analysis.annotating import Appraisal, Chances
from siam.analysis.thinking import Thinking
from siam.engine.limits import Limits
from siam.engine.results import Line, SearchResult
from siam.engine.search import analyse
from siam.notation import format_move
from siam.rules import Position, camps

DEFAULT_SECONDS = 2.0
DEFAULT_LINES = 3
ALL_LINES = 1000


def appraise(position: Position, limits: Limits) -> Appraisal:
    """Search a position and say what it is worth."""
    found = analyse(position, limits, lines=ALL_LINES)
    return Appraisal(found.move, found.value_by_camp, {line.moves[0]: line.value_by_camp for line in found.lines})


def tell_analysis(position: Position, thinking: Thinking) -> dict[str, Any]:
    """Search a position on the terms of a request; the answer comes at once when it is wanted."""
    begun = time.monotonic()
    found = interruptible(position, thinking)
    return {
        "move": format_move(position.board, found.move),
        "chances": _tell_chances(position, found.value_by_camp),
        "lines": [_tell_line(position, line) for line in found.lines],
        "depth": found.depth,
        "nodes": found.nodes,
        "proven": found.proven,
        "seconds": round(time.monotonic() - begun, 3),
    }


def interruptible(position: Position, thinking: Thinking) -> SearchResult:
    """Search until the limits are reached or the answer is wanted."""
    is_unlimited = thinking.seconds is None and thinking.nodes is None
    limits = Limits(DEFAULT_SECONDS if is_unlimited else thinking.seconds, thinking.nodes)
    return analyse(position, limits, lines=thinking.lines or DEFAULT_LINES, stop=thinking.stop)


def _tell_line(position: Position, line: Line) -> dict[str, Any]:
    return {
        "moves": [format_move(position.board, move) for move in line.moves],
        "chances": _tell_chances(position, line.value_by_camp),
        "visits": line.visits,
        "proven": line.proven,
    }


def _tell_chances(position: Position, chances: Chances) -> list[dict[str, Any]]:
    return [
        {"seats": [seat + 1 for seat in camp], "chance": round(chance, 4)}
        for camp, chance in zip(camps(len(position.players)), chances, strict=True)
    ]
