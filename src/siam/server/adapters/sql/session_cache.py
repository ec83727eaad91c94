"""Remember who has which session, so that not every request asks the database: for a server of one process.

With several processes another one may end a session, so there the database is asked each time.
"""

import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple, Unpack

from siam.server.adapters.sql.database import Database
from siam.server.adapters.sql.players import SqlPlayers
from siam.server.domain.players import Player, Session
from siam.server.ports import PlayerChanges, RatingChange

REMEMBERED = 10_000
FRESH_SECONDS = 60.0


class Known(NamedTuple):
    """A session and its player as they were read at an instant."""

    session: Session
    player: Player
    read_at: float


class CachedPlayers(SqlPlayers):
    """Players in a database that nobody else writes to. Whatever changes is forgotten before anybody is told of it."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._known: OrderedDict[str, Known] = OrderedDict()
        self._changes = 0

    async def by_secret(self, secret_hash: str) -> tuple[Session, Player] | None:
        """Find a session and its player."""
        known = self._known.get(secret_hash)
        if known is not None and time.monotonic() - known.read_at < FRESH_SECONDS:
            return known.session, known.player
        changes = self._changes
        found = await super().by_secret(secret_hash)
        if found is not None and changes == self._changes:  # nothing was ended while the database was asked
            self._known[secret_hash] = Known(*found, time.monotonic())
            self._known.move_to_end(secret_hash)
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return found

    async def change(
        self, player: Player, *, only_session: str | None = None, **changes: Unpack[PlayerChanges]
    ) -> Player:
        """Change parts of a player and forget what was remembered: it was wrong if the change is refused as stale."""
        try:
            return await super().change(player, only_session=only_session, **changes)
        finally:
            self._forget({player.id})

    def forget(self, player_id: str) -> None:
        """Read a player anew."""
        self._forget({player_id})

    async def touch(self, session_id: str, at: float) -> None:
        """Note that a session was used."""
        await super().touch(session_id, at)
        self._forget({known.player.id for known in self._known.values() if known.session.id == session_id})

    async def end_session(self, player_id: str, session_id: str) -> bool:
        """End a session of that player."""
        ended = await super().end_session(player_id, session_id)
        self._forget({player_id})
        return ended

    async def rate(self, table_id: str, changes: Sequence[RatingChange], at: float) -> bool:
        """Keep new ratings once for a table."""
        try:
            return await super().rate(table_id, changes, at)
        finally:
            self._forget({change.player for change in changes})

    def _forget(self, player_ids: set[str]) -> None:
        self._changes += 1
        for secret_hash in [key for key, known in self._known.items() if known.player.id in player_ids]:
            del self._known[secret_hash]
