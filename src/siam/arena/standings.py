"""Decide the table of a tournament: who scored what against whom, and how strong everybody is."""

from collections.abc import Sequence
from dataclasses import dataclass

from siam.arena.estimates import Estimate, proportion, ratings
from siam.arena.games import Result
from siam.arena.plans import Plan, seatings
from siam.arena.sequential import Verdict


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant in the table."""

    entrant: int
    name: str
    score: Estimate
    rating: Estimate


@dataclass(frozen=True, slots=True)
class MatchScore:
    """What the first of a match scored in it, and what the sequential test says to that, if there is one."""

    members: tuple[int, ...]
    score: Estimate
    verdict: Verdict | None = None


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
    for index, name in enumerate(plan.names):
        own = [result for result in results if index in result.seats]
        rows.append(Row(index, name, score_of(index, own), rated[index]))
    rows.sort(key=lambda row: (-row.rating.value, row.entrant))
    matches = tuple(
        _match_score(plan, members, [result for result in results if result.match == match])
        for match, members in enumerate(plan.matches)
    )
    faults = tuple(result.fault for result in results if result.fault)
    return Standings(tuple(rows), matches, len(results), faults)


def score_of(entrant: int, results: Sequence[Result]) -> Estimate:
    """Estimate the share of the wins that an entrant took in these games."""
    return proportion([result.share_of(entrant) for result in results], [result.deal for result in results])


def _match_score(plan: Plan, members: tuple[int, ...], results: Sequence[Result]) -> MatchScore:
    verdict = plan.sprt.verdict(_deal_scores(plan, members, results)) if plan.sprt else None
    return MatchScore(members, score_of(members[0], results), verdict)


def _deal_scores(plan: Plan, members: tuple[int, ...], results: Sequence[Result]) -> list[float]:
    """Score the first of a match in every deal that was played in all its seatings."""
    shares: dict[int, list[float]] = {}
    for result in results:
        shares.setdefault(result.deal, []).append(result.share_of(members[0]))
    size = len(seatings(plan.players, members))
    return [sum(scores) / size for scores in shares.values() if len(scores) == size]
