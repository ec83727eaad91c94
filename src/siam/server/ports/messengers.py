"""Declare what is needed to reach a player outside the page."""

from dataclasses import dataclass
from typing import Protocol

from siam.server.domain.players import Player


@dataclass(frozen=True, slots=True)
class Message:
    """What a player is told."""

    title: str
    body: str
    url: str
    table: str | None


class Messenger(Protocol):
    """A way to call a player: webhook, mail or push."""

    name: str

    async def deliver(self, player: Player, message: Message) -> bool:
        """Deliver a message: True when it arrived, False if it never will; Outage to try again."""
        ...
