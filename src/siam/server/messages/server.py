"""Name the messages about the server itself."""

from typing import Literal

from msgspec import Struct

from siam.rules import CardLetter
from siam.server.messages.game import State


class BotLevel(Struct):
    """A level or a style of the bots; `about` tells in one English sentence how it plays, where there is one."""

    name: str
    title: str
    about: str = ""


class Limits(Struct):
    """How long things may be."""

    name: int
    chat: int
    settings: int


class ServerFacts(Struct):
    """What a server offers; `address` is where others reach it, if they can."""

    name: str
    version: str
    rules: str
    boards: list[str]
    languages: list[str]
    levels: list[BotLevel]
    greetings: list[str]
    push_key: str | None
    mail: bool
    registration: bool
    limits: Limits
    address: str | None = None


class RulesExample(Struct):
    """A picture for a paragraph: a position, provinces that are lit, and the steps of a move on it."""

    paragraph: str
    state: State
    lit: list[str]
    steps: list[str]


class Rules(Struct):
    """The rules in a language, and pictures for some of their paragraphs."""

    language: str
    markdown: str
    examples: list[RulesExample]


class CardReach(Struct):
    """A card, and the provinces in which it can do something now."""

    card: CardLetter
    provinces: list[str]


class Reaches(Struct):
    """How far each card reaches."""

    cards: list[CardReach]


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
