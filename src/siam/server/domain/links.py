"""Decide what a link with a secret in it is valid for, and for how long."""

from dataclasses import dataclass
from enum import Enum

HOUR = 3_600.0
DAY = 24 * HOUR


class Purpose(Enum):
    """What somebody may do who has the link."""

    PASSWORD = "password"
    """Choose a new password, once."""

    MAIL = "mail"
    """Say that a mail address is theirs, once."""

    SEAT = "seat"
    """Be a guest again who sits at a table, as often as they like."""


LIFETIMES: dict[Purpose, float | None] = {Purpose.PASSWORD: HOUR, Purpose.MAIL: 2 * DAY, Purpose.SEAT: None}
HOST_LIFETIME = DAY
"""How long a link holds that the host hands over, who may not meet the player at once."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link without its secret, of which only the hash is kept. `detail` is the mail address, or the table."""

    player: str
    purpose: Purpose
    until: float | None
    detail: str = ""

    def is_good_for(self, purpose: Purpose, now: float) -> bool:
        """Return whether the link can be used for this, now."""
        return self.purpose is purpose and (self.until is None or now <= self.until)
