"""Decide how much one visitor may ask for: a bucket that fills up again."""

import time
from collections import OrderedDict
from dataclasses import dataclass

from siam.server.domain.refusals import Code, Refusal

BUCKETS = 20_000


@dataclass(frozen=True, slots=True)
class Allowance:
    """So many at once, and so many a second in the long run."""

    burst: float
    per_second: float


GUESTS = Allowance(10, 1 / 10)
LOG_INS = Allowance(10, 1 / 10)
TABLES = Allowance(30, 1 / 2)
CHAT = Allowance(8, 1)
WRITES = Allowance(120, 20)
READS = Allowance(300, 60)
HINTS = Allowance(6, 1 / 2)
SOCKETS = Allowance(60, 2)
SOCKET_MESSAGES = Allowance(300, 100)
CALLS = Allowance(5, 1 / 30)


class Limits:
    """Buckets by visitor and kind; the ones used longest ago are forgotten."""

    def __init__(self, *, enabled: bool = True) -> None:
        self._enabled = enabled
        self._buckets: OrderedDict[tuple[str, Allowance], tuple[float, float]] = OrderedDict()

    def spend(self, who: str, allowance: Allowance) -> None:
        """Take one from a bucket, or refuse and say how long to wait."""
        if not self._enabled:
            return
        key, now = (who, allowance), time.monotonic()
        level, at = self._buckets.pop(key, (allowance.burst, now))
        level = min(allowance.burst, level + (now - at) * allowance.per_second)
        if level < 1:
            self._buckets[key] = (level, now)
            wait = (1 - level) / allowance.per_second
            raise Refusal(Code.TOO_MANY, retry_seconds=max(1, round(wait)))
        self._buckets[key] = (level - 1, now)
        if len(self._buckets) > BUCKETS:
            self._buckets.popitem(last=False)


class Bucket:
    """The bucket of one socket, which has it for itself."""

    __slots__ = ("_allowance", "_at", "_level")

    def __init__(self, allowance: Allowance) -> None:
        self._allowance = allowance
        self._level = allowance.burst
        self._at = time.monotonic()

    def spend(self) -> bool:
        """Take one; False if it is empty."""
        now = time.monotonic()
        refill = (now - self._at) * self._allowance.per_second
        self._level = min(self._allowance.burst, self._level + refill)
        self._at = now
        if self._level < 1:
            return False
        self._level -= 1
        return True
