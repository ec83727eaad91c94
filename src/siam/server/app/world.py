"""Put the server together: adapters into services, services into one world that the routes use."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator

from siam.server.adapters.addresses import Addresses
from siam.server.adapters.bus import MemoryBus, RedisBus
from siam.server.adapters.messengers import Mail, Push, Webhook
from siam.server.adapters.painter import Painter
from siam.server.adapters.poster import Poster
from siam.server.adapters.shared_limits import RedisLimits
from siam.server.adapters.sql.archive import SqlArchive
from siam.server.adapters.sql.database import Database
from siam.server.adapters.sql.engines import database_url
from siam.server.adapters.sql.host import CLOSED, REGISTRATION
from siam.server.adapters.sql.links import SqlLinks
from siam.server.adapters.sql.occupancy import occupied, warn_if_readable
from siam.server.adapters.sql.order import SqlAttic, SqlOrder
from siam.server.adapters.sql.players import SqlFacts, SqlPlayers
from siam.server.adapters.sql.session_cache import CachedPlayers
from siam.server.adapters.sql.tables import SqlTables
from siam.server.adapters.system import Argon2, SystemClock, SystemIds
from siam.server.adapters.thinkers import ProcessThinkers
from siam.server.adapters.workshop import Workshop
from siam.server.app.limits import KEEP_SECONDS, Crowds, RateLimits
from siam.server.app.metrics import Metrics
from siam.server.app.settings import Settings
from siam.server.domain.players import Player
from siam.server.ports import Clock, Ids, Messenger, Thinkers
from siam.server.services.games.agreements import Agreements
from siam.server.services.games.bots import Bots
from siam.server.services.games.play import Playing
from siam.server.services.games.ratings import RatingGames
from siam.server.services.games.seats import Seating
from siam.server.services.games.timers import Timers
from siam.server.services.people.accounts import Accounts
from siam.server.services.people.browsers import KnownBrowsers
from siam.server.services.people.departures import Departures
from siam.server.services.people.notifications import Notifications
from siam.server.services.people.persons import Persons
from siam.server.services.people.recovery import Recovery
from siam.server.services.people.retention import Keep, Retention
from siam.server.services.study.branches import Branching
from siam.server.services.study.brought_games import BroughtGames
from siam.server.services.study.hints import Hints
from siam.server.services.study.puzzle_attempts import PuzzleAttempts
from siam.server.services.study.replays import Replays
from siam.server.services.study.studies import Studying
from siam.server.services.tables.attendance import NOTE_SECONDS, Attendance
from siam.server.services.tables.audience import COMINGS, Audience
from siam.server.services.tables.chat import TableChat
from siam.server.services.tables.feeds import Feeds
from siam.server.services.tables.lobby import Lobby
from siam.server.services.tables.open_table import OpenTable
from siam.server.services.tables.open_tables import OpenTables
from siam.server.services.tables.order import Order
from siam.server.services.tables.pacing import Paced
from siam.server.services.tables.peers import Peers
from siam.server.services.tables.quotas import Counting, Quotas
from siam.server.services.tables.seat_ratings import SeatRatings

CATCH_UP_SECONDS = 3.0
DOUBT_SECONDS = 1.0
DELIVERY_SECONDS = 2.0
DUE_SECONDS = 10.0
NAMES_SECONDS = 30.0
CLEARING_SECONDS = 600.0
SESSIONS_AT_ONCE = 500


class World:
    """Everything that the routes need, made once for a process."""

    def __init__(
        self,
        settings: Settings,
        *,
        clock: Clock | None = None,
        ids: Ids | None = None,
        thinkers: Thinkers | None = None,
    ) -> None:
        self.settings = settings
        self.process = secrets.token_hex(6)
        self.clock = clock or SystemClock()
        self.ids = ids or SystemIds()
        shared = RedisLimits(settings.redis_url) if settings.redis_url else None
        self.limits = RateLimits(enabled=settings.rate_limits, shared=shared)
        self.crowds = Crowds(enabled=settings.rate_limits, shared=shared)
        url = database_url(settings.database_url)
        self.database = Database(
            url, sync_each_commit=settings.database_sync == "commit", timeout_seconds=settings.database_timeout
        )
        self.bus = RedisBus(settings.redis_url, self.process) if settings.redis_url else MemoryBus()
        self.thinkers: Thinkers = thinkers or ProcessThinkers(settings.thinkers or None, settings.house_bots)
        self.tables = SqlTables(self.database)
        self.players = SqlPlayers(self.database) if settings.redis_url else CachedPlayers(self.database)
        self.facts = SqlFacts(self.database)
        self.archive = SqlArchive(self.database, self.tables)
        self.mail = Mail(settings.smtp_url, settings.mail_from, settings.public_url) if settings.smtp_url else None
        self.addresses = Addresses(settings.webhook_hosts)
        self._poster = Poster(self.addresses)
        self._maps = Workshop("maps", 1, waiting=30, of_one=3)
        self._records = Workshop("records", 1, waiting=20, of_one=2)
        self._proofs = Workshop("proofs", 1, waiting=40, of_one=6)
        self._seals = Workshop("seals", 1)
        self._moves = Workshop("moves", 1)
        self.push = Push(self._poster, self.players, self._seals, settings.push_contact)
        self.painter = Painter()
        self._make_services()

    @property
    def _messengers(self) -> list[Messenger]:
        settings = self.settings
        messengers: list[Messenger] = [Webhook(self._poster, settings.public_url), self.push]
        if self.mail is not None:
            messengers.append(self.mail)
        return messengers

    def _make_services(self) -> None:
        settings = self.settings
        passwords = Argon2(cheap=settings.cheap_passwords)
        quotas = Quotas(settings.waiting_tables, settings.bot_tables, settings.map_tables)
        counting = Counting(quotas, self.tables, self.clock)
        alone = not settings.redis_url
        self.open_tables = OpenTables(self.tables, self.clock, counting, self._maps, alone=alone)
        self.seat_ratings = SeatRatings(self.players)
        self.audience = Audience(self.open_tables, self.seat_ratings)
        self.feeds = Feeds(self.open_tables)
        self.chat = TableChat(self.open_tables, self.audience, self.players, alone=alone)
        self.peers = Peers(self.open_tables, self.audience, self.chat, self.feeds, self.bus, self.process)
        self._tell_presence = Paced(self.peers.presence, **COMINGS)
        self.accounts = Accounts(self.players, passwords, self.clock, self.ids)
        self.browsers = KnownBrowsers(self.ids)
        self.persons = Persons(self.ids)
        self.order = Order(self.players, SqlOrder(self.database), self.open_tables, self.clock)
        self.seating = Seating(self.open_tables, self.players, self.ids, self.thinkers, self.order)
        self.playing = Playing(self.open_tables)
        self.recovery = Recovery(self.players, SqlLinks(self.database), passwords, self.clock, self.ids, self.mail)
        self.departures = Departures(
            *(self.open_tables, self.tables, self.players, self.archive),
            *(self.playing, self.seating, passwords, self.clock),
        )
        self.attendance = Attendance(self.open_tables, self.tables, self.facts, self.clock)
        self.agreements = Agreements(self.open_tables, self.attendance, self.thinkers)
        self.lobby = Lobby(self.tables, self.open_tables, self.seat_ratings)
        self.replays = Replays(self.open_tables, self.seat_ratings)
        self.brought_games = BroughtGames(self.open_tables, self.ids, self.thinkers, self._records)
        self.hints = Hints(self.thinkers, self.replays)
        self.branching = Branching(self.seating, self.replays, self.hints, self.ids, self.thinkers)
        self.studying = Studying(self.thinkers, self.hints, self.ids)
        self.puzzles = PuzzleAttempts(self._proofs)
        self.bots = Bots(self.open_tables, self.thinkers, self.ids, self._moves)
        self.notifications = Notifications(self.open_tables, self.tables, self.players, self.clock, self._messengers)
        self.rating = RatingGames(self.open_tables, self.tables, self.players, self.clock)
        self.timers = Timers(
            self.open_tables, self.playing, self.bots, self.clock, self.facts, alone=not settings.redis_url
        )
        self.attic = SqlAttic(self.database)
        keep = Keep(settings.keep_guests_days, settings.keep_waiting_days, settings.keep_idle_days)
        self.retention = Retention(self.open_tables, self.attic, self.clock, keep)
        self.metrics = Metrics(self.open_tables, self.database, self.bots, self.notifications)
        self._order_what_follows()

    def _order_what_follows(self) -> None:
        """Decide who is told of a commit or a change, and in which order: those who look at the table come first."""
        self.open_tables.after_create.append(self.chat.after_create)
        self.open_tables.after_commit += [
            self.audience.tell,
            self.feeds.after_commit,
            self.bots.after_commit,
            self.notifications.after_commit,
            self.rating.after_commit,
            self.metrics.after_commit,
        ]
        self.open_tables.after_change += [
            self.audience.show_again,
            self.feeds.tell_changed,
            self.notifications.after_change,
        ]
        self.open_tables.after_reading.append(self.audience.tell)
        self.open_tables.after_rereading.append(self.audience.show_again)
        self.open_tables.after_loss.append(self.audience.dismiss)
        self.departures.renamed.append(self.chat.read_again)
        self.seating.invited.append(self.feeds.tell_invited)
        self.seating.cancelled += [self.audience.dismiss, self.feeds.tell_changed, self.peers.cancelled]
        if self.settings.redis_url:
            self.open_tables.after_commit.append(self.peers.after_commit)
            self.open_tables.after_change.append(self.peers.after_change)

    async def visit(self, table_id: str, player: Player | None) -> OpenTable:
        """Return a table that somebody looks at, and note that they are there."""
        open_table = await self.open_tables.at(table_id)
        await self.seating.start_full(open_table)
        await self.attendance.note(open_table, player)
        await self.agreements.welcome(player, open_table)
        return open_table

    async def takes_accounts(self) -> bool:
        """Return whether new accounts may be made: the settings say so, and the host has not closed the door since."""
        return self.settings.registration and await self.facts.get(REGISTRATION) != CLOSED

    async def close_ended(self) -> None:
        """Close the sockets whose sessions are gone: the host may have ended them by a command."""
        sessions = sorted(self.peers.sessions())
        for start in range(0, len(sessions), SESSIONS_AT_ONCE):
            some = sessions[start : start + SESSIONS_AT_ONCE]
            for gone in set(some) - await self.attic.living(some):
                self.peers.close_sockets(gone)

    def came(self, open_table: OpenTable) -> None:
        """Tell a table that somebody came or went."""
        self.audience.show_presence(open_table)
        self.looked(open_table)

    def looked(self, open_table: OpenTable) -> None:
        """Tell the other processes that somebody looks at a table, or away from it."""
        if self.settings.redis_url:
            self._tell_presence(open_table)

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
        await self.browsers.prepare(self.facts)
        await self.persons.prepare(self.facts)
        if self.settings.redis_url:
            self.peers.start()
            self.timers.every(CATCH_UP_SECONDS, self.peers.catch_up)
        await self.timers.start()
        self.timers.every(DOUBT_SECONDS, self.open_tables.settle_doubts)
        self.timers.every(DOUBT_SECONDS, self.chat.settle_doubts)
        self.timers.every(DELIVERY_SECONDS, self.notifications.deliver_soon)
        self.timers.every(NOTE_SECONDS, self.attendance.note_present)
        self.timers.every(DUE_SECONDS, self.agreements.carry_out_due)
        self.timers.every(NAMES_SECONDS, self.departures.bring_names_in_line)
        self.timers.every(NAMES_SECONDS, self.close_ended)
        self.timers.every(KEEP_SECONDS, self.crowds.keep)
        self.timers.every(CLEARING_SECONDS, self.retention.clear_out)
        catching_up = [asyncio.create_task(work()) for work in (self.rating.catch_up, self.open_tables.note_imprints)]
        if isinstance(self.thinkers, ProcessThinkers):
            self.thinkers.prepare()
        try:
            yield
        finally:
            await self.timers.stop()
            await self.bots.stop()
            await self.hints.stop()
            await asyncio.gather(*catching_up, return_exceptions=True)
            await self.rating.stop()
            await self.recovery.finish()
            await self.departures.finish()
            await self.notifications.stop()
            await self.attendance.stop()
            await self.peers.stop()
            await self.bus.close()
            await self.limits.close()
            await self.painter.close()
            if isinstance(self.thinkers, ProcessThinkers):
                await self.thinkers.close()
