"""Clear out what is old: tables that nobody came to, games that nobody continues, guests long gone."""

from collections.abc import Callable
from dataclasses import dataclass

from siam.server.domain.log import Ended
from siam.server.domain.refusals import Refusal
from siam.server.domain.tables import Status
from siam.server.logs import Log
from siam.server.ports import Clock, Conflict
from siam.server.ports.order import Attic
from siam.server.services.people.accounts import SESSION_SECONDS
from siam.server.services.tables.open_table import OpenTable
from siam.server.services.tables.open_tables import OpenTables

LOG = Log("siam")
DAY = 86_400.0
AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Keep:
    """For how many days the host keeps things; 0 is for ever. Finished games always stay."""

    guests: int = 90
    waiting: int = 14
    idle: int = 90


class Retention:
    """Clears out old tables, games and guests, by the host's terms."""

    def __init__(self, open_tables: OpenTables, attic: Attic, clock: Clock, keep: Keep) -> None:
        self.open_tables = open_tables
        self.attic = attic
        self.clock = clock
        self.keep = keep

    async def clear_out(self) -> None:
        """Clear out a part of what is old; the next round continues."""
        now = self.clock.now()
        if self.keep.waiting:
            for table_id in await self.attic.stale_waiting(now - self.keep.waiting * DAY, AT_ONCE):
                await self._discard(table_id, lambda open_table: open_table.table.status is Status.OPEN)
        if self.keep.idle:
            for table_id in await self.attic.stale_running(now - self.keep.idle * DAY, AT_ONCE):
                await self._give_up(table_id)
        if self.keep.guests:
            cleared = await self.attic.clear_guests(now - self.keep.guests * DAY, AT_ONCE)
            if cleared:
                LOG.info("guests_cleared", count=cleared)
        await self.attic.clear_sessions(now - SESSION_SECONDS)

    async def _discard(self, table_id: str, still: Callable[[OpenTable], bool]) -> None:
        try:
            open_table = await self.open_tables.at(table_id)
        except Refusal:
            return
        async with open_table.lock:
            if open_table.presence.watchers or not still(open_table):
                return
            await self.attic.discard(table_id)
            self.open_tables.forget(table_id)
        LOG.info("table_cleared", table=table_id)

    async def _give_up(self, table_id: str) -> None:
        """End a game that nobody continues: without a winner, or delete it if only one person played."""
        try:
            open_table = await self.open_tables.at(table_id)
        except Refusal:
            return
        if len(open_table.table.people_playing(open_table.game)) < 2:
            await self._discard(table_id, lambda open_table: open_table.table.status is Status.RUNNING)
            return
        async with open_table.lock:
            if open_table.game is None or open_table.game.result is not None or open_table.presence.watchers:
                return
            try:
                await self.open_tables.enter(open_table, None, Ended())
            except Conflict:
                return  # somebody has just come back
