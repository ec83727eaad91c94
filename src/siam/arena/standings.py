"""Decide the table of a tournament: who scored what against whom, and how strong everybody is."""

from collections.abc import Sequence
from dataclasses import dataclass

from siam.arena.estimates import Estimate, proportion, ratings
from siam.arena.games import Result
from siam.arena.plans import Plan


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant in the table."""

    entrant: int
    name: str
    score: Estimate
    rating: Estimate


@dataclass(frozen=True, slots=True)
class MatchScore:
    """What the first of a match scored in it."""

    members: tuple[int, ...]
    score: Estimate


@dataclass(frozen=True, slots=True)
class Standings:
    """The table: entrants from the strongest, and every match."""

    rows: tuple[Row, ...]
    matches: tuple[MatchScore, ...]
    games: int
    faults: tuple[str, ...]


def standings(plan: Plan, results: Sequence[Result]) -> Standings:
    """Make the table of what was played so far."""
    rated = ratings(results, len(plan.entrants))
    rows = []
    for index, entrant in enumerate(plan.entrants):
        own = [result for result in results if index in result.seats]
        rows.append(Row(index, entrant.name, score_of(index, own), rated[index]))
    rows.sort(key=lambda row: (-row.rating.value, row.entrant))
    matches = tuple(
        MatchScore(members, score_of(members[0], [result for result in results if result.match == match]))
        for match, members in enumerate(plan.matches)
    )
    faults = tuple(result.fault for result in results if result.fault)
    return Standings(tuple(rows), matches, len(results), faults)


def score_of(entrant: int, results: Sequence[Result]) -> Estimate:
    """Estimate the share of the wins that an entrant took in these games."""
    return proportion([result.share_of(entrant) for result in results], [result.deal for result in results])
