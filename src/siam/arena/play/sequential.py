"""Decide when a match has shown enough: a sequential probability ratio test on the scores of its deals.

All games of a deal make one observation, so that lucky deals, which both sides play, cancel out. The likelihood
is that of the normal distribution with the variance of the deals seen so far (the generalised test that chess
engines are tuned with).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import log

from siam.rules import SiamError

FEWEST_DEALS = 8
"""Before so many deals the variance is anybody's guess."""


class SprtError(SiamError):
    """Terms with which a sequential test could never decide."""


class Decision(Enum):
    """What a test has decided about its hypothesis."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class SprtState:
    """The state of a test: the log-likelihood ratio of hope against doubt, and the bounds between which it goes on."""

    decision: Decision
    evidence: float
    bounds: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Sprt:
    """Tests whether the first entrant of a match scores `hopes` rather than `doubts`, within the given error rates."""

    doubts: float = 0.50
    hopes: float = 0.55
    false_hope: float = 0.05
    false_doubt: float = 0.05

    def __post_init__(self) -> None:
        if not 0 <= self.doubts < self.hopes <= 1:
            raise SprtError("a sequential test needs two scores between 0 and 1, the hoped-for one above the other")
        if not (self.false_hope > 0 and self.false_doubt > 0 and self.false_hope + self.false_doubt < 1):
            raise SprtError("the error rates of a sequential test lie above 0, and below 1 together")

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the test ends: below the first with doubt, above the second with hope."""
        return log(self.false_doubt / (1 - self.false_hope)), log((1 - self.false_doubt) / self.false_hope)

    def evidence(self, deal_scores: Sequence[float]) -> float:
        """Return the log-likelihood ratio of hope against doubt."""
        count = len(deal_scores)
        if count == 0:
            return 0.0
        mean = sum(deal_scores) / count
        # two imagined deals, one won and one lost, keep the variance from vanishing
        squares = sum((score - mean) ** 2 for score in deal_scores) + 0.5
        variance = squares / (count + 2)
        return count * (self.hopes - self.doubts) * (mean - (self.hopes + self.doubts) / 2) / variance

    def verdict(self, deal_scores: Sequence[float]) -> SprtState:
        """Return whether the hope is accepted or rejected, or whether more deals are needed."""
        evidence, bounds = self.evidence(deal_scores), self.bounds
        return SprtState(_decision(evidence, bounds, len(deal_scores)), evidence, bounds)


def _decision(evidence: float, bounds: tuple[float, float], deals: int) -> Decision:
    low, high = bounds
    if deals < FEWEST_DEALS or low < evidence < high:
        return Decision.UNDECIDED
    return Decision.ACCEPTED if evidence >= high else Decision.REJECTED


def parse_sprt(text: str) -> Sprt:
    """Read `0.5,0.55` (doubts, hopes), or with error rates after them."""
    try:
        numbers = [float(word) for word in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 4):
        raise SprtError("a sequential test is two scores like 0.5,0.55, or these and two error rates")
    return Sprt(*numbers)
