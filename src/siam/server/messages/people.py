"""Name the messages about people: who they are, how they come in, how they are called."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from siam.server.messages.table_requests import PersonName, Strict

Password = Annotated[str, Meta(min_length=1, max_length=200)]
Mail = Annotated[str, Meta(max_length=200)]
WhenWire = Literal["off", "away", "always", "digest"]


class GuestRequest(Strict):
    """Come in with a name."""

    name: PersonName


class AccountRequest(Strict):
    """Make an account."""

    name: PersonName
    password: Password
    mail: Mail | None = None


class LogInRequest(Strict):
    """Come in with a password."""

    name: PersonName
    password: Password


class ChangeRequest(Strict):
    """Change something about me; an account's mail address only with the password."""

    name: PersonName | None = None
    mail: Mail | None = None
    language: Annotated[str, Meta(max_length=8)] | None = None
    password: Password | None = None


class PasswordRequest(Strict):
    """Change my password."""

    old: Password
    new: Password


class TokenRequest(Strict):
    """Make a token; the name is for me."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]


class Rating(Struct):
    """A rating and the games behind it."""

    value: int
    games: int


class Me(Struct):
    """Who I am."""

    id: str
    name: str
    guest: bool
    mail: str | None
    mail_verified: bool
    language: str | None
    rating: Rating | None


class MeAnswer(Struct):
    """Who I am, if anybody."""

    player: Me | None


class Profile(Struct):
    """An account as others see it."""

    name: str
    guest: bool
    since: str
    rating: Rating | None
    games: int
    wins: int


class Session(Struct):
    """One of my sessions."""

    id: str
    created: str
    seen: str
    agent: str
    current: bool


class Sessions(Struct):
    """My sessions."""

    sessions: list[Session]


class Token(Struct):
    """One of my tokens."""

    id: str
    name: str
    created: str


class Tokens(Struct):
    """My tokens."""

    tokens: list[Token]


class NewToken(Struct):
    """A new token, shown once."""

    id: str
    name: str
    token: str


class Webhook(Strict):
    """Where to post, and when."""

    url: Annotated[str, Meta(max_length=500)] | None = None
    when: WhenWire = "off"


class WhenOnly(Strict):
    """When to be called on this channel."""

    when: WhenWire = "off"


class Notifications(Strict):
    """How I want to be called."""

    webhook: Webhook = field(default_factory=Webhook)
    mail: WhenOnly = field(default_factory=WhenOnly)
    push: WhenOnly = field(default_factory=WhenOnly)


class ChannelRequest(Strict):
    """Try a channel."""

    channel: Literal["webhook", "mail", "push"]


class Sent(Struct):
    """It arrived."""

    sent: bool


class PushKeys(Struct):
    """The browser's keys."""

    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]


class PushRequest(Struct):
    """A browser's push subscription, as it gives it."""

    endpoint: Annotated[str, Meta(min_length=8, max_length=1000)]
    keys: PushKeys


class EndpointRequest(Struct):
    """A push subscription to forget."""

    endpoint: Annotated[str, Meta(max_length=1000)]
