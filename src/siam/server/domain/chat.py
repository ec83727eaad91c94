"""Decide who may say what to whom (§2.2)."""

from dataclasses import dataclass
from enum import Enum

from siam.rules import Seat
from siam.server.domain.tables import ChairKind, Status, Table

GREETINGS = ("hello", "good_luck", "well_played", "thanks", "thinking", "sorry", "bye")


class Room(Enum):
    """Who hears a line: everybody, or only those who watch (until the game ends)."""

    TABLE = "table"
    WATCHERS = "watchers"


@dataclass(frozen=True, slots=True)
class ChatLine:
    """Something said: words or one of the fixed greetings."""

    n: int
    at: float
    name: str
    seat: Seat | None
    text: str | None
    greeting: str | None
    room: Room
    player: str | None = None


def may_talk(table: Table, seat: Seat | None) -> bool:
    """Return whether free text is allowed: not for players of a silent table while they play."""
    return seat is None or not (table.is_silent and table.status is Status.RUNNING)


def name_at(table: Table, player: str, name: str) -> str:
    """Return the name under which somebody speaks: players keep the one with which they sat down.

    Else a player of a silent table could tell the partner anything by taking another name and greeting.
    """
    sat_down = (chair.name for chair in table.chairs if chair.kind is ChairKind.PLAYER and chair.player == player)
    return next(filter(None, sat_down), name)


def room_of(table: Table, seat: Seat | None) -> Room:
    """Return who hears somebody: watchers of a running game talk among themselves."""
    return Room.WATCHERS if seat is None and table.status is Status.RUNNING else Room.TABLE


def hears(table: Table, room: Room, *, is_player: bool) -> bool:
    """Return whether somebody hears a room."""
    return room is Room.TABLE or not is_player or table.status is Status.FINISHED
