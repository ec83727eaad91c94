"""Decide what results say about strength: scores with intervals, and ratings by maximum likelihood.

Games of one deal are played with the same cards and followers, so they are not independent: every interval here
counts deals, not games, as observations.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from siam.arena.play.games import Result
from siam.rules import camps

Z95 = 1.959964
ELO = 400 / log(10)
"""Rating points a unit of log-strength: 400 points are ten to one, as in chess."""
PRIOR = 0.25
"""An imagined quarter of a win and of a loss against the average keeps ratings finite."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its 95 % interval and the number of games behind it."""

    value: float
    low: float
    high: float
    games: int

    def __str__(self) -> str:
        return f"{self.value:.1%} [{self.low:.1%}, {self.high:.1%}]"

    def to_json(self) -> dict[str, float]:
        """Return plain values; equal games give equal ones."""
        figures = {"value": self.value, "low": self.low, "high": self.high}
        return {**{name: round(figure, 6) for name, figure in figures.items()}, "games": self.games}


class Tally:
    """Values between 0 and 1 that come in clusters, summed up as they come."""

    def __init__(self) -> None:
        self._clusters: dict[object, tuple[int, float]] = {}
        self._count = 0
        self._sum = 0.0
        self._sizes_squared = 0
        self._sizes_by_sums = 0.0
        self._sums_squared = 0.0

    def add(self, value: float, cluster: object) -> None:
        """Count one more value."""
        size, total = self._clusters.get(cluster, (0, 0.0))
        self._clusters[cluster] = size + 1, total + value
        self._count += 1
        self._sum += value
        self._sizes_squared += 2 * size + 1
        self._sizes_by_sums += (size + 1) * (total + value) - size * total
        self._sums_squared += (total + value) ** 2 - total**2

    @property
    def share(self) -> Estimate:
        """Estimate the share: Wilson, at the effective sample size."""
        count, groups = self._count, len(self._clusters)
        if count == 0:
            return Estimate(0.5, 0.0, 1.0, 0)
        mean = self._sum / count
        # the squared distances of the clusters from what the mean lets expect of them
        distances = self._sums_squared - 2 * mean * self._sizes_by_sums + mean**2 * self._sizes_squared
        variance = distances / count**2 * groups / max(1, groups - 1)
        spread = mean * (1 - mean)
        effective = min(float(count), spread / variance) if variance > 0 else float(count if spread > 0 else groups)
        return Estimate(mean, *wilson(mean, effective), count)


def proportion(values: Sequence[float], clusters: Sequence[object]) -> Estimate:
    """Estimate a share from values between 0 and 1 that come in clusters."""
    tally = Tally()
    for value, cluster in zip(values, clusters, strict=True):
        tally.add(value, cluster)
    return tally.share


def wilson(mean: float, count: float) -> tuple[float, float]:
    """Return the 95 % interval of a share that was seen `count` times."""
    centre = (mean + Z95**2 / (2 * count)) / (1 + Z95**2 / count)
    reach = Z95 * sqrt(mean * (1 - mean) / count + Z95**2 / (4 * count**2)) / (1 + Z95**2 / count)
    return max(0.0, centre - reach), min(1.0, centre + reach)


def ratings(results: Sequence[Result], entrants: int) -> list[Estimate]:
    """Rate entrants by maximum likelihood; 0 is the average.

    A camp wins with a chance in proportion to its strength (Bradley-Terry, and Luce's choice for three players);
    a team's log-strength is the mean of its members'. Errors allow for clusters of deals (a sandwich estimate).
    """
    kinds = [(result.seats, result.winners) for result in results]
    contests = {kind: _Contest.of(result, entrants) for kind, result in zip(kinds, results, strict=True)}
    counts = Counter(kinds)
    theta = np.zeros(entrants)
    for _ in range(100):
        gradient, hessian, _ = _derivatives(theta, contests, counts)
        change = np.linalg.solve(hessian, gradient)
        theta = theta + np.clip(change, -2, 2)
        if float(np.abs(change).max(initial=0.0)) < 1e-9:
            break
    _, hessian, scores = _derivatives(theta, contests, counts)
    meat = np.zeros((entrants, entrants))
    by_deal: dict[int, NDArray[np.float64]] = {}
    for result, kind in zip(results, kinds, strict=True):
        by_deal[result.deal] = by_deal.get(result.deal, np.zeros(entrants)) + scores[kind]
    for score in by_deal.values():
        meat += np.outer(score, score)
    bread = np.linalg.inv(hessian)
    sandwich = bread @ meat @ bread * len(by_deal) / max(1, len(by_deal) - 1)
    centre = np.eye(entrants) - 1 / entrants
    # never claim more than independent games would allow
    variances = np.maximum(np.diag(centre @ sandwich @ centre), np.diag(centre @ bread @ centre))
    errors = np.sqrt(np.maximum(variances, 0.0)) * Z95 * ELO
    points = (theta - theta.mean()) * ELO
    games = [sum(entrant in result.seats for result in results) for entrant in range(entrants)]
    return [
        Estimate(float(point), float(point - error), float(point + error), count)
        for point, error, count in zip(points, errors, games, strict=True)
    ]


def expected_score(difference: float) -> float:
    """Return the expected share of a two-sided match for a lead in rating points."""
    return 1 / (1 + exp(-difference / ELO))


_Kind: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Who sat where and who won: games of one kind are one contest to the model."""


@dataclass(frozen=True, slots=True)
class _Contest:
    """A game as the model sees it: for each camp who is in it, and its share of the win."""

    members: NDArray[np.float64]
    shares: NDArray[np.float64]

    @classmethod
    def of(cls, result: Result, entrants: int) -> "_Contest":
        players = len(result.seats)
        sides = camps(players)
        members = np.zeros((len(sides), entrants))
        shares = np.zeros(len(sides))
        for index, side in enumerate(sides):
            for seat in side:
                members[index, result.seats[seat]] += 1 / len(side)
                shares[index] += result.shares[seat]
        return cls(members, shares)


def _derivatives(
    theta: NDArray[np.float64], contests: dict[_Kind, _Contest], counts: "Counter[_Kind]"
) -> tuple[NDArray[np.float64], NDArray[np.float64], dict[_Kind, NDArray[np.float64]]]:
    """Return the gradient of the log-likelihood, its negative second derivative, and the gradient of each contest."""
    entrants = len(theta)
    own = 1 / (1 + np.exp(-theta))
    gradient = PRIOR * (1 - 2 * own)
    hessian = np.diag(2 * PRIOR * own * (1 - own))
    scores = {}
    for kind, game in contests.items():
        worth = game.members @ theta
        chance = np.exp(worth - worth.max())
        chance /= chance.sum()
        score = game.members.T @ (game.shares - chance)
        mean = game.members.T @ chance
        spread = game.members.T @ (chance[:, None] * game.members) - np.outer(mean, mean)
        gradient = gradient + counts[kind] * score
        hessian = hessian + counts[kind] * spread
        scores[kind] = score
    return gradient, hessian + 1e-9 * np.eye(entrants), scores
