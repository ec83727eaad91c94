"""Say what is wrong with a text: which part, and why."""

from enum import IntEnum

from siam.rules import SiamError


class NotationError(SiamError):
    """A text that is not in the notation."""


class Field(IntEnum):
    """The fields of a position, numbered as people count them."""

    MAP = 1
    TRACK = 2
    SUPPLY = 3
    PLAYERS = 4
    SEAT_TO_MOVE = 5
    PASSES = 6
    LATEST_CARDS = 7
    LAST_SWAP = 8

    @property
    def title(self) -> str:
        """How errors name the field: `field 5 (seat to move)`."""
        return f"field {self.value} ({self.name.lower().replace('_', ' ')})"
