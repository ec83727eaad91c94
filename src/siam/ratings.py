"""Decide how ratings change after a game of two to four players or two teams; knows no game."""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

FIRST_MU = 25.0
FIRST_SIGMA = FIRST_MU / 3


class Rating(NamedTuple):
    """How strong somebody seems to be, and how unsure that is."""

    mu: float = FIRST_MU
    sigma: float = FIRST_SIGMA

    @property
    def points(self) -> int:
        """The rating as a number that players know: 1500 to begin with."""
        return round(1500 + (self.mu - FIRST_MU) * 60)


def rated(camps: Sequence[Sequence[Rating]], winners: Sequence[bool]) -> list[list[Rating]]:
    """Rate a game: who wins together stands together; all winners share the first place, the others the last."""
    if len(camps) != len(winners) or len(camps) < 2:
        raise ValueError("each camp either won or lost, and there are at least two")
    model = _model()
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma) for rating in camp] for camp in camps]
    ranks = [1.0 if won else 2.0 for won in winners]
    return [[Rating(new.mu, new.sigma) for new in team] for team in model.rate(teams, ranks=ranks)]


@cache
def _model() -> "PlackettLuce":
    from openskill.models import PlackettLuce  # heavy: only who rates pays for it

    return PlackettLuce(mu=FIRST_MU, sigma=FIRST_SIGMA)
