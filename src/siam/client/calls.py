"""Name the requests that a program sends to a server: method, address, content, and the type of the answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from urllib.parse import quote
from uuid import uuid4

from msgspec import Struct, field

from siam.server import messages as wire
from siam.server.messages.game import State, Steps
from siam.server.messages.people import Me
from siam.server.messages.server import ServerFacts
from siam.server.messages.tables import Accepted, SeatMeta, Summaries, TableFacts, You

Answered = TypeVar("Answered")


@dataclass(frozen=True, slots=True)
class Call(Generic[Answered]):
    """A request and what its answer is; `str` stands for plain text, `None` for no content."""

    method: str
    path: str
    answer: type[Answered]
    body: Any = None


class View(Struct):
    """A table as you may see it: what a player needs of the server's `View`, and of its updates."""

    version: int
    turn: int
    you: You
    result: wire.Result | None
    state: State | None = None
    table: TableFacts | None = None
    seats: list[SeatMeta] = field(default_factory=list)


def server() -> Call[ServerFacts]:
    """Ask what the server is and offers: levels, maps, limits."""
    return Call("GET", "api/server", ServerFacts)


def guest(name: str) -> Call[Me]:
    """Come in as a guest; the client keeps the session."""
    return Call("POST", "api/session/guest", Me, {"name": name})


def make_token(name: str) -> Call[wire.NewToken]:
    """Make a token for a program; its text is told once."""
    return Call("POST", "api/me/tokens", wire.NewToken, {"name": name})


def tables(status: str = "open") -> Call[Summaries]:
    """List tables that are open, running or finished."""
    return Call("GET", f"api/tables?status={quote(status, safe='')}", Summaries)


def my_tables() -> Call[Summaries]:
    """List the tables that you sit at."""
    return Call("GET", "api/me/tables", Summaries)


def make_table(seats: Sequence[dict[str, Any]], **terms: Any) -> Call[wire.NewTable]:
    """Make a table with seats like `{"kind": "me"}`, `{"kind": "open"}` or `{"kind": "bot", "level": "3"}`."""
    return Call("POST", "api/tables", wire.NewTable, {"seats": list(seats), **terms})


def view(table: str) -> Call[View]:
    """Look at a table."""
    return Call("GET", _table(table), View)


def sit(table: str, seat: int) -> Call[View]:
    """Take a seat, counted from 1."""
    return Call("POST", f"{_table(table)}/seats/{seat:d}", View, {})


def start(table: str, fill: str) -> Call[View]:
    """Start now; open seats become bots of this level."""
    return Call("POST", f"{_table(table)}/start", View, {"fill": fill})


def steps(table: str, after: int, begun: Sequence[str]) -> Call[Steps]:
    """Ask which steps can come after those of a move that is begun; a whole move comes back as `move`."""
    return Call("POST", f"{_table(table)}/steps", Steps, {"after": after, "steps": list(begun)})


def move(table: str, after: int, text: str, *, key: str | None = None) -> Call[Accepted]:
    """Play a move on the version of the table that it was chosen for; a key plays it once, however often sent."""
    return Call("POST", f"{_table(table)}/moves", Accepted, {"after": after, "move": text, "key": key or str(uuid4())})


def resign(table: str) -> Call[None]:
    """Give up."""
    return Call("POST", f"{_table(table)}/resign", type(None), {})


def record(table: str) -> Call[str]:
    """Read the record of a finished game, in the notation."""
    return Call("GET", f"{_table(table)}/record", str)


def _table(table: str) -> str:
    return f"api/tables/{quote(table, safe='')}"
