"""Decide when a match has shown enough: a sequential probability ratio test on the scores of its deals.

All games of a deal make one observation, so that lucky deals, which both sides play, cancel out. The likelihood
is that of the normal distribution with the variance of the deals seen so far (the generalised test that chess
engines are tuned with).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

FEWEST_DEALS = 8
"""Before so many deals the variance is anybody's guess."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """Tests whether the first of a match scores `hopes` rather than `doubts`, with errors as rare as asked."""

    doubts: float = 0.50
    hopes: float = 0.55
    false_hope: float = 0.05
    false_doubt: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the test ends: below the first with doubt, above the second with hope."""
        return log(self.false_doubt / (1 - self.false_hope)), log((1 - self.false_doubt) / self.false_hope)

    def evidence(self, deal_scores: Sequence[float]) -> float:
        """Give the log-likelihood ratio of hope against doubt."""
        count = len(deal_scores)
        if count == 0:
            return 0.0
        mean = sum(deal_scores) / count
        # two imagined deals, one won and one lost, keep the variance from vanishing
        squares = sum((score - mean) ** 2 for score in deal_scores) + 0.5
        variance = squares / (count + 2)
        return count * (self.hopes - self.doubts) * (mean - (self.hopes + self.doubts) / 2) / variance

    def verdict(self, deal_scores: Sequence[float]) -> bool | None:
        """Say whether hope (True) or doubt (False) is confirmed, or None to play on."""
        if len(deal_scores) < FEWEST_DEALS:
            return None
        evidence = self.evidence(deal_scores)
        low, high = self.bounds
        return True if evidence >= high else False if evidence <= low else None


def parse_sprt(text: str) -> Sprt:
    """Read `0.5,0.55` (doubts, hopes), or with error rates after them."""
    numbers = [float(word) for word in text.split(",")]
    if len(numbers) not in (2, 4) or not 0 <= numbers[0] < numbers[1] <= 1:
        raise ValueError("a sequential test is two scores like 0.5,0.55, or these and two error rates")
    return Sprt(*numbers)
