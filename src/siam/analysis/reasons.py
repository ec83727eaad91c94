"""Decide why a move is better than another: by what differs at the ends of the two lines of play.

A line is the move and what the engine expects to follow. Its end is read as the rules read it: everybody passes from
there on, every struggle is resolved as it stands, and §7 decides. Nothing here is an opinion; each claim can be
checked by replaying the two lines.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import TypeAlias

from siam.rules import (
    PASS,
    Control,
    Criterion,
    Faction,
    Move,
    Outcome,
    Pass,
    Position,
    Province,
    Seat,
    SeatVerdict,
    advance,
    camp_of,
    controller,
    decide,
    standing_controls,
    standing_outcome,
)

Line: TypeAlias = tuple[Move, ...]
_MOST_CAUSES = 2
"""A ruler that hangs on more provinces than these is told without them."""


class Horizon(Enum):
    """How many moves two lines are followed before everybody passes."""

    GAME_ENDS = "game_ends"
    LINES = "lines"
    MOVES = "moves"


@dataclass(frozen=True, slots=True)
class ProvinceGoes:
    """At the end of the better line a province goes to `control`, at the end of the other to `instead`."""

    province: Province
    control: Control
    instead: Control


@dataclass(frozen=True, slots=True)
class Rules:
    """A faction rules, or Siam is a colony (British), at the one end; `instead` at the other.

    If the provinces of `because` went as they do at the other end, and all else stood, `ruler` would not rule.
    """

    ruler: Control
    instead: Control
    because: tuple[ProvinceGoes, ...]


@dataclass(frozen=True, slots=True)
class Wins:
    """The camp of the mover wins alone at the one end, others (or nobody) at the other."""

    seats: tuple[Seat, ...]
    instead: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Leads:
    """The criterion by which the mover's camp wins at the better end, with its figure and the best of the others.

    The figures of a card criterion are ranks, as in `SeatVerdict`.
    """

    seats: tuple[Seat, ...]
    criterion: Criterion
    faction: Faction | None
    figure: int
    rival: int


@dataclass(frozen=True, slots=True)
class Gains:
    """The mover's side stands better in what counts: followers of the ruling faction, or complete sets (None)."""

    seats: tuple[Seat, ...]
    faction: Faction | None
    figure: int
    rival: int
    instead_faction: Faction | None
    instead_figure: int
    instead_rival: int


@dataclass(frozen=True, slots=True)
class KeepsCard:
    """Right after the pass the mover holds `cards`, right after a card one fewer."""

    seat: Seat
    cards: int


Claim: TypeAlias = Rules | Wins | Leads | Gains | KeepsCard


@dataclass(frozen=True, slots=True)
class Reason:
    """Why `better` is better for the mover than `instead`; an empty line means that everybody passes at once."""

    better: Line
    instead: Line
    horizon: Horizon
    claims: tuple[Claim, ...]

    @property
    def is_beside_passing(self) -> bool:
        """Whether the line is compared with everybody passing at once, not with a move that was played."""
        return not self.instead


def reason_against(position: Position, better: Line, played: Line) -> Reason | None:
    """Return why the mover should have preferred the first line to the one played, if their ends show it."""
    if not better or not played:
        raise ValueError("a line has at least one move")
    for one, other in (_alike(position, better, played), (better[:1], played[:1])):
        found = _compared(position, one, other)
        if found is not None:
            return found
    is_pass = isinstance(better[0], Pass) and not isinstance(played[0], Pass)
    return _kept_card(position, played[:1]) if is_pass else None


def reason_for(position: Position, better: Line) -> Reason | None:
    """Return what a line achieves compared with everybody passing at once; for a pass, what makes it safe."""
    if not better:
        raise ValueError("a line has at least one move")
    for one in (better, better[:1]):
        found = _compared(position, one, ())
        if found is not None:
            return found
    if not isinstance(better[0], Pass):
        return None
    standing = standing_outcome(position)
    if standing.winners != camp_of(len(position.players), position.to_move):
        return _kept_card(position, ())
    leads = _leads(standing, standing.winners)
    is_last = _end(position, better[:1]).position.is_over
    return Reason(better[:1], (), Horizon.GAME_ENDS if is_last else Horizon.MOVES, leads) if leads else None


@dataclass(frozen=True, slots=True)
class _End:
    """The position at the end of a line, and its outcome if everybody passes from there on."""

    position: Position
    outcome: Outcome

    @property
    def controls(self) -> dict[Province, Control]:
        """Who controls which province, in the order of the struggles, up to the one that ends the game."""
        return dict(zip(self.position.track, standing_controls(self.position), strict=False))

    def ending_with(self, changed: Sequence[ProvinceGoes]) -> Control:
        """Return who would rule if some provinces went the other way and all else stood."""
        position = self.position
        other = {change.province: change.instead for change in changed}
        controls = [other.get(province, _standing_control(position, province)) for province in position.track]
        courts = tuple(player.court for player in position.players)
        return decide(tuple(controls), courts, position.recency, colony_loses=False).ending


