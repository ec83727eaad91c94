"""Decide how the levels are measured: each against the one below, for two, three and four players."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from siam.arena.archive import read_archive
from siam.arena.estimates import Estimate
from siam.arena.games import Result
from siam.arena.plans import Plan, seatings
from siam.arena.plots import new_figure, save, whisker
from siam.arena.reports import PLAYER_WORDS
from siam.arena.standings import standings

WANTED = 0.65
"""Each level should take at least this share of the wins against the one below."""
COLOURS = {2: "#2d6fc6", 3: "#8a0c2b", 4: "#c8951a"}


@dataclass(frozen=True, slots=True)
class Rung:
    """One level against the one below, at one number of players."""

    upper: str
    lower: str
    players: int
    score: Estimate


def deals_for(players: int, games: int) -> int:
    """Say how many deals make at least so many games of a match of two."""
    return -(-games // len(seatings(players, (0, 1))))


def rungs(plan: Plan, results: Sequence[Result]) -> list[Rung]:
    """Read the rungs off a tournament in the format `ladder`."""
    names = [entrant.name for entrant in plan.entrants]
    return [
        Rung(names[match.members[0]], names[match.members[1]], plan.players, match.score)
        for match in standings(plan, results).matches
    ]


def write_ladder(directory: Path, page: Path, command: str) -> list[Rung]:
    """Write the page of a ladder whose tournaments lie in `directory/2`, `/3`, `/4`."""
    found = []
    seeds = set()
    for players in (2, 3, 4):
        if (directory / str(players)).exists():
            plan, results = read_archive(directory / str(players))
            found += rungs(plan, results)
            seeds.add(plan.seed)
    page.parent.mkdir(parents=True, exist_ok=True)
    picture = page.with_name(page.stem + "-ladder")
    _draw(found, picture)
    page.write_text(_page(found, sorted(seeds), picture.name, command), encoding="utf-8")
    return found


def _page(found: Sequence[Rung], seeds: Sequence[int], picture: str, command: str) -> str:
    counts = sorted({rung.players for rung in found})
    lines = [
        "# How strong the levels are",
        "",
        f"Made by `{command}` (seed {', '.join(map(str, seeds))}): the same command gives the same table.",
        "",
        "Every level plays the one below it. A deal is played once for every way to seat the two: with two players",
        "each side once in each seat, with three all six ways to seat one against two and two against one, with four",
        "as teams. So half of the wins is a fair share at every number of players, and a level is meant to take at",
        f"least {WANTED:.0%}. Intervals are of 95 % and count deals, not games.",
        "",
        f"![Shares of the wins with their intervals]({picture}.svg)",
        "",
        "| level | against | " + " | ".join(f"{PLAYER_WORDS[count]} players | games" for count in counts) + " |",
        "|---|---|" + "---|---:|" * len(counts),
    ]
    pairs = dict.fromkeys((rung.upper, rung.lower) for rung in found)
    for upper, lower in pairs:
        cells = []
        for count in counts:
            score = next((r.score for r in found if (r.upper, r.lower, r.players) == (upper, lower, count)), None)
            cells += (
                [f"{score.value:.1%} ({score.low:.1%} – {score.high:.1%})", str(score.games)] if score else ["–", "0"]
            )
        lines.append(f"| {upper} | {lower} | {' | '.join(cells)} |")
    short = [rung for rung in found if rung.score.value < WANTED]
    if short:
        lines += [
            "",
            f"Below {WANTED:.0%}: "
            + "; ".join(
                f"{r.upper} against {r.lower} with {PLAYER_WORDS[r.players]} players ({r.score.value:.1%})"
                for r in short
            )
            + ".",
        ]
    lines += ["", "How a tournament works is told in [the arena](arena.md)."]
    return "\n".join(lines) + "\n"


def _draw(found: Sequence[Rung], path: Path) -> None:
    pairs = list(dict.fromkeys((rung.upper, rung.lower) for rung in found))
    figure, axes = new_figure(height=1.4 + 0.5 * len(pairs))
    for rung in found:
        place = len(pairs) - 1 - pairs.index((rung.upper, rung.lower)) + (3 - rung.players) * 0.22
        whisker(axes, place, rung.score, scale=100, colour=COLOURS[rung.players])
    axes.set_yticks(range(len(pairs)), [f"{upper} – {lower}" for upper, lower in reversed(pairs)])
    for share, style in ((0.5, ":"), (WANTED, "--")):
        axes.axvline(100 * share, color="#3b2f2f", linewidth=0.8, linestyle=style)
    axes.set_xlabel("share of the wins in % (blue two, red three, gold four players)")
    save(figure, path)
