"""Format instants for programs."""

from datetime import UTC, datetime
from functools import lru_cache


@lru_cache(maxsize=256)
def iso(at: float) -> str:
    """Format an instant as ISO 8601 in UTC, with milliseconds; a move and its table share theirs."""
    seconds, milliseconds = divmod(int(at * 1000), 1000)
    return f"{_second(seconds)}.{milliseconds:03}Z"


@lru_cache(maxsize=64)
def _second(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat()[:-6]


def iso_or_none(at: float | None) -> str | None:
    """Format an instant that may not have come."""
    return None if at is None else iso(at)
