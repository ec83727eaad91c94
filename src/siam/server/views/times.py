"""Spell instants for people's programs."""

from datetime import UTC, datetime


def iso(at: float) -> str:
    """Spell an instant as ISO 8601 in UTC, with milliseconds."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


def iso_or_none(at: float | None) -> str | None:
    """Spell an instant that may not have come."""
    return None if at is None else iso(at)
