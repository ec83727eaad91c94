"""Name the parts of a message that describe the game: positions, events, outcomes."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Raw, Struct

from siam.rules import CardLetter, ControlLetter, FactionLetter

Counts: TypeAlias = tuple[int, int, int]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=1, le=4)]
ProvinceCode: TypeAlias = str
StepText: TypeAlias = Annotated[str, Meta(max_length=8, description='"pass", "K", "R@ayu" or "ayu"')]


class FactionFigure(Struct):
    """A faction and its figure in a criterion."""

    who: ControlLetter
    figure: int


class SeatFigure(Struct):
    """A player (or a team) and their figure in a criterion."""

    who: list[int]
    figure: int


class Criterion(Struct):
    """A sentence of §7 that helped to decide: what it compared and who was left."""

    criterion: str
    paragraph: str
    faction: FactionLetter | None
    factions: list[FactionFigure]
    factions_left: list[ControlLetter]
    seats: list[SeatFigure]
    seats_left: list[list[int]]


class Outcome(Struct):
    """Who rules, who wins, and every criterion that was needed."""

    ending: ControlLetter
    winners: list[int]
    trail: list[Criterion]


class Result(Struct):
    """How a game came to its end; `ending` and `trail` only if it was played out."""

    how: Literal["played", "resignation", "time", "agreement"]
    winners: list[int]
    ending: ControlLetter | None
    by: int | None
    trail: list[Criterion]


class Box(Struct):
    """A box of the track: its tile, and who controls the province or would control it now."""

    box: int
    province: ProvinceCode
    control: ControlLetter | None
    king: bool
    followers: Counts
    majority: ControlLetter | None


class PlayerState(Struct):
    """What lies before a player, as far as the one who looks may see it."""

    seat: int
    court: Counts
    cards: int
    hand: list[CardLetter] | None
    discards: list[CardLetter]
    discarded: int
    passed: bool
    sets: int


class ClockState(Struct):
    """A player's time."""

    seat: int
    left: float
    running: bool


class Provinces(Struct):
    """How many provinces each controls."""

    R: int
    L: int
    M: int
    B: int


class State(Struct):
    """A position as somebody may see it, with everything that follows from it."""

    to_move: int | None
    since: str
    paused: bool
    contested: ProvinceCode | None
    passes: int
    track: list[Box]
    supply: Counts
    players: list[PlayerState]
    recency: list[int]
    ban: str | None
    provinces: Provinces
    standing: Outcome
    position: str | None
    clocks: list[ClockState] | None
    deadline: str | None


class EventStruct(Struct, tag_field="event"):
    """Something that happened on the board."""


class PassedEvent(EventStruct, tag="passed"):
    """A player passed."""

    seat: int


class CardPlayedEvent(EventStruct, tag="card_played"):
    """A card went onto its player's pile."""

    seat: int
    card: CardLetter
    no_effect: bool


class TilesSwappedEvent(EventStruct, tag="tiles_swapped"):
    """Two tiles changed places; `boxes` is where they lay before."""

    provinces: list[ProvinceCode]
    boxes: list[int]


class KingPlacedEvent(EventStruct, tag="king_placed"):
    """A tile got a king marker."""

    province: ProvinceCode


class FollowerPlacedEvent(EventStruct, tag="follower_placed"):
    """A follower came from the supply."""

    faction: FactionLetter
    province: ProvinceCode


class FollowersSwappedEvent(EventStruct, tag="followers_swapped"):
    """Followers of two provinces changed places."""

    left: ProvinceCode
    left_given: list[FactionLetter]
    right: ProvinceCode
    right_given: list[FactionLetter]


class FollowerTakenEvent(EventStruct, tag="follower_taken"):
    """A player took a follower into the court."""

    seat: int
    faction: FactionLetter
    province: ProvinceCode


class StruggleResolvedEvent(EventStruct, tag="struggle_resolved"):
    """A province got its controller; its followers went to the supply."""

    province: ProvinceCode
    box: int
    control: ControlLetter
    returned: Counts


class GameEndedEvent(EventStruct, tag="game_ended"):
    """The game is over."""

    outcome: Outcome


EventMade: TypeAlias = (
    PassedEvent
    | CardPlayedEvent
    | TilesSwappedEvent
    | KingPlacedEvent
    | FollowerPlacedEvent
    | FollowersSwappedEvent
    | FollowerTakenEvent
    | StruggleResolvedEvent
    | GameEndedEvent
)


class Entry(Struct):
    """A line of a table's log."""

    version: int
    turn: int
    kind: Literal["start", "move", "take_back", "resign", "time", "pause", "resume", "end", "replace", "return"]
    seat: int | None
    at: str
    move: str | None
    auto: bool
    to: int | None
    level: str | None
    events: list[EventMade]


class PlayerPreview(Struct):
    """A player in a preview."""

    seat: int
    court: Counts
    cards: int


class Preview(Struct):
    """The table with what was chosen so far carried out."""

    track: list[Box]
    supply: Counts
    players: list[PlayerPreview]
    standing: Outcome


class Part(Struct):
    """What a step of a move decides: its kind, its number among `count` such steps, and whose follower is placed."""

    kind: Literal["card", "tile", "crown", "place", "give", "receive", "take"]
    index: int
    count: int
    faction: FactionLetter | None


class Steps(Struct, tag_field="type", tag="steps"):
    """What can come next in a move in the making; `move` is set once it is whole.

    `parts` says what each step of the move decides, those to come included; `next` is the part that is asked for now.
    """

    after: int
    steps: list[str]
    legal: list[str]
    parts: list[Part]
    next: Part | None
    move: str | None
    complete: bool
    no_effect: bool
    preview: Preview | None
    re: int | str | None = None


ENCODER = msgspec.json.Encoder()


def encoded(message: object) -> Raw:
    """Encode a part of a message once, to be put into many."""
    return Raw(ENCODER.encode(message))
