"""Name what can happen in a turn, one small thing each, in the order in which it happens."""

from typing import NamedTuple, TypeAlias

from siam.rules.boards import Province
from siam.rules.cards import Card
from siam.rules.display import explained
from siam.rules.endings import Outcome
from siam.rules.factions import Control, Faction
from siam.rules.followers import Followers
from siam.rules.moves import Swap
from siam.rules.seats import Seat


@explained(seat="Who passed.")
class Passed(NamedTuple):
    """A player passed (§4.3)."""

    seat: Seat


@explained(seat="Who played.", card="The card.", has_effect="Whether it did anything (§5.2).")
class CardPlayed(NamedTuple):
    """A card went onto its player's discard pile (§5.1)."""

    seat: Seat
    card: Card
    has_effect: bool


@explained(moved="The province whose tile got no marker.", king="The province whose tile got the king marker.")
class TilesSwapped(NamedTuple):
    """Two tiles changed places and one got a king marker (§5.6)."""

    moved: Province
    king: Province


@explained(faction="Whose follower.", province="Where it went.")
class FollowerPlaced(NamedTuple):
    """A follower came from the supply into a province (§5.7, §5.11)."""

    faction: Faction
    province: Province


@explained(swap="Who changed places with whom.")
class FollowersSwapped(NamedTuple):
    """Followers of two provinces changed places (§5.8, §5.9)."""

    swap: Swap


@explained(seat="Who took it.", faction="Whose follower.", province="Where it stood.")
class FollowerTaken(NamedTuple):
    """A player took a follower into the court (§5.4)."""

    seat: Seat
    faction: Faction
    province: Province


@explained(
    province="What was struggled for.",
    control="Who controls it now.",
    followers="Who stood there, and went to the supply.",
)
class StruggleResolved(NamedTuple):
    """A province got its controller and its followers went to the supply (§6)."""

    province: Province
    control: Control
    followers: Followers


@explained(outcome="Who rules and who wins.")
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
