"""Spell tables: who sits where, what the watcher may do, lists."""

from collections.abc import Mapping

from siam.rules.options import Options
from siam.rules.seats import Seat, camp_of, camps
from siam.server.domain.chat import Line, may_talk
from siam.server.domain.clocks import NO_CLOCK, ClockSetting, DaysClock, LiveClock, NoClock
from siam.server.domain.live_game import Course, Result
from siam.server.domain.players import Player
from siam.server.domain.proposals import still_open
from siam.server.domain.tables import Status, Table
from siam.server.messages.game import ResultMade
from siam.server.messages.tables import (
    ClockWire,
    DaysClockWire,
    LineSeen,
    LiveClockWire,
    NoClockWire,
    OptionsWire,
    ProposalSeen,
    SeatSeen,
    Summary,
    TableSeen,
    You,
)
from siam.server.ports import Listed
from siam.server.views.steps import first_steps
from siam.server.views.times import iso, iso_or_none

NOBODY: frozenset[str] = frozenset()


def options_seen(options: Options) -> OptionsWire:
    """Format the options of a table."""
    return OptionsWire(**options.values)  # type: ignore[arg-type]


def read_options(wire: OptionsWire) -> Options:
    """Read options from a request."""
    return Options.from_values(
        {
            "first_player": wire.first_player,
            "discards": wire.discards,
            "table_talk": wire.table_talk,
            "capital_last": wire.capital_last,
            "colony_loses": wire.colony_loses,
        }
    )


def clock_seen(clock: ClockSetting) -> ClockWire:
    """Format a clock's setting."""
    match clock:
        case NoClock():
            return NoClockWire()
        case LiveClock(seconds=seconds, increment=increment):
            return LiveClockWire(seconds=seconds, increment=increment)
        case DaysClock(days=days):
            return DaysClockWire(days=days)


def read_clock(wire: ClockWire) -> ClockSetting:
    """Read a clock's setting."""
    match wire:
        case NoClockWire():
            return NO_CLOCK
        case LiveClockWire(seconds=seconds, increment=increment):
            return LiveClock(seconds, increment)
        case DaysClockWire(days=days):
            return DaysClock(days)


def table_seen(table: Table) -> TableSeen:
    """Format a table but for its game."""
    return TableSeen(
        id=table.id,
        name=table.name,
        status=table.status.value,
        board=table.board,
        options=options_seen(table.options),
        clock=clock_seen(table.clock),
        visibility="public" if table.public else "link",
        rated=table.counts,
        created=iso(table.created),
        started=iso_or_none(table.started),
        finished=iso_or_none(table.finished),
        host=table.host,
        rematch=table.rematch,
        of=table.rematch_of,
    )


def seats_seen(
    table: Table, course: Course | None, present: frozenset[str], ratings: Mapping[str, int]
) -> list[SeatSeen]:
    """Format who sits where."""
    return [
        SeatSeen(
            seat=seat + 1,
            kind=chair.kind.value,
            player=chair.player,
            name=chair.name,
            guest=chair.guest,
            level=chair.level,
            rating=None if chair.player is None else ratings.get(chair.player),
            team=team_of(len(table.chairs), seat),
            present=chair.player in present if chair.is_human else chair.is_filled,
            resigned=course is not None and seat in course.out,
        )
        for seat, chair in enumerate(table.chairs)
    ]


def team_of(players: int, seat: Seat) -> int:
    """Number the camp of a seat, from 1."""
    return camps(players).index(camp_of(players, seat)) + 1


def you_seen(table: Table, course: Course | None, player: Player | None, seat: Seat | None) -> You:
    """Return who the watcher is here and what they may do now."""
    seats = table.seats_of(player.id if player else None)
    my_turn = (
        course is not None and course.result is None and course.paused_at is None and course.position.to_move in seats
    )
    legal: list[str] = []
    if my_turn and course is not None and course.position.to_move == seat:
        legal = first_steps(course.position)
    return You(
        seats=[own + 1 for own in seats],
        seat=None if seat is None else seat + 1,
        my_turn=my_turn,
        legal=legal,
        host=player is not None and player.id == table.host,
        watching=not seats,
    )


def proposals_seen(table: Table, version: int) -> list[ProposalSeen]:
    """Format the proposals that are still open."""
    return [
        ProposalSeen(
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


def line_seen(line: Line) -> LineSeen:
    """Format something said."""
    return LineSeen(
        n=line.n,
        at=iso(line.at),
        name=line.name,
        seat=None if line.seat is None else line.seat + 1,
        text=line.text,
        greeting=line.greeting,
        room=line.room.value,
    )


def short_result(result: Result | None) -> ResultMade | None:
    """Format a result for a list, without its trail."""
    if result is None:
        return None
    return ResultMade(
        how=result.how.value,
        winners=[seat + 1 for seat in result.winners],
        ending=None if result.ending is None else result.ending.letter,  # type: ignore[arg-type]
        by=None if result.by is None else result.by + 1,
        trail=[],
    )


def summary(listed: Listed, player: str | None, watchers: int, ratings: Mapping[str, int]) -> Summary:
    """Format a table for a list."""
    table, standing = listed.table, listed.standing
    mine = table.seats_of(player)
    return Summary(
        id=table.id,
        name=table.name,
        status=table.status.value,
        board=table.board,
        options=options_seen(table.options),
        clock=clock_seen(table.clock),
        visibility="public" if table.public else "link",
        rated=table.counts,
        created=iso(table.created),
        host=table.host,
        seats=seats_seen(table, None, NOBODY, ratings),
        version=standing.version,
        turn=standing.turn,
        to_move=None if standing.to_move is None else standing.to_move + 1,
        since=iso_or_none(standing.since),
        mine=[seat + 1 for seat in mine],
        my_turn=table.status is Status.RUNNING and standing.to_move in mine,
        result=short_result(standing.result),
        watchers=watchers,
    )
