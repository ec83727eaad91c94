"""Name the requests about tables: what is asked for when one is made, played at, or looked at."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from siam.server.messages.game import SeatNumber, StepText

Level: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]
PersonName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
Key: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
MoveText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
Version: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
RequestId: TypeAlias = Annotated[int, Meta(ge=-(2**53), le=2**53)] | Annotated[str, Meta(max_length=64)] | None


class Strict(Struct, forbid_unknown_fields=True):
    """A request: unknown fields are an error."""


class NoClock(Strict, tag_field="kind", tag="none"):
    """No clock."""


class LiveClock(Strict, tag_field="kind", tag="live"):
    """Time for the whole game, and an increment a move."""

    seconds: Annotated[float, Meta(ge=10, le=86_400)]
    increment: Annotated[float, Meta(ge=0, le=600)] = 0


class DaysClock(Strict, tag_field="kind", tag="days"):
    """Days a move."""

    days: Annotated[float, Meta(ge=0.25, le=60)]


Clock: TypeAlias = NoClock | LiveClock | DaysClock


class Options(Strict):
    """The options of §8; what is left out is as in the book."""

    first_player: Literal["lowest", "highest"] = "lowest"
    discards: Literal["top", "open"] = "top"
    table_talk: Literal["silent", "open"] = "silent"
    capital_last: bool = False
    colony_loses: bool = False


class MeSeat(Strict, tag_field="kind", tag="me"):
    """I sit here."""


class OpenSeat(Strict, tag_field="kind", tag="open"):
    """Anybody may sit here."""


class InvitedSeat(Strict, tag_field="kind", tag="invited"):
    """Only that player may sit here."""

    player: PersonName


class BotSeat(Strict, tag_field="kind", tag="bot"):
    """A bot sits here."""

    level: Level


class HereSeat(Strict, tag_field="kind", tag="here"):
    """Somebody at my screen sits here."""

    name: PersonName | None = None


SeatRequest: TypeAlias = MeSeat | OpenSeat | InvitedSeat | BotSeat | HereSeat
SeatArrangement: TypeAlias = OpenSeat | InvitedSeat | BotSeat | HereSeat


class TableRequest(Strict):
    """A table to be made."""

    seats: Annotated[list[SeatRequest], Meta(min_length=2, max_length=4)]
    board: Annotated[str, Meta(max_length=32)] = "siam"
    board_file: Annotated[str, Meta(max_length=100_000)] | None = None
    options: Options = field(default_factory=Options)
    clock: Clock = field(default_factory=NoClock)
    visibility: Literal["public", "link"] = "public"
    rated: bool = True
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    name: Annotated[str, Meta(max_length=60)] | None = None
    shuffle: bool = False


class MoveRequest(Strict):
    """A whole move, the version it was made on, and a key to send it twice without harm."""

    after: Version
    move: MoveText
    key: Key
    seat: SeatNumber | None = None


class StepsRequest(Strict):
    """A move in the making."""

    after: Version
    steps: Annotated[list[StepText], Meta(max_length=12)]


class StartRequest(Strict):
    """Start now; open seats become bots of this level."""

    fill: Level


class BranchRequest(Strict):
    """Play on from a turn of a finished game: my seat, and how strong the bots at the others are."""

    turn: Annotated[int, Meta(ge=0, le=10_000)]
    seat: SeatNumber
    level: Level


class RecordRequest(Strict):
    """A finished game that was played elsewhere, as it is written down (`.siam`); my seat, if I had one."""

    record: Annotated[str, Meta(min_length=1, max_length=120_000)]
    seat: SeatNumber | None = None


class ResignRequest(Strict):
    """Give up, on a shared screen for one seat."""

    seat: SeatNumber | None = None


class ProposalRequest(Strict):
    """Something that the others must agree to."""

    kind: Literal["take_back", "pause", "end", "replace"]
    seat: SeatNumber | None = None
    level: Level | None = None


class AnswerRequest(Strict):
    """Yes or no to a proposal; the proposer's no withdraws it."""

    accept: bool


class ChatRequest(Strict):
    """Words, or one of the fixed greetings."""

    text: Annotated[str, Meta(min_length=1, max_length=300)] | None = None
    greeting: Annotated[str, Meta(max_length=24)] | None = None


class TurnRequest(Strict):
    """A turn of a finished game, or none for the running one."""

    turn: Annotated[int, Meta(ge=0, le=10_000)] | None = None
