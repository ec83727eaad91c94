"""Say in a sentence why a move is better."""

from siam.analysis.reasons import Claim, Gains, Horizon, KeepsCard, Leads, ProvinceGoes, Reason, Rules, Wins
from siam.cli.terminal.names import Cast
from siam.rules import Control, Criterion, Seat


def reason_sentence(cast: Cast, reason: Reason) -> str:
    """Return a reason as one sentence."""
    _ = cast._
    match reason.claims:
        case (KeepsCard(seat, cards),):
            return _(
                "{name} keeps a card: {cards} in hand instead of {fewer}.",
                name=cast.player(seat),
                cards=cards,
                fewer=cards - 1,
            )
    claims = "; ".join(_clause(cast, claim) for claim in reason.claims)
    if reason.is_beside_passing and not all(isinstance(claim, Leads) for claim in reason.claims):
        return _beside_passing(cast, reason.horizon, claims)
    match reason.horizon:
        case Horizon.GAME_ENDS:
            return _("When the game ends by the best line: {claims}.", claims=claims)
        case Horizon.LINES:
            return _("If everyone passes at the end of the best line: {claims}.", claims=claims)
        case Horizon.MOVES:
            return _("If everyone passes right after it: {claims}.", claims=claims)


def _beside_passing(cast: Cast, horizon: Horizon, claims: str) -> str:
    _ = cast._
    match horizon:
        case Horizon.GAME_ENDS:
            return _("When the game ends by the best line instead of everyone passing now: {claims}.", claims=claims)
        case Horizon.LINES:
            return _("If everyone passes at the end of the best line instead of now: {claims}.", claims=claims)
        case Horizon.MOVES:
            return _("If everyone passes right after it instead of now: {claims}.", claims=claims)


def _clause(cast: Cast, claim: Claim) -> str:
    match claim:
        case Rules():
            return _ruler_clause(cast, claim)
        case Wins(seats, instead):
            return _win_clause(cast, seats, instead)
        case Leads():
            return _lead_clause(cast, claim)
        case Gains():
            return _gain_clause(cast, claim)
        case KeepsCard():
            raise ValueError("a kept card is told alone")


def _ruler_clause(cast: Cast, claim: Rules) -> str:
    _ = cast._
    if claim.ruler is Control.BRITISH:
        ruler = _("Siam becomes a colony instead of a kingdom ruled by {other}", other=cast.control(claim.instead))
    elif claim.instead is Control.BRITISH:
        ruler = _("{faction} rules and Siam does not become a colony", faction=cast.control(claim.ruler))
    else:
        ruler = _(
            "{faction} rules instead of {other}", faction=cast.control(claim.ruler), other=cast.control(claim.instead)
        )
    if not claim.because:
        return ruler
    causes = cast.listed([_province_clause(cast, change) for change in claim.because])
    return _("{causes}, so {ruler}", causes=causes, ruler=ruler)


def _province_clause(cast: Cast, change: ProvinceGoes) -> str:
    _ = cast._
    province = cast.province(change.province)
    control, other = cast.control(change.control), cast.control(change.instead)
    if change.control is Control.BRITISH:
        return _("{province} goes to the British instead of {other}", province=province, other=other)
    if change.instead is Control.BRITISH:
        return _("{province} goes to {control} instead of the British", province=province, control=control)
    return _("{province} goes to {control} instead of {other}", province=province, control=control, other=other)


def _win_clause(cast: Cast, seats: tuple[Seat, ...], instead: tuple[Seat, ...]) -> str:
    _ = cast._
    if not instead:
        return _("the win goes to {names} instead of nobody", names=_names(cast, seats))
    return _("the win goes to {names} instead of {others}", names=_names(cast, seats), others=_names(cast, instead))


def _lead_clause(cast: Cast, claim: Leads) -> str:
    _ = cast._
    names, figure, rival = _names(cast, claim.seats), claim.figure, claim.rival
    faction = "" if claim.faction is None else cast.control(claim.faction)
    match claim.criterion:
        case Criterion.MOST_OF_SECOND:
            return _(
                "tied, then followers of the second faction, {faction}: {figure} to {rival} for {names}",
                faction=faction,
                figure=figure,
                rival=rival,
                names=names,
            )
        case Criterion.EARLIEST_LAST_CARD:
            return _("tied, then the latest card furthest back: {names}", names=names)
        case Criterion.MOST_SETS:
            return _("complete sets: {figure} to {rival} for {names}", figure=figure, rival=rival, names=names)
        case Criterion.LATEST_CARD:
            return _("tied, then the latest card of all: {names}", names=names)
        case _other:
            return _(
                "{faction} followers: {figure} to {rival} for {names}",
                faction=faction,
                figure=figure,
                rival=rival,
                names=names,
            )


def _gain_clause(cast: Cast, claim: Gains) -> str:
    _ = cast._
    names, figure, rival = _names(cast, claim.seats), claim.figure, claim.rival
    less, more = claim.instead_figure, claim.instead_rival
    if claim.faction is None or claim.instead_faction is None:
        return _(
            "complete sets: {figure} to {rival} for {names} instead of {less} to {more}",
            figure=figure,
            rival=rival,
            names=names,
            less=less,
            more=more,
        )
    faction, other = cast.control(claim.faction), cast.control(claim.instead_faction)
    if claim.faction is claim.instead_faction:
        return _(
            "{faction} followers: {figure} to {rival} for {names} instead of {less} to {more}",
            faction=faction,
            figure=figure,
            rival=rival,
            names=names,
            less=less,
            more=more,
        )
    return _(
        "{faction} followers: {figure} to {rival} for {names} instead of {other} followers: {less} to {more}",
        faction=faction,
        figure=figure,
        rival=rival,
        names=names,
        other=other,
        less=less,
        more=more,
    )


def _names(cast: Cast, seats: tuple[Seat, ...]) -> str:
    return cast.listed([cast.player(seat) for seat in seats])
