"""Decide how the levels are measured: each against the one below, for two, three and four players."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from siam.arena.figures.estimates import Estimate
from siam.arena.figures.standings import standings
from siam.arena.play.archive import read_archive
from siam.arena.play.games import Result
from siam.arena.play.plans import Plan, seatings
from siam.arena.reports.plots import PLAYER_COLOURS, new_figure, save, whisker
from siam.arena.reports.report import PLAYER_WORDS
from siam.rules import PLAYER_COUNTS

WANTED = 0.65
"""Each level should take at least this share of the wins against the one below."""
MOST = 0.80
"""And at most this, so that nobody who outgrows a level is crushed by the next."""


@dataclass(frozen=True, slots=True)
class Rung:
    """One level against the one below, at one number of players."""

    upper: str
    lower: str
    players: int
    score: Estimate
    command: str
    """By which it was played."""

    @property
    def pair(self) -> str:
        """Return the names of the two."""
        return f"{self.upper}–{self.lower}"


def rungs(plan: Plan, results: Sequence[Result]) -> list[Rung]:
    """Return the rungs of a tournament in the format `ladder`."""
    command = _command(plan)
    return [
        Rung(plan.names[match.members[0]], plan.names[match.members[1]], plan.players, match.score, command)
        for match in standings(plan, results).matches
    ]


def ladder_of(directory: Path) -> list[Rung]:
    """Read the rungs of the tournaments that lie in `directory/2`, `/3`, `/4`."""
    found = []
    for players in PLAYER_COUNTS:
        if (directory / str(players)).exists():
            found += rungs(*read_archive(directory / str(players)))
    return found


def _command(plan: Plan) -> str:
    agents = shlex.join(map(str, plan.entrants))
    games = plan.deals * len(seatings(plan.players, (0, 1)))
    clock = "" if plan.seconds is None else f" --seconds {plan.seconds}"
    return f"siam arena ladder {agents} --players {plan.players} --games {games}{clock} --seed {plan.seed}"


def ladder_section(found: Sequence[Rung], picture: str) -> list[str]:
    """Format the rungs as lines of Markdown."""
    counts = sorted({rung.players for rung in found})
    lines = [
        "## Each level against the one below",
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
            cells += [share_text(score), str(score.games)] if score else ["–", "0"]
        lines.append(f"| {upper} | {lower} | {' | '.join(cells)} |")
    lines += _told_apart(f"Below {WANTED:.0%}", [rung for rung in found if rung.score.value < WANTED])
    lines += _told_apart(f"Above {MOST:.0%}", [rung for rung in found if rung.score.value > MOST])
    played: dict[str, list[str]] = {}
    for rung in found:
        played.setdefault(rung.command, []).append(rung.pair)
    commands = [f"{command}  # {', '.join(pairs)}" for command, pairs in played.items()]
    told = [
        "The same command gives the same figures, on the same kind of processor: another one may round the sums of an",
        "evaluation otherwise, and a few games then go another way.",
    ]
    return [*lines, "", *told, "", "```console", *commands, "```"]


def _told_apart(title: str, outside: Sequence[Rung]) -> list[str]:
    named = (
        f"{r.upper} against {r.lower} with {PLAYER_WORDS[r.players]} players ({r.score.value:.1%})" for r in outside
    )
    return ["", f"{title}: {'; '.join(named)}."] if outside else []


def share_text(score: Estimate) -> str:
    """Write a share with its interval."""
    return f"{score.value:.1%} ({score.low:.1%} – {score.high:.1%})"


def draw_ladder(found: Sequence[Rung], path: Path) -> None:
    """Draw the shares of the rungs with their intervals."""
    pairs = list(dict.fromkeys((rung.upper, rung.lower) for rung in found))
    figure, axes = new_figure(height=1.4 + 0.5 * len(pairs))
    for rung in found:
        place = len(pairs) - 1 - pairs.index((rung.upper, rung.lower)) + (3 - rung.players) * 0.22
        whisker(axes, place, rung.score, scale=100, colour=PLAYER_COLOURS[rung.players])
    axes.set_yticks(range(len(pairs)), [f"{upper} – {lower}" for upper, lower in reversed(pairs)])
    for share, style in ((0.5, ":"), (WANTED, "--")):
        axes.axvline(100 * share, color="#3b2f2f", linewidth=0.8, linestyle=style)
    axes.set_xlabel("share of the wins in % (blue two, red three, gold four players)")
    save(figure, path)
