"""The course of a table, worked out from its log by the rules alone: where it stood at each version.

This is written apart from the server's own reading of logs, so that a fault there shows as a difference.
"""

from dataclasses import dataclass, replace

from bench.chaos.truth import Clock, Row, TableTruth
from siam.notation import format_move, format_position, parse_move, parse_position
from siam.rules import Options, Position, SiamError, camp_of, camps, outcome, play


class FalseLogError(ValueError):
    """A log that no table can have."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a table stood at a version.

    `line` has the positions of the present line of play, the deal first; `line_times` everybody's time as each began.
    """

    version: int
    line: tuple[Position, ...]
    since: float
    times: tuple[float, ...]
    line_times: tuple[tuple[float, ...], ...]
    out: frozenset[int] = frozenset()
    paused_at: float | None = None
    how: str | None = None
    winners: tuple[int, ...] = ()

    @property
    def turn(self) -> int:
        """How many moves the present line of play has."""
        return len(self.line) - 1

    @property
    def position(self) -> Position:
        """The position."""
        return self.line[-1]

    @property
    def text(self) -> str:
        """The position in notation."""
        return format_position(self.position)

    @property
    def runs(self) -> bool:
        """Whether somebody's time runs."""
        return self.how is None and self.paused_at is None

    @property
    def must_pass(self) -> bool:
        """Whether the server has to pass for the seat to move."""
        position = self.position
        return self.how is None and (not position.player.hand or position.to_move in self.out)

    def times_at(self, at: float) -> tuple[float, ...]:
        """Return everybody's time left at an instant."""
        if not self.times or not self.runs:
            return self.times
        seat = self.position.to_move
        return _with(self.times, seat, max(0.0, self.times[seat] - (at - self.since)))


def course_of(table: TableTruth) -> tuple[Standing, ...]:
    """Return the standings of a table, version by version; FalseLogError if its log breaks the rules."""
    standings: list[Standing] = []
    for number, row in enumerate(table.log, start=1):
        _must(row.version == number, f"entry {number} has the version {row.version}")
        try:
            after = _follow(standings[-1], row, table.clock) if standings else _begin(row, table)
        except (SiamError, ValueError, LookupError) as problem:
            raise FalseLogError(f"entry {number} ({row.kind} {row.text}) can't be: {problem}") from problem
        _must(after.turn == row.turn, f"entry {number} is turn {row.turn}, and should be {after.turn}")
        standings.append(after)
    return tuple(standings)


def _begin(row: Row, table: TableTruth) -> Standing:
    _must(row.kind == "start", "begins with something else than the deal")
    setup = parse_position((row.text or "").split(" ", 1)[1], Options.from_values(table.options))
    full = table.clock.full_seconds
    times = (full,) * len(setup.players) if full else ()
    return Standing(row.version, (setup,), row.at, times, (times,))


def _follow(before: Standing, row: Row, clock: Clock) -> Standing:
    """Return the standing after one entry more."""
    _must(before.how is None, "the game was over")
    now = replace(before, version=row.version)
    match row.kind:
        case "move":
            return _moved(now, row, clock)
        case "take_back":
            length = int(row.text or "") + 1
            line, line_times = before.line[:length], before.line_times[:length]
            return replace(now, line=line, since=row.at, times=line_times[-1], line_times=line_times)
        case "resign" | "time":
            return _given_up(now, row)
        case "pause":
            _must(before.paused_at is None, "it was paused before")
            return replace(now, times=before.times_at(row.at), paused_at=row.at)
        case "resume":
            _must(before.paused_at is not None, "it was not paused")
            return replace(now, since=row.at, paused_at=None)
        case "end":
            return replace(now, times=before.times_at(row.at), how="agreement")
        case _:
            raise ValueError(f"nobody here does that: {row.kind}")


def _moved(now: Standing, row: Row, clock: Clock) -> Standing:
    position = now.position
    seat = position.to_move
    _must(row.seat == seat, f"seat {row.seat} moved, and seat {seat} was to move")
    _must(now.paused_at is None, "the game was paused")
    _must(bool(row.auto) is now.must_pass, "passed for somebody who had a choice, or not for somebody who had none")
    move = parse_move(position.board, row.text or "")
    _must(row.text == format_move(position.board, move), "a spelling of its own")
    after = play(position, move).position
    times = now.times
    if times and not row.auto:
        left = max(0.0, times[seat] - (row.at - now.since))
        times = _with(times, seat, clock.after_move(left))
    now = replace(now, line=(*now.line, after), since=row.at, times=times, line_times=(*now.line_times, times))
    end = outcome(after)
    if end is None:
        return now
    return replace(now, how="played", winners=tuple(winner + 1 for winner in end.winners))


def _given_up(now: Standing, row: Row) -> Standing:
    _must(row.seat is not None and row.seat not in now.out, "gave up twice")
    assert row.seat is not None
    if row.kind == "time":
        _must(row.seat == now.position.to_move, "lost by a clock that did not run")
        _must(row.at > now.since + now.times[row.seat], "had time left")
    players = len(now.position.players)
    out = now.out | {row.seat}
    left = [camp for camp in camps(players) if not out.issuperset(camp) and not (players == 2 and row.seat in camp)]
    times = now.times_at(row.at)
    since = row.at if times and now.paused_at is None else now.since
    now = replace(now, out=out, times=times, since=since)
    if len(left) > 1:
        return now
    how = "time" if row.kind == "time" else "resignation"
    return replace(now, how=how, winners=tuple(seat + 1 for seat in camp_of(players, left[0][0])))


def _must(is_so: bool, problem: str) -> None:
    if not is_so:
        raise FalseLogError(problem)


def _with(times: tuple[float, ...], seat: int, left: float) -> tuple[float, ...]:
    return (*times[:seat], left, *times[seat + 1 :])
