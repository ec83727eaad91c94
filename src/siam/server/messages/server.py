"""Name the messages about the server itself."""

from typing import Literal

from msgspec import Struct


class LevelSeen(Struct):
    """A level of the bots."""

    name: str
    title: str


class LimitsSeen(Struct):
    """How long things may be."""

    name: int
    chat: int
    settings: int


class ServerSeen(Struct):
    """What a server offers."""

    name: str
    version: str
    rules: str
    boards: list[str]
    languages: list[str]
    levels: list[LevelSeen]
    greetings: list[str]
    push_key: str | None
    mail: bool
    registration: bool
    limits: LimitsSeen


class RulesSeen(Struct):
    """The rules in a language."""

    language: str
    markdown: str


class Health(Struct):
    """How the server is."""

    status: Literal["ok"]


class ErrorContent(Struct):
    """Why something was refused."""

    code: str
    message: str
    reason: str | None = None
    field: str | None = None


class ErrorAnswer(Struct):
    """A refusal."""

    error: ErrorContent