def _compared(position: Position, better: Line, instead: Line) -> Reason | None:
    """Return the advantage that a line shows at its end, if any."""
    seat = position.to_move
    camp = camp_of(len(position.players), seat)
    one, other = _end(position, better), _end(position, instead)
    claims: tuple[Claim, ...]
    if one.outcome.winners == camp and not set(camp) & set(other.outcome.winners):
        claims = (*_ruler(one, other), Wins(camp, other.outcome.winners), *_leads(one.outcome, camp))
    elif set(one.outcome.winners) & set(camp) or not set(other.outcome.winners) & set(camp):
        gains = _gains(camp, one, other)
        if not gains:
            return None
        claims = (*_ruler(one, other), *gains)
    else:
        return None
    return Reason(better, instead, _horizon(one, other, better, instead), claims)


def _horizon(one: _End, other: _End, better: Line, instead: Line) -> Horizon:
    if one.position.is_over and (other.position.is_over or not instead):
        return Horizon.GAME_ENDS
    return Horizon.MOVES if max(len(better), len(instead)) == 1 else Horizon.LINES


def _end(position: Position, line: Line) -> _End:
    for move in line:
        position = advance(position, move).position
    return _End(position, standing_outcome(position))


def _alike(position: Position, better: Line, played: Line) -> tuple[Line, Line]:
    """Cut two lines to one length, so that the same player moves last; a line that ends the game stays as it is."""
    unfinished = [len(line) for line in (better, played) if not _end(position, line).position.is_over]
    length = min(unfinished, default=None)
    return better[:length], played[:length]


def _standing_control(position: Position, province: Province) -> Control:
    control = position.controls[province]
    return controller(position.followers[province]) if control is None else control


def _ruler(one: _End, other: _End) -> tuple[Rules, ...]:
    """Return who rules instead of whom, with the smallest set of provinces that this depends on."""
    ruler, instead = one.outcome.ending, other.outcome.ending
    if ruler is instead:
        return ()
    there = other.controls
    changes = [
        ProvinceGoes(province, control, there[province])
        for province, control in one.controls.items()
        if there.get(province, control) is not control
    ]
    for count in range(1, _MOST_CAUSES + 1):
        decisive = [some for some in combinations(changes, count) if one.ending_with(some) is not ruler]
        if decisive:
            decisive.sort(key=lambda some: one.ending_with(some) is not instead)
            return (Rules(ruler, instead, decisive[0]),)
    return (Rules(ruler, instead, ()),)


def _leads(outcome: Outcome, camp: tuple[Seat, ...]) -> tuple[Leads, ...]:
    """Return the criterion that left only this camp, with the seats that it left."""
    for verdict in outcome.trail:
        if not isinstance(verdict, SeatVerdict) or not verdict.figures:
            continue
        if all(seat in camp for seats in verdict.left for seat in seats):
            rivals = [figure for seats, figure in verdict.figures if seats[0] not in camp]
            if not rivals:
                return ()
            is_earliest = verdict.criterion is Criterion.EARLIEST_LAST_CARD
            rival = min(rivals) if is_earliest else max(rivals)
            figure = next(figure for seats, figure in verdict.figures if seats in verdict.left)
            seats = tuple(sorted(seat for seats in verdict.left for seat in seats))
            return (Leads(seats, verdict.criterion, verdict.faction, figure, rival),)
    return ()


def _gains(camp: tuple[Seat, ...], one: _End, other: _End) -> tuple[Gains, ...]:
    """Return by how much the mover's side leads more, if it does; a colony is compared with a colony only."""
    if (one.outcome.ending is Control.BRITISH) is not (other.outcome.ending is Control.BRITISH):
        return ()
    if one.outcome.ending is Control.BRITISH:
        if not (one.outcome.winners and other.outcome.winners):
            return ()
        figure, rival = _sets(camp, one)
        instead_figure, instead_rival = _sets(camp, other)
        gains = Gains(camp, None, figure, rival, None, instead_figure, instead_rival)
    else:
        faction, instead = Faction(one.outcome.ending), Faction(other.outcome.ending)
        best = max(camp, key=lambda seat: one.position.players[seat].court[faction])
        figure, rival = _followers(best, camp, one, faction)
        instead_best = max(camp, key=lambda seat: other.position.players[seat].court[instead])
        instead_figure, instead_rival = _followers(instead_best, camp, other, instead)
        if best != instead_best and other.position.players[best].court[instead] != instead_figure:
            return ()  # two partners can't be told as one
        gains = Gains((best,), faction, figure, rival, instead, instead_figure, instead_rival)
    return (gains,) if gains.figure - gains.rival > gains.instead_figure - gains.instead_rival else ()


def _followers(seat: Seat, camp: tuple[Seat, ...], end: _End, faction: Faction) -> tuple[int, int]:
    players = end.position.players
    rival = max(player.court[faction] for other, player in enumerate(players) if other not in camp)
    return players[seat].court[faction], rival


def _sets(camp: tuple[Seat, ...], end: _End) -> tuple[int, int]:
    [verdict] = [one for one in end.outcome.trail if one.criterion is Criterion.MOST_SETS]
    assert isinstance(verdict, SeatVerdict)
    own = next(figure for seats, figure in verdict.figures if seats == camp)
    return own, max(figure for seats, figure in verdict.figures if seats != camp)


def _kept_card(position: Position, instead: Line) -> Reason | None:
    """Return that a pass keeps a card, unless the pass ends the game."""
    if not position.player.hand or _end(position, (PASS,)).position.is_over:
        return None
    return Reason((PASS,), instead, Horizon.MOVES, (KeepsCard(position.to_move, len(position.player.hand)),))
