"""Check the claims of a reason by the rules alone: replay both lines, let everybody pass, and count what is there.

Nothing of `siam.analysis` decides here: its types are read, and every figure is counted anew.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from siam.analysis.reasons import Claim, Gains, Horizon, KeepsCard, Leads, ProvinceGoes, Reason, Rules, Wins
from siam.rules import PASS, Control, Criterion, Faction, Move, Pass, Position, Province, Seat, outcome, play

BRITISH_COLONY = 4


@dataclass(frozen=True, slots=True)
class Final:
    """A line played by the rules, then passes until the game is over."""

    reached: Position
    over: Position

    @property
    def controls(self) -> dict[Province, Control]:
        """Who got what, of the provinces whose struggle took place."""
        return {
            province: control for province in self.over.track if (control := self.over.controls[province]) is not None
        }

    @property
    def ending(self) -> Control:
        found = outcome(self.over)
        assert found
        return found.ending

    @property
    def winners(self) -> tuple[Seat, ...]:
        found = outcome(self.over)
        assert found
        return found.winners


def replayed(position: Position, line: tuple[Move, ...]) -> Final:
    """Play a line move by move, each checked by the rules, then pass to the end."""
    for move in line:
        position = play(position, move).position
    reached = position
    while not position.is_over:
        position = play(position, PASS).position
    return Final(reached, position)


def falsehoods(position: Position, reason: Reason) -> list[str]:
    """List what is not true of a reason, or does not speak for the better line."""
    one, other = replayed(position, reason.better), replayed(position, reason.instead)
    found = [] if reason.claims else ["says nothing"]
    if reason.horizon is not _horizon(reason, one, other):
        found.append("another horizon")
    if len(reason.instead) not in (0, len(reason.better)) and not (one.reached.is_over or other.reached.is_over):
        found.append("lines of different length")
    for claim in reason.claims:
        found += _falsehoods(position, reason, claim, one, other)
    return found


def _horizon(reason: Reason, one: Final, other: Final) -> Horizon:
    if one.reached.is_over and (other.reached.is_over or not reason.instead):
        return Horizon.GAME_ENDS
    return Horizon.MOVES if len(reason.better) == 1 and len(reason.instead) <= 1 else Horizon.LINES


def _falsehoods(position: Position, reason: Reason, claim: Claim, one: Final, other: Final) -> Iterator[str]:
    team = _team(position, position.to_move)
    match claim:
        case Rules(ruler, instead, because):
            if ruler != one.ending or instead != other.ending or ruler == instead:
                yield "another ruler"
            for change in because:
                if one.controls.get(change.province) != change.control:
                    yield "the province goes elsewhere"
                if other.controls.get(change.province) != change.instead or change.control == change.instead:
                    yield "the province goes elsewhere in the other line"
            if because and _ruler_with(one.over, because) == ruler:
                yield "the provinces do not decide who rules"
        case Wins(seats, instead_seats):
            if seats != team or one.winners != seats:
                yield "somebody else wins"
            if other.winners != instead_seats or set(seats) & set(instead_seats):
                yield "somebody else wins the other line"
        case Leads(seats):
            if one.winners != team or not seats or not set(seats) <= set(team):
                yield "the camp of the mover does not win"
            yield from _lead_falsehoods(one, team, claim)
        case Gains(seats, faction, figure, rival, instead_faction, instead_figure, instead_rival):
            if not seats or not set(seats) <= set(team) or (faction is None and seats != team):
                yield "somebody else gains"
            if (figure, rival) != _figures(one, team, seats, faction):
                yield "other figures"
            if (instead_figure, instead_rival) != _figures(other, team, seats, instead_faction):
                yield "other figures in the other line"
            if figure - rival <= instead_figure - instead_rival:
                yield "nothing is gained"
        case KeepsCard(seat, cards):
            if seat != position.to_move or cards != len(position.players[seat].hand) or not cards:
                yield "other cards in hand"
            if not isinstance(reason.better[0], Pass) or any(isinstance(move, Pass) for move in reason.instead[:1]):
                yield "no card is kept"


def _team(position: Position, seat: Seat) -> tuple[Seat, ...]:
    return tuple(sorted({seat, (seat + 2) % 4})) if len(position.players) == 4 else (seat,)


def _ruler_with(over: Position, changes: tuple[ProvinceGoes, ...]) -> Control:
    """Count the provinces anew with some of them gone the other way (§6.1, §6.2, §6.4, §7.1)."""
    other = {change.province: change.instead for change in changes}
    counts, latest = dict.fromkeys(Control, 0), dict.fromkeys(Control, 0)
    for box, province in enumerate(over.track):
        control = other.get(province, over.controls[province])
        if control is None:
            most = max(over.followers[province])
            leaders = [faction for faction in Faction if over.followers[province][faction] == most]
            control = Control(leaders[0]) if len(leaders) == 1 else Control.BRITISH
        counts[control] += 1
        latest[control] = box
    if counts[Control.BRITISH] >= BRITISH_COLONY:
        return Control.BRITISH
    return max((Control(faction) for faction in Faction), key=lambda control: (counts[control], latest[control]))


def _lead_falsehoods(end: Final, team: tuple[Seat, ...], claim: Leads) -> Iterator[str]:
    """Thin the seats out by the paragraphs before the one claimed, then compare by that one (§7.3, §7.4)."""
    players = range(len(end.over.players))
    courts = [player.court for player in end.over.players]
    ranks = {seat: end.over.recency.index(seat) + 1 if seat in end.over.recency else 0 for seat in players}
    if (end.ending is Control.BRITISH) != (claim.criterion in (Criterion.MOST_SETS, Criterion.LATEST_CARD)):
        yield "another ending"
        return
    if end.ending is Control.BRITISH:
        sets = {seats: _sets(end, seats) for seats in {_team(end.over, seat) for seat in players}}
        if claim.criterion is Criterion.LATEST_CARD:
            tied = [seats for seats, count in sets.items() if count == max(sets.values())]
            sets = {seats: max(ranks[seat] for seat in seats) for seats in tied}
        yield from _comparison(sets, team, claim, least=False)
        return
    ranked = _ranked(end)
    left, criteria = list(players), [Criterion.MOST_OF_RULING, Criterion.MOST_OF_SECOND][: len(ranked)]
    for criterion, faction in zip(criteria, ranked, strict=False):
        if claim.criterion is criterion:
            if claim.faction != faction:
                yield "another faction"
            yield from _comparison({(seat,): courts[seat][faction] for seat in left}, team, claim, least=False)
            return
        most = max(courts[seat][faction] for seat in left)
        left = [seat for seat in left if courts[seat][faction] == most]
    yield from _comparison({(seat,): ranks[seat] for seat in left}, team, claim, least=True)


def _comparison(
    figures: dict[tuple[Seat, ...], int], team: tuple[Seat, ...], claim: Leads, *, least: bool
) -> Iterator[str]:
    own = {seats: figure for seats, figure in figures.items() if set(seats) <= set(team)}
    rivals = [figure for seats, figure in figures.items() if not set(seats) <= set(team)]
    if not own or not rivals:
        yield "the criterion is not needed"
        return
    best, rival = (min(own.values()), min(rivals)) if least else (max(own.values()), max(rivals))
    ahead = sorted(seat for seats, figure in own.items() if figure == best for seat in seats)
    if (claim.figure, claim.rival, claim.seats) != (best, rival, tuple(ahead)):
        yield "other figures lead"
    if (best >= rival) if least else (best <= rival):
        yield "nobody leads by it"


def _ranked(end: Final) -> list[Faction]:
    """Rank the factions that have a province: the most first, of tied ones the latest (§7.1, §7.2)."""
    held = [control for province in end.over.track if (control := end.controls.get(province)) is not None]
    having = [faction for faction in Faction if Control(faction) in held]
    return sorted(having, key=lambda faction: (-held.count(Control(faction)), held[::-1].index(Control(faction))))


def _figures(end: Final, team: tuple[Seat, ...], seats: tuple[Seat, ...], faction: Faction | None) -> tuple[int, int]:
    """Count what decides at an end: sets in a colony, else followers of the faction that rules; (-1, -1) if neither."""
    players = range(len(end.over.players))
    if faction is None:
        if end.ending is not Control.BRITISH:
            return -1, -1
        others = {_team(end.over, seat) for seat in players if seat not in team}
        return _sets(end, seats), max(_sets(end, other) for other in others)
    if end.ending is not Control(faction):
        return -1, -1
    [seat] = seats
    courts = [player.court[faction] for player in end.over.players]
    if courts[seat] != max(courts[mate] for mate in team):
        return -1, -1
    return courts[seat], max(courts[rival] for rival in players if rival not in team)


def _sets(end: Final, seats: tuple[Seat, ...]) -> int:
    return min(sum(end.over.players[seat].court[faction] for seat in seats) for faction in Faction)
