"""Name the messages that a client may send over a WebSocket."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from siam.server.messages.game import SeatNumber, StepText
from siam.server.messages.tables import Key, Level, MoveText, RequestId, Strict, Version


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


ClientMessage: TypeAlias = Submit | AskSteps | Resume | Say | Look | Propose | Answer | Resign | ShowSeat | Ping
