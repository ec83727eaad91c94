"""Tell people at home and in the lobby what is going on: my turn, my tables, new tables."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from siam.server import messages as wire
from siam.server.domain.tables import Table
from siam.server.messages.game import ENCODER
from siam.server.messages.live import FeedMessage, Invited, LobbyChanged, MyTables, MyTurn
from siam.server.services.tables.open_table import OpenTable
from siam.server.services.tables.open_tables import OpenTables

LOBBY_SECONDS = 1.0


@dataclass(slots=True, eq=False)
class Listener:
    """Somebody who listens through one socket; a player, or a visitor of the lobby."""

    player: str | None
    send: Callable[[bytes], None]
    session: str | None
    close: Callable[[int], None]


class Feeds:
    """Personal feeds, by player; the lobby goes to everybody, at most once a second."""

    def __init__(self, open_tables: OpenTables) -> None:
        self.open_tables = open_tables
        self.elsewhere: Callable[[str | None, FeedMessage], None] = lambda player, message: None
        self._sockets: dict[str | None, set[Listener]] = defaultdict(set)
        self.has_neighbours = False
        self._lobby_timer: asyncio.TimerHandle | None = None

    def join(self, listener: Listener) -> None:
        """Begin to listen."""
        self._sockets[listener.player].add(listener)

    def leave(self, listener: Listener) -> None:
        """Listen no more."""
        self._sockets[listener.player].discard(listener)
        if not self._sockets[listener.player]:
            del self._sockets[listener.player]

    def of_session(self, session: str) -> list[Listener]:
        """List who listens by a session."""
        return [listener for group in self._sockets.values() for listener in group if listener.session == session]

    def sessions(self) -> set[str | None]:
        """Return the sessions by which somebody listens."""
        return {listener.session for group in self._sockets.values() for listener in group}

    def tell(self, player: str | None, message: FeedMessage) -> None:
        """Tell a player something, wherever they are; nobody in particular is the lobby."""
        self.elsewhere(player, message)
        if self._sockets:
            self.deliver(player, ENCODER.encode(message))

    def deliver(self, player: str | None, data: bytes) -> None:
        """Send an encoded message to a player through this process."""
        listeners = self._sockets if player is None else (player,)
        for name in list(listeners):
            for listener in list(self._sockets.get(name, ())):
                listener.send(data)

    def tell_invited(self, table: Table, player: str) -> None:
        """Tell a player of an invitation."""
        host = next((chair.name for chair in table.chairs if chair.player == table.host), None)
        self.tell(player, Invited(table.id, host))
        self.tell(player, MyTables())

    def after_commit(self, open_table: OpenTable, before: int, made: Sequence[wire.Entry]) -> None:
        """Tell whoever is to move now, and the lists if a game began or ended."""
        game, table = open_table.game, open_table.table
        assert game is not None
        if before == 0 or game.result is not None:
            self.tell_changed(open_table)
        if not self._sockets and not self.has_neighbours:
            return
        if game.result is None:
            chair = table.chairs[game.position.to_move]
            if chair.is_human and chair.player is not None:
                others = [c.name for c in table.chairs if c.is_human and c.player != chair.player]
                self.tell(chair.player, MyTurn(table.id, table.name, [name for name in others if name is not None]))

    def tell_changed(self, open_table: OpenTable) -> None:
        """Tell everybody at a table, and the lobby, that its line in their lists has changed."""
        for chair in open_table.table.chairs:
            if chair.player is not None:
                self.tell(chair.player, MyTables())
        if open_table.table.public:
            self.lobby_changed()

    def lobby_changed(self) -> None:
        """Tell the lobby soon, once for many changes."""
        if self._lobby_timer is None:
            self._lobby_timer = asyncio.get_running_loop().call_later(LOBBY_SECONDS, self._tell_lobby)

    def _tell_lobby(self) -> None:
        self._lobby_timer = None
        self.tell(None, LobbyChanged())
