"""Declare what is needed from outside for links with secrets, letters, and the history of a player."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from siam.server.domain.links import Link
from siam.server.domain.players import Player
from siam.server.domain.tables import Table
from siam.server.ports import Listed, Message


class LinkStore(Protocol):
    """Links that let somebody do one thing; only the hashes of their secrets are kept."""

    async def keep(self, link: Link, secret_hash: str) -> None:
        """Keep a link in the place of an earlier one of the same player for the same."""
        ...

    async def find(self, secret_hash: str) -> Link | None:
        """Find a link."""
        ...

    async def take(self, secret_hash: str) -> bool:
        """Use a link up; False if somebody else was faster."""
        ...


class Letters(Protocol):
    """A way to write to a mail address."""

    async def write(self, address: str, message: Message) -> bool:
        """Send a letter: True when it is under way, False if nobody can have it; Outage if that can't be said now."""
        ...


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which finished games of a player are looked for. `visitor` sees the own ones, and of others the public ones."""

    player: str
    visitor: str | None
    since: float | None = None
    until: float | None = None
    result: str | None = None
    players: int | None = None
    opponent: str | None = None
    rated: bool | None = None


class Archive(Protocol):
    """What is kept about a player in the long run."""

    async def history(self, wanted: Wanted, before: str | None, limit: int) -> list[Listed]:
        """List finished games, newest first."""
        ...

    async def everything(self, player: str) -> dict[str, list[dict[str, Any]]]:
        """Return the rows about a player that no other method returns: chat, ratings, blocks, reports."""
        ...

    async def amend(self, table: Table) -> Table:
        """Keep a table whose names changed, whatever its status; Conflict if it is not the stored one any more."""
        ...

    async def rename_lines(self, player: str, name: str) -> None:
        """Change the name at everything that a player has said."""
        ...

    async def depart(self, player: Player, at: float) -> None:
        """Forget everything about a player but that there was one; Stale if it was changed since it was read."""
        ...

    async def names_due(self, limit: int) -> Sequence[Player]:
        """List players whose old names are still shown somewhere."""
        ...

    async def names_done(self, player: str) -> None:
        """Note that the old name of a player is shown nowhere any more."""
        ...
