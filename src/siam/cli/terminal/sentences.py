"""Decide how the game is told: what happened in a turn, how it stands, why somebody wins, why a move won't do."""

from collections.abc import Iterator

from siam.cli.terminal.names import Cast
from siam.rules import (
    CardPlayed,
    Control,
    Criterion,
    Event,
    Faction,
    FactionVerdict,
    FollowerPlaced,
    FollowersSwapped,
    FollowerTaken,
    GameEnded,
    Illegality,
    Outcome,
    Passed,
    Position,
    SeatVerdict,
    StruggleResolved,
    TilesSwapped,
    Turn,
)
from siam.translation import Translator


def turn_sentences(cast: Cast, before: Position, turn: Turn) -> list[str]:
    """Tell a turn, one sentence for each thing that happened."""
    return [sentence for event in turn.events for sentence in _event_sentences(cast, before, event)]


def _event_sentences(cast: Cast, before: Position, event: Event) -> Iterator[str]:
    _ = cast._
    match event:
        case Passed(seat):
            yield _("{name} passes.", name=cast.player(seat))
        case CardPlayed(seat, card, has_effect):
            if has_effect:
                yield _("{name} plays {card}.", name=cast.player(seat), card=cast.card(card))
            else:
                yield _("{name} plays {card} without effect.", name=cast.player(seat), card=cast.card(card))
        case TilesSwapped(moved, king):
            yield _(
                "{first} and {second} change places on the track: boxes {a} and {b}.",
                first=cast.province(moved),
                second=cast.province(king),
                a=before.track.index(moved) + 1,
                b=before.track.index(king) + 1,
            )
            yield _("{province} gets a king marker.", province=cast.province(king))
        case FollowerPlaced(faction, province):
            yield _(
                "A {faction} follower comes to {province}.",
                faction=cast.control(faction),
                province=cast.province(province),
            )
        case FollowersSwapped(swap):
            yield _(
                "{left} gives {given} to {right} for {received}.",
                left=cast.province(swap.left),
                given=_given(cast, swap.left_given),
                right=cast.province(swap.right),
                received=_given(cast, swap.right_given),
            )
        case FollowerTaken(seat, faction, province):
            yield _(
                "{name} takes {faction} from {province}.",
                name=cast.player(seat),
                faction=cast.control(faction),
                province=cast.province(province),
            )
        case StruggleResolved(province, Control.BRITISH):
            yield _("{province} is tied: the British take it.", province=cast.province(province))
        case StruggleResolved(province, control):
            yield _("{faction} controls {province}.", faction=cast.control(control), province=cast.province(province))
        case GameEnded(outcome):
            yield outcome_sentence(cast, outcome)


def _given(cast: Cast, factions: tuple[Faction, ...]) -> str:
    """Name followers that are given together: Rama and Lao, or 2 Rama."""
    names = {cast.control(faction): factions.count(faction) for faction in factions}
    return cast.listed([f"{count} {name}" if count > 1 else name for name, count in names.items()])


def outcome_sentence(cast: Cast, outcome: Outcome) -> str:
    """Return who rules and who wins."""
    _, number = cast._, len(outcome.winners)
    faction, names = cast.control(outcome.ending), cast.listed([cast.player(seat) for seat in outcome.winners])
    colony = _.n("Siam becomes a colony: {names} wins.", "Siam becomes a colony: {names} win.", number, names=names)
    kingdom = _.n(
        "{faction} rules Siam: {names} wins.",
        "{faction} rules Siam: {names} win.",
        number,
        faction=faction,
        names=names,
    )
    return _by_ending(outcome, nobody=_("Siam becomes a colony: nobody wins."), colony=colony, kingdom=kingdom)


def standing_sentence(cast: Cast, outcome: Outcome) -> str:
    """Return what would come of it if nobody played another card."""
    _, number = cast._, len(outcome.winners)
    faction, names = cast.control(outcome.ending), cast.listed([cast.player(seat) for seat in outcome.winners])
    colony = _.n(
        "If everyone passes now: colony, {names} wins",
        "If everyone passes now: colony, {names} win",
        number,
        names=names,
    )
    kingdom = _.n(
        "If everyone passes now: {faction} rules, {names} wins",
        "If everyone passes now: {faction} rules, {names} win",
        number,
        faction=faction,
        names=names,
    )
    return _by_ending(outcome, nobody=_("If everyone passes now: colony, nobody wins"), colony=colony, kingdom=kingdom)


