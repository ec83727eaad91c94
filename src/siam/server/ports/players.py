"""Declare what is needed to keep players, their sessions, and the messages that wait for them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypedDict, Unpack

from siam.server.domain.players import NotificationSettings, Player, Session


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A player's new rating after a game."""

    player: str
    mu: float
    sigma: float
    version: int
    """The player's version that the rating was computed from."""


class PlayerChanges(TypedDict, total=False):
    """The parts of a player that change; all others stay as they are stored."""

    name: str
    password_hash: str
    mail: str | None
    language: str | None
    settings: str
    notifications: NotificationSettings
    mail_verified: bool


@dataclass(frozen=True, slots=True)
class PushSubscription:
    """A browser that may be woken."""

    endpoint: str
    document: str


@dataclass(frozen=True, slots=True)
class Notification:
    """A message that waits to be delivered."""

    id: int
    player: str
    channel: str
    table_id: str | None
    version: int
    due: float
    attempts: int


class PlayerStore(Protocol):
    """Players, their sessions, and how they want to be called."""

    async def add(self, player: Player) -> None:
        """Keep a new player; Conflict if an account has that name."""
        ...

    async def change(
        self, player: Player, *, only_session: str | None = None, **changes: Unpack[PlayerChanges]
    ) -> Player:
        """Change parts of a player; return the changed one.

        Stale if it was changed since it was read, another Conflict if an account has that name. With `only_session`
        all its other sessions and tokens end with the change.
        """
        ...

    def forget(self, player_id: str) -> None:
        """Read a player anew: something else has changed it."""
        ...

    async def find(self, player_id: str) -> Player | None:
        """Find a player."""
        ...

    async def find_many(self, player_ids: Sequence[str]) -> dict[str, Player]:
        """Find several players."""
        ...

    async def by_name(self, name: str) -> Player | None:
        """Find an account by its name."""
        ...

    async def open_session(self, session: Session, secret_hash: str) -> None:
        """Keep a session."""
        ...

    async def by_secret(self, secret_hash: str) -> tuple[Session, Player] | None:
        """Find a session and its player."""
        ...

    async def touch(self, session_id: str, at: float) -> None:
        """Note that a session was used."""
        ...

    async def sessions(self, player_id: str) -> list[Session]:
        """List a player's sessions and tokens."""
        ...

    async def end_session(self, player_id: str, session_id: str) -> bool:
        """End a session; False if there is none."""
        ...

    async def rate(self, table_id: str, changes: Sequence[RatingChange], at: float) -> bool:
        """Keep new ratings once for a table; False if that was done before, Stale if a player has changed."""
        ...

    async def subscriptions(self, player_id: str) -> list[PushSubscription]:
        """List the browsers that may be woken."""
        ...

    async def subscribe(self, player_id: str, subscription: PushSubscription) -> None:
        """Remember a browser."""
        ...

    async def unsubscribe(self, player_id: str, endpoint: str) -> None:
        """Forget a browser."""
        ...

    async def queue_notification(self, notification: Notification) -> None:
        """Let a message wait."""
        ...

    async def due_notifications(self, now: float, limit: int) -> list[Notification]:
        """List messages whose time has come."""
        ...

    async def claim_notification(self, notification: Notification, until: float) -> bool:
        """Take a message on; False if another process has it."""
        ...

    async def settle_notification(self, call_id: int, *, retry_at: float | None) -> None:
        """Drop a message, or try it again later."""
        ...
