"""Name the action cards and the hand that every player starts with (§1.4)."""

from enum import IntEnum
from typing import TypeAlias

from siam.rules.factions import FACTIONS, Faction


class Card(IntEnum):
    """The seven kinds of action card, in the order of the notation."""

    MAHARACHA = 0
    KHON_THAI = 1
    ONE_VS_ONE = 2
    TWO_VS_ONE = 3
    RAMA = 4
    LAO = 5
    MALAI = 6

    @property
    def letter(self) -> str:
        """The card's letter in the notation."""
        return "KT12RLM"[self]

    @property
    def faction(self) -> Faction | None:
        """The faction that Rama, Lao and Malai call; None for the other cards."""
        return FACTIONS[self - Card.RAMA] if self >= Card.RAMA else None


Hand: TypeAlias = tuple[Card, ...]

CARDS = tuple(Card)

FULL_HAND: Hand = (
    Card.MAHARACHA,
    Card.KHON_THAI,
    Card.KHON_THAI,
    Card.ONE_VS_ONE,
    Card.TWO_VS_ONE,
    Card.RAMA,
    Card.LAO,
    Card.MALAI,
)


def without(hand: Hand, card: Card) -> Hand:
    """Return the hand after one copy of the card is played."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]
