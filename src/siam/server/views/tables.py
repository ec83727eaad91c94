"""Format tables: who sits where, what the watcher may do, lists."""

from collections.abc import Mapping
from typing import Any

from siam.rules import Options, Seat, camp_of, camps
from siam.server import messages as wire
from siam.server.domain.chat import ChatLine, may_talk
from siam.server.domain.clocks import NO_CLOCK, ClockSetting, DaysClock, LiveClock, NoClock
from siam.server.domain.live_game import LiveGame, Result
from siam.server.domain.players import Player
from siam.server.domain.proposals import still_open
from siam.server.domain.tables import Status, Table
from siam.server.messages.tables import SeatMeta, Summary, TableFacts, You
from siam.server.ports import Listed
from siam.server.views.steps import first_steps, without_effect
from siam.server.views.times import iso, iso_or_none


def options_seen(options: Options) -> wire.Options:
    """Format the options of a table."""
    return wire.Options(**options.values)  # type: ignore[arg-type]


def read_options(asked: wire.Options) -> Options:
    """Read options from a request."""
    return Options.from_values(
        {
            "first_player": asked.first_player,
            "discards": asked.discards,
            "table_talk": asked.table_talk,
            "capital_last": asked.capital_last,
            "colony_loses": asked.colony_loses,
        }
    )


def clock_seen(clock: ClockSetting) -> wire.Clock:
    """Format a clock's setting."""
    match clock:
        case NoClock():
            return wire.NoClock()
        case LiveClock(seconds=seconds, increment=increment):
            return wire.LiveClock(seconds=seconds, increment=increment)
        case DaysClock(days=days):
            return wire.DaysClock(days=days)


def read_clock(asked: wire.Clock) -> ClockSetting:
    """Read a clock's setting."""
    match asked:
        case wire.NoClock():
            return NO_CLOCK
        case wire.LiveClock(seconds=seconds, increment=increment):
            return LiveClock(seconds, increment)
        case wire.DaysClock(days=days):
            return DaysClock(days)


def table_seen(table: Table) -> TableFacts:
    """Format a table but for its game."""
    return TableFacts(
        **_terms(table),
        rematch=table.rematch,
        of=table.rematch_of,
    )


def _terms(table: Table) -> dict[str, Any]:
    """Return the fields that a table and its line in a list share: those of `TableTerms`."""
    return {
        "id": table.id,
        "name": table.name,
        "status": table.status.value,
        "board": table.board,
        "options": options_seen(table.options),
        "clock": clock_seen(table.clock),
        "visibility": "public" if table.public else "link",
        "rated": table.counts,
        "created": iso(table.created),
        "started": iso_or_none(table.started),
        "finished": iso_or_none(table.finished),
        "host": table.host,
    }


def seats_seen(
    table: Table, game: LiveGame | None, present: frozenset[str], ratings: Mapping[str, int]
) -> list[SeatMeta]:
    """Format who sits where."""
    return [
        SeatMeta(
            seat=seat + 1,
            kind=chair.kind.value,
            player=chair.player,
            name=chair.name,
            guest=chair.guest,
            level=chair.level,
            rating=None if chair.player is None else ratings.get(chair.player),
            team=team_of(len(table.chairs), seat),
            present=chair.player in present if chair.is_human else chair.is_filled,
            resigned=game is not None and seat in game.out,
        )
        for seat, chair in enumerate(table.chairs)
    ]


def team_of(players: int, seat: Seat) -> int:
    """Number the camp of a seat, from 1."""
    return camps(players).index(camp_of(players, seat)) + 1


def you_seen(table: Table, game: LiveGame | None, player: Player | None, seat: Seat | None) -> You:
    """Return who the watcher is here and what they may do now."""
    seats = table.seats_of(player.id if player else None)
    my_turn = game is not None and game.result is None and game.paused_at is None and game.position.to_move in seats
    decides = game.position if my_turn and game and game.position.to_move == seat else None
    return You(
        seats=[own + 1 for own in seats],
        seat=None if seat is None else seat + 1,
        my_turn=my_turn,
        legal=first_steps(decides) if decides else [],
        without_effect=without_effect(decides) if decides else [],
        host=player is not None and player.id == table.host,
        watching=not seats,
    )


def proposals_seen(table: Table, version: int) -> list[wire.Proposal]:
    """Format the proposals that are still open."""
    return [
        wire.Proposal(
            id=proposal.id,
            kind=proposal.kind.value,
            by=proposal.by + 1,
            seat=None if proposal.seat is None else proposal.seat + 1,
            level=proposal.level,
            waiting=[seat + 1 for seat in proposal.waiting],
            turn=None if proposal.to is None else proposal.to + 1,
            due=iso_or_none(proposal.due),
        )
        for proposal in still_open(table.proposals, version)
    ]


def talk_rights(table: Table, player: str | None) -> tuple[bool, bool]:
    """Return whether somebody may use free words, and greetings."""
    if player is None:
        return False, False
    seats = table.seats_of(player)
    return may_talk(table, seats[0] if seats else None), True


def line_seen(line: ChatLine) -> wire.ChatLine:
    """Format something said."""
    return wire.ChatLine(
        n=line.n,
        at=iso(line.at),
        name=line.name,
        seat=None if line.seat is None else line.seat + 1,
        text=line.text,
        greeting=line.greeting,
        room=line.room.value,
        player=line.player,
    )


def short_result(result: Result | None) -> wire.Result | None:
    """Format a result for a list, without its trail."""
    if result is None:
        return None
    return wire.Result(
        how=result.how.value,
        winners=[seat + 1 for seat in result.winners],
        ending=None if result.ending is None else result.ending.letter,
        by=None if result.by is None else result.by + 1,
        trail=[],
    )


def summary(listed: Listed, player: str | None, watchers: int, ratings: Mapping[str, int]) -> Summary:
    """Format a table for a list."""
    table, standing = listed.table, listed.standing
    mine = table.seats_of(player)
    return Summary(
        **_terms(table),
        seats=seats_seen(table, None, frozenset(), ratings),
        version=standing.version,
        turn=standing.turn,
        to_move=None if standing.to_move is None else standing.to_move + 1,
        since=iso_or_none(standing.since),
        mine=[seat + 1 for seat in mine],
        my_turn=table.status is Status.RUNNING and standing.to_move in mine,
        result=short_result(standing.result),
        watchers=watchers,
    )
