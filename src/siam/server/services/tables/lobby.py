"""List tables: the lobby, my games, the next one where it is my turn."""

from collections.abc import Sequence

from siam.server.domain.players import Player
from siam.server.domain.tables import Status
from siam.server.messages.tables import Summaries
from siam.server.ports import Listed, TableStore
from siam.server.services.tables.open_tables import OpenTables
from siam.server.services.tables.seat_ratings import SeatRatings
from siam.server.views.tables import summary

PAGE = 30
MINE = 200


class Lobby:
    """Lists of tables."""

    def __init__(self, store: TableStore, open_tables: OpenTables, seat_ratings: SeatRatings) -> None:
        self.store = store
        self.open_tables = open_tables
        self.seat_ratings = seat_ratings

    async def public(self, status: Status, before: str | None, player: Player | None) -> Summaries:
        """List public tables, newest first."""
        found = await self.store.public(status, before, PAGE)
        cursor = str(int(found[-1].table.created * 1_000_000)) if len(found) == PAGE else None
        return await self.page(found, player.id if player else None, cursor)

    async def mine(self, player: Player) -> Summaries:
        """List my waiting and running games: those where it is my turn first, longest waiting first."""
        return await self.page(await self._mine(player), player.id, None)

    async def next_turn(self, player: Player, but: str | None) -> str | None:
        """Find the game where it has been the player's turn for longest, except the one they come from."""
        waiting = [listed for listed in await self._mine(player) if _is_turn_of(listed, player.id)]
        return next((listed.table.id for listed in waiting if listed.table.id != but), None)

    async def _mine(self, player: Player) -> list[Listed]:
        found = await self.store.of_player(player.id, [Status.RUNNING], None, MINE)
        found += await self.store.of_player(player.id, [Status.OPEN], None, MINE)  # no invitation hides a game
        return sorted(
            found,
            key=lambda listed: (not _is_turn_of(listed, player.id), listed.standing.since or listed.table.created),
        )

    async def page(self, found: Sequence[Listed], player: str | None, cursor: str | None) -> Summaries:
        """Format a page of tables."""
        ratings = await self.seat_ratings.of(chair.player for listed in found for chair in listed.table.chairs)
        tables = []
        for listed in found:
            open_table = self.open_tables.known(listed.table.id)
            watchers = open_table.presence.onlookers(open_table.table.people).count if open_table else 0
            tables.append(summary(listed, player, watchers, ratings))
        return Summaries(tables, cursor)


async def every_table(store: TableStore, player: str, *statuses: Status) -> list[Listed]:
    """List all tables of a player, page by page."""
    found: list[Listed] = []
    before: str | None = None
    while page := await store.of_player(player, statuses or tuple(Status), before, MINE):
        found += page
        before = str(int(page[-1].table.created * 1_000_000))
    return found


def _is_turn_of(listed: Listed, player_id: str) -> bool:
    return listed.table.status is Status.RUNNING and listed.standing.mover == player_id
