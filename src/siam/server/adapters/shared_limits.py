"""Share limits between processes: one bucket in Redis instead of one in each of them."""

import hashlib
from collections.abc import Sequence
from typing import Any

from siam.server.logs import Log

LOG = Log("siam")
PREFIX = "siam:limit:"
TIMEOUT_SECONDS = 2.0
AT_ONCE = 500
TAKE = """
local now = redis.call('TIME')
local at = tonumber(now[1]) + tonumber(now[2]) / 1000000
local burst, rate, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local kept = redis.call('HMGET', KEYS[1], 'level', 'at')
local level = tonumber(kept[1]) or burst
level = math.min(burst, level + math.max(0, at - (tonumber(kept[2]) or at)) * rate)
local wait = 0
if level - cost < 0 then
  wait = (cost - level) / rate
else
  level = math.min(burst, level - cost)
end
redis.call('HSET', KEYS[1], 'level', tostring(level), 'at', tostring(at))
redis.call('EXPIRE', KEYS[1], math.ceil(burst / rate) + 1)
return tostring(wait)
"""
"""Takes from a bucket in one step, by the clock of Redis: no two processes take the same."""


HOLD = """
local now = redis.call('TIME')
local at = tonumber(now[1]) + tonumber(now[2]) / 1000000
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', at)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then
  return 0
end
redis.call('ZADD', KEYS[1], at + tonumber(ARGV[3]), ARGV[1])
redis.call('EXPIRE', KEYS[1], math.ceil(tonumber(ARGV[3])) + 1)
return 1
"""
"""Takes a place for a while, if there is one."""

KEEP = """
local now = redis.call('TIME')
local at = tonumber(now[1]) + tonumber(now[2]) / 1000000
for place, key in ipairs(KEYS) do
  redis.call('ZADD', key, at + tonumber(ARGV[#ARGV]), ARGV[place])
  redis.call('EXPIRE', key, math.ceil(tonumber(ARGV[#ARGV])) + 1)
end
"""
"""Keeps places for a while more."""


class RedisLimits:
    """Buckets in Redis; while it is away each process counts for itself."""

    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis

        self._redis = Redis.from_url(url, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS)

    async def take(self, who: str, burst: float, per_second: float, cost: float = 1.0) -> float | None:
        """Take from a bucket; return the seconds to wait if too little is in it, else 0; None if Redis is away."""
        taken = await self._run(TAKE, [_key(who, burst, per_second)], str(burst), str(per_second), str(cost))
        return None if taken is None else float(taken)

    async def hold(self, who: str, place: str, most: int, seconds: float) -> bool | None:
        """Take a place for a while; return whether there was one, None if Redis is away."""
        held = await self._run(HOLD, [_key(who, "places")], place, str(most), str(seconds))
        return None if held is None else held == 1

    async def keep(self, places: Sequence[tuple[str, str]], seconds: float) -> None:
        """Keep places, each of somebody, for a while more."""
        for start in range(0, len(places), AT_ONCE):
            some = places[start : start + AT_ONCE]
            keys = [_key(who, "places") for who, _ in some]
            await self._run(KEEP, keys, *(place for _, place in some), str(seconds), nothing="kept")

    async def release(self, who: str, place: str) -> None:
        """Give a place free."""
        await self._run("return redis.call('ZREM', KEYS[1], ARGV[1])", [_key(who, "places")], place)

    async def _run(self, script: str, keys: Sequence[str], *details: str, nothing: object = None) -> Any:
        """Run a script; None if Redis is away."""
        from redis.exceptions import RedisError

        try:
            said = await self._redis.eval(script, len(keys), *keys, *details)
        except (RedisError, OSError, TimeoutError) as problem:
            LOG.warning("limits_away", problem=type(problem).__name__)
            return None
        return nothing if said is None else said

    async def close(self) -> None:
        """Close the connection."""
        await self._redis.aclose()


def _key(*what: object) -> str:
    return PREFIX + hashlib.sha256(" ".join(map(str, what)).encode()).hexdigest()[:32]
