"""Give the services a real clock, real chance and real password hashing."""

import secrets
import time
from typing import TYPE_CHECKING

from siam.server.adapters.workshop import Workshop

if TYPE_CHECKING:
    from argon2 import PasswordHasher

STEADY: int | None = getattr(time, "CLOCK_BOOTTIME", None)
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that looks like something else


class SystemClock:
    """The machine's time at the start, continued by a clock that nobody can set.

    Whoever turns the machine's clock back gives nobody an hour to think, and takes none by turning it on.
    """

    def __init__(self) -> None:
        self._began = time.time() - self.steady()

    def now(self) -> float:
        """Seconds since the epoch."""
        return self._began + self.steady()

    def steady(self) -> float:
        """Seconds since the machine was started, also those in which it slept."""
        return time.clock_gettime(STEADY) if STEADY is not None else time.monotonic()


class SystemIds:
    """Ids and seeds from the machine's random numbers."""

    def table_id(self) -> str:
        """Twelve letters: nobody finds a table by guessing."""
        return _letters(12)

    def player_id(self) -> str:
        """A player's id."""
        return "p_" + _letters(12)

    def session_id(self) -> str:
        """A session's id."""
        return _letters(12)

    def secret(self) -> str:
        """A session's secret of 256 bits."""
        return secrets.token_urlsafe(32)

    def seed(self) -> int:
        """A seed."""
        return secrets.randbits(52)


def _letters(count: int) -> str:
    """Draw letters by chance, all from one number."""
    number = secrets.randbits(5 * count + 64)
    letters = []
    for _ in range(count):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters)


THREADS = 2
WAITING = 500
"""Passwords that are hashed at a time, and that may wait for it."""


class Argon2:
    """Password hashing in two threads, so that nobody's log-in stops a game; people take turns."""

    def __init__(self, *, cheap: bool = False) -> None:
        self._cheap = cheap
        self._shop = Workshop("argon2", THREADS, waiting=WAITING)
        self._made: PasswordHasher | None = None
        self._decoy: str | None = None

    @property
    def _hasher(self) -> "PasswordHasher":
        if self._made is None:
            from argon2 import PasswordHasher  # not needed before somebody has an account

            self._made = PasswordHasher(1, 8, 1) if self._cheap else PasswordHasher()
        return self._made

    async def hash(self, password: str, person: str) -> str:
        """Hash a password."""
        return await self._shop.do(person, self._hash, password)

    async def matches(self, password_hash: str | None, password: str, person: str) -> bool:
        """Check a password; without an account a decoy takes as long."""
        return await self._shop.do(person, self._matches, password_hash, password)

    def _hash(self, password: str) -> str:
        return self._hasher.hash(password)

    def _matches(self, password_hash: str | None, password: str) -> bool:
        from argon2.exceptions import Argon2Error, InvalidHashError

        if password_hash is None and self._decoy is None:
            self._decoy = self._hasher.hash(secrets.token_urlsafe(16))
        try:
            matched = self._hasher.verify(password_hash or self._decoy or "", password)
        except (Argon2Error, InvalidHashError):
            return False
        return matched and password_hash is not None
