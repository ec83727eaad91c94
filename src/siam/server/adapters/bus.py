"""Carry news between processes: nowhere with one process, over Redis with several."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from siam.server.logs import Log

LOG = Log("siam")
CHANNEL = "siam"
RETRY_SECONDS = 1.0
BATCH = 100
"""So much news goes out together: a way to Redis and back for each would take a third of a move's time."""

Hear = Callable[[bytes], Awaitable[None]]
CatchUp = Callable[[], Awaitable[None]]


class MemoryBus:
    """The bus of a single process: there is nobody else."""

    async def publish(self, message: bytes) -> None:
        """Tell nobody."""

    def listen(self, hear: Hear, catch_up: CatchUp) -> None:
        """Hear nothing."""

    async def close(self) -> None:
        """Stop."""


class RedisBus:
    """News over Redis. While it is away, tables are read again every second, so that nothing stays unseen."""

    def __init__(self, url: str, sender: str) -> None:
        from redis.asyncio import Redis

        self._redis = Redis.from_url(url, socket_timeout=5, socket_connect_timeout=2, health_check_interval=10)
        self._sender = sender.encode()
        self._outbox: asyncio.Queue[bytes] = asyncio.Queue(10_000)
        self._tasks: list[asyncio.Task[None]] = []

    async def publish(self, message: bytes) -> None:
        """Send news soon; drop it if too much waits, for the others read the tables again after an outage."""
        with contextlib.suppress(asyncio.QueueFull):
            self._outbox.put_nowait(self._sender + b" " + message)

    def listen(self, hear: Hear, catch_up: CatchUp) -> None:
        """Begin to send and to hear."""
        self._tasks = [
            asyncio.create_task(self._send()),
            asyncio.create_task(self._hear(hear, catch_up)),
        ]

    async def _send(self) -> None:
        from redis.exceptions import RedisError

        batch: list[bytes] = []
        while True:
            if not batch:
                batch.append(await self._outbox.get())
                while len(batch) < BATCH and not self._outbox.empty():
                    batch.append(self._outbox.get_nowait())
            try:
                async with self._redis.pipeline(transaction=False) as pipeline:
                    for message in batch:
                        pipeline.publish(CHANNEL, message)
                    await pipeline.execute()
                batch.clear()
            except (RedisError, OSError, TimeoutError) as problem:  # the others may hear it twice, which does no harm
                LOG.warning("bus_away", problem=str(problem))
                await asyncio.sleep(RETRY_SECONDS)

    async def _hear(self, hear: Hear, catch_up: CatchUp) -> None:
        from redis.exceptions import RedisError

        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    await catch_up()
                    while True:
                        message = await pubsub.get_message(timeout=5.0)
                        if message is not None:
                            sender, _, body = message["data"].partition(b" ")
                            if sender != self._sender:
                                await hear(body)
            except (RedisError, OSError, TimeoutError) as problem:
                LOG.warning("bus_away", problem=str(problem))
                with contextlib.suppress(Exception):  # the database may be away too; the next round tries again
                    await catch_up()
                await asyncio.sleep(RETRY_SECONDS)

    async def close(self) -> None:
        """Stop sending and hearing."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()
