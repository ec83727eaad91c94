"""Put the server together: adapters into services, services into one world that the routes use."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator

from siam.server.adapters.bus import MemoryBus, RedisBus
from siam.server.adapters.sql.database import Database, database_url
from siam.server.adapters.sql.migrating import migrate
from siam.server.adapters.sql.players import SqlFacts, SqlPlayers
from siam.server.adapters.sql.tables import SqlTables
from siam.server.adapters.thinking import ProcessThinkers
from siam.server.adapters.world import Argon2, SystemChance, SystemClock
from siam.server.app.limits import Limits
from siam.server.app.settings import Settings
from siam.server.ports import Chance, Clock, Thinkers
from siam.server.services.accounts import Accounts
from siam.server.services.audience import Audience
from siam.server.services.bots import Bots
from siam.server.services.desks import Desk, Desks
from siam.server.services.lobby import Lobby
from siam.server.services.playing import Playing
from siam.server.services.seating import Seating
from siam.server.services.talking import Talking


class World:
    """Everything that the routes need, made once for a process."""

    def __init__(
        self,
        settings: Settings,
        *,
        clock: Clock | None = None,
        chance: Chance | None = None,
        thinkers: Thinkers | None = None,
    ) -> None:
        self.settings = settings
        self.process = secrets.token_hex(6)
        self.push_key: str | None = None
        self.clock = clock or SystemClock()
        self.chance = chance or SystemChance()
        self.database = Database(database_url(settings.database_url))
        self.bus = RedisBus(settings.redis_url, self.process) if settings.redis_url else MemoryBus()
        self.thinkers: Thinkers = thinkers or ProcessThinkers(settings.thinkers or None)
        self.tables = SqlTables(self.database)
        self.players = SqlPlayers(self.database)
        self.facts = SqlFacts(self.database)
        self.limits = Limits(enabled=settings.rate_limits)
        self.desks = Desks(self.tables, self.clock)
        self.audience = Audience(self.desks)
        self.accounts = Accounts(self.players, Argon2(cheap=settings.cheap_passwords), self.clock, self.chance)
        self.seating = Seating(self.desks, self.players, self.chance, self.thinkers)
        self.playing = Playing(self.desks, self.thinkers)
        self.talking = Talking(self.desks, self.audience)
        self.lobby = Lobby(self.tables, self.players, self.desks)
        self.bots = Bots(self.desks, self.thinkers, self.chance)

    def came(self, desk: Desk) -> None:
        """Tell a table that somebody came or went."""
        self.audience.show_presence(desk)

    def looked(self, desk: Desk) -> None:
        """Note that somebody looks at a table, or away from it."""

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Bring the database up to date, wake what waits, and clean up in the end."""
        await asyncio.get_running_loop().run_in_executor(None, migrate, self.database.engine)
        try:
            yield
        finally:
            await self.bots.stop()
            await self.bus.close()
            if isinstance(self.thinkers, ProcessThinkers):
                await self.thinkers.close()
            await self.database.close()
