"""Decide what a move is: everything a player decides when the turn comes (§4.2, §5).

Equal moves compare equal, so each has one canonical form: a swap names the side that gives two, or else the
alphabetically first province, on the left; factions and cells stand in order. `swap` and `place` see to that.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from siam.rules.boards import Province
from siam.rules.cards import Card
from siam.rules.display import explained, short_repr, shown_by
from siam.rules.factions import Faction
from siam.rules.followers import Cell


class NoEffect(NamedTuple):
    """The card can do nothing at all (§5.2)."""


@explained(moved="The province whose tile stays without a marker.", king="The province whose tile gets the marker.")
class SwapTiles(NamedTuple):
    """Two face-up tiles change places; one of them gets the king marker (§5.6)."""

    moved: Province
    king: Province

    def __repr__(self) -> str:
        return short_repr(self)


@explained(cells="Which follower comes into which province.")
class Place(NamedTuple):
    """Followers come from the supply into provinces (§5.7, §5.11)."""

    cells: tuple[Cell, ...]

    def __repr__(self) -> str:
        return short_repr(self)


@explained(
    left="The province that gives two followers, or else the alphabetically first.",
    left_given="Whose followers leave the left province.",
    right="The other province.",
    right_given="Whose follower leaves the right province.",
)
class Swap(NamedTuple):
    """Followers of two provinces change places (§5.8, §5.9)."""

    left: Province
    left_given: tuple[Faction, ...]
    right: Province
    right_given: tuple[Faction, ...]

    def __repr__(self) -> str:
        return short_repr(self)

    @property
    def reverse(self) -> "Swap":
        """The swap that undoes this one: both provinces give back what they received (§5.10, R-11)."""
        return swap(self.left, self.right_given, self.right, self.left_given)


Effect: TypeAlias = NoEffect | SwapTiles | Place | Swap


def swap(a: Province, a_given: Iterable[Faction], b: Province, b_given: Iterable[Faction]) -> Swap:
    """Make a swap in its canonical form."""
    left, right = (a, tuple(sorted(a_given))), (b, tuple(sorted(b_given)))
    if (-len(left[1]), a) > (-len(right[1]), b):
        left, right = right, left
    return Swap(*left, *right)


def place(cells: Iterable[Cell]) -> Place:
    """Make a placement in its canonical form."""
    return Place(tuple(sorted(cells)))


@explained(card="1 vs 1 or 2 vs 1.", swap="What it swapped.")
class LastSwap(NamedTuple):
    """The card played last, if it was a swap that took place: what §5.10 forbids to undo."""

    card: Card
    swap: Swap

    def __repr__(self) -> str:
        return short_repr(self)


@dataclass(frozen=True, slots=True)
class Pass:
    """The player plays no card this time (§4.3)."""

    def __repr__(self) -> str:
        return "PASS"

    def __str__(self) -> str:
        return "pass"


@explained(
    card="The card that leaves the hand.", effect="What it does.", taken="The follower taken, or None if none is left."
)
class Play(NamedTuple):
    """The player plays a card, carries out its effect and takes a follower (§5).

    A move knows provinces by their numbers, not by a board: `str` writes it with numbers, and
    `siam.notation.format_move` with the codes of a board.

    >>> move = Play(Card.LAO, place([Cell(Faction.LAO, 1), Cell(Faction.LAO, 7)]), Cell(Faction.MALAY, 5))
    >>> move
    Play(Card.LAO, Place((Cell(Faction.LAO, 1), Cell(Faction.LAO, 7))), Cell(Faction.MALAY, 5))
    >>> print(move)
    L 1 7 +M@5
    """

    card: Card
    effect: Effect
    taken: Cell | None

    def __repr__(self) -> str:
        return short_repr(self)

    def __str__(self) -> str:
        return str(shown_by("move_text")(self))


Move: TypeAlias = Pass | Play

PASS = Pass()
NO_EFFECT = NoEffect()
