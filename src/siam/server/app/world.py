"""Put the server together: adapters into services, services into one world that the routes use."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator

from siam.server.adapters.bus import MemoryBus, RedisBus
from siam.server.adapters.messengers import Addresses, Mail, Poster, Push, Webhook
from siam.server.adapters.sql.database import Database, database_url
from siam.server.adapters.sql.migrating import migrate
from siam.server.adapters.sql.players import SqlFacts, SqlPlayers
from siam.server.adapters.sql.remembering import RememberingPlayers
from siam.server.adapters.sql.tables import SqlTables
from siam.server.adapters.thinking import ProcessThinkers
from siam.server.adapters.world import Argon2, SystemChance, SystemClock
from siam.server.app.limits import Limits
from siam.server.app.metrics import Metrics
from siam.server.app.settings import Settings
from siam.server.ports import Chance, Clock, Messenger, Thinkers
from siam.server.services.accounts import Accounts
from siam.server.services.advising import Advising
from siam.server.services.audience import Audience
from siam.server.services.bots import Bots
from siam.server.services.calling import Calling
from siam.server.services.clockwork import Clockwork
from siam.server.services.desks import Desk, Desks
from siam.server.services.feeds import Feeds
from siam.server.services.lobby import Lobby
from siam.server.services.news import News
from siam.server.services.playing import Playing
from siam.server.services.rating import RatingGames
from siam.server.services.replays import Replays
from siam.server.services.seating import Seating
from siam.server.services.studying import Studying
from siam.server.services.talking import Talking

DELIVERY_SECONDS = 2.0


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
        self.clock = clock or SystemClock()
        self.chance = chance or SystemChance()
        self.limits = Limits(enabled=settings.rate_limits)
        url = database_url(settings.database_url)
        self.database = Database(url, sync_each_commit=settings.database_sync == "commit")
        self.bus = RedisBus(settings.redis_url, self.process) if settings.redis_url else MemoryBus()
        self.thinkers: Thinkers = thinkers or ProcessThinkers(settings.thinkers or None)
        self.tables = SqlTables(self.database)
        self.players = SqlPlayers(self.database) if settings.redis_url else RememberingPlayers(self.database)
        self.facts = SqlFacts(self.database)
        self.push = Push(self._poster, self.players, settings.push_contact)
        self._make_services()

    @property
    def _poster(self) -> Poster:
        return Poster(Addresses(self.settings.webhook_hosts))

    @property
    def _messengers(self) -> list[Messenger]:
        settings = self.settings
        messengers: list[Messenger] = [Webhook(self._poster, settings.public_url), self.push]
        if settings.smtp_url:
            messengers.append(Mail(settings.smtp_url, settings.mail_from, settings.public_url))
        return messengers

    def _make_services(self) -> None:
        settings = self.settings
        passwords = Argon2(cheap=settings.cheap_passwords)
        self.desks = Desks(self.tables, self.clock)
        self.audience = Audience(self.desks)
        self.feeds = Feeds(self.desks)
        self.news = News(self.desks, self.audience, self.feeds, self.bus, self.process)
        self.accounts = Accounts(self.players, passwords, self.clock, self.chance)
        self.seating = Seating(self.desks, self.players, self.chance, self.thinkers)
        self.seating.invited.append(self.feeds.tell_invited)
        self.playing = Playing(self.desks, self.thinkers)
        self.talking = Talking(self.desks, self.audience, alone=not settings.redis_url)
        self.lobby = Lobby(self.tables, self.players, self.desks)
        self.replays = Replays(self.desks)
        self.advising = Advising(self.thinkers, self.replays)
        self.studying = Studying(self.thinkers, self.advising, self.chance)
        self.bots = Bots(self.desks, self.thinkers, self.chance)
        self.calling = Calling(self.desks, self.tables, self.players, self.clock, self._messengers)
        self.rating = RatingGames(self.desks, self.tables, self.players, self.clock)
        self.clockwork = Clockwork(self.desks, self.playing, self.bots, self.clock, self.facts)
        self.metrics = Metrics(self.desks)

    def came(self, desk: Desk) -> None:
        """Tell a table that somebody came or went."""
        self.audience.show_presence(desk)
        self.looked(desk)

    def looked(self, desk: Desk) -> None:
        """Tell the other processes that somebody looks at a table, or away from it."""
        if self.settings.redis_url:
            self.news.presence(desk)

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Bring the database up to date, wake what waits, and clean up in the end."""
        await asyncio.get_running_loop().run_in_executor(None, migrate, self.database.engine)
        await self.push.prepare(self.facts)
        if self.settings.redis_url:
            self.news.start()
        await self.clockwork.start()
        self.clockwork.every(DELIVERY_SECONDS, self.calling.deliver_due)
        catching_up = asyncio.create_task(self.rating.catch_up())
        if isinstance(self.thinkers, ProcessThinkers):
            self.thinkers.prepare()
        try:
            yield
        finally:
            await self.clockwork.stop()
            await self.bots.stop()
            await self.advising.stop()
            await asyncio.gather(catching_up, return_exceptions=True)
            await self.rating.stop()
            await self.calling.stop()
            await self.news.stop()
            await self.bus.close()
            if isinstance(self.thinkers, ProcessThinkers):
                await self.thinkers.close()
            await self.database.close()
