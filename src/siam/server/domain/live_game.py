"""Decide where a game stands: the log folded, entry by entry, into one value."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from siam.notation import format_move, parse_move, parse_position
from siam.rules.boards import Board
from siam.rules.cards import FULL_HAND, Hand
from siam.rules.endings import outcome
from siam.rules.events import Event
from siam.rules.factions import Control
from siam.rules.moves import Play
from siam.rules.options import Options
from siam.rules.position import Position
from siam.rules.seats import Seat, camp_of, camps
from siam.rules.turns import Turn
from siam.server.domain.clocks import ClockSetting, Times, deadline, full_times, times_after, times_paused
from siam.server.domain.log import (
    Ended,
    Entry,
    Moved,
    Paused,
    Replaced,
    Resigned,
    Resumed,
    Returned,
    Started,
    TakenBack,
    TimedOut,
)
from siam.server.domain.rulesets import Ruleset, ruleset


class How(Enum):
    """How a game came to its end."""

    PLAYED = "played"
    RESIGNATION = "resignation"
    TIME = "time"
    AGREEMENT = "agreement"


@dataclass(frozen=True, slots=True)
class Result:
    """Who won, and how; `ending` only if the game was played out, `by` who gave up or ran out of time."""

    how: How
    winners: tuple[Seat, ...]
    ending: Control | None = None
    by: Seat | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """A game as it stands after some entries of its log. `discards` lists each seat's cards, latest last.

    `versions` has the entry of each move, `taken_back` who has taken back so far, `vacated` the seats that a bot took
    over and has not moved for yet, with the time since when.
    """

    rules: Ruleset
    setup: Position
    clock: ClockSetting
    position: Position
    version: int
    since: float
    times: Times
    moves: tuple[str, ...] = ()
    versions: tuple[int, ...] = ()
    discards: tuple[Hand, ...] = ()
    out: frozenset[Seat] = frozenset()
    taken_back: tuple[Seat, ...] = ()
    vacated: tuple[tuple[Seat, float], ...] = ()
    paused_at: float | None = None
    result: Result | None = None

    @property
    def turn(self) -> int:
        """How many moves the present line of play has."""
        return len(self.moves)

    @property
    def players(self) -> int:
        """How many seats play."""
        return len(self.position.players)

    @property
    def deadline(self) -> float | None:
        """When the seat to move runs out of time, unless nothing runs."""
        if self.result or self.paused_at is not None:
            return None
        return deadline(self.times, self.position.to_move, self.since)

    @property
    def must_pass(self) -> bool:
        """Whether the seat to move has no choice: no cards left (§4.3), or given up."""
        if self.result:
            return False
        return not self.position.player.hand or self.position.to_move in self.out

    def times_at(self, now: float) -> Times:
        """Return everybody's time left at an instant."""
        if not self.times or self.result or self.paused_at is not None:
            return self.times
        return times_paused(self.clock, self.times, self.position.to_move, now - self.since)


def begin(entry: Entry, board: Board, options: Options, clock: ClockSetting) -> Course:
    """Begin a game from the first entry of its log."""
    assert isinstance(entry.deed, Started)
    rules = ruleset(entry.deed.rules_version)
    setup = parse_position(entry.deed.setup, options, find_board=lambda name: board)
    players = len(setup.players)
    return Course(
        rules=rules,
        setup=setup,
        clock=clock,
        position=setup,
        version=entry.version,
        since=entry.at,
        times=full_times(clock, players),
        discards=_discards(setup),
    )


def fold(entries: Iterable[Entry], board: Board, options: Options, clock: ClockSetting) -> Course:
    """Fold a whole log into where the game stands."""
    line = iter(entries)
    course = begin(next(line), board, options, clock)
    for entry in line:
        course = follow(course, entry)[0]
    return course


def follow(course: Course, entry: Entry) -> tuple[Course, tuple[Event, ...]]:
    """Return the course after one entry more, and what happened on the board."""
    match entry.deed:
        case Moved(move=text):
            move = parse_move(course.position.board, text)
            turn = course.rules.play(course.position, move)
            return follow_turn(course, entry, turn), turn.events
        case TakenBack(to=to):
            return _taken_back(course, entry, to), ()
        case Resigned() | TimedOut():
            return _given_up(course, entry), ()
        case Paused():
            times = course.times_at(entry.at)
            return replace(course, version=entry.version, times=times, paused_at=entry.at), ()
        case Resumed():
            return replace(course, version=entry.version, since=entry.at, paused_at=None), ()
        case Ended():
            result = Result(How.AGREEMENT, ())
            return replace(course, version=entry.version, times=course.times_at(entry.at), result=result), ()
        case Replaced():
            return _replaced(course, entry), ()
        case Returned():
            return replace(course, version=entry.version, vacated=_without(course.vacated, entry.seat)), ()
        case Started():
            raise ValueError("a game starts once")


