"""Decide how a tournament is told: as Markdown, as JSON and as a picture."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from siam.arena.figures.estimates import Estimate
from siam.arena.figures.standings import MatchScore, Standings, standings
from siam.arena.play.archive import LINES, RECORDS, makers_of
from siam.arena.play.games import Result
from siam.arena.play.plans import Plan
from siam.arena.reports.plots import save_ratings
from siam.notation import format_options
from siam.provenance import Provenance, provenance, told

PLAYER_WORDS = {2: "two", 3: "three", 4: "four"}


def write_report(plan: Plan, results: Sequence[Result], directory: Path) -> Standings:
    """Write `report.md`, `standings.json`, `standings.svg` and `standings.png` into the directory."""
    table = standings(plan, results)
    makers = makers_of(directory) if (directory / LINES).exists() else [provenance()]
    content = {"made_by": makers, **table_json(table)}
    (directory / "report.md").write_text(report(plan, table, makers=makers), encoding="utf-8")
    (directory / "standings.json").write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    save_ratings(table, directory / "standings")
    return table


def report(plan: Plan, table: Standings, *, has_files: bool = True, makers: Sequence[Provenance] | None = None) -> str:
    """Tell a tournament as a page of Markdown; it names its picture and its games only where they were written.

    `makers` are those who played it, if it was not played just now.
    """
    deals = f"{plan.deals} deals" if plan.deals != 1 else "one deal"
    lines = [
        f"# Tournament for {PLAYER_WORDS[plan.players]} players",
        "",
        f"{table.games} games, {deals} at most, each replayed with the seats rotated. Seed {plan.seed}, "
        f"map {plan.board}, options: {format_options(plan.options) or 'the book'}, "
        f"thinking time: {'each agent’s own measure' if plan.seconds is None else f'{plan.seconds:g} s a move'}.",
        "",
        *(("![Ratings with their intervals](standings.svg)", "") if has_files else ()),
        "## Standings",
        "",
        "| place | agent | rating | ± | score | 95 % interval | games |",
        "|---:|---|---:|---:|---:|---|---:|",
    ]
    for place, row in enumerate(table.rows, start=1):
        reach = (row.rating.high - row.rating.low) / 2
        lines.append(
            f"| {place} | {_cell(row.name)} | {row.rating.value:+.0f} | {reach:.0f} | "
            f"{row.score.value:.1%} | {_interval(row.score)} | {row.score.games} |"
        )
    if plan.format != "self":
        lines += ["", "## Matches", "", *_matches(plan, table)]
    lines += [
        "",
        "Ratings are by maximum likelihood (Bradley–Terry); 400 points are ten to one, 0 is the average of these "
        f"agents. Intervals count deals, not games.{f' All games: [`{RECORDS}`]({RECORDS}).' if has_files else ''}",
    ]
    lines += [
        "",
        f"Made by {'; '.join(map(told, [provenance()] if makers is None else makers)) or 'an earlier version'}.",
    ]
    if table.faults:
        lines += ["", "## Faults", "", *_faults(table.faults)]
    return "\n".join(lines) + "\n"


def _faults(faults: Sequence[str]) -> list[str]:
    """List every fault once, the same in another seat too, with how often it happened."""
    counts = Counter(re.sub(r" \(seat \d\)", "", fault) for fault in faults)
    return [f"- {_cell(fault)}{f' ({count} times)' if count > 1 else ''}" for fault, count in counts.items()]


def _matches(plan: Plan, table: Standings) -> list[str]:
    """Tell who scored what against whom, and what the sequential test says to it."""
    is_tested = plan.sprt is not None
    lines = [
        "| first | others | first scored | 95 % interval | games |" + " verdict | log-likelihood ratio |" * is_tested,
        "|---|---|---:|---|---:|" + "---|---:|" * is_tested,
    ]
    for match in table.matches:
        first, *others = (_cell(plan.names[member]) for member in match.members)
        score, verdict = match.score, match.verdict
        lines.append(
            f"| {first} | {', '.join(others)} | {score.value:.1%} | {_interval(score)} | {score.games} |"
            + (f" {verdict.decision.value} | {verdict.evidence:.2f} |" if verdict else "")
        )
    if plan.sprt:
        low, high = plan.sprt.bounds
        lines += [
            "",
            f"That the first scores {plan.sprt.hopes:.1%} rather than {plan.sprt.doubts:.1%} is accepted when the "
            f"log-likelihood ratio of the deals reaches {high:.2f}, and rejected when it falls to {low:.2f}.",
        ]
    return lines


def table_json(table: Standings) -> dict[str, Any]:
    """Return the table as plain values; equal tournaments give equal ones."""
    return {
        "games": table.games,
        "standings": [
            {"name": row.name, "rating": row.rating.to_json(), "score": row.score.to_json()} for row in table.rows
        ],
        "matches": [_match_json(match) for match in table.matches],
        "faults": list(table.faults),
    }


def _match_json(match: MatchScore) -> dict[str, Any]:
    content: dict[str, Any] = {"members": list(match.members), "score": match.score.to_json()}
    if match.verdict:
        content["verdict"] = {
            "decision": match.verdict.decision.value,
            "evidence": round(match.verdict.evidence, 6),
            "bounds": [round(bound, 6) for bound in match.verdict.bounds],
        }
    return content


def _interval(estimate: Estimate) -> str:
    return f"{estimate.low:.1%} – {estimate.high:.1%}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
