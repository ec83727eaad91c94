"""Decide how the use of more nodes is told: the champion against itself with a part of them."""

import re
from collections.abc import Sequence

from siam.agents.names import CHAMPION
from siam.arena.reports.report import PLAYER_WORDS
from siam.arena.strength.ladders import Rung, share_text

_COUNTED = re.compile(rf"{CHAMPION}\[nodes=(\d+)\]")


def is_scaling(rung: Rung) -> bool:
    """Return whether a rung is the champion with some nodes against itself with others."""
    return all(_COUNTED.fullmatch(name) for name in (rung.upper, rung.lower))


def nodes_of(name: str) -> int:
    """Return how many nodes a champion counts."""
    counted = _COUNTED.fullmatch(name)
    return int(counted[1]) if counted else 0


def scaling_section(found: Sequence[Rung]) -> list[str]:
    """Format what more nodes are worth as lines of Markdown."""
    counts = sorted({rung.players for rung in found})
    lines = [
        "## What more nodes are worth",
        "",
        "The champion against itself with fewer nodes; the same command gives the same figures.",
        "",
        "| nodes | against | " + " | ".join(f"{PLAYER_WORDS[count]} players | games" for count in counts) + " |",
        "|---:|---:|" + "---|---:|" * len(counts),
    ]
    scores = {(nodes_of(rung.upper), nodes_of(rung.lower), rung.players): rung.score for rung in found}
    for upper, lower in sorted({(upper, lower) for upper, lower, _ in scores}):
        cells = []
        for count in counts:
            score = scores.get((upper, lower, count))
            cells += [share_text(score), str(score.games)] if score else ["–", "0"]
        lines.append(f"| {upper} | {lower} | {' | '.join(cells)} |")
    return [*lines, "", "```console", *dict.fromkeys(rung.command for rung in found), "```"]
