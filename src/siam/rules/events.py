"""Name what can happen in a turn, one small thing each, in the order in which it happens."""

from typing import NamedTuple, TypeAlias

from siam.rules.boards import Province
from siam.rules.cards import Card
from siam.rules.endings import Outcome
from siam.rules.factions import Control, Faction
from siam.rules.followers import Followers
from siam.rules.moves import Swap
from siam.rules.seats import Seat


class Passed(NamedTuple):
    """A player passed (§4.3)."""

    seat: Seat


class CardPlayed(NamedTuple):
    """A card went onto its player's discard pile (§5.1)."""

    seat: Seat
    card: Card
    has_effect: bool


class TilesSwapped(NamedTuple):
    """Two tiles changed places and one got a king marker (§5.6)."""

    moved: Province
    king: Province


class FollowerPlaced(NamedTuple):
    """A follower came from the supply into a province (§5.7, §5.11)."""

    faction: Faction
    province: Province


class FollowersSwapped(NamedTuple):
    """Followers of two provinces changed places (§5.8, §5.9)."""

    swap: Swap


class FollowerTaken(NamedTuple):
    """A player took a follower into the court (§5.4)."""

    seat: Seat
    faction: Faction
    province: Province


class StruggleResolved(NamedTuple):
    """A province got its controller and its followers went to the supply (§6)."""

    province: Province
    control: Control
    followers: Followers


class GameEnded(NamedTuple):
    """Siam has a ruler, or is a colony (§7)."""

    outcome: Outcome


Event: TypeAlias = (
    Passed
    | CardPlayed
    | TilesSwapped
    | FollowerPlaced
    | FollowersSwapped
    | FollowerTaken
    | StruggleResolved
    | GameEnded
)
