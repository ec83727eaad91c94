"""Decide how thinking time runs: live with an increment, in days, or not at all.

Time is a number of seconds since the epoch and always arrives as a value.
"""

from dataclasses import dataclass
from typing import TypeAlias

from siam.rules import Seat

DAY_SECONDS = 86_400


@dataclass(frozen=True, slots=True)
class NoClock:
    """Everybody takes the time they want."""


@dataclass(frozen=True, slots=True)
class LiveClock:
    """Each player has some time for the whole game, and gains a little with every move."""

    seconds: float
    increment: float


@dataclass(frozen=True, slots=True)
class DaysClock:
    """Each move may take a number of days."""

    days: float


ClockSetting: TypeAlias = NoClock | LiveClock | DaysClock
NO_CLOCK = NoClock()

Times: TypeAlias = tuple[float, ...]
"""Seconds left to each seat when the present turn began; empty without a clock."""


def full_times(setting: ClockSetting, players: int) -> Times:
    """Return each seat's time at the start of a game."""
    match setting:
        case LiveClock(seconds=seconds):
            return (seconds,) * players
        case DaysClock(days=days):
            return (days * DAY_SECONDS,) * players
        case NoClock():
            return ()


def times_after(setting: ClockSetting, times: Times, seat: Seat, thought_seconds: float) -> Times:
    """Charge a seat for a finished move, and give what the setting gives."""
    match setting:
        case LiveClock(increment=increment):
            left = max(0.0, times[seat] - thought_seconds) + increment
        case DaysClock(days=days):
            left = days * DAY_SECONDS
        case NoClock():
            return times
    return (*times[:seat], left, *times[seat + 1 :])


def times_paused(setting: ClockSetting, times: Times, seat: Seat, thought_seconds: float) -> Times:
    """Charge a seat for the thinking before a pause."""
    if isinstance(setting, NoClock):
        return times
    return (*times[:seat], max(0.0, times[seat] - thought_seconds), *times[seat + 1 :])


def deadline(times: Times, seat: Seat, since: float) -> float | None:
    """Return when the seat to move runs out of time."""
    return since + times[seat] if times else None
