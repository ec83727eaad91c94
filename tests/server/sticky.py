"""A server that would never stop by itself: it waits for something that never comes.

Run as a program it is `siam serve` otherwise.
"""

import asyncio

from siam.cli import main
from siam.server.adapters.sql.database import Database
from siam.server.app.asgi import startup

_close = Database.close


async def _close_and_wait(self: Database) -> None:
    await _close(self)
    await asyncio.Event().wait()


if __name__ == "__main__":
    Database.close = _close_and_wait  # type: ignore[method-assign]
    startup.STOP_SECONDS = 1.0
    main()
