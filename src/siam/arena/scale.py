"""One scale for everybody: baselines, levels, styles and champions rated together, each against its neighbours.

Entrants stand in the order of their expected strength; each meets the two above it, so that the scale hangs together
with few games. Ratings are by maximum likelihood, and `random` is 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from siam.arena.figures.estimates import Estimate
from siam.arena.figures.standings import Standings
from siam.arena.play.plans import Plan
from siam.arena.reports.plots import PLAYER_COLOURS, new_figure, save, whisker
from siam.arena.reports.report import PLAYER_WORDS
from siam.provenance import provenance, told
from siam.rules import Move, Position, legal_moves

ANCHOR = "random"
UNIFORM = "uniform=py:siam.arena.scale:UniformAgent"
PPO = "ppo=py:siam.rl.policies:ppo"
EVERYBODY = (
    *(UNIFORM, ANCHOR, "1", "2", "greedy", "uct200=uct[nodes=200]", PPO, "3", "uct2000=uct[nodes=2000]", "4"),
    *("hasty", "anglophile", "5", "royalist", "patient", "6", "7", "former=champion-0.1[nodes=400]"),
    *("champion400=champion[nodes=400]", "8"),
)


class UniformAgent:
    """Draws whole moves uniformly; `random` draws step by step, which gives another distribution."""

    name = "uniform"

    def choose(self, position: Position, *, seed: int = 0) -> Move:
        """Draw a move."""
        return legal_moves(position).sample(Random(seed))


@dataclass(frozen=True, slots=True)
class Rung:
    """One entrant on the scale of one number of players."""

    name: str
    rating: Estimate
    games: int


def scale_of(table: Standings) -> list[Rung]:
    """Read the scale off a table, from the strongest; the anchor is 0."""
    zero = next((row.rating.value for row in table.rows if row.name == ANCHOR), 0.0)
    return [
        Rung(
            row.name,
            replace(row.rating, value=row.rating.value - zero, low=row.rating.low - zero, high=row.rating.high - zero),
            row.score.games,
        )
        for row in table.rows
    ]


def write_scale(scales: dict[int, list[Rung]], plans: Sequence[Plan], page: Path, command: str) -> None:
    """Write the page with its table and its picture."""
    page.parent.mkdir(parents=True, exist_ok=True)
    picture = page.with_name(page.stem + "-plot")
    _draw(scales, picture)
    names = sorted({rung.name for rungs in scales.values() for rung in rungs}, key=lambda name: _place(scales, name))
    heads = [f"{PLAYER_WORDS[players]} players" for players in scales]
    lines = [
        "# One scale",
        "",
        "Each of these against its neighbours, all rated together by maximum likelihood (Bradley–Terry): 400 points",
        f"are ten to one, and `{ANCHOR}`, which draws step by step, is 0. `uniform` draws whole moves. ± is the 95 %",
        "interval, counted in deals; in brackets the games that each of them played.",
        "[How it works](arena.md#one-scale).",
        "",
        f"![Ratings with their intervals]({picture.name}.svg)",
        "",
        f"| agent | {' | '.join(heads)} |",
        f"|---|{'---:|' * len(heads)}",
        *(f"| {name} | {' | '.join(_cell(rungs, name) for rungs in scales.values())} |" for name in names),
        "",
        f"Made by `{command}`; {sum(plan.deals * plan.games_per_deal for plan in plans):,} games, played by",
        f"{told(provenance())}.",
    ]
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _place(scales: dict[int, list[Rung]], name: str) -> float:
    found = [rung.rating.value for rungs in scales.values() for rung in rungs if rung.name == name]
    return -sum(found) / len(found)


def _cell(rungs: list[Rung], name: str) -> str:
    for rung in rungs:
        if rung.name == name:
            return f"{rung.rating.value:+.0f} ± {(rung.rating.high - rung.rating.low) / 2:.0f} ({rung.games})"
    return "–"


def _draw(scales: dict[int, list[Rung]], path: Path) -> None:
    first: list[Rung] = next(iter(scales.values()))
    names = [rung.name for rung in reversed(first)]
    figure, axes = new_figure(height=1.2 + 0.38 * len(names))
    for shift, (players, rungs) in enumerate(scales.items()):
        for rung in rungs:
            if rung.name in names:
                place: Any = names.index(rung.name) - 0.2 * shift
                whisker(axes, place, rung.rating, colour=PLAYER_COLOURS[players])
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel(f"rating ({ANCHOR} is 0; 400 points: ten to one)")
    save(figure, path)
