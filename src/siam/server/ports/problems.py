"""Name what may go wrong outside: conflicts, damage, outages."""

from siam.server.domain.refusals import Code, Refusal

BUSY_SECONDS = 5
"""After so long it is worth asking again."""


class Conflict(Exception):  # noqa: N818 - the word of the domain
    """Somebody else changed the same thing first."""


class Stale(Conflict):
    """What was to be changed has changed since it was read."""


class Damaged(Refusal):
    """What is stored can't be read."""

    def __init__(self, message: str) -> None:
        super().__init__(Code.DAMAGED, message)


class Unusable(Exception):  # noqa: N818 - the word of the domain
    """The storage can't be used until the host does something; the message is one line that says what."""


class Outage(Exception):  # noqa: N818 - the word of the domain
    """The storage or the bus can't be reached now."""


class Busy(Refusal):
    """Too many wait for the same already: try again in a moment."""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(Code.BUSY, message, retry_seconds=BUSY_SECONDS)