def follow_turn(course: Course, entry: Entry, turn: Turn) -> Course:
    """Return the course after a turn that was just played on its position."""
    deed = entry.deed
    assert isinstance(deed, Moved)
    times = course.times
    if times and not deed.auto:
        times = times_after(course.clock, times, turn.seat, entry.at - course.since)
    discards = course.discards
    if isinstance(turn.move, Play):
        pile = (*discards[turn.seat], turn.move.card)
        discards = (*discards[: turn.seat], pile, *discards[turn.seat + 1 :])
    return Course(
        rules=course.rules,
        setup=course.setup,
        clock=course.clock,
        position=turn.position,
        version=entry.version,
        since=entry.at,
        times=times,
        moves=(*course.moves, deed.move),
        versions=(*course.versions, entry.version),
        discards=discards,
        out=course.out,
        taken_back=course.taken_back,
        vacated=_without(course.vacated, turn.seat) if course.vacated else (),
        result=_played_result(turn.position),
    )


def check(course: Course, text: str) -> tuple[str, Turn]:
    """Read a move and play it on the position: its canonical spelling and the turn, or the error of either."""
    position = course.position
    move = parse_move(position.board, text)
    return format_move(position.board, move), course.rules.play(position, move)


def last_turn_of(course: Course, seat: Seat) -> int | None:
    """Find the latest turn in which a seat moved by choice, so that it can be taken back."""
    position = course.setup
    latest = None
    for number, text in enumerate(course.moves, start=1):
        if position.to_move == seat and position.player.hand:
            latest = number
        position = course.rules.play(position, parse_move(position.board, text)).position
    return latest


def _played_result(position: Position) -> Result | None:
    if not position.is_over:
        return None
    end = outcome(position)
    assert end is not None
    return Result(How.PLAYED, end.winners, ending=end.ending)


def _taken_back(course: Course, entry: Entry, to: int) -> Course:
    position = course.setup
    piles = list(_discards(position))
    for text in course.moves[:to]:
        turn = course.rules.play(position, parse_move(position.board, text))
        if isinstance(turn.move, Play):
            piles[turn.seat] = (*piles[turn.seat], turn.move.card)
        position = turn.position
    return replace(
        course,
        position=position,
        version=entry.version,
        since=entry.at,
        times=course.times_at(entry.at),
        moves=course.moves[:to],
        versions=course.versions[:to],
        taken_back=(*course.taken_back, entry.seat) if entry.seat is not None else course.taken_back,
        discards=tuple(piles),
        result=None,
    )


def _replaced(course: Course, entry: Entry) -> Course:
    """Hand a seat to a bot. Who had given up can't come back, so nothing is held for them."""
    assert entry.seat is not None
    if entry.seat in course.out:
        return replace(course, version=entry.version, out=course.out - {entry.seat})
    return replace(course, version=entry.version, vacated=(*course.vacated, (entry.seat, entry.at)))


def _without(vacated: tuple[tuple[Seat, float], ...], seat: Seat | None) -> tuple[tuple[Seat, float], ...]:
    return tuple(each for each in vacated if each[0] != seat)


def _given_up(course: Course, entry: Entry) -> Course:
    """Take a seat out of the game; who is left alone with the partner, if any, has won."""
    assert entry.seat is not None
    out = course.out | {entry.seat}
    left = [camp for camp in camps(course.players) if not out.issuperset(camp)]
    if course.players == 2:
        left = [camp for camp in left if entry.seat not in camp]
    result = None
    if len(left) == 1:
        how = How.TIME if isinstance(entry.deed, TimedOut) else How.RESIGNATION
        result = Result(how, camp_of(course.players, left[0][0]), by=entry.seat)
    times = course.times_at(entry.at)
    since = course.since if course.paused_at is not None or not times else entry.at
    return replace(course, version=entry.version, out=out, times=times, since=since, result=result)


def _discards(position: Position) -> tuple[Hand, ...]:
    """Return the piles of a position whose cards went in an unknown order: those not in hand any more."""
    piles = []
    for player in position.players:
        gone = list(FULL_HAND)
        for card in player.hand:
            gone.remove(card)
        piles.append(tuple(gone))
    return tuple(piles)
