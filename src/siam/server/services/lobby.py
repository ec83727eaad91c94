"""List tables: the lobby, my games, the next one where it is my turn."""

from collections.abc import Iterable, Sequence

from siam.server.domain.players import Player
from siam.server.domain.tables import Status
from siam.server.messages.tables import Summaries
from siam.server.ports import Listed, PlayerStore, TableStore
from siam.server.services.audience import watchers_seen
from siam.server.services.open_tables import Desks
from siam.server.views.tables import summary

PAGE = 30
MINE = 200


class Lobby:
    """Lists of tables."""

    def __init__(self, store: TableStore, players: PlayerStore, desks: Desks) -> None:
        self.store = store
        self.players = players
        self.desks = desks

    async def public(self, status: Status, before: str | None, player: Player | None) -> Summaries:
        """List public tables, newest first."""
        found = await self.store.public(status, before, PAGE)
        cursor = str(int(found[-1].table.created * 1_000_000)) if len(found) == PAGE else None
        return await self.page(found, player.id if player else None, cursor)

    async def mine(self, player: Player) -> Summaries:
        """List my waiting and running games: those where it is my turn first, longest waiting first."""
        return await self.page(await self._mine(player), player.id, None)

    async def next_turn(self, player: Player, but: str | None) -> str | None:
        """Find the game where it has been my turn for longest, but not the one I come from."""
        waiting = [listed for listed in await self._mine(player) if _is_turn_of(listed, player.id)]
        return next((listed.table.id for listed in waiting if listed.table.id != but), None)

    async def _mine(self, player: Player) -> list[Listed]:
        found = await self.store.of_player(player.id, [Status.OPEN, Status.RUNNING], None, MINE)
        return sorted(
            found,
            key=lambda listed: (not _is_turn_of(listed, player.id), listed.standing.since or listed.table.created),
        )

    async def page(self, found: Sequence[Listed], player: str | None, cursor: str | None) -> Summaries:
        """Format a page of tables."""
        ratings = await self.ratings(chair.player for listed in found for chair in listed.table.chairs)
        tables = []
        for listed in found:
            desk = self.desks.known(listed.table.id)
            watchers = watchers_seen(desk).count if desk else 0
            tables.append(summary(listed, player, watchers, ratings))
        return Summaries(tables, cursor)

    async def ratings(self, player_ids: Iterable[str | None]) -> dict[str, int]:
        """Look up the ratings of accounts."""
        wanted = sorted({player_id for player_id in player_ids if player_id})
        found = await self.players.find_many(wanted) if wanted else {}
        return {player.id: player.rating for player in found.values() if not player.is_guest}


def _is_turn_of(listed: Listed, player_id: str) -> bool:
    return listed.table.status is Status.RUNNING and listed.standing.mover == player_id
