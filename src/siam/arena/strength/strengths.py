"""Decide what is known about strength: figures are kept, so that one rung can be measured anew without the others."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from siam.arena.figures.estimates import Estimate
from siam.arena.play.archive import ArchiveError
from siam.arena.play.plans import Plan
from siam.arena.strength.duels import Duel, duels_of
from siam.arena.strength.ladders import Rung, ladder_of


@dataclass(frozen=True, slots=True)
class Strengths:
    """Every level against the one below, and the champion by the clock."""

    rungs: Sequence[Rung] = ()
    duels: Sequence[Duel] = ()

    def renewed(self, newer: "Strengths") -> "Strengths":
        """Return these figures with newer ones in place of older ones."""
        rungs = {(rung.upper, rung.lower, rung.players): rung for rung in (*self.rungs, *newer.rungs)}
        duels = {(duel.opponent.name, duel.plan.players): duel for duel in (*self.duels, *newer.duels)}
        return Strengths(
            sorted(rungs.values(), key=lambda rung: (rung.players, _place(rung.upper), _place(rung.lower))),
            [duels[key] for key in sorted(duels)],
        )


def strengths_of(directory: Path) -> Strengths:
    """Work the figures out from the games in a directory."""
    return Strengths(ladder_of(directory), duels_of(directory))


def read_strengths(path: Path) -> Strengths:
    """Read stored figures; empty if there is no file."""
    if not path.exists():
        return Strengths()
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        rungs = [Rung(**{**rung, "score": Estimate(**rung["score"])}) for rung in kept["rungs"]]
        return Strengths(rungs, [_duel(**duel) for duel in kept["duels"]])
    except (ValueError, KeyError, TypeError) as problem:
        raise ArchiveError(f"{path}: {problem}") from None


def write_strengths(known: Strengths, path: Path) -> None:
    """Keep the figures."""
    duels = [
        {
            "plan": duel.plan.to_json(),
            "score": duel.score.to_json(),
            "alone": None if duel.alone is None else duel.alone.to_json(),
        }
        for duel in known.duels
    ]
    rungs = [{**asdict(rung), "score": rung.score.to_json()} for rung in known.rungs]
    text = json.dumps({"rungs": rungs, "duels": duels}, ensure_ascii=False, indent=1)
    path.write_text(text + "\n", encoding="utf-8")


def _duel(plan: dict[str, Any], score: dict[str, Any], alone: dict[str, Any] | None) -> Duel:
    return Duel(Plan.from_json(plan), Estimate(**score), Estimate(**alone) if alone else None)


def _place(name: str) -> tuple[int, str]:
    """Return a sort key: numbered levels in their order, all others after them."""
    return (int(name) if name.isdecimal() else 1000, name)
