"""Decide what needs the others' consent, and whose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType

from siam.rules import Seat
from siam.server.domain.refusals import Code, Refusal

TAKE_BACKS = 3
"""How often one person may take back in a game with other people."""

SETTLED = 16
"""How many settled proposals a table remembers: four people can settle four kinds on one version."""


class ProposalKind(Enum):
    """What a player may propose."""

    TAKE_BACK = "take_back"
    PAUSE = "pause"
    END = "end"
    REPLACE = "replace"
    RESUME = "resume"


class Consent(Enum):
    """Who must agree; bots and players who resigned are never asked."""

    EVERYBODY_ELSE = "every other person who still plays"
    EVERYBODY_ELSE_UNTIL_A_TIME = "every other person who still plays, by being at the table, or nobody after a time"
    EVERYBODY_ELSE_BUT_THE_ABSENT = "every other person who still plays, but for the one whose seat it is about"


CONSENT: Mapping[ProposalKind, Consent] = MappingProxyType(
    {
        ProposalKind.TAKE_BACK: Consent.EVERYBODY_ELSE,
        ProposalKind.PAUSE: Consent.EVERYBODY_ELSE,
        ProposalKind.END: Consent.EVERYBODY_ELSE,
        ProposalKind.REPLACE: Consent.EVERYBODY_ELSE_BUT_THE_ABSENT,
        ProposalKind.RESUME: Consent.EVERYBODY_ELSE_UNTIL_A_TIME,
    }
)


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that happens once nobody is in `waiting`, and not before `due`; it lapses when the table moves on.

    The end of a pause happens at `due` in any case: it waits for people, but not for ever.

    `seat` and `level` are for a replacement, `to` for a take-back: the turn that would be the last one again.
    """

    id: int
    kind: ProposalKind
    by: Seat
    version: int
    waiting: tuple[Seat, ...]
    seat: Seat | None = None
    level: str | None = None
    to: int | None = None
    agreed: tuple[Seat, ...] = ()
    due: float | None = None

    @property
    def content(self) -> tuple[ProposalKind, Seat | None, str | None, int | None]:
        """What is proposed: two people may propose the same."""
        return self.kind, self.seat, self.level, self.to

    @property
    def seats(self) -> frozenset[Seat]:
        """The seats that take part: the proposer's and the voters'."""
        return frozenset((self.by, *self.waiting, *self.agreed))

    def is_ready(self, now: float) -> bool:
        """Return whether everybody has agreed and the time has come; for the end of a pause one of both."""
        if self.kind is ProposalKind.RESUME:
            return not self.waiting or (self.due is not None and now >= self.due)
        return not self.waiting and (self.due is None or now >= self.due)


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a proposal: carried out, or declined or withdrawn."""

    id: int
    kind: ProposalKind
    by: Seat
    version: int
    seats: tuple[Seat, ...]
    carried_out: bool


def voters(
    kind: ProposalKind, people: Sequence[str | None], by: str, out: frozenset[Seat], seat: Seat | None
) -> tuple[Seat, ...]:
    """Return the seats that must agree. `people` says who plays each seat: nobody for a bot, one for several seats."""
    but = CONSENT[kind] is Consent.EVERYBODY_ELSE_BUT_THE_ABSENT
    absent = people[seat] if but and seat is not None else None
    return tuple(other for other, person in enumerate(people) if person not in (None, by, absent) and other not in out)


def check_content(kind: ProposalKind, seat: Seat | None, level: str | None) -> None:
    """Refuse a seat or a level beside anything but a replacement, which needs both."""
    for value, field in ((seat, "seat"), (level, "level")):
        if (value is None) is (kind is ProposalKind.REPLACE):
            meaning = "needs" if value is None else "has no"
            raise Refusal(Code.INVALID, f"the proposal {kind.value} {meaning} {field}", field=field)


def agreed_by(proposal: Proposal, seats: Sequence[Seat]) -> Proposal:
    """Return the proposal after one person, who plays these seats, has agreed."""
    said_yes = tuple(seat for seat in proposal.waiting if seat in seats)
    waiting = tuple(seat for seat in proposal.waiting if seat not in seats)
    return replace(proposal, waiting=waiting, agreed=(*proposal.agreed, *said_yes))


def settled(proposal: Proposal, *, carried_out: bool) -> Settled:
    """Return what a table remembers of a proposal that is no longer open."""
    seats = tuple(sorted(proposal.seats))
    return Settled(proposal.id, proposal.kind, proposal.by, proposal.version, seats, carried_out)


def still_open(proposals: tuple[Proposal, ...], version: int) -> tuple[Proposal, ...]:
    """Return the proposals that were made on the present version."""
    return tuple(proposal for proposal in proposals if proposal.version == version)
