"""Name what a table's log can hold: the log is the truth, everything else follows from it."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from siam.rules import Seat


@dataclass(frozen=True, slots=True)
class Started:
    """The game was dealt; the position as notation, under the rules of that version."""

    setup: str
    rules_version: str


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat moved; `auto` if it had no choice (no cards, or resigned)."""

    move: str
    auto: bool = False


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Everybody agreed to go back: the turn `to` is again the last one."""

    to: int


@dataclass(frozen=True, slots=True)
class Resigned:
    """A seat gave up."""


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A seat ran out of time."""


@dataclass(frozen=True, slots=True)
class Paused:
    """The clocks stand."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """The clocks run again."""


@dataclass(frozen=True, slots=True)
class Ended:
    """Everybody agreed to end the game without a winner."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """A bot of a level took over an absent player's seat."""

    level: str


@dataclass(frozen=True, slots=True)
class Returned:
    """A replaced player came back before the bot had moved, and has the seat again."""


LogChange: TypeAlias = (
    Started | Moved | TakenBack | Resigned | TimedOut | Paused | Resumed | Ended | Replaced | Returned
)


class Kind(Enum):
    """The name of each kind of change, as stored and sent."""

    START = "start"
    MOVE = "move"
    TAKE_BACK = "take_back"
    RESIGN = "resign"
    TIME = "time"
    PAUSE = "pause"
    RESUME = "resume"
    END = "end"
    REPLACE = "replace"
    RETURN = "return"


KINDS: dict[type[LogChange], Kind] = {
    Started: Kind.START,
    Moved: Kind.MOVE,
    TakenBack: Kind.TAKE_BACK,
    Resigned: Kind.RESIGN,
    TimedOut: Kind.TIME,
    Paused: Kind.PAUSE,
    Resumed: Kind.RESUME,
    Ended: Kind.END,
    Replaced: Kind.REPLACE,
    Returned: Kind.RETURN,
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's log. Versions rise by one; `key` is the sender's, for a move sent twice."""

    version: int
    seat: Seat | None
    at: float
    change: LogChange
    key: str | None = None
