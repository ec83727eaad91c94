"""Decide who contends for Siam: the three factions, and who may control a province (§1.1, §1.6)."""

from enum import IntEnum
from typing import Literal, TypeAlias

FactionLetter: TypeAlias = Literal["R", "L", "M"]
ControlLetter: TypeAlias = Literal["R", "L", "M", "B"]

_FACTION_LETTERS: tuple[FactionLetter, ...] = ("R", "L", "M")
_CONTROL_LETTERS: tuple[ControlLetter, ...] = (*_FACTION_LETTERS, "B")

NUMERIC = ("b", "c", "d", "n", "o", "x", "X")
"""How a format asks for the number of a member instead of its word."""


class Faction(IntEnum):
    """One of the three factions, always in this order (§1.1)."""

    RAMA = 0
    LAO = 1
    MALAY = 2

    def __repr__(self) -> str:
        return f"Faction.{self.name}"

    def __str__(self) -> str:
        return self.name.capitalize()

    def __format__(self, spec: str) -> str:
        return format(int(self) if spec[-1:] in NUMERIC else str(self), spec)

    @property
    def letter(self) -> FactionLetter:
        """The faction's letter in the notation."""
        return _FACTION_LETTERS[self]


class Control(IntEnum):
    """Who controls a province once its struggle is resolved: a faction or the British (§6.1, §6.2)."""

    RAMA = 0
    LAO = 1
    MALAY = 2
    BRITISH = 3

    def __repr__(self) -> str:
        return f"Control.{self.name}"

    def __str__(self) -> str:
        return self.name.capitalize()

    def __format__(self, spec: str) -> str:
        return format(int(self) if spec[-1:] in NUMERIC else str(self), spec)

    @property
    def letter(self) -> ControlLetter:
        """The controller's letter in the notation."""
        return _CONTROL_LETTERS[self]


FACTIONS = tuple(Faction)
CONTROLS = tuple(Control)
