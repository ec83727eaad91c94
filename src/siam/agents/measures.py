"""Measures of an agent that differ with the number of players."""

from typing import Final, NamedTuple

SEEDS: Final = 2**53
"""Seeds beyond are counted from zero again: so many a browser can tell apart."""


class PerPlayers(NamedTuple):
    """A measure of a level for each number of players, so that levels are equally far apart with all of them."""

    two: float
    three: float
    four: float

    def of(self, players: int) -> float:
        """Return the measure for a number of players."""
        return self[players - 2]
