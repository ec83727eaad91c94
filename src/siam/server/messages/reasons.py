"""Name the messages that say why a move is better: claims about the ends of two lines, to be put into words."""

from typing import Literal, TypeAlias

from msgspec import Struct

from siam.rules import ControlLetter, FactionLetter
from siam.server.messages.game import ProvinceCode

LeadCriterion: TypeAlias = Literal["most_of_ruling", "most_of_second", "earliest_last_card", "most_sets", "latest_card"]


class ProvinceClaim(Struct):
    """A province goes to `control` at the end of the better line, to `instead` at the end of the other."""

    province: ProvinceCode
    control: ControlLetter
    instead: ControlLetter


class ClaimStruct(Struct, tag_field="claim"):
    """Something that is true at the end of the better line and not at the end of the other."""


class RulesClaim(ClaimStruct, tag="rules"):
    """Who rules instead of whom (B: a colony), and the provinces that this hangs on."""

    ruler: ControlLetter
    instead: ControlLetter
    because: list[ProvinceClaim]


class WinsClaim(ClaimStruct, tag="wins"):
    """Who wins instead of whom."""

    seats: list[int]
    instead: list[int]


class LeadsClaim(ClaimStruct, tag="leads"):
    """The criterion that decides for the winner, with the winner's figure and the best of the others."""

    seats: list[int]
    criterion: LeadCriterion
    faction: FactionLetter | None
    figure: int
    rival: int


class GainsClaim(ClaimStruct, tag="gains"):
    """Followers of the ruling faction (or complete sets) beside the best of the others, at both ends."""

    seats: list[int]
    faction: FactionLetter | None
    figure: int
    rival: int
    instead_faction: FactionLetter | None
    instead_figure: int
    instead_rival: int


class KeepsCardClaim(ClaimStruct, tag="keeps_card"):
    """How many cards a player still holds after a pass."""

    seat: int
    cards: int


ClaimMade: TypeAlias = RulesClaim | WinsClaim | LeadsClaim | GainsClaim | KeepsCardClaim


class Reason(Struct):
    """Why the line `better` is better than `instead`, or than everybody passing at once.

    While a game runs the moves of both are left out: the replies would show what others hold.
    """

    better: list[str]
    instead: list[str]
    beside: Literal["played", "passing"]
    horizon: Literal["game_ends", "lines", "moves"]
    claims: list[ClaimMade]
