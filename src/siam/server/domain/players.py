"""Decide who somebody is: guests with a name, accounts with a password, and how they want to be called."""

import unicodedata
from dataclasses import dataclass, field
from enum import Enum

from siam.ratings import FIRST_MU, FIRST_SIGMA, Rating
from siam.server.domain.passwords import is_common
from siam.server.domain.refusals import Code, Refusal

NAME_LENGTH = 24
PASSWORD_LENGTHS = range(8, 201)
DELETED_NAME = "—"
"""What is shown for who has deleted the account: it is no name that anybody can have."""


class When(Enum):
    """When a player wants to be called."""

    OFF = "off"
    AWAY = "away"
    ALWAYS = "always"
    DIGEST = "digest"


@dataclass(frozen=True, slots=True)
class NotificationSettings:
    """How a player wants to be called when it is their turn."""

    webhook_url: str | None = None
    webhook: When = When.OFF
    mail: When = When.OFF
    push: When = When.OFF


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who plays; a guest has no password.

    `names_due` says that tables and lines of chat still show a name that this player does not have any more.
    """

    id: str
    name: str
    created: float
    password_hash: str | None = None
    mail: str | None = None
    language: str | None = None
    mu: float = FIRST_MU
    sigma: float = FIRST_SIGMA
    rated_games: int = 0
    settings: str = "{}"
    notifications: NotificationSettings = field(default_factory=NotificationSettings)
    version: int = 0
    mail_verified: bool = False
    muted_until: float | None = None
    banned: bool = False
    deleted: float | None = None
    names_due: bool = False

    @property
    def is_guest(self) -> bool:
        """Whether there is no account behind the name."""
        return self.password_hash is None

    @property
    def rating(self) -> int:
        """The rating as a number people know: 1500 to begin with."""
        return Rating(self.mu, self.sigma).points


@dataclass(frozen=True, slots=True)
class Session:
    """A way in: a browser's cookie, or a program's token. Only the hash of the secret is kept."""

    id: str
    player: str
    created: float
    seen: float
    agent: str
    is_token: bool = False


def clean_name(name: str) -> str:
    """Return a name in its one spelling, or refuse it: no control characters, no blank ends, 1 to 24 long."""
    cleaned = unicodedata.normalize("NFKC", " ".join(name.split()))
    if not cleaned or len(cleaned) > NAME_LENGTH:
        raise Refusal(Code.INVALID, f"a name has 1 to {NAME_LENGTH} letters", field="name")
    if any(unicodedata.category(letter)[0] == "C" for letter in cleaned):
        raise Refusal(Code.INVALID, "a name has no control characters", field="name")
    if not any(letter.isalnum() for letter in cleaned):
        raise Refusal(Code.INVALID, "a name has at least one letter or figure", field="name")
    return cleaned


def name_key(name: str) -> str:
    """Return what makes two names the same."""
    return clean_name(name).casefold()


def check_password(password: str, name: str = "") -> None:
    """Refuse a password that is too short, absurdly long, or among the first that anybody would try."""
    if len(password) not in PASSWORD_LENGTHS:
        raise Refusal(Code.INVALID, "a password has at least 8 letters", field="password")
    if is_common(password, name):
        raise Refusal(Code.INVALID, "that password is one of the first that anybody would try", field="password")
