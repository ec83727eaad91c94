"""Decide the table of a tournament: who scored what against whom, and how strong everybody is."""

from collections.abc import Sequence
from dataclasses import dataclass

from siam.arena.figures.estimates import Estimate, proportion, ratings
from siam.arena.play.games import Result
from siam.arena.play.plans import Plan, seatings
from siam.arena.play.sequential import SprtState


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant in the table."""

    entrant: int
    name: str
    score: Estimate
    rating: Estimate


@dataclass(frozen=True, slots=True)
class MatchScore:
    """What the first entrant of a match scored, and the verdict of the sequential test, if there is one."""

    members: tuple[int, ...]
    score: Estimate
    verdict: SprtState | None = None


@dataclass(frozen=True, slots=True)
class Standings:
    """The table: entrants from the strongest, and every match."""

    rows: tuple[Row, ...]
    matches: tuple[MatchScore, ...]
    games: int
    faults: tuple[str, ...]


class DealScores:
    """What the first entrant of a match scored in every deal that was played with all its seatings."""

    def __init__(self, plan: Plan, members: tuple[int, ...]) -> None:
        self.scores: list[float] = []
        self._first = members[0]
        self._size = len(seatings(plan.players, members))
        self._begun: dict[int, list[float]] = {}

    def add(self, result: Result) -> bool:
        """Count a game; return whether it was the last one of its deal."""
        shares = self._begun.setdefault(result.deal, [])
        shares.append(result.share_of(self._first))
        is_whole = len(shares) == self._size
        if is_whole:
            self.scores.append(sum(self._begun.pop(result.deal)) / self._size)
        return is_whole


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
    deals = DealScores(plan, members)
    for result in results:
        deals.add(result)
    return MatchScore(members, score_of(members[0], results), plan.sprt.verdict(deals.scores) if plan.sprt else None)
