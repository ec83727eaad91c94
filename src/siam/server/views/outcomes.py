"""Spell outcomes and their trails."""

from siam.rules.endings import FactionVerdict, Outcome, SeatVerdict, Verdict, standing_outcome
from siam.rules.position import Position
from siam.server.domain.course import How, Result
from siam.server.messages.game import CriterionMade, FactionFigure, OutcomeMade, ResultMade, SeatFigure


def outcome_made(outcome: Outcome) -> OutcomeMade:
    """Spell an outcome; seats count from 1."""
    return OutcomeMade(
        ending=outcome.ending.letter,  # type: ignore[arg-type]
        winners=[seat + 1 for seat in outcome.winners],
        trail=[_criterion(verdict) for verdict in outcome.trail],
    )


def result_made(result: Result | None, position: Position) -> ResultMade | None:
    """Spell how a game ended."""
    if result is None:
        return None
    trail = outcome_made(standing_outcome(position)).trail if result.how is How.PLAYED else []
    return ResultMade(
        how=result.how.value,
        winners=[seat + 1 for seat in result.winners],
        ending=result.ending.letter if result.ending is not None else None,  # type: ignore[arg-type]
        by=None if result.by is None else result.by + 1,
        trail=trail,
    )


def _criterion(verdict: Verdict) -> CriterionMade:
    match verdict:
        case FactionVerdict(criterion=criterion, figures=figures, left=left):
            return CriterionMade(
                criterion=criterion.name.lower(),
                paragraph=criterion.value,
                faction=None,
                factions=[FactionFigure(who.letter, figure) for who, figure in figures],  # type: ignore[arg-type]
                factions_left=[who.letter for who in left],  # type: ignore[misc]
                seats=[],
                seats_left=[],
            )
        case SeatVerdict(criterion=criterion, faction=faction, figures=seat_figures, left=seats_left):
            return CriterionMade(
                criterion=criterion.name.lower(),
                paragraph=criterion.value,
                faction=None if faction is None else faction.letter,  # type: ignore[arg-type]
                factions=[],
                factions_left=[],
                seats=[SeatFigure([seat + 1 for seat in who], figure) for who, figure in seat_figures],
                seats_left=[[seat + 1 for seat in who] for who in seats_left],
            )
