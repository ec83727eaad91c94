"""Say what is wrong with a text: which part, and why."""

from siam.rules.errors import SiamError


class NotationError(SiamError):
    """A text that is not in the notation."""
