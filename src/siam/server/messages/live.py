"""Name the messages that go over the WebSockets, both ways."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from siam.server.messages.game import SeatNumber, Steps, StepText
from siam.server.messages.table_requests import Key, Level, MoveText, RequestId, Strict, Version
from siam.server.messages.tables import Accepted, ChatLine, Moved, Update, View, Watchers


class Submit(Strict, tag_field="type", tag="submit"):
    """A whole move."""

    after: Version
    move: MoveText
    key: Key
    seat: SeatNumber | None = None
    id: RequestId = None


class AskSteps(Strict, tag_field="type", tag="steps"):
    """What can come next."""

    after: Version
    steps: Annotated[list[StepText], Meta(max_length=12)]
    id: RequestId = None


class Resume(Strict, tag_field="type", tag="resume"):
    """Ask for what was missed."""

    after: Version
    id: RequestId = None


class Say(Strict, tag_field="type", tag="say"):
    """Words, or a greeting."""

    text: Annotated[str, Meta(min_length=1, max_length=300)] | None = None
    greeting: Annotated[str, Meta(max_length=24)] | None = None
    id: RequestId = None


class Look(Strict, tag_field="type", tag="look"):
    """Whether the page is being looked at."""

    visible: bool
    id: RequestId = None


class Propose(Strict, tag_field="type", tag="propose"):
    """Something that the others must agree to."""

    kind: Literal["take_back", "pause", "end", "replace"]
    seat: SeatNumber | None = None
    level: Level | None = None
    id: RequestId = None


class Answer(Strict, tag_field="type", tag="answer"):
    """Yes or no to a proposal."""

    proposal: Annotated[int, Meta(ge=0, le=1_000_000)]
    accept: bool
    id: RequestId = None


class Resign(Strict, tag_field="type", tag="resign"):
    """Give up."""

    seat: SeatNumber | None = None
    id: RequestId = None


class ShowSeat(Strict, tag_field="type", tag="seat"):
    """Show another of my seats."""

    seat: SeatNumber
    id: RequestId = None


class Ping(Strict, tag_field="type", tag="ping"):
    """Ask for a sign of life."""

    id: RequestId = None


class Updates(Strict, tag_field="type", tag="updates"):
    """In which form updates are wanted: whole, or as short as a client needs that can play moves by itself."""

    form: Literal["whole", "short"]
    id: RequestId = None


ClientMessage: TypeAlias = (
    Submit | AskSteps | Resume | Say | Look | Propose | Answer | Resign | ShowSeat | Ping | Updates
)


class Refused(Struct, tag_field="type", tag="error"):
    """Why a request was refused; `re` is the id of the request."""

    code: str
    message: str
    re: int | str | None
    reason: str | UnsetType = UNSET
    field: str | UnsetType = UNSET


class Presence(Struct, tag_field="type", tag="presence"):
    """Who is here now: seat by seat, and who looks on."""

    seats: list[bool]
    watchers: Watchers


class Chat(Struct, tag_field="type", tag="chat"):
    """Somebody said something."""

    line: ChatLine


class Pong(Struct, tag_field="type", tag="pong", omit_defaults=True):
    """A sign of life."""

    re: int | str | None = None


class Bye(Struct, tag_field="type", tag="bye"):
    """The last message of a socket: the session has ended, or the host has cancelled the table."""

    reason: Literal["session_ended", "cancelled"]


class MyTurn(Struct, tag_field="type", tag="my_turn"):
    """It is my turn at a table."""

    table: str
    name: str | None
    opponents: list[str]


class MyTables(Struct, tag_field="type", tag="my_tables"):
    """The list of my tables has changed."""


class Invited(Struct, tag_field="type", tag="invited"):
    """Somebody keeps a seat for me."""

    table: str
    by: str | None


class LobbyChanged(Struct, tag_field="type", tag="lobby"):
    """The list of public tables has changed."""


ServerMessage: TypeAlias = View | Update | Moved | Steps | Accepted | Refused | Presence | Chat | Pong | Bye
FeedMessage: TypeAlias = MyTurn | MyTables | Invited | LobbyChanged | Pong | Bye
