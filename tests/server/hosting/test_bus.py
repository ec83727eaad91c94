"""News between processes: all of them, in order, also when many come at once and when Redis was away."""

import asyncio

from siam.server.adapters.bus import BATCH, RedisBus
from tests.server.people import PATIENCE
from tests.server.servers import Redis


async def test_many_news_at_once_arrive_in_order_and_after_an_outage(redis: Redis) -> None:
    one, other = RedisBus(redis.url, "one"), RedisBus(redis.url, "other")
    heard: list[bytes] = []
    listening = asyncio.Event()

    async def hear(message: bytes) -> None:
        heard.append(message)

    async def hear_nothing(message: bytes) -> None:
        raise AssertionError("nobody hears of their own news")

    async def catch_up() -> None:
        listening.set()

    async def nothing() -> None:
        """Miss nothing."""

    other.listen(hear, catch_up)
    one.listen(hear_nothing, nothing)
    await listening.wait()
    many = [str(number).encode() for number in range(2 * BATCH + 1)]
    for message in many:
        await one.publish(message)
    async with asyncio.timeout(PATIENCE):
        while len(heard) < len(many):
            await asyncio.sleep(0.01)
    assert heard == many
    redis.kill()
    await one.publish(b"while it was away")
    redis.start()
    async with asyncio.timeout(PATIENCE):
        while b"afterwards" not in heard:  # what comes before it listens again is found in the database
            await one.publish(b"afterwards")
            await asyncio.sleep(0.1)
    await one.close()
    await other.close()
