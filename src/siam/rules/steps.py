"""Number every small choice that a move can be made of: the forty steps.

Pass, the seven cards, the followers of one faction in one province, and the provinces (for tiles: their tile).
The numbers never change, so that clicks, search and effect masks share them.
"""

from itertools import chain
from typing import NamedTuple, TypeAlias

from siam.rules.boards import PROVINCES, Province
from siam.rules.cards import CARDS, Card
from siam.rules.display import explained, short_repr
from siam.rules.errors import A_MOVE, wrong_type
from siam.rules.followers import CELLS, Cell
from siam.rules.moves import Move, NoEffect, Pass, Place, Play, Swap, SwapTiles

_NUMBER = "The number of the step, from 0 to 39."


@explained(id=_NUMBER)
class PassStep(NamedTuple):
    """Pass."""

    id: int

    def __repr__(self) -> str:
        return short_repr(self)


@explained(id=_NUMBER, card="Which card.")
class CardStep(NamedTuple):
    """Play this card."""

    id: int
    card: Card

    def __repr__(self) -> str:
        return short_repr(self)


@explained(id=_NUMBER, cell="Which follower, and where.")
class FollowerStep(NamedTuple):
    """Choose a follower of this faction in this province: to swap it, or to take it."""

    id: int
    cell: Cell

    def __repr__(self) -> str:
        return short_repr(self)


@explained(id=_NUMBER, province="Which province.")
class ProvinceStep(NamedTuple):
    """Choose this province: to put a follower there, or its tile."""

    id: int
    province: Province

    def __repr__(self) -> str:
        return short_repr(self)


Step: TypeAlias = PassStep | CardStep | FollowerStep | ProvinceStep

STEP_KINDS = frozenset({PassStep, CardStep, FollowerStep, ProvinceStep})

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


def steps_of(move: Move) -> tuple[Step, ...]:
    """Return the steps that make a move, in an order in which they can be chosen."""
    if not isinstance(move, Pass | Play):
        raise wrong_type(A_MOVE, move)
    if isinstance(move, Pass):
        return (PASS_STEP,)
    steps: list[Step] = [card_step(move.card)]
    match move.effect:
        case NoEffect():
            pass
        case SwapTiles(moved, king):
            steps += [PROVINCE_STEPS[moved], PROVINCE_STEPS[king]]
        case Place(cells):
            steps += [PROVINCE_STEPS[cell.province] for cell in cells]
        case Swap(left, left_given, right, right_given):
            steps += [FOLLOWER_STEPS[left][faction] for faction in left_given]
            steps += [FOLLOWER_STEPS[right][faction] for faction in right_given]
    if move.taken is not None:
        steps.append(follower_step(move.taken))
    return tuple(steps)
