"""Name the messages by which players keep each other at a distance, or tell the host."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from siam.server.messages.table_requests import Strict

PlayerId = Annotated[str, Meta(min_length=1, max_length=32)]


class BlockRequest(Strict):
    """Block a player, by the id that seats and lines of chat show."""

    player: PlayerId


class BlockedPlayer(Struct):
    """Somebody whom I have blocked."""

    id: str
    name: str
    guest: bool


class Blocks(Struct):
    """Whom I have blocked."""

    players: list[BlockedPlayer]


class ReportRequest(Strict):
    """Tell the host about a player; what they said last at the table goes with it."""

    player: PlayerId
    reason: Literal["words", "name", "cheating", "other"]
    text: Annotated[str, Meta(max_length=1000)] = ""
    table: Annotated[str, Meta(max_length=32)] | None = None
