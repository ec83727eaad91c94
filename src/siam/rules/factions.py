"""Decide who contends for Siam: the three factions, and who may control a province (§1.1, §1.6)."""

from enum import IntEnum


class Faction(IntEnum):
    """One of the three factions, always in this order (§1.1)."""

    RAMA = 0
    LAO = 1
    MALAY = 2

    @property
    def letter(self) -> str:
        """The faction's letter in the notation."""
        return "RLM"[self]


class Control(IntEnum):
    """Who controls a province once its struggle is resolved: a faction or the British (§6.1, §6.2)."""

    RAMA = 0
    LAO = 1
    MALAY = 2
    BRITISH = 3

    @property
    def letter(self) -> str:
        """The controller's letter in the notation."""
        return "RLMB"[self]


FACTIONS = tuple(Faction)
CONTROLS = tuple(Control)
