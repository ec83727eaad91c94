"""Name the messages about an account as a whole: ways back in, everything that is known, the end of it."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from siam.server.messages.people import Me, Notifications, Password, Session, Token
from siam.server.messages.table_requests import PersonName, Strict
from siam.server.messages.tables import Summary

Key = Annotated[str, Meta(min_length=1, max_length=100)]


class ForgottenRequest(Strict):
    """Ask for a link for a new password, by mail."""

    name: PersonName


class NewPasswordRequest(Strict):
    """Choose a new password by a link."""

    key: Key
    password: Password


class KeyRequest(Strict):
    """Use a link."""

    key: Key


class SeatLink(Struct):
    """The link to a guest's own seat; it is shown once, and a new one makes the one before void."""

    url: str


class SeatAgain(Struct):
    """A guest who came back by the link of a seat."""

    player: Me
    table: str


class DeletionRequest(Strict):
    """Delete my account; guests have no password."""

    password: Password | None = None


class Export(Struct):
    """Everything that the server knows about me."""

    player: Me
    created: str
    settings: dict[str, Any]
    notifications: Notifications
    sessions: list[Session]
    tokens: list[Token]
    tables: list[Summary]
    lines: list[dict[str, Any]]
    ratings: list[dict[str, Any]]
    visits: list[dict[str, Any]]
    browsers: list[dict[str, Any]]
    waiting_calls: list[dict[str, Any]]
    blocked: list[dict[str, Any]]
    reports: list[dict[str, Any]]
