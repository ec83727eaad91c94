"""Decide what needs the others' consent, and whose."""

from dataclasses import dataclass, replace
from enum import Enum

from siam.rules.seats import Seat


class ProposalKind(Enum):
    """What a player may propose."""

    TAKE_BACK = "take_back"
    PAUSE = "pause"
    END = "end"
    REPLACE = "replace"


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that happens once everybody in `waiting` has agreed; it lapses when the table moves on."""

    id: int
    kind: ProposalKind
    by: Seat
    version: int
    waiting: tuple[Seat, ...]
    seat: Seat | None = None
    level: str | None = None
    to: int | None = None


def agreed_by(proposal: Proposal, seats: tuple[Seat, ...]) -> Proposal:
    """Note that some seats have agreed."""
    return replace(proposal, waiting=tuple(seat for seat in proposal.waiting if seat not in seats))


def still_open(proposals: tuple[Proposal, ...], version: int) -> tuple[Proposal, ...]:
    """Keep those that were made on the present version."""
    return tuple(proposal for proposal in proposals if proposal.version == version)
