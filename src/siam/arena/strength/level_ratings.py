"""Decide how many rating points lie between levels, from the share of the wins that each took from the one below.

A ladder has one way from any level to any other, so the most likely ratings (Bradley-Terry) are sums of its rungs.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, hypot, log

from siam.arena.figures.estimates import ELO, Estimate, expected_score
from siam.arena.reports.report import PLAYER_WORDS
from siam.arena.strength.ladders import Rung

_WIDEST = 12.0
"""No share is so near to nothing or all that its log-strength would be further from even than this."""


@dataclass(frozen=True, slots=True)
class Height:
    """Rating points above the lowest level, and how far they may be off."""

    points: float
    reach: float


def heights(rungs: Sequence[Rung]) -> dict[str, Height]:
    """Add up the rungs for one number of players from the lowest level on; levels above a missing rung are left out."""
    uppers = {rung.upper for rung in rungs}
    lowest = next((rung.lower for rung in rungs if rung.lower not in uppers), None)
    found = {} if lowest is None else {lowest: Height(0.0, 0.0)}
    waiting = deque(found)
    while waiting:
        level = waiting.popleft()
        for rung in rungs:
            if rung.lower == level and rung.upper not in found:
                below, lead = found[level], lead_of(rung.score, rung.players)
                found[rung.upper] = Height(below.points + lead.points, hypot(below.reach, lead.reach))
                waiting.append(rung.upper)
    return found


def lead_of(score: Estimate, players: int) -> Height:
    """Return how many points a share of the wins is worth."""
    low, value, high = (ELO * _log_strength(share, players) for share in (score.low, score.value, score.high))
    return Height(value, (high - low) / 2)


def expected_share(log_strength: float, players: int) -> float:
    """Return the stronger's expected share of a match; with three players it sits alone in half the games."""
    if players != 3:
        return expected_score(ELO * log_strength)
    ratio = exp(log_strength)
    return (ratio / (ratio + 2) + 2 * ratio / (2 * ratio + 1)) / 2


def ratings_section(found: Sequence[Rung]) -> list[str]:
    """Format the ratings as lines of Markdown."""
    counts = sorted({rung.players for rung in found})
    columns = [heights([rung for rung in found if rung.players == count]) for count in counts]
    lines = [
        "## How far apart they are",
        "",
        "Rating points above the lowest level, most likely given the shares above (Bradley–Terry; of three players",
        "each wins in proportion to strength). 400 points are ten to one, 120 points are two wins of three.",
        "",
        "| level | " + " | ".join(f"{PLAYER_WORDS[count]} players" for count in counts) + " |",
        "|---|" + "---:|" * len(counts),
    ]
    for level in dict.fromkeys(name for column in columns for name in column):
        cells = [_cell(column.get(level)) for column in columns]
        lines.append(f"| {level} | {' | '.join(cells)} |")
    return lines


def _cell(height: Height | None) -> str:
    if height is None:
        return "–"
    return f"{height.points:.0f} ± {height.reach:.0f}" if height.reach else "0"


def _log_strength(share: float, players: int) -> float:
    """Find the log-strength that is expected to take this share, by halving."""
    if players != 3 and 0 < share < 1:
        return log(share / (1 - share))
    low, high = -_WIDEST, _WIDEST
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if expected_share(middle, players) < share else (low, middle)
    return (low + high) / 2
