"""Name the messages that processes of one server send each other over the bus."""

from typing import TypeAlias

from msgspec import Struct

from siam.server.domain.chat import ChatLine
from siam.server.messages.live import FeedMessage


class PeerStruct(Struct, tag_field="news"):
    """What one process tells all others."""


class LogGrown(PeerStruct, tag="log"):
    """A table's log has new entries in the database."""

    table: str


class TableChanged(PeerStruct, tag="table"):
    """A table's seats, status or proposals have changed in the database."""

    table: str


class TableCancelled(PeerStruct, tag="cancelled"):
    """A table is no more."""

    table: str


class LineSaid(PeerStruct, tag="said"):
    """Somebody said something at a table."""

    table: str
    line: ChatLine


class PeopleHere(PeerStruct, tag="here"):
    """Who has a table open through one process: players by id, onlookers by name; and who looks right now."""

    table: str
    process: str
    players: list[str]
    names: list[str]
    count: int
    looking: list[str]


class FeedSent(PeerStruct, tag="feed"):
    """A message for the feeds of one player, or of the lobby."""

    player: str | None
    message: FeedMessage


class SessionEnded(PeerStruct, tag="ended"):
    """A session has ended: its sockets close everywhere."""

    session: str


PeerMessage: TypeAlias = LogGrown | TableChanged | TableCancelled | LineSaid | PeopleHere | FeedSent | SessionEnded
