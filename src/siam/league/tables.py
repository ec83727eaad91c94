"""A league's tables: every evaluation against every other, and what a match showed."""

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np

from siam.engine.evaluation.net import Net
from siam.league.contests import new_contestant
from siam.league.matches import Findings, Match, play_match

ALONE, TOGETHER, EVEN = "alone against two", "two against one", "even"


def play_league(nets: Mapping[str, Net], match: Match, nodes: int) -> dict[tuple[str, str], dict[str, list[float]]]:
    """Let every pair meet; return what each took of each other's wins, game by game, by how it was seated."""
    found: dict[tuple[str, str], dict[str, list[float]]] = {}
    for first, second in combinations(nets, 2):
        shares = play_match(match, new_contestant(nets[first], nodes), new_contestant(nets[second], nodes)).shares
        found[first, second] = shares
        found[second, first] = _seen_from_the_other(shares)
    return found


def _seen_from_the_other(shares: Mapping[str, list[float]]) -> dict[str, list[float]]:
    turned = {ALONE: TOGETHER, TOGETHER: ALONE, EVEN: EVEN}
    return {turned[seating]: [1 - share for share in games] for seating, games in shares.items()}


def table_lines(found: Mapping[tuple[str, str], Mapping[str, list[float]]]) -> list[str]:
    """Write a league as Markdown: who stands in the row, against whom in the column."""
    names = list(dict.fromkeys(first for first, _ in found))
    lines = ["| | " + " | ".join(names) + " |", "|---|" + "---|" * len(names)]
    for row in names:
        cells = [_cell(found.get((row, column), {})) for column in names]
        lines.append(f"| {row} | {' | '.join(cells)} |")
    return lines


def _cell(shares: Mapping[str, list[float]]) -> str:
    return ", ".join(f"{np.mean(shares[seating]):.0%}" for seating in (ALONE, TOGETHER, EVEN) if seating in shares)


def share_lines(found: Findings, first: str, second: str) -> list[str]:
    """Write as Markdown what the first took of the wins, by how it was seated, with one standard error."""
    lines = [f"| {first} against {second} | of the wins | games |", "|---|---:|---:|"]
    for seating, shares in found.shares.items():
        error = np.std(shares) / np.sqrt(len(shares))
        lines.append(f"| {seating} | {np.mean(shares):.1%} ± {error:.1%} | {len(shares)} |")
    return lines


def surprise_lines(found: Findings, names: Sequence[str]) -> list[str]:
    """Write as Markdown how much each evaluation was surprised at who won, and how often the two players passed."""
    stages = range(len(found.passed[0]))
    head = " | ".join(map(str, stages))
    lines = [f"| by provinces resolved | in all | {head} |", "|---|---:|" + "---:|" * len(stages)]
    for name, mean, surprise in zip(names, found.mean_surprise, found.surprise, strict=True):
        lines.append(f"| surprise of {name} (nats) | {mean:.3f} | {' | '.join(f'{one:.2f}' for one in surprise)} |")
    for name, passed in zip(names, found.passed, strict=False):
        lines.append(f"| turns that {name} passes | | {' | '.join(f'{one:.0%}' for one in passed)} |")
    return lines
