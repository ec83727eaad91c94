"""Decide how the champion is measured: against one opponent after another, both with the same time a move."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from siam.arena.archive import read_archive
from siam.arena.estimates import Estimate
from siam.arena.ladders import share_text
from siam.arena.plans import Plan
from siam.arena.reports import PLAYER_WORDS
from siam.arena.standings import score_of

CHAMPION = "champion"


@dataclass(frozen=True, slots=True)
class Duel:
    """What the champion took from an opponent. `alone` counts three-player games in which it sat against two."""

    opponent: str
    players: int
    seconds: float | None
    score: Estimate
    alone: Estimate | None


def duel_directory(directory: Path, opponent: str, players: int) -> Path:
    """Say where the games against an opponent lie."""
    return directory / f"{CHAMPION}-{opponent}-{players}"


def duels_of(directory: Path) -> list[Duel]:
    """Read all duels that lie in a directory."""
    return [_duel(plan, place) for plan, place in _played(directory)]


def champion_commands(directory: Path) -> list[str]:
    """Say by which commands the duels were played."""
    commands = []
    for plan, _ in _played(directory):
        opponent = plan.entrants[1]
        commands.append(
            f"siam arena champion {opponent} --players {plan.players} --games {plan.deals * plan.games_per_deal} "
            f"--seconds {plan.seconds} --seed {plan.seed}"
        )
    return commands


def champion_section(duels: Sequence[Duel], commands: Sequence[str]) -> list[str]:
    """Tell of the duels in lines of Markdown."""
    lines = [
        "## The champion by the clock",
        "",
        "Level 8 is the champion. Here both sides have the same time for each move, so another run, above all on",
        "another machine, gives other games. *Alone* are the games of three in which one champion sat against two of",
        "the others, so a third of the wins is its fair share there.",
        "",
        "| against | seconds a move | players | share of the wins | games | alone |",
        "|---|---:|---|---|---:|---|",
    ]
    for duel in duels:
        alone = "" if duel.alone is None else f"{share_text(duel.alone)}, {duel.alone.games} games"
        lines.append(
            f"| {duel.opponent} | {duel.seconds} | {PLAYER_WORDS[duel.players]} | {share_text(duel.score)} | "
            f"{duel.score.games} | {alone} |"
        )
    return [*lines, "", "```console", *commands, "```"]


def _played(directory: Path) -> Iterator[tuple[Plan, Path]]:
    for place in sorted(directory.glob(f"{CHAMPION}-*-*")):
        yield read_archive(place)[0], place


def _duel(plan: Plan, place: Path) -> Duel:
    results = read_archive(place)[1]
    alone = [result for result in results if result.seats.count(0) == 1] if plan.players == 3 else []
    return Duel(
        plan.entrants[1].name,
        plan.players,
        plan.seconds,
        score_of(0, results),
        score_of(0, alone) if alone else None,
    )
