"""Rate finished games, each once."""

import asyncio
from collections.abc import Sequence

from siam.ratings import Rating, rated
from siam.rules import camps
from siam.server import messages as wire
from siam.server.domain.live_game import How, Result
from siam.server.domain.tables import Table
from siam.server.logs import Log
from siam.server.ports import Clock, PlayerStore, RatingChange, Stale, TableStore
from siam.server.services.tables.open_table import OpenTable
from siam.server.services.tables.open_tables import OpenTables

LOG = Log("siam")
LOOK_BACK_SECONDS = 7 * 86_400


class RatingGames:
    """Ratings follow results; what a crash left unrated is rated at the next start."""

    def __init__(self, open_tables: OpenTables, tables: TableStore, players: PlayerStore, clock: Clock) -> None:
        self.tables = tables
        self.players = players
        self.clock = clock
        self._tasks: set[asyncio.Task[None]] = set()

    def after_commit(self, open_table: OpenTable, before: int, made: Sequence[wire.Entry]) -> None:
        """Rate a game that has just ended."""
        game = open_table.game
        if game is None or game.result is None or not open_table.table.rated:
            return
        task = asyncio.create_task(self._rate(open_table.table, game.result))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def catch_up(self) -> None:
        """Rate what was finished but not rated."""
        for listed in await self.tables.unrated(self.clock.now() - LOOK_BACK_SECONDS):
            if listed.table.rated and listed.standing.result is not None:
                await self._rate(listed.table, listed.standing.result)

    async def _rate(self, table: Table, result: Result) -> None:
        if result.how is How.AGREEMENT or not table.may_be_rated():
            return
        try:
            while True:
                try:
                    await self.players.rate(table.id, await self._changes(table, result), self.clock.now())
                    return
                except Stale:
                    continue  # somebody finished another game or changed their settings: compute it anew
        except Exception:
            LOG.exception("rating_failed", table=table.id)

    async def _changes(self, table: Table, result: Result) -> list[RatingChange]:
        """Compute the new ratings from those that are stored now."""
        ids = [chair.player for chair in table.chairs if chair.player is not None]
        found = await self.players.find_many(ids)
        groups = camps(len(ids))
        before = [[Rating(found[ids[seat]].mu, found[ids[seat]].sigma) for seat in camp] for camp in groups]
        won = [any(seat in result.winners for seat in camp) for camp in groups]
        after = rated(before, won)
        return [
            RatingChange(ids[seat], rating.mu, rating.sigma, found[ids[seat]].version)
            for camp, ratings in zip(groups, after, strict=True)
            for seat, rating in zip(camp, ratings, strict=True)
        ]

    async def stop(self) -> None:
        """Finish what was begun."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
