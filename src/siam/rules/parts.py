"""Decide what each step of a move is for: the card, what its effect needs, the follower taken (§4.2, §5)."""

from dataclasses import dataclass
from enum import Enum
from functools import cache

from siam.rules.cards import Card, called_faction
from siam.rules.effects import factions_in_supply, has_two_for_one, legal_swaps, placements, swappable_tiles
from siam.rules.factions import Faction
from siam.rules.position import Position


class PartKind(Enum):
    """What a step decides."""

    CARD = "card"  # which card, or to pass (§4.2)
    TILE = "tile"  # which tile is swapped (§5.6)
    CROWN = "crown"  # which tile it is swapped with: that one gets the king marker (§5.6)
    PLACE = "place"  # where a follower from the supply goes (§5.7, §5.11)
    GIVE = "give"  # which follower is swapped (§5.8, §5.9)
    RECEIVE = "receive"  # which follower comes back for it (§5.8, §5.9)
    TAKE = "take"  # which follower the player takes (§5.4)


@dataclass(frozen=True, slots=True)
class Part:
    """One of the choices that make up a move: its kind, and its number among `count` of that kind."""

    kind: PartKind
    index: int = 1
    count: int = 1
    faction: Faction | None = None  # whose follower is placed


CARD_PART = Part(PartKind.CARD)
TAKE_PART = Part(PartKind.TAKE)
_TWO_TILES = (Part(PartKind.TILE), Part(PartKind.CROWN))
_ONE_FOR_ONE = (Part(PartKind.GIVE), Part(PartKind.RECEIVE))
_TWO_FOR_ONE = (Part(PartKind.GIVE, 1, 2), Part(PartKind.GIVE, 2, 2), Part(PartKind.RECEIVE))


def effect_parts(position: Position, card: Card) -> tuple[Part, ...]:
    """List the choices that the card's effect asks for here; none if it can do nothing (§5.2)."""
    match card:
        case Card.MAHARACHA:
            return _TWO_TILES if len(swappable_tiles(position)) >= 2 else ()
        case Card.KHON_THAI:
            return _places(factions_in_supply(position))
        case Card.TWO_VS_ONE if has_two_for_one(position):
            return _TWO_FOR_ONE
        case Card.ONE_VS_ONE | Card.TWO_VS_ONE:
            return _ONE_FOR_ONE if any(True for _ in legal_swaps(position, card)) else ()
        case Card.RAMA | Card.LAO | Card.MALAI:
            faction = called_faction(card)
            return _places((faction,) * placements(position, faction))


def move_parts(position: Position, card: Card) -> tuple[Part, ...]:
    """List the choices of a whole move with a card; nobody is taken where nobody is left on the board (§5.4)."""
    effect = effect_parts(position, card)
    somebody = any(map(any, position.followers)) or any(part.kind is PartKind.PLACE for part in effect)
    return (CARD_PART, *effect, TAKE_PART) if somebody else (CARD_PART, *effect)


def cards_without_effect(position: Position) -> tuple[Card, ...]:
    """List the cards of the player to move that can do nothing now, each kind once (§5.2, R-05)."""
    if position.is_over:
        return ()
    return tuple([card for card in dict.fromkeys(position.player.hand) if not effect_parts(position, card)])


@cache
def _places(factions: tuple[Faction, ...]) -> tuple[Part, ...]:
    return tuple(Part(PartKind.PLACE, index, len(factions), faction) for index, faction in enumerate(factions, start=1))
