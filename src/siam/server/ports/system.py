"""Declare what is needed from the machine: time, ids, facts to remember, a bus, password hashing."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol, TypeVar

T = TypeVar("T")


class Clock(Protocol):
    """The time."""

    def now(self) -> float:
        """Seconds since the epoch."""
        ...

    def steady(self) -> float:
        """Seconds since some instant that nobody can set, also while the machine sleeps."""
        ...


class Ids(Protocol):
    """Ids, secrets and seeds."""

    def table_id(self) -> str:
        """A new table's id, which nobody can guess."""
        ...

    def player_id(self) -> str:
        """A new player's id."""
        ...

    def session_id(self) -> str:
        """A new session's id, by which its owner ends it."""
        ...

    def secret(self) -> str:
        """A session's secret."""
        ...

    def seed(self) -> int:
        """A seed for a deal or a bot."""
        ...


class Facts(Protocol):
    """Small facts that the server keeps about itself."""

    async def get(self, name: str) -> str | None:
        """Read a fact."""
        ...

    async def put(self, name: str, value: str) -> None:
        """Keep a fact."""
        ...

    async def settle(self, facts: Mapping[str, str]) -> dict[str, str]:
        """Keep facts that belong together unless they are there; return the stored ones, the same to every process."""
        ...


class Bus(Protocol):
    """News for the other processes; what this one publishes does not come back to it."""

    async def publish(self, message: bytes) -> None:
        """Send news; never waits long and never raises."""
        ...

    def listen(self, hear: Callable[[bytes], Awaitable[None]], catch_up: Callable[[], Awaitable[None]]) -> None:
        """Call `hear` for each piece of news, and `catch_up` whenever some may have been missed."""
        ...


class Workshop(Protocol):
    """Threads for one kind of work that takes a while."""

    async def do(self, person: str, work: Callable[..., T], *details: object) -> T:
        """Have some work done for a person; Busy if too much waits already, or too much of theirs."""
        ...


class Passwords(Protocol):
    """Password hashing, off the event loop."""

    async def hash(self, password: str, person: str) -> str:
        """Hash a password for a person; Busy if too many wait for that."""
        ...

    async def matches(self, password_hash: str | None, password: str, person: str) -> bool:
        """Check a password that a person has sent; takes as long if there is no hash; Busy if too many wait."""
        ...
