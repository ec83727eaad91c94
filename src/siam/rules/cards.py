"""Name the action cards and the hand that every player starts with (§1.4)."""

from enum import IntEnum
from typing import Literal, TypeAlias

from siam.rules.factions import FACTIONS, NUMERIC, Faction

CardLetter: TypeAlias = Literal["K", "T", "1", "2", "R", "L", "M"]

_LETTERS: tuple[CardLetter, ...] = ("K", "T", "1", "2", "R", "L", "M")


class Card(IntEnum):
    """The seven kinds of action card, in the order of the notation."""

    MAHARACHA = 0
    KHON_THAI = 1
    ONE_VS_ONE = 2
    TWO_VS_ONE = 3
    RAMA = 4
    LAO = 5
    MALAI = 6

    def __repr__(self) -> str:
        return f"Card.{self.name}"

    def __str__(self) -> str:
        return _WORDS[self]

    def __format__(self, spec: str) -> str:
        return format(int(self) if spec[-1:] in NUMERIC else str(self), spec)

    @property
    def letter(self) -> CardLetter:
        """The card's letter in the notation."""
        return _LETTERS[self]

    @property
    def faction(self) -> Faction | None:
        """The faction that Rama, Lao and Malai call; None for the other cards."""
        return FACTIONS[self - Card.RAMA] if self >= Card.RAMA else None


_WORDS = ("Maharacha", "Khon Thai", "1 vs 1", "2 vs 1", "Rama", "Lao", "Malai")

FactionCard: TypeAlias = Literal[Card.RAMA, Card.LAO, Card.MALAI]
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


def called_faction(card: FactionCard) -> Faction:
    """Return the faction whose followers Rama, Lao or Malai calls (§5.11)."""
    return FACTIONS[card - Card.RAMA]
