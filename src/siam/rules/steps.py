"""Number every small choice that a move can be made of: the forty steps.

Pass, the seven cards, the followers of one faction in one province, and the provinces (for tiles: their tile).
The numbers never change, so that clicks, search and action masks share them.
"""

from itertools import chain
from typing import NamedTuple, TypeAlias

from siam.rules.boards import PROVINCES, Province
from siam.rules.cards import CARDS, Card
from siam.rules.followers import CELLS, Cell


class PassStep(NamedTuple):
    """Pass."""

    id: int


class CardStep(NamedTuple):
    """Play this card."""

    id: int
    card: Card


class FollowerStep(NamedTuple):
    """Choose a follower of this faction in this province: to swap it, or to take it."""

    id: int
    cell: Cell


class ProvinceStep(NamedTuple):
    """Choose this province: to put a follower there, or its tile."""

    id: int
    province: Province


Step: TypeAlias = PassStep | CardStep | FollowerStep | ProvinceStep

PASS_STEP = PassStep(0)
CARD_STEPS = tuple(CardStep(1 + card, card) for card in CARDS)
FOLLOWER_STEPS = tuple(
    tuple(FollowerStep(8 + 3 * cell.province + cell.faction, cell) for cell in cells) for cells in CELLS
)
PROVINCE_STEPS = tuple(ProvinceStep(32 + province, province) for province in PROVINCES)
STEPS: tuple[Step, ...] = (PASS_STEP, *CARD_STEPS, *chain(*FOLLOWER_STEPS), *PROVINCE_STEPS)


def follower_step(cell: Cell) -> FollowerStep:
    """Return the step that chooses a follower."""
    return FOLLOWER_STEPS[cell.province][cell.faction]


def card_step(card: Card) -> CardStep:
    """Return the step that plays a card."""
    return CARD_STEPS[card]


def province_step(province: Province) -> ProvinceStep:
    """Return the step that chooses a province."""
    return PROVINCE_STEPS[province]
