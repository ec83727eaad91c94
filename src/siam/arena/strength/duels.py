"""Decide how the champion is measured: against one opponent after another, both with the same time a move."""

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from siam.agents.names import CHAMPION
from siam.arena.figures.estimates import Estimate
from siam.arena.figures.standings import score_of
from siam.arena.play.archive import read_archive
from siam.arena.play.entrants import Entrant
from siam.arena.play.games import Result
from siam.arena.play.plans import Plan
from siam.arena.reports.report import PLAYER_WORDS
from siam.arena.strength.ladders import share_text


@dataclass(frozen=True, slots=True)
class Duel:
    """The champion's share of the wins against an opponent; `alone` covers three-player games against two of it."""

    plan: Plan
    score: Estimate
    alone: Estimate | None

    @property
    def opponent(self) -> Entrant:
        """Who plays against the champion."""
        opponent: Entrant = self.plan.entrants[1]
        return opponent

    @property
    def command(self) -> str:
        """The command that plays it again."""
        plan, opponent = self.plan, shlex.quote(str(self.opponent))
        games = plan.deals * plan.games_per_deal
        terms = f"--players {plan.players} --games {games} --seconds {plan.seconds} --seed {plan.seed}"
        return f"siam arena duel {opponent} {terms}"


def duel_directory(directory: Path, opponent: str, players: int) -> Path:
    """Return where the games against an opponent lie."""
    name = re.sub(r"[^\w.-]+", "-", opponent)
    return directory / f"{CHAMPION}-{name}-{players}"


def duels_of(directory: Path) -> list[Duel]:
    """Read all duels that lie in a directory."""
    return [_duel(*read_archive(place)) for place in sorted(directory.glob(f"{CHAMPION}-*-*"))]


def champion_section(duels: Sequence[Duel]) -> list[str]:
    """Format the duels as lines of Markdown."""
    lines = [
        "## The champion by the clock",
        "",
        "The champion is level 8 with all the time that it is given. Here both sides have the same time for each",
        "move, so another run, above all on another machine, gives other games. *Alone* are the games of three in",
        "which one champion sat against two of the others, so a third of the wins is its fair share there.",
        "",
        "| against | seconds a move | players | share of the wins | games | alone |",
        "|---|---:|---|---|---:|---|",
    ]
    for duel in duels:
        plan, score = duel.plan, duel.score
        alone = "" if duel.alone is None else f"{share_text(duel.alone)}, {duel.alone.games} games"
        lines.append(
            f"| {duel.opponent.name} | {plan.seconds} | {PLAYER_WORDS[plan.players]} | {share_text(score)} | "
            f"{score.games} | {alone} |"
        )
    return [*lines, "", "```console", *(duel.command for duel in duels), "```"]


def _duel(plan: Plan, results: Sequence[Result]) -> Duel:
    alone = [result for result in results if result.seats.count(0) == 1] if plan.players == 3 else []
    return Duel(plan, score_of(0, results), score_of(0, alone) if alone else None)