def _by_ending(outcome: Outcome, *, nobody: str, colony: str, kingdom: str) -> str:
    if not outcome.winners:
        return nobody
    return colony if outcome.ending is Control.BRITISH else kingdom


def trail_sentences(cast: Cast, outcome: Outcome) -> list[str]:
    """Tell every criterion that was needed, with its figures (§7)."""
    return [_verdict_sentence(cast, verdict) for verdict in outcome.trail]


def _verdict_sentence(cast: Cast, verdict: FactionVerdict | SeatVerdict) -> str:
    _ = cast._
    if isinstance(verdict, FactionVerdict):
        figures = ", ".join(f"{cast.control(control)}: {figure}" for control, figure in verdict.figures)
        left = cast.listed([cast.control(control) for control in verdict.left])
        faction = ""
    else:
        figures = ", ".join(f"{_camp(cast, seats)}: {figure}" for seats, figure in verdict.figures)
        left = cast.listed([_camp(cast, seats) for seats in verdict.left])
        faction = cast.control(verdict.faction) if isinstance(verdict.faction, Faction) else ""
    match verdict.criterion:
        case Criterion.COLONY:
            return _("The British control four provinces: Siam is a colony.")
        case Criterion.MOST_PROVINCES:
            return _("Provinces: {figures}. Ahead: {left}.", figures=figures, left=left)
        case Criterion.LATEST_PROVINCE:
            return _("Of the tied factions, this one gained a province last: {left}.", left=left)
        case Criterion.MOST_OF_RULING:
            return _(
                "{faction} rules; {faction} followers in the courts: {figures}. Ahead: {left}.",
                faction=faction,
                figures=figures,
                left=left,
            )
        case Criterion.MOST_OF_SECOND:
            return _(
                "Tied; followers of the second faction, {faction}: {figures}. Ahead: {left}.",
                faction=faction,
                figures=figures,
                left=left,
            )
        case Criterion.EARLIEST_LAST_CARD:
            return _("Still tied; the latest card lies furthest back for {left}.", left=left)
        case Criterion.MOST_SETS:
            return _("Complete sets: {figures}. Ahead: {left}.", figures=figures, left=left)
        case Criterion.LATEST_CARD:
            return _("Tied; the latest card was played by {left}.", left=left)
        case Criterion.PARTNER_WINS:
            return _("Partners win together: {left}.", left=left)
        case Criterion.NOBODY_WINS:
            return _("At this table a colony means that nobody wins.")


def _camp(cast: Cast, seats: tuple[int, ...]) -> str:
    return " + ".join(cast.player(seat) for seat in seats)


def illegality_sentence(_: Translator, reason: Illegality) -> str:
    """Return why a move may not be played."""
    match reason:
        case Illegality.GAME_OVER:
            return _("The game is over.")
        case Illegality.CARD_NOT_IN_HAND:
            return _("You do not hold this card.")
        case Illegality.WRONG_ACTION:
            return _("This card does something else.")
        case Illegality.TOO_LITTLE:
            return _("The card can do more than that, and must.")
        case Illegality.PROVINCE_CONTROLLED:
            return _("No follower may come into a province that is already controlled.")
        case Illegality.NOT_IN_SUPPLY:
            return _("The supply has no such follower left.")
        case Illegality.WRONG_FACTION:
            return _("This card calls another faction.")
        case Illegality.NOT_REACHABLE:
            return _("The province borders neither on the home of the faction nor on a province that it controls.")
        case Illegality.NO_SUCH_FOLLOWER:
            return _("No such follower stands there.")
        case Illegality.SAME_PROVINCE:
            return _("The two provinces must be different.")
        case Illegality.NOT_ADJACENT:
            return _("The two provinces must be adjacent.")
        case Illegality.WRONG_NUMBER:
            return _("A 2 vs 1 swaps two for one; one for one only if nothing else is possible.")
        case Illegality.UNDOES_LAST_SWAP:
            return _("The swap would undo the card played before.")
        case Illegality.TILE_FIXED:
            return _("This tile cannot be swapped.")
        case Illegality.NOTHING_TAKEN:
            return _("A follower must be taken.")
        case Illegality.NOT_TAKEABLE:
            return _("The follower to take is not there.")
        case Illegality.LAST_CARD_MUST_WIN:
            return _("The last card of the game may be played only to win.")
