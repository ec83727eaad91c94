"""Know when players were last at their tables, whichever process they came through and whatever was restarted since."""

import asyncio
from collections.abc import Sequence

from siam.server.domain.players import Player
from siam.server.domain.tables import Status
from siam.server.logs import Log
from siam.server.ports import Clock, Conflict, Facts, Outage, TableStore, Visit
from siam.server.services.audience import presence_here, present_players
from siam.server.services.open_tables import Desk, Desks

LOG = Log("siam")
NOTE_SECONDS = 30.0
"""How often it is written down who is at a table: nobody is taken for away by mistake for longer than that."""

UP = "up"
"""The fact that says when the server was last started after a time in which none ran."""


class Attendance:
    """Who was last seen when: kept in the database, so that all processes know the same."""

    def __init__(self, desks: Desks, store: TableStore, facts: Facts, clock: Clock) -> None:
        self.desks = desks
        self.store = store
        self.facts = facts
        self.clock = clock
        self._tasks: set[asyncio.Task[None]] = set()

    async def note(self, desk: Desk, player: Player | None) -> None:
        """Note that a player is at a table where they play; once in a while is enough."""
        if player is None or desk.table.status is not Status.RUNNING or player.id not in desk.table.people:
            return
        now = self.clock.now()
        if now - desk.seen.get(player.id, 0.0) >= NOTE_SECONDS:
            desk.seen[player.id] = now
            await self._write([Visit(desk.id, player.id, now)])

    def note_leaving(self, desk: Desk, player: Player | None) -> None:
        """Note that a player was at a table until now."""
        if player is not None:
            desk.seen.pop(player.id, None)
            task = asyncio.create_task(self.note(desk, player))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def note_present(self) -> None:
        """Note everybody who has a table of theirs open through this process."""
        now = self.clock.now()
        visits = [
            Visit(desk.id, player, now)
            for desk in self.desks
            if desk.watchers and desk.table.status is Status.RUNNING
            for player in presence_here(desk).players & desk.table.people
        ]
        if visits:
            await self._write(visits)

    async def away_since(self, desk: Desk, player_id: str) -> float | None:
        """Return since when a player is away from a table; None if they are here.

        A time in which no server ran is nobody's absence.
        """
        if player_id in present_players(desk):
            return None
        seen = await self.store.last_seen(desk.id, player_id)
        up = await self.facts.get(UP)
        return max(seen or 0.0, float(up or 0.0), desk.table.started or 0.0)

    async def _write(self, visits: Sequence[Visit]) -> None:
        try:
            await self.store.note_visits(visits)
        except (Conflict, Outage) as problem:
            LOG.warning("visit_not_noted", problem=str(problem))

    async def stop(self) -> None:
        """Finish what was begun."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
