"""Keep order among people: who is blocked by whom, and what is reported to the host."""

from siam.server.domain.players import Player
from siam.server.domain.refusals import Code, Refusal
from siam.server.ports import Clock, PlayerStore
from siam.server.ports.order import Complaint, OrderStore
from siam.server.services.tables.open_tables import OpenTables

BLOCKS = 500
OPEN_REPORTS = 20


class Order:
    """What players do about each other, and what the host reads."""

    def __init__(self, players: PlayerStore, store: OrderStore, open_tables: OpenTables, clock: Clock) -> None:
        self.players = players
        self.store = store
        self.open_tables = open_tables
        self.clock = clock

    async def block(self, player: Player, other_id: str) -> None:
        """Block somebody: they neither invite me nor sit down where I sit, and I do not hear them."""
        other = await self._other(player, other_id)
        if len(await self.store.blocked_by(player.id)) >= BLOCKS:
            raise Refusal(Code.INVALID, f"at most {BLOCKS} players", field="player")
        await self.store.block(player.id, other.id, self.clock.now())
        await self._refresh(player.id)

    async def unblock(self, player: Player, other_id: str) -> None:
        """Lift a block."""
        await self.store.unblock(player.id, other_id)
        await self._refresh(player.id)

    async def blocked(self, player: Player) -> list[Player]:
        """List whom a player has blocked."""
        ids = await self.store.blocked_by(player.id)
        found = await self.players.find_many(sorted(ids)) if ids else {}
        return sorted(found.values(), key=lambda other: other.name)

    async def unheard(self, player: Player | None) -> frozenset[str]:
        """Return whom a watcher does not hear."""
        return frozenset() if player is None else await self.store.blocked_by(player.id)

    async def check_company(self, player: str, others: frozenset[str]) -> None:
        """Refuse to bring a player together with somebody who has blocked them, or whom they have blocked."""
        if others and await self.store.are_apart(player, others - {player}):
            raise Refusal(Code.BLOCKED)

    async def report(self, player: Player, other_id: str, reason: str, text: str, table: str | None) -> None:
        """Report somebody to the host, with what they said last at that table."""
        other = await self._other(player, other_id)
        if await self.store.count_open_reports(player.id) >= OPEN_REPORTS:
            raise Refusal(Code.TOO_MANY, "the host has many reports of yours to read already", retry_seconds=3_600)
        words = ""
        if table is not None:
            open_table = await self.open_tables.at(table)
            lines = await self.open_tables.store.lines(open_table.id, None, 50)
            said = [line.text or f"({line.greeting})" for line in lines if line.player == other.id]
            words = "\n".join(said[-20:])
        await self.store.report(
            Complaint(self.clock.now(), player.id, other.id, other.name, table, reason, text, words)
        )

    async def _other(self, player: Player, other_id: str) -> Player:
        other = await self.players.find(other_id)
        if other is None or other.deleted is not None:
            raise Refusal(Code.NOT_FOUND, "there is no such player")
        if other.id == player.id:
            raise Refusal(Code.INVALID, "that is you", field="player")
        return other

    async def _refresh(self, player: str) -> None:
        """Tell the sockets of a player in this process at once."""
        unheard = await self.store.blocked_by(player)
        for open_table in self.open_tables:
            for watcher in open_table.presence.watchers:
                if watcher.player is not None and watcher.player.id == player:
                    watcher.unheard = unheard
