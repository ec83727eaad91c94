"""Delete accounts: the games stay, the name is removed from them."""

import asyncio
import contextlib
from collections.abc import Callable

from siam.server.domain.players import Player, Session
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.tables import Status, Table, renamed
from siam.server.logs import Log
from siam.server.ports import Clock, Conflict, Passwords, PlayerStore, Stale, TableStore
from siam.server.ports.accounts import Archive
from siam.server.services.games.play import Playing
from siam.server.services.games.seats import Seating
from siam.server.services.tables.lobby import every_table
from siam.server.services.tables.open_tables import OpenTables

Told = Callable[[], None]
LOG = Log("siam")
TRIES = 5
PLAYERS = 100
TOGETHER = 50
LATE_SECONDS = 120.0
"""How long a request may be under way that was let in before the account was deleted."""

PATIENCE_SECONDS = 3.0


class Departures:
    """Deletes accounts so that no name stays behind, neither at a table nor in chat."""

    def __init__(
        self,
        open_tables: OpenTables,
        tables: TableStore,
        players: PlayerStore,
        archive: Archive,
        playing: Playing,
        seating: Seating,
        passwords: Passwords,
        clock: Clock,
    ) -> None:
        self.open_tables = open_tables
        self.tables = tables
        self.players = players
        self.archive = archive
        self.playing = playing
        self.seating = seating
        self.passwords = passwords
        self.clock = clock
        self.renamed: list[Told] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def leave(self, player: Player, password: str | None) -> list[Session]:
        """Delete an account, or a guest, and resign running games; return the sessions that ended."""
        if not player.is_guest and not await self.passwords.matches(player.password_hash, password or "", player.id):
            raise Refusal(Code.WRONG_PASSWORD, field="password")
        sessions = await self.players.sessions(player.id)
        for listed in await every_table(self.tables, player.id, Status.OPEN, Status.RUNNING):
            await self._stand_up(player, listed.table)
        while True:
            try:
                await self.archive.depart(player, self.clock.now())
                break
            except Stale:
                current = await self.players.find(player.id)
                if current is None or current.password_hash != player.password_hash:
                    raise Refusal(Code.WRONG_PASSWORD) from None
                player = current
        self.players.forget(player.id)
        # Who has played for years need not wait until the name is gone from every game; it goes all the same.
        await asyncio.wait([self._begin_sweep()], timeout=PATIENCE_SECONDS)
        return sessions

    def _begin_sweep(self) -> "asyncio.Task[None]":
        task = asyncio.create_task(self.bring_names_in_line())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finish(self) -> None:
        """Wait until what was begun is done."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _stand_up(self, player: Player, table: Table) -> None:
        """Leave a waiting table, or resign a running game; changes by others at the same moment do not matter."""
        with contextlib.suppress(Refusal):
            if table.status is Status.OPEN and table.host == player.id:
                await self.seating.cancel(player, table.id)
                return
            for seat in [seat for seat, chair in enumerate(table.chairs) if chair.owner == player.id]:
                with contextlib.suppress(Refusal):
                    if table.status is Status.OPEN:
                        await self.seating.leave(player, table.id, seat)
                    else:
                        await self.playing.resign(player, await self.open_tables.at(table.id), seat)

    async def bring_names_in_line(self) -> None:
        """Replace old names wherever they are still shown, including what a crash left undone.

        Who has just gone may have made a table or sat down in the same moment: they stand up again, until no request
        of theirs can be under way any more.
        """
        for player in await self.archive.names_due(PLAYERS):
            if player.deleted is not None:
                for listed in await every_table(self.tables, player.id, Status.OPEN, Status.RUNNING):
                    await self._stand_up(player, listed.table)
            found = await every_table(self.tables, player.id)
            for start in range(0, len(found), TOGETHER):
                await asyncio.gather(
                    *(self._rename(listed.table, player) for listed in found[start : start + TOGETHER])
                )
            await self.archive.rename_lines(player.id, player.name)
            for tell in self.renamed:
                tell()
            if player.deleted is None or self.clock.now() - player.deleted >= LATE_SECONDS:
                await self.archive.names_done(player.id)
            self.players.forget(player.id)

    async def _rename(self, table: Table, player: Player) -> None:
        for _ in range(TRIES):
            open_table = self.open_tables.known(table.id)
            before = table if open_table is None else open_table.table
            after = renamed(before, player.id, player.name)
            if after == before:
                return
            try:
                if open_table is not None:
                    async with open_table.lock:
                        await self.open_tables.amend(
                            open_table, renamed(open_table.table, player.id, player.name), self.archive
                        )
                else:
                    await self.archive.amend(after)
                return
            except Conflict:
                found = await self.tables.load(table.id)
                if found is None:
                    return
                table = found.table
        LOG.warning("name_not_removed", table=table.id)
