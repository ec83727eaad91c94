"""Put the server together: adapters into services, services into one world that the routes use."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator

from siam.server.adapters.addresses import Addresses
from siam.server.adapters.bus import MemoryBus, RedisBus
from siam.server.adapters.messengers import Mail, Push, Webhook
from siam.server.adapters.poster import Poster
from siam.server.adapters.sql.database import Database
from siam.server.adapters.sql.engines import database_url
from siam.server.adapters.sql.occupancy import occupied, warn_if_readable
from siam.server.adapters.sql.players import SqlFacts, SqlPlayers
from siam.server.adapters.sql.session_cache import RememberingPlayers
from siam.server.adapters.sql.tables import SqlTables
from siam.server.adapters.system import Argon2, SystemChance, SystemClock
from siam.server.adapters.thinkers import ProcessThinkers
from siam.server.app.limits import Limits
from siam.server.app.metrics import Metrics
from siam.server.app.settings import Settings
from siam.server.domain.players import Player
from siam.server.ports import Chance, Clock, Messenger, Thinkers
from siam.server.services.accounts import Accounts
from siam.server.services.agreements import Agreements
from siam.server.services.attendance import NOTE_SECONDS, Attendance
from siam.server.services.audience import Audience
from siam.server.services.bots import Bots
from siam.server.services.chat import Talking
from siam.server.services.feeds import Feeds
from siam.server.services.hints import Advising
from siam.server.services.lobby import Lobby
from siam.server.services.notifications import Calling
from siam.server.services.open_tables import Desk, Desks
from siam.server.services.peers import News
from siam.server.services.play import Playing
from siam.server.services.ratings import RatingGames
from siam.server.services.replays import Replays
from siam.server.services.seats import Seating
from siam.server.services.studies import Studying
from siam.server.services.timers import Clockwork

DELIVERY_SECONDS = 2.0
DUE_SECONDS = 10.0


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
        self.database = Database(
            url, sync_each_commit=settings.database_sync == "commit", timeout_seconds=settings.database_timeout
        )
        self.bus = RedisBus(settings.redis_url, self.process) if settings.redis_url else MemoryBus()
        self.thinkers: Thinkers = thinkers or ProcessThinkers(settings.thinkers or None)
        self.tables = SqlTables(self.database)
        self.players = SqlPlayers(self.database) if settings.redis_url else RememberingPlayers(self.database)
        self.facts = SqlFacts(self.database)
        self._poster = Poster(Addresses(settings.webhook_hosts))
        self.push = Push(self._poster, self.players, settings.push_contact)
        self._make_services()

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
        self.playing = Playing(self.desks)
        self.attendance = Attendance(self.desks, self.tables, self.facts, self.clock)
        self.agreements = Agreements(self.desks, self.attendance, self.thinkers)
        self.talking = Talking(self.desks, self.audience, alone=not settings.redis_url)
        self.lobby = Lobby(self.tables, self.players, self.desks)
        self.replays = Replays(self.desks)
        self.advising = Advising(self.thinkers, self.replays)
        self.studying = Studying(self.thinkers, self.advising, self.chance)
        self.bots = Bots(self.desks, self.thinkers, self.chance)
        self.calling = Calling(self.desks, self.tables, self.players, self.clock, self._messengers)
        self.rating = RatingGames(self.desks, self.tables, self.players, self.clock)
        self.clockwork = Clockwork(self.desks, self.playing, self.bots, self.clock, self.facts)
        self.metrics = Metrics(self.desks, self.database)

    async def visit(self, table_id: str, player: Player | None) -> Desk:
        """Return the desk of a table that somebody looks at, and note that they are there."""
        desk = await self.desks.at(table_id)
        await self.seating.start_full(desk)
        await self.attendance.note(desk, player)
        await self.agreements.welcome(player, desk)
        return desk

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
        """Keep others off the database and bring it up to date, wake what waits, and clean up in the end."""
        with occupied(self.database.file):
            try:
                await asyncio.get_running_loop().run_in_executor(None, self.database.prepare)
                warn_if_readable(self.database.file)
                async with self._awake():
                    yield
            finally:
                await self.database.close()

    @contextlib.asynccontextmanager
    async def _awake(self) -> AsyncIterator[None]:
        await self.push.prepare(self.facts)
        if self.settings.redis_url:
            self.news.start()
        await self.clockwork.start()
        self.clockwork.every(DELIVERY_SECONDS, self.calling.deliver_soon)
        self.clockwork.every(NOTE_SECONDS, self.attendance.note_present)
        self.clockwork.every(DUE_SECONDS, self.agreements.carry_out_due)
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
            await self.attendance.stop()
            await self.news.stop()
            await self.bus.close()
            if isinstance(self.thinkers, ProcessThinkers):
                await self.thinkers.close()
