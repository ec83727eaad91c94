"""Format outcomes and their trails."""

from functools import lru_cache

from siam.rules import (
    Control,
    FactionVerdict,
    Followers,
    Outcome,
    Position,
    Seat,
    SeatVerdict,
    Verdict,
    decide,
    standing_controls,
)
from siam.server import messages as wire
from siam.server.domain.live_game import How, Result
from siam.server.messages.game import FactionFigure, SeatFigure


def standing_made(position: Position) -> wire.Outcome:
    """Format the outcome if everybody passes from here on. It stays the same while they do, so it is remembered."""
    courts = tuple([player.court for player in position.players])
    return _decided(standing_controls(position), courts, position.recency, position.options.colony_loses)


@lru_cache(maxsize=512)
def _decided(
    controls: tuple[Control, ...], courts: tuple[Followers, ...], recency: tuple[Seat, ...], colony_loses: bool
) -> wire.Outcome:
    return outcome_made(decide(controls, courts, recency, colony_loses=colony_loses))


def outcome_made(outcome: Outcome) -> wire.Outcome:
    """Format an outcome; seats count from 1."""
    return wire.Outcome(
        ending=outcome.ending.letter,
        winners=[seat + 1 for seat in outcome.winners],
        trail=[_criterion(verdict) for verdict in outcome.trail],
    )


def result_made(result: Result | None, position: Position) -> wire.Result | None:
    """Format how a game ended."""
    if result is None:
        return None
    trail = standing_made(position).trail if result.how is How.PLAYED else []
    return wire.Result(
        how=result.how.value,
        winners=[seat + 1 for seat in result.winners],
        ending=result.ending.letter if result.ending is not None else None,
        by=None if result.by is None else result.by + 1,
        trail=trail,
    )


def _criterion(verdict: Verdict) -> wire.Criterion:
    match verdict:
        case FactionVerdict(criterion=criterion, figures=figures, left=left):
            return wire.Criterion(
                criterion=criterion.name.lower(),
                paragraph=criterion.value,
                faction=None,
                factions=[FactionFigure(who.letter, figure) for who, figure in figures],
                factions_left=[who.letter for who in left],
                seats=[],
                seats_left=[],
            )
        case SeatVerdict(criterion=criterion, faction=faction, figures=seat_figures, left=seats_left):
            return wire.Criterion(
                criterion=criterion.name.lower(),
                paragraph=criterion.value,
                faction=None if faction is None else faction.letter,
                factions=[],
                factions_left=[],
                seats=[SeatFigure([seat + 1 for seat in who], figure) for who, figure in seat_figures],
                seats_left=[[seat + 1 for seat in who] for who in seats_left],
            )
