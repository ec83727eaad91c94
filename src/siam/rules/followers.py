"""Count followers: how many of each faction stand in a province, a court or the supply (§1.2)."""

from typing import NamedTuple

from siam.rules.display import explained, short_repr
from siam.rules.factions import FACTIONS, Faction


@explained(rama="How many of Rama.", lao="How many of Lao.", malay="How many of Malay.")
class Followers(NamedTuple):
    """Counts of the three factions' followers."""

    rama: int = 0
    lao: int = 0
    malay: int = 0

    @property
    def total(self) -> int:
        """How many followers there are of all factions together."""
        return self.rama + self.lao + self.malay

    @property
    def sets(self) -> int:
        """How many complete sets, one follower of each faction, they make (§7.4)."""
        return min(self)

    def plus(self, faction: Faction, number: int = 1) -> "Followers":
        """Add followers of one faction."""
        rama, lao, malay = self
        if faction == Faction.RAMA:
            return Followers(rama + number, lao, malay)
        if faction == Faction.LAO:
            return Followers(rama, lao + number, malay)
        return Followers(rama, lao, malay + number)

    def minus(self, faction: Faction, number: int = 1) -> "Followers":
        """Take away followers of one faction."""
        return self.plus(faction, -number)

    def union(self, other: "Followers") -> "Followers":
        """Put two groups of followers together."""
        return Followers(self.rama + other.rama, self.lao + other.lao, self.malay + other.malay)


@explained(faction="Whose followers.", province="Where they stand.")
class Cell(NamedTuple):
    """The followers of one faction in one province: what a person points at."""

    faction: Faction
    province: int

    def __repr__(self) -> str:
        return short_repr(self)


NOBODY = Followers()
PROVINCE_COUNT = 8
CELLS = tuple(tuple(Cell(faction, province) for faction in FACTIONS) for province in range(PROVINCE_COUNT))
