"""Decide how far a card reaches: the provinces in which its effect can happen (§5.6–5.11)."""

from siam.rules.boards import Province
from siam.rules.cards import Card, called_faction
from siam.rules.effects import factions_in_supply, legal_swaps, placements, swappable_tiles, targets
from siam.rules.position import Position


def reach(position: Position, card: Card) -> tuple[Province, ...]:
    """List the provinces where a card can do something now, whoever plays it; taking a follower is left aside."""
    match card:
        case Card.MAHARACHA:
            tiles = swappable_tiles(position)
            return tuple(sorted(tiles)) if len(tiles) > 1 else ()
        case Card.KHON_THAI:
            return tuple(position.open_provinces) if factions_in_supply(position) else ()
        case Card.ONE_VS_ONE | Card.TWO_VS_ONE:
            return tuple(sorted({side for swap in legal_swaps(position, card) for side in (swap.left, swap.right)}))
        case Card.RAMA | Card.LAO | Card.MALAI:
            faction = called_faction(card)
            return targets(position, faction) if placements(position, faction) else ()
