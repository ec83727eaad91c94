"""Decide how much one visitor may ask for: a bucket that fills up again.

What protects a process (requests, messages) is counted by each process. What protects people and the host (log-ins,
letters, guests, tables) is counted by all of them together, in Redis where there is one.
"""

import contextlib
import ipaddress
import itertools
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from weakref import WeakValueDictionary

from siam.server.adapters.shared_limits import RedisLimits
from siam.server.domain.refusals import Code, Refusal

BUCKETS = 20_000
LOOKED_AT = 50
"""Buckets among which one is chosen to be forgotten."""

CUSTOMER_BITS = 64
WIDE_BITS = {4: 24, 6: 48}


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many at once, and how many a second in the long run."""

    burst: float
    per_second: float


GUESTS = Allowance(10, 1 / 10)
LOG_INS = Allowance(10, 1 / 10)
TABLES = Allowance(30, 1 / 2)
CROWD = Allowance(120, 2)
"""Tables from one address, behind which a whole club may sit."""

MAPS = Allowance(10, 1 / 60)
RECORDS = Allowance(8, 1 / 60)
"""Finished games that somebody brings along: each is played through."""
REPORTS = Allowance(5, 1 / 600)
NEIGHBOURS = Allowance(60, 1 / 2)
"""Log-ins from the wider network around an address: who has one may have many addresses in it."""

STRANGERS = Allowance(20, 1 / 60)
"""Wrong passwords for one name from one network, by browsers that its owner has not used before."""

CHAT = Allowance(8, 1)
WRITES = Allowance(120, 20)
READS = Allowance(300, 60)
HINTS = Allowance(6, 1 / 2)
SOCKETS = Allowance(60, 2)
SOCKETS_OF_ONE = 50
SOCKETS_OF_AN_ADDRESS = 500
"""Sockets that one player, and everybody at one address together, may have open at a time."""

SOCKET_MESSAGES = Allowance(300, 100)
"""Messages of one player over all sockets."""

CROWD_MESSAGES = Allowance(1_500, 300)
"""Messages of everybody at one address."""

BATCHES = 10
HELD_SECONDS = 60.0
KEEP_SECONDS = 20.0
CALLS = Allowance(5, 1 / 30)
LOOKUPS = Allowance(30, 1 / 5)
"""Names that are looked up for one address."""

PICTURES = Allowance(30, 1 / 2)
LETTERS = Allowance(5, 1 / 300)
EXPORTS = Allowance(3, 1 / 300)


class RateLimits:
    """Buckets by visitor, those of each kind by themselves; the ones used longest ago are forgotten."""

    def __init__(self, *, enabled: bool = True, shared: RedisLimits | None = None) -> None:
        self._enabled = enabled
        self._shared = shared
        self._kinds: dict[Allowance, OrderedDict[str, tuple[float, float]]] = {}

    def spend(self, who: str, allowance: Allowance) -> None:
        """Take one from a bucket, or refuse and say how long to wait."""
        if not self._enabled:
            return
        buckets, now = self._kinds.setdefault(allowance, OrderedDict()), time.monotonic()
        level, at = buckets.pop(who, (allowance.burst, now))
        level = min(allowance.burst, level + (now - at) * allowance.per_second)
        if level < 1:
            buckets[who] = (level, now)
            wait = (1 - level) / allowance.per_second
            raise Refusal(Code.TOO_MANY, retry_seconds=max(1, round(wait)))
        buckets[who] = (level - 1, now)
        if len(buckets) > BUCKETS:
            _forget_one(buckets)

    async def share(self, who: str, allowance: Allowance) -> None:
        """Take one from a bucket that all processes share, or refuse.

        What is granted is counted here as well: while the shared bucket is away, this process goes by its own.
        """
        wait = None
        if self._enabled and self._shared is not None:
            wait = await self._shared.take(who, allowance.burst, allowance.per_second)
        if wait is None:
            self.spend(who, allowance)
        elif wait:
            raise Refusal(Code.TOO_MANY, retry_seconds=max(1, round(wait)))
        else:
            with suppress(Refusal):
                self.spend(who, allowance)

    async def give_back(self, who: str, allowance: Allowance) -> None:
        """Put one back: it was well used."""
        if not self._enabled:
            return
        buckets = self._kinds.setdefault(allowance, OrderedDict())
        if who in buckets:
            level, at = buckets[who]
            buckets[who] = (min(allowance.burst, level + 1), at)
        if self._shared is not None:
            await self._shared.take(who, allowance.burst, allowance.per_second, -1.0)

    async def close(self) -> None:
        """Let go of what is shared."""
        if self._shared is not None:
            await self._shared.close()


def _forget_one(buckets: OrderedDict[str, tuple[float, float]]) -> None:
    """Forget the fullest of the buckets that were used longest ago: a crowd must not make an empty one full again."""
    oldest = itertools.islice(buckets, LOOKED_AT)
    del buckets[max(oldest, key=lambda who: buckets[who][0])]


def wide_network_of(address: str) -> str:
    """Return the network around an address in which one customer may have many: with IPv6 the one of a whole site."""
    try:
        parsed = ipaddress.ip_network(address, strict=False)
    except ValueError:
        return address
    return str(parsed.supernet(new_prefix=min(parsed.prefixlen, WIDE_BITS[parsed.version])))


def network_of(address: str) -> str:
    """Return what limits count as one visitor: an address, or with IPv6 the network that one customer gets."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, CUSTOMER_BITS), strict=False))


