"""Format the reasons for a move."""

from typing import cast

from siam.analysis.reasons import Claim, Gains, KeepsCard, Leads, Line, Reason, Rules, Wins
from siam.notation import format_move
from siam.rules import Board, Faction, FactionLetter, Seat
from siam.server import messages as wire
from siam.server.messages.reasons import (
    ClaimMade,
    GainsClaim,
    KeepsCardClaim,
    LeadCriterion,
    LeadsClaim,
    ProvinceClaim,
    RulesClaim,
    WinsClaim,
)


def reason_made(board: Board, reason: Reason | None) -> wire.Reason | None:
    """Format a reason, if there is one; seats count from 1."""
    if reason is None:
        return None
    return wire.Reason(
        better=_moves(board, reason.better),
        instead=_moves(board, reason.instead),
        beside="passing" if reason.is_beside_passing else "played",
        horizon=reason.horizon.value,
        claims=[_claim(board, claim) for claim in reason.claims],
    )


def _moves(board: Board, line: Line) -> list[str]:
    return [format_move(board, move) for move in line]


def _claim(board: Board, claim: Claim) -> ClaimMade:
    match claim:
        case Rules(ruler, instead, because):
            changes = [
                ProvinceClaim(board.provinces[one.province].code, one.control.letter, one.instead.letter)
                for one in because
            ]
            return RulesClaim(ruler.letter, instead.letter, changes)
        case Wins(seats, instead_seats):
            return WinsClaim(_seats(seats), _seats(instead_seats))
        case Leads(seats, criterion, faction, figure, rival):
            name = cast("LeadCriterion", criterion.name.lower())
            return LeadsClaim(_seats(seats), name, _letter(faction), figure, rival)
        case Gains():
            return GainsClaim(
                seats=_seats(claim.seats),
                faction=_letter(claim.faction),
                figure=claim.figure,
                rival=claim.rival,
                instead_faction=_letter(claim.instead_faction),
                instead_figure=claim.instead_figure,
                instead_rival=claim.instead_rival,
            )
        case KeepsCard(seat, cards):
            return KeepsCardClaim(seat + 1, cards)


def _seats(seats: tuple[Seat, ...]) -> list[int]:
    return [seat + 1 for seat in seats]


def _letter(faction: Faction | None) -> FactionLetter | None:
    return None if faction is None else faction.letter
