"""Know when players were last at their tables, through any process and across restarts."""

import asyncio
from collections.abc import Sequence
from weakref import WeakKeyDictionary

from siam.server.domain.absence import HERE_SECONDS
from siam.server.domain.players import Player
from siam.server.domain.tables import Status
from siam.server.logs import Log
from siam.server.ports import Clock, Conflict, Facts, Outage, TableStore, Visit
from siam.server.services.tables.open_table import OpenTable
from siam.server.services.tables.open_tables import OpenTables

LOG = Log("siam")
NOTE_SECONDS = 30.0
"""How often it is written down who is at a table: nobody is taken for away by mistake for longer than that."""

UP = "up"
"""The fact that says when the server was last started after a time in which none ran."""


class Attendance:
    """Who was last seen when: kept in the database, so that all processes know the same."""

    def __init__(self, open_tables: OpenTables, store: TableStore, facts: Facts, clock: Clock) -> None:
        self.open_tables = open_tables
        self.store = store
        self.facts = facts
        self.clock = clock
        self._noted: WeakKeyDictionary[OpenTable, dict[str, float]] = WeakKeyDictionary()
        self._tasks: set[asyncio.Task[None]] = set()

    async def note(self, open_table: OpenTable, player: Player | None) -> None:
        """Note that a player is at a table where they play; once in a while is enough."""
        if player is None or open_table.table.status is not Status.RUNNING or player.id not in open_table.table.people:
            return
        now = self.clock.now()
        noted = self._noted.setdefault(open_table, {})
        if now - noted.get(player.id, 0.0) >= NOTE_SECONDS:
            noted[player.id] = now
            await self._write([Visit(open_table.id, player.id, now)])

    def note_leaving(self, open_table: OpenTable, player: Player | None) -> None:
        """Note that a player was at a table until now."""
        if player is not None:
            self._noted.get(open_table, {}).pop(player.id, None)
            task = asyncio.create_task(self.note(open_table, player))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def note_present(self) -> None:
        """Note everybody who has a table of theirs open through this process."""
        now = self.clock.now()
        visits = [
            Visit(open_table.id, player, now)
            for open_table in self.open_tables
            if open_table.presence.watchers and open_table.table.status is Status.RUNNING
            for player in open_table.presence.here(open_table.table.people).players & open_table.table.people
        ]
        if visits:
            await self._write(visits)

    async def away_since(self, open_table: OpenTable, player_id: str) -> float | None:
        """Return since when a player is away from a table; None if they are here.

        A time in which no server ran is nobody's absence.
        """
        if player_id in open_table.presence.players():
            return None
        seen = await self.store.last_seen(open_table.id, player_id)
        up = await self.facts.get(UP)
        return max(seen or 0.0, float(up or 0.0), open_table.table.started or 0.0)

    async def is_looking(self, open_table: OpenTable, player_id: str) -> bool:
        """Return whether a player looks at a table now; who has no socket there was seen a moment ago."""
        if player_id in open_table.presence.players():
            return player_id in open_table.presence.looking()
        seen = await self.store.last_seen(open_table.id, player_id)
        return seen is not None and self.clock.now() - seen <= HERE_SECONDS

    async def _write(self, visits: Sequence[Visit]) -> None:
        try:
            await self.store.note_visits(visits)
        except (Conflict, Outage) as problem:
            LOG.warning("visit_not_noted", problem=str(problem))

    async def stop(self) -> None:
        """Finish what was begun."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
