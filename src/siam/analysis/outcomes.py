"""Decide how an outcome is told to programs: ending, winners, and the trail of criteria with their figures."""

from typing import Any

from siam.rules import FactionVerdict, Outcome, SeatVerdict


def tell_outcome(outcome: Outcome) -> dict[str, Any]:
    """Tell an outcome as plain values; seats count from 1."""
    return {
        "ending": outcome.ending.letter,
        "winners": [seat + 1 for seat in outcome.winners],
        "trail": [_tell_verdict(verdict) for verdict in outcome.trail],
    }


def _tell_verdict(verdict: FactionVerdict | SeatVerdict) -> dict[str, Any]:
    told: dict[str, Any] = {
        "criterion": verdict.criterion.name.lower(),
        "paragraph": verdict.criterion.value.removesuffix(" tie"),
    }
    match verdict:
        case FactionVerdict(_, figures, left):
            told["figures"] = [{"faction": control.letter, "figure": figure} for control, figure in figures]
            told["left"] = [control.letter for control in left]
        case SeatVerdict(_, faction, seat_figures, seats_left):
            if faction is not None:
                told["faction"] = faction.letter
            told["figures"] = [{"seats": _seats(seats), "figure": figure} for seats, figure in seat_figures]
            told["left"] = [_seats(seats) for seats in seats_left]
    return told


def _seats(seats: tuple[int, ...]) -> list[int]:
    return [seat + 1 for seat in seats]