class Bucket:
    """A bucket in this process."""

    __slots__ = ("_allowance", "_at", "_level")

    def __init__(self, allowance: Allowance) -> None:
        self._allowance = allowance
        self._level = allowance.burst
        self._at = time.monotonic()

    def spend(self, cost: float = 1.0) -> bool:
        """Take some; False if there is too little in it."""
        now = time.monotonic()
        refill = (now - self._at) * self._allowance.per_second
        self._level = min(self._allowance.burst, self._level + refill)
        self._at = now
        if self._level < cost:
            return False
        self._level -= cost
        return True


class Meter:
    """Counts the messages of one visitor over all their sockets; of a bucket in Redis it takes a batch at a time."""

    def __init__(self, who: str, allowance: Allowance, shared: RedisLimits | None) -> None:
        self._who = who
        self._allowance = allowance
        self._shared = shared
        self._bucket = Bucket(allowance)
        self._batch = 0.0

    async def spend(self, cost: float = 1.0) -> bool:
        """Count a message; False if it is one too many."""
        if self._shared is None:
            return self._bucket.spend(cost)
        if self._batch < cost and not await self._take(self._shared):
            return False
        self._batch -= cost
        return True

    async def _take(self, shared: RedisLimits) -> bool:
        allowance, batch = self._allowance, self._allowance.burst / BATCHES
        wait = await shared.take(self._who, allowance.burst, allowance.per_second, batch)
        if wait is None:
            if not self._bucket.spend(batch):
                return False
        elif wait > 0:
            return False
        self._batch += batch
        return True


class Crowds:
    """Counts open sockets by visitor: each process its own, all processes together in Redis where there is one.

    There a place is held for a while and kept again and again, so that those of a process that died come free.
    """

    def __init__(self, *, enabled: bool, shared: RedisLimits | None) -> None:
        self._enabled = enabled
        self._shared = shared
        self._held: Counter[str] = Counter()
        self._places: dict[str, str] = {}
        self._meters: WeakValueDictionary[str, Meter] = WeakValueDictionary()

    def meter(self, who: str, allowance: Allowance) -> Meter | None:
        """Return what counts the messages of a visitor; None where nothing is counted."""
        if not self._enabled:
            return None
        meter = self._meters.get(who)
        if meter is None:
            meter = self._meters[who] = Meter(f"messages {who}", allowance, self._shared)
        return meter

    @contextlib.asynccontextmanager
    async def place(self, who: str, most: int) -> AsyncIterator[None]:
        """Hold a place while a socket is open, or refuse one socket too many."""
        if not self._enabled:
            yield
            return
        if self._held[who] >= most:
            raise Refusal(Code.TOO_MANY, "you have too many connections open")
        self._held[who] += 1
        place = secrets.token_hex(8)
        try:
            if self._shared is not None:
                if await self._shared.hold(who, place, most, HELD_SECONDS) is False:
                    raise Refusal(Code.TOO_MANY, "you have too many connections open")
                self._places[place] = who
            yield
        finally:
            self._held[who] -= 1
            if not self._held[who]:
                del self._held[who]
            if self._shared is not None and self._places.pop(place, None) is not None:
                await self._shared.release(who, place)

    async def keep(self) -> None:
        """Keep the places of all open sockets."""
        if self._shared is not None and self._places:
            await self._shared.keep([(who, place) for place, who in self._places.items()], HELD_SECONDS)
