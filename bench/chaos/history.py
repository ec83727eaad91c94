"""The history of a round: everything that people asked for, were answered and saw, each with its begin and end.

Instants are seconds of the machine's steady clock, which all processes on it share. A deed is one thing that somebody
wanted; it may take several tries. A try that broke off may or may not have been carried out: its result is unknown.
"""

from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import Path
from typing import TypeAlias

import msgspec


class Result(Enum):
    """What came of a try: carried out, turned down, nobody knows, or an answer that no server may give."""

    DONE = "done"
    REFUSED = "refused"
    UNKNOWN = "unknown"
    BROKEN = "broken"


class Wish(msgspec.Struct, frozen=True, tag_field="kind"):
    """What somebody wants."""


class Enter(Wish, frozen=True, tag="enter"):
    """A session as a guest."""


class Make(Wish, frozen=True, tag="make"):
    """A table with so many seats, on the first of which one sits."""

    seats: int


class Cancel(Wish, frozen=True, tag="cancel"):
    """One's own table to be gone before its game."""


class Take(Wish, frozen=True, tag="take"):
    """A seat, counted from 1."""

    seat: int


class Leave(Wish, frozen=True, tag="leave"):
    """To stand up from a seat before the game."""

    seat: int


class Submit(Wish, frozen=True, tag="submit"):
    """To play a move on a version, under a key."""

    after: int
    move: str
    key: str


class AskSteps(Wish, frozen=True, tag="steps"):
    """To know what can follow some steps on a version."""

    after: int
    steps: tuple[str, ...]


class Say(Wish, frozen=True, tag="say"):
    """To be heard with a text that nobody else says."""

    text: str


class Propose(Wish, frozen=True, tag="propose"):
    """The others' consent to something, on the version that was seen."""

    what: str
    version: int


class Answer(Wish, frozen=True, tag="answer"):
    """To say yes or no to a proposal that was seen on a version."""

    proposal: int
    what: str
    version: int
    accept: bool


class Resign(Wish, frozen=True, tag="resign"):
    """To give up."""


class Resume(Wish, frozen=True, tag="resume"):
    """The end of a pause."""


AnyWish: TypeAlias = Enter | Make | Cancel | Take | Leave | Submit | AskSteps | Say | Propose | Answer | Resign | Resume


class Answered(msgspec.Struct, frozen=True):
    """What an answer said, as far as the checker wants to know."""

    id: str = ""
    """Of the player who entered, or of the table that was made."""
    version: int = 0
    turn: int = 0
    proposal: int = 0
    legal: tuple[str, ...] = ()
    move: str | None = None


class Try(msgspec.Struct, frozen=True):
    """One try: through which worker, from when to when, and what came of it."""

    worker: int
    begin: float
    end: float
    result: Result
    code: str = ""
    answered: Answered = Answered()


class Deed(msgspec.Struct, frozen=True, tag="deed"):
    """Something that a player wanted at a table, and all tries of it."""

    who: str
    player: str
    table: str
    wish: AnyWish
    tries: tuple[Try, ...]

    @property
    def begin(self) -> float:
        """When it was asked for first."""
        return min(each.begin for each in self.tries)

    @property
    def end(self) -> float:
        """When it was known to be done; never, if it is not known."""
        return min((each.end for each in self.tries if each.result is Result.DONE), default=float("inf"))

    @property
    def done(self) -> tuple[Try, ...]:
        """The tries that were answered with a yes."""
        return tuple(each for each in self.tries if each.result is Result.DONE)

    @property
    def is_refused(self) -> bool:
        """Whether it was turned down, so that it must not have happened."""
        return any(each.result is Result.REFUSED for each in self.tries)


class LoggedEntry(msgspec.Struct, frozen=True):
    """An entry of a table's log as somebody saw it."""

    version: int
    turn: int
    kind: str
    seat: int | None
    at: str
    move: str | None = None
    auto: bool = False
    to: int | None = None


class ClockSeen(msgspec.Struct, frozen=True):
    """A seat's time as it was shown."""

    left: float
    running: bool


class Offer(msgspec.Struct, frozen=True):
    """An open proposal as it was shown."""

    id: int
    kind: str
    by: int
    waiting: tuple[int, ...] = ()


class Sight(msgspec.Struct, frozen=True, tag="sight"):
    """A table as somebody saw it, asked for (with its begin) or told through a socket (without)."""

    who: str
    player: str
    table: str
    worker: int
    socket: int
    end: float
    version: int
    turn: int
    status: str
    begin: float | None = None
    asked_after: int | None = None
    since_version: int | None = None
    position: str | None = None
    to_move: int | None = None
    since: str | None = None
    deadline: str | None = None
    paused: bool = False
    clocks: tuple[ClockSeen, ...] | None = None
    how: str | None = None
    winners: tuple[int, ...] = ()
    legal: tuple[str, ...] = ()
    offers: tuple[Offer, ...] = ()
    log: tuple[LoggedEntry, ...] = ()
    seats: tuple[str | None, ...] | None = None


class Heard(msgspec.Struct, frozen=True, tag="heard"):
    """A line of chat that somebody heard through a socket, or read in a view."""

    who: str
    table: str
    socket: int
    end: float
    n: int
    text: str
    player: str


class Listed(msgspec.Struct, frozen=True, tag="listed"):
    """A table as a list showed it."""

    table: str
    begin: float
    end: float
    worker: int
    status: str
    version: int
    turn: int
    to_move: int | None


class Last(msgspec.Struct, frozen=True, tag="last"):
    """The version and the line of chat that a socket showed last, after everything had come to rest."""

    who: str
    player: str
    table: str
    worker: int
    socket: int
    version: int
    line: int


Event: TypeAlias = Deed | Sight | Heard | Listed | Last

ENCODER = msgspec.json.Encoder()
DECODER: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


class Writer:
    """Writes a history into a file, event by event."""

    def __init__(self, file: Path) -> None:
        self._file = file.open("ab")

    def note(self, event: Event) -> None:
        """Write an event down."""
        self._file.write(ENCODER.encode(event) + b"\n")

    def close(self) -> None:
        """Make sure that everything is on paper."""
        self._file.close()


def read_histories(files: Iterable[Path]) -> Iterator[Event]:
    """Yield the events of several histories, file by file."""
    for path in files:
        with path.open("rb") as lines:
            for line in lines:
                yield DECODER.decode(line)
