"""Keep several processes in step: what happens in one is told to the others, which then read the log."""

import asyncio
import contextlib
import time
from collections.abc import Sequence

import msgspec

from siam.server import messages as wire
from siam.server.domain.chat import ChatLine
from siam.server.domain.refusals import Refusal
from siam.server.logs import Log
from siam.server.messages.game import ENCODER
from siam.server.messages.live import Bye, FeedMessage
from siam.server.messages.peers import (
    FeedSent,
    LineSaid,
    LogGrown,
    PeerMessage,
    PeopleHere,
    SessionEnded,
    TableCancelled,
    TableChanged,
)
from siam.server.ports import Bus, Outage
from siam.server.services.tables.audience import Audience
from siam.server.services.tables.chat import TableChat
from siam.server.services.tables.feeds import Feeds
from siam.server.services.tables.open_table import OpenTable
from siam.server.services.tables.open_tables import OpenTables
from siam.server.services.tables.presence import PRESENCE_SECONDS, PeerPresence

LOG = Log("siam")
GREETING_SECONDS = 20.0
CLOSE_ENDED = 4401
DECODER = msgspec.json.Decoder(PeerMessage)


class Peers:
    """What processes tell each other. The news only says that something changed; the database says what."""

    def __init__(
        self, open_tables: OpenTables, audience: Audience, chat: TableChat, feeds: Feeds, bus: Bus, process: str
    ) -> None:
        self.open_tables = open_tables
        self.audience = audience
        self.chat = chat
        self.feeds = feeds
        self.bus = bus
        self.process = process
        self._tasks: set[asyncio.Task[None]] = set()
        self._greeting: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to send and to hear."""
        self.feeds.elsewhere = self._feed
        self.feeds.has_neighbours = True
        self.chat.said.append(self._said)
        self.bus.listen(self._hear, self.catch_up)
        self._greeting = asyncio.create_task(self._keep_greeting())

    async def stop(self) -> None:
        """Stop telling the others who is here."""
        if self._greeting is not None:
            self._greeting.cancel()
            await asyncio.gather(self._greeting, return_exceptions=True)

    def _send(self, message: PeerMessage) -> None:
        task = asyncio.create_task(self.bus.publish(ENCODER.encode(message)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def after_commit(self, open_table: OpenTable, before: int, made: Sequence[wire.Entry]) -> None:
        """Tell the other processes that a log has grown."""
        self._send(LogGrown(open_table.id))

    def after_change(self, open_table: OpenTable) -> None:
        """Tell the other processes that a table has changed."""
        self._send(TableChanged(open_table.id))

    def _said(self, open_table: OpenTable, line: ChatLine) -> None:
        self._send(LineSaid(open_table.id, line))

    def _feed(self, player: str | None, message: FeedMessage) -> None:
        self._send(FeedSent(player, message))

    def cancelled(self, open_table: OpenTable) -> None:
        """Tell that a table is no more."""
        self._send(TableCancelled(open_table.id))

    def ended(self, session: str) -> None:
        """Tell that a session ended, so that its sockets close everywhere."""
        self.close_sockets(session)
        self._send(SessionEnded(session))

    def presence(self, open_table: OpenTable) -> None:
        """Tell who looks at a table here."""
        here = open_table.presence.here(open_table.table.people)
        self._send(
            PeopleHere(
                table=open_table.id,
                process=self.process,
                players=sorted(here.players),
                names=list(here.names),
                count=here.count,
                looking=sorted(here.looking),
            )
        )

    async def _keep_greeting(self) -> None:
        while True:
            await asyncio.sleep(GREETING_SECONDS)
            for open_table in self.open_tables:
                if open_table.presence.watchers:
                    self.presence(open_table)

    async def _hear(self, data: bytes) -> None:
        try:
            message = DECODER.decode(data)
        except msgspec.DecodeError as problem:  # a process of another version: what it means is in the database too
            LOG.warning("peer_not_understood", problem=str(problem))
            return
        match message:
            case FeedSent(player, fed):
                self.feeds.deliver(player, ENCODER.encode(fed))
            case SessionEnded(session):
                self.close_sockets(session)
            case _:
                open_table = self.open_tables.known(message.table)
                if open_table is not None:
                    await self._hear_of(open_table, message)

    async def _hear_of(
        self, open_table: OpenTable, message: LogGrown | TableChanged | TableCancelled | LineSaid | PeopleHere
    ) -> None:
        match message:
            case LogGrown() | TableChanged():
                await self._read_on(open_table)
            case TableCancelled():
                self.open_tables.forget(open_table.id)
                self.audience.dismiss(open_table)
            case LineSaid(_, line):
                await self.chat.hear(open_table, line)
            case PeopleHere():
                self._heard_presence(open_table, message)

    def _heard_presence(self, open_table: OpenTable, message: PeopleHere) -> None:
        presence = PeerPresence(
            players=frozenset(message.players),
            names=tuple(message.names),
            count=message.count,
            until=time.monotonic() + PRESENCE_SECONDS,
            looking=frozenset(message.looking),
        )
        is_new = open_table.presence.hear(message.process, presence)
        self.audience.show_presence(open_table)
        if is_new and open_table.presence.watchers:
            self.presence(open_table)

    def close_sockets(self, session: str) -> None:
        """Close the sockets of a session that ended."""
        watchers = [
            watcher
            for open_table in self.open_tables
            for watcher in open_table.presence.watchers
            if watcher.session == session
        ]
        for socket in (*watchers, *self.feeds.of_session(session)):
            socket.send(ENCODER.encode(Bye("session_ended")))
            socket.close(CLOSE_ENDED)

    def sessions(self) -> set[str]:
        """Return the sessions that have a socket here."""
        at_tables = {watcher.session for open_table in self.open_tables for watcher in open_table.presence.watchers}
        return {session for session in at_tables | self.feeds.sessions() if session is not None}

    async def _read_on(self, open_table: OpenTable) -> None:
        try:
            await self.open_tables.read_on(open_table)
        except Refusal:
            return
        except Outage as problem:  # whoever asks for the table, or the next round of `catch_up`, reads it again
            LOG.warning("refresh_failed", table=open_table.id, problem=str(problem))

    async def catch_up(self) -> None:
        """Read again every table that somebody looks at here and of which news were missed.

        News get lost while the bus is away; and a process may be killed between a commit and its news.
        """
        open_tables = {open_table.id: open_table for open_table in self.open_tables if open_table.presence.watchers}
        if not open_tables:
            return
        versions = await self.open_tables.store.versions(list(open_tables))
        last_lines = await self.open_tables.store.last_lines(list(open_tables))
        for table_id, open_table in open_tables.items():
            with contextlib.suppress(Refusal):
                await self.open_tables.reach(open_table, versions.get(table_id))
                await self.chat.reach(open_table, last_lines.get(table_id, 0))
