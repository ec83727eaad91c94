"""Declare what is needed from outside to keep order: blocks, reports, and what has had its time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Complaint:
    """What one player tells the host about another, with what that one said last."""

    at: float
    by: str
    player: str
    name: str
    table: str | None
    reason: str
    text: str
    said: str


class OrderStore(Protocol):
    """Blocks and reports."""

    async def block(self, player: str, other: str, at: float) -> None:
        """Remember that a player has blocked another."""
        ...

    async def unblock(self, player: str, other: str) -> None:
        """Forget a block."""
        ...

    async def blocked_by(self, player: str) -> frozenset[str]:
        """Return whom a player has blocked."""
        ...

    async def are_apart(self, player: str, others: frozenset[str]) -> bool:
        """Return whether a block stands between a player and one of some others, in either direction."""
        ...

    async def report(self, complaint: Complaint) -> None:
        """Keep a report for the host."""
        ...

    async def count_open_reports(self, by: str) -> int:
        """Count a player's reports that the host has not dealt with."""
        ...


class Attic(Protocol):
    """What has had its time."""

    async def stale_waiting(self, before: float, limit: int) -> Sequence[str]:
        """List tables that have waited for players since before an instant."""
        ...

    async def stale_running(self, before: float, limit: int) -> Sequence[str]:
        """List running games without a clock in which nobody has moved since before an instant."""
        ...

    async def discard(self, table_id: str) -> None:
        """Forget a table with everything that happened at it."""
        ...

    async def clear_guests(self, before: float, limit: int) -> int:
        """Forget guests who have not been here since before an instant; return how many.

        Who played a game that stays is kept as its player, without anything else.
        """
        ...

    async def clear_sessions(self, before: float) -> None:
        """End sessions that nobody has used since before an instant, and drop links whose time is over."""
        ...

    async def living(self, sessions: Sequence[str]) -> set[str]:
        """Return which sessions there still are."""
        ...
