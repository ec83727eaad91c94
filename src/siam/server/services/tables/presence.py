"""Know who looks at a table: through this process, and through others as they last said."""

import time
from collections.abc import Callable, Set
from dataclasses import dataclass

from siam.rules import Seat
from siam.server.domain.players import Player
from siam.server.messages.tables import Watchers

PRESENCE_SECONDS = 45.0
NAMES_SHOWN = 20
NOBODY: frozenset[str] = frozenset()


@dataclass(slots=True, eq=False)
class Watcher:
    """Somebody who looks at a table through one socket, and does not hear whom they have blocked."""

    player: Player | None
    send: Callable[[bytes], None]
    session: str | None = None
    asked_seat: Seat | None = None
    visible: bool = True
    short: bool = False
    """Whether moves are enough, since the client plays them by itself."""
    unheard: frozenset[str] = frozenset()
    close: Callable[[int], None] = lambda code: None


@dataclass(frozen=True, slots=True)
class PeerPresence:
    """Who looks at a table through one process: players, onlookers by name and number, and who looks right now."""

    players: frozenset[str]
    names: tuple[str, ...]
    count: int
    until: float
    looking: frozenset[str] = frozenset()


class Presence:
    """Who looks at one table. What this process knows is counted anew only after somebody came, went or looked away."""

    def __init__(self) -> None:
        self.watchers: set[Watcher] = set()
        self.elsewhere: dict[str, PeerPresence] = {}
        self._here: tuple[Set[str], PeerPresence] | None = None

    def join(self, watcher: Watcher) -> None:
        """Begin to look."""
        self.watchers.add(watcher)
        self._here = None

    def leave(self, watcher: Watcher) -> None:
        """Look no more."""
        self.watchers.discard(watcher)
        self._here = None

    def look(self, watcher: Watcher, *, visible: bool) -> bool:
        """Look at the page or away from it; return whether that is new."""
        changed = watcher.visible is not visible
        watcher.visible = visible
        if changed:
            self._here = None
        return changed

    def players(self) -> frozenset[str]:
        """Return the players who have the table open, here or through another process."""
        return self._now_here().players.union(*(presence.players for presence in self._elsewhere()))

    def looking(self) -> frozenset[str]:
        """Return the players who are looking at the table right now."""
        return self._now_here().looking.union(*(presence.looking for presence in self._elsewhere()))

    def onlookers(self, people: Set[str]) -> Watchers:
        """Count and name who looks on, where these people have the seats."""
        here = self.here(people)
        names = set(here.names).union(*(presence.names for presence in self._elsewhere()))
        count = here.count + sum(presence.count for presence in self._elsewhere())
        return Watchers(count=count, names=sorted(names)[:NAMES_SHOWN])

    def here(self, people: Set[str]) -> PeerPresence:
        """Return who looks through this process, where these people have the seats."""
        known = self._here
        if known is not None and (known[0] is people or known[0] == people):
            return known[1]
        players = frozenset(watcher.player.id for watcher in self.watchers if watcher.player is not None)
        onlookers = [w for w in self.watchers if w.player is None or w.player.id not in people]
        names = tuple(sorted({w.player.name for w in onlookers if w.player is not None})[:NAMES_SHOWN])
        looking = frozenset(w.player.id for w in self.watchers if w.player is not None and w.visible)
        counted = PeerPresence(players, names, len(onlookers), 0.0, looking)
        self._here = people, counted
        return counted

    def _now_here(self) -> PeerPresence:
        """Return who looks through this process, whoever has the seats."""
        return self.here(NOBODY) if self._here is None else self._here[1]

    def hear(self, process: str, presence: PeerPresence) -> bool:
        """Take over what another process says; return whether it had said nothing before."""
        is_new = process not in self.elsewhere
        self.elsewhere[process] = presence
        return is_new

    def _elsewhere(self) -> list[PeerPresence]:
        if not self.elsewhere:
            return []
        now = time.monotonic()
        return [presence for presence in self.elsewhere.values() if presence.until > now]
