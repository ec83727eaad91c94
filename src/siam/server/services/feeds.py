"""Tell people at home and in the lobby what is going on: my turn, my tables, new tables."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from siam.server.domain.tables import Table
from siam.server.messages.game import ENCODER, EntryMade
from siam.server.services.open_tables import Desk, Desks

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

    def __init__(self, desks: Desks) -> None:
        self.desks = desks
        self.elsewhere: Callable[[str | None, dict[str, object]], None] = lambda player, message: None
        self._sockets: dict[str | None, set[Listener]] = defaultdict(set)
        self.has_neighbours = False
        self._lobby_timer: asyncio.TimerHandle | None = None
        desks.told.append(self._after)
        desks.changed.append(self._changed)

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

    def tell(self, player: str | None, message: dict[str, object], *, everywhere: bool = True) -> None:
        """Tell a player something, wherever they are; nobody in particular is the lobby."""
        if everywhere:
            self.elsewhere(player, message)
        if not self._sockets:
            return
        data = ENCODER.encode(message)
        listeners = self._sockets if player is None else (player,)
        for name in list(listeners):
            for listener in list(self._sockets.get(name, ())):
                listener.send(data)

    def tell_invited(self, table: Table, player: str) -> None:
        """Tell a player of an invitation."""
        host = next((chair.name for chair in table.chairs if chair.player == table.host), None)
        self.tell(player, {"type": "invited", "table": table.id, "by": host})
        self.tell(player, {"type": "my_tables"})

    def _after(self, desk: Desk, before: int, made: Sequence[EntryMade]) -> None:
        course, table = desk.course, desk.table
        assert course is not None
        if before == 0 or course.result is not None:
            self._changed(desk)
        if not self._sockets and not self.has_neighbours:
            return
        if course.result is None:
            chair = table.chairs[course.position.to_move]
            if chair.is_human and chair.player is not None:
                names = [c.name for c in table.chairs if c.is_human and c.player != chair.player]
                message: dict[str, object] = {"type": "my_turn", "table": table.id, "name": table.name}
                message |= {"opponents": names, "count": 1}
                self.tell(chair.player, message)

    def _changed(self, desk: Desk) -> None:
        for chair in desk.table.chairs:
            if chair.player is not None:
                self.tell(chair.player, {"type": "my_tables"})
        if desk.table.public:
            self.lobby_changed()

    def lobby_changed(self) -> None:
        """Tell the lobby soon, once for many changes."""
        if self._lobby_timer is None:
            self._lobby_timer = asyncio.get_running_loop().call_later(LOBBY_SECONDS, self._tell_lobby)

    def _tell_lobby(self) -> None:
        self._lobby_timer = None
        self.tell(None, {"type": "lobby"})
