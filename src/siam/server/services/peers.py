"""Keep several processes in step: what happens in one is told to the others, which then read the log."""

import asyncio
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from siam.server.domain.chat import Line, Room
from siam.server.domain.refusals import Refusal
from siam.server.logs import Log
from siam.server.messages.game import ENCODER, EntryMade
from siam.server.ports import Bus, Outage
from siam.server.services.audience import PRESENCE_SECONDS, Audience, Presence, presence_here
from siam.server.services.feeds import Feeds
from siam.server.services.open_tables import Desk, Desks

LOG = Log("siam")
GREETING_SECONDS = 20.0
CLOSE_ENDED = 4401


class News:
    """What processes tell each other. The news only says that something changed; the database says what."""

    def __init__(self, desks: Desks, audience: Audience, feeds: Feeds, bus: Bus, process: str) -> None:
        self.desks = desks
        self.audience = audience
        self.feeds = feeds
        self.bus = bus
        self.process = process
        self._tasks: set[asyncio.Task[None]] = set()
        self._greeting: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to tell and to hear."""
        self.desks.told.append(self._told)
        self.desks.changed.append(self._changed)
        self.feeds.elsewhere = self._feed
        self.feeds.has_neighbours = True
        self.audience.said.append(self._said)
        self.bus.listen(self._hear, self.catch_up)
        self._greeting = asyncio.create_task(self._keep_greeting())

    async def stop(self) -> None:
        """Fall silent."""
        if self._greeting is not None:
            self._greeting.cancel()
            await asyncio.gather(self._greeting, return_exceptions=True)

    def _send(self, message: dict[str, Any]) -> None:
        task = asyncio.create_task(self.bus.publish(ENCODER.encode(message)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _told(self, desk: Desk, before: int, made: Sequence[EntryMade]) -> None:
        self._send({"news": "log", "table": desk.id})

    def _changed(self, desk: Desk) -> None:
        self._send({"news": "table", "table": desk.id})

    def _said(self, desk: Desk, line: Line) -> None:
        content = msgspec.to_builtins(line)
        self._send({"news": "said", "table": desk.id, "line": {**content, "room": line.room.value}})

    def _feed(self, player: str | None, message: dict[str, object]) -> None:
        self._send({"news": "feed", "player": player, "message": message})

    def ended(self, session: str) -> None:
        """Tell that a session ended, so that its sockets close everywhere."""
        self.close_sockets(session)
        self._send({"news": "ended", "session": session})

    def presence(self, desk: Desk) -> None:
        """Tell who looks at a table here."""
        here = presence_here(desk)
        self._send(
            {
                "news": "here",
                "table": desk.id,
                "process": self.process,
                "players": sorted(here.players),
                "names": here.names,
                "count": here.count,
                "looking": sorted(here.looking),
            }
        )

    async def _keep_greeting(self) -> None:
        while True:
            await asyncio.sleep(GREETING_SECONDS)
            for desk in self.desks:
                if desk.watchers:
                    self.presence(desk)

    async def _hear(self, data: bytes) -> None:
        message = msgspec.json.decode(data)
        desk = self.desks.known(message.get("table", ""))
        match message["news"]:
            case "log" | "table" if desk is not None:
                await self._refresh(desk)
            case "said" if desk is not None:
                line = message["line"]
                self.audience.hear(desk, Line(**{**line, "room": Room(line["room"])}))
            case "here" if desk is not None:
                self._heard_presence(desk, message)
            case "feed":
                self.feeds.tell(message["player"], message["message"], everywhere=False)
            case "ended":
                self.close_sockets(message["session"])
            case _:
                pass

    def _heard_presence(self, desk: Desk, message: dict[str, Any]) -> None:
        is_new = message["process"] not in desk.elsewhere
        desk.elsewhere[message["process"]] = Presence(
            players=frozenset(message["players"]),
            names=tuple(message["names"]),
            count=message["count"],
            until=time.monotonic() + PRESENCE_SECONDS,
            looking=frozenset(message["looking"]),
        )
        self.audience.show_presence(desk)
        if is_new and desk.watchers:
            self.presence(desk)

    def close_sockets(self, session: str) -> None:
        """Close the sockets of a session that ended."""
        watchers = [watcher for desk in self.desks for watcher in desk.watchers if watcher.session == session]
        for socket in (*watchers, *self.feeds.of_session(session)):
            socket.send(b'{"type":"bye","reason":"session_ended"}')
            socket.close(CLOSE_ENDED)

    async def _refresh(self, desk: Desk) -> None:
        async with desk.lock:
            before, revision = desk.version, desk.table.revision
            try:
                made = await self.desks.refresh(desk)
            except Refusal:
                return
            except Outage as problem:
                LOG.warning("refresh_failed", table=desk.id, problem=str(problem))
                return
        if made:
            self.audience.tell(desk, before, made)
        if desk.table.revision != revision:
            self.audience.show_again(desk)

    async def catch_up(self) -> None:
        """Read again every table in use that changed while the bus was away."""
        desks = {desk.id: desk for desk in self.desks}
        if not desks:
            return
        versions = await self.desks.store.versions(list(desks))
        for table_id, (version, revision) in versions.items():
            desk = desks[table_id]
            if desk.version < version or desk.table.revision < revision:
                await self._refresh(desk)
