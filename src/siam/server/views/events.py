"""Format what happened: events of a turn, entries of a log, and how much of it a watcher may still be shown."""

from collections.abc import Iterable, Sequence

from siam.rules import (
    CardPlayed,
    Event,
    FollowerPlaced,
    FollowersSwapped,
    FollowerTaken,
    GameEnded,
    Passed,
    Position,
    Seat,
    StruggleResolved,
    TilesSwapped,
)
from siam.server import messages as wire
from siam.server.domain.log import KINDS, Entry, Moved, Replaced, TakenBack
from siam.server.messages.game import (
    CardPlayedEvent,
    EventMade,
    FollowerPlacedEvent,
    FollowersSwappedEvent,
    FollowerTakenEvent,
    GameEndedEvent,
    KingPlacedEvent,
    PassedEvent,
    StruggleResolvedEvent,
    TilesSwappedEvent,
)
from siam.server.views.outcomes import outcome_made
from siam.server.views.times import iso


def entry_made(entry: Entry, turn: int, before: Position, events: Iterable[Event]) -> wire.Entry:
    """Format an entry; `before` is the position on which it happened."""
    change = entry.change
    moved = change if isinstance(change, Moved) else None
    return wire.Entry(
        version=entry.version,
        turn=turn,
        kind=KINDS[type(change)].value,
        seat=None if entry.seat is None else entry.seat + 1,
        at=iso(entry.at),
        move=moved.move if moved else None,
        auto=moved is not None and moved.auto,
        to=change.to if isinstance(change, TakenBack) else None,
        level=change.level if isinstance(change, Replaced) else None,
        events=events_made(events, before),
    )


def events_made(events: Iterable[Event], before: Position) -> list[EventMade]:
    """Format the events of a turn in order."""
    codes = before.board.codes
    made: list[EventMade] = []
    for event in events:
        match event:
            case Passed(seat):
                made.append(PassedEvent(seat + 1))
            case CardPlayed(seat, card, has_effect):
                made.append(CardPlayedEvent(seat + 1, card.letter, not has_effect))
            case TilesSwapped(moved, king):
                boxes = [before.track.index(moved) + 1, before.track.index(king) + 1]
                made.append(TilesSwappedEvent([codes[moved], codes[king]], boxes))
                made.append(KingPlacedEvent(codes[king]))
            case FollowerPlaced(faction, province):
                made.append(FollowerPlacedEvent(faction.letter, codes[province]))
            case FollowersSwapped(swap):
                made.append(
                    FollowersSwappedEvent(
                        codes[swap.left],
                        [faction.letter for faction in swap.left_given],
                        codes[swap.right],
                        [faction.letter for faction in swap.right_given],
                    )
                )
            case FollowerTaken(seat, faction, province):
                made.append(FollowerTakenEvent(seat + 1, faction.letter, codes[province]))
            case StruggleResolved(province, control, followers):
                box = before.track.index(province) + 1
                made.append(StruggleResolvedEvent(codes[province], box, control.letter, followers))
            case GameEnded(outcome):
                made.append(GameEndedEvent(outcome_made(outcome)))
    return made


def card_of(entry: wire.Entry) -> str | None:
    """Return the card that an entry played."""
    return None if entry.move is None or entry.move == "pass" else entry.move[0]


def uncovered(entries: Sequence[wire.Entry], watchers: frozenset[Seat]) -> list[wire.Entry]:
    """Keep the latest entries whose cards still lie on top of their piles, for top-only discards (§5.1).

    A watcher may look at the own pile. Entries before the latest take-back are left out: their cards went back.
    """
    kept: list[wire.Entry] = []
    covered: set[int] = set()
    for entry in reversed(entries):
        if card_of(entry) is not None and entry.seat is not None:
            if entry.seat in covered and entry.seat - 1 not in watchers:
                break
            covered.add(entry.seat)
        kept.append(entry)
        if entry.kind == "take_back":
            break
    return kept[::-1]
