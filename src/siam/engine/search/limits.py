"""Decide how long a search may go on."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop: after some seconds, after some nodes grown, or whichever comes first.

    A search limited by nodes alone runs on one thread and repeats exactly.
    """

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is None and self.nodes is None:
            raise ValueError("a search needs a limit of seconds or nodes")
