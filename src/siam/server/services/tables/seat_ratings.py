"""Know the ratings that stand beside the names at a table."""

from collections.abc import Iterable, Mapping
from weakref import WeakKeyDictionary

from siam.server.ports import PlayerStore
from siam.server.services.tables.open_table import OpenTable


class SeatRatings:
    """Ratings of accounts; those at an open table are as they were when somebody last opened it."""

    def __init__(self, players: PlayerStore) -> None:
        self.players = players
        self._at: WeakKeyDictionary[OpenTable, dict[str, int]] = WeakKeyDictionary()

    async def read(self, open_table: OpenTable) -> None:
        """Read the ratings of who sits at a table."""
        chairs = open_table.table.chairs
        self._at[open_table] = await self.of(chair.player for chair in chairs if not chair.guest)

    def at(self, open_table: OpenTable) -> Mapping[str, int]:
        """Return the ratings at a table as they were last read."""
        return self._at.get(open_table, {})

    async def of(self, player_ids: Iterable[str | None]) -> dict[str, int]:
        """Look up the ratings of accounts."""
        wanted = sorted({player_id for player_id in player_ids if player_id})
        found = await self.players.find_many(wanted) if wanted else {}
        return {player.id: player.rating for player in found.values() if not player.is_guest}
