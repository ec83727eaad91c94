"""Decide where a game stands: the log folded, entry by entry, into one value."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from siam.notation import format_move, parse_move, parse_position
from siam.rules import (
    FULL_HAND,
    Board,
    Control,
    Event,
    Hand,
    Options,
    Play,
    Position,
    Seat,
    Turn,
    camp_of,
    camps,
    outcome,
)
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
class LiveGame:
    """A game as it stands after some entries of its log. `discards` lists each seat's cards, latest last.

    `turn_times` has everybody's time at the start of each turn, `versions` the entry of each move, `taken_back` who has
    taken back so far, `vacated` the seats that a bot took over and has not moved for yet, with the time since when.
    """

    rules: Ruleset
    setup: Position
    clock: ClockSetting
    position: Position
    version: int
    since: float
    times: Times
    turn_times: tuple[Times, ...] = ()
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


def begin(entry: Entry, board: Board, options: Options, clock: ClockSetting) -> LiveGame:
    """Begin a game from the first entry of its log."""
    assert isinstance(entry.change, Started)
    rules = ruleset(entry.change.rules_version)
    setup = parse_position(entry.change.setup, options, find_board=lambda name: board)
    players = len(setup.players)
    return LiveGame(
        rules=rules,
        setup=setup,
        clock=clock,
        position=setup,
        version=entry.version,
        since=entry.at,
        times=full_times(clock, players),
        turn_times=(full_times(clock, players),),
        discards=_discards(setup),
    )


def fold(entries: Iterable[Entry], board: Board, options: Options, clock: ClockSetting) -> LiveGame:
    """Fold a whole log into where the game stands."""
    line = iter(entries)
    game = begin(next(line), board, options, clock)
    for entry in line:
        game = follow(game, entry)[0]
    return game


def follow(game: LiveGame, entry: Entry) -> tuple[LiveGame, tuple[Event, ...]]:
    """Return the game after one more entry, and what happened on the board."""
    match entry.change:
        case Moved(move=text):
            move = parse_move(game.position.board, text)
            turn = game.rules.play(game.position, move)
            return follow_turn(game, entry, turn), turn.events
        case TakenBack(to=to):
            return _taken_back(game, entry, to), ()
        case Resigned() | TimedOut():
            return _given_up(game, entry), ()
        case Paused():
            times = game.times_at(entry.at)
            return replace(game, version=entry.version, times=times, paused_at=entry.at), ()
        case Resumed():
            return replace(game, version=entry.version, since=entry.at, paused_at=None), ()
        case Ended():
            result = Result(How.AGREEMENT, ())
            return replace(game, version=entry.version, times=game.times_at(entry.at), result=result), ()
        case Replaced():
            return _replaced(game, entry), ()
        case Returned():
            return replace(game, version=entry.version, vacated=_without(game.vacated, entry.seat)), ()
        case Started():
            raise ValueError("a game starts once")


def follow_turn(game: LiveGame, entry: Entry, turn: Turn) -> LiveGame:
    """Return the game after a turn that was just played on its position."""
    change = entry.change
    assert isinstance(change, Moved)
    times = game.times
    if times and not change.auto:
        times = times_after(game.clock, times, turn.seat, entry.at - game.since)
    discards = game.discards
    if isinstance(turn.move, Play):
        pile = (*discards[turn.seat], turn.move.card)
        discards = (*discards[: turn.seat], pile, *discards[turn.seat + 1 :])
    return LiveGame(
        rules=game.rules,
        setup=game.setup,
        clock=game.clock,
        position=turn.position,
        version=entry.version,
        since=entry.at,
        times=times,
        turn_times=(*game.turn_times, times),
        moves=(*game.moves, change.move),
        versions=(*game.versions, entry.version),
        discards=discards,
        out=game.out,
        taken_back=game.taken_back,
        vacated=_without(game.vacated, turn.seat) if game.vacated else (),
        result=_played_result(turn.position),
    )


def check(game: LiveGame, text: str) -> tuple[str, Turn]:
    """Read a move and play it on the position: its canonical spelling and the turn, or the error of either."""
    position = game.position
    move = parse_move(position.board, text)
    return format_move(position.board, move), game.rules.play(position, move)


def last_turn_of(game: LiveGame, seat: Seat) -> int | None:
    """Find the latest turn in which a seat moved by choice, so that it can be taken back."""
    position = game.setup
    latest = None
    for number, text in enumerate(game.moves, start=1):
        if position.to_move == seat and position.player.hand:
            latest = number
        position = game.rules.play(position, parse_move(position.board, text)).position
    return latest


def _played_result(position: Position) -> Result | None:
    if not position.is_over:
        return None
    end = outcome(position)
    assert end is not None
    return Result(How.PLAYED, end.winners, ending=end.ending)


def _taken_back(game: LiveGame, entry: Entry, to: int) -> LiveGame:
    """Go back to where so many moves were played; everybody has the time again that they had there."""
    position = game.setup
    piles = list(_discards(position))
    for text in game.moves[:to]:
        turn = game.rules.play(position, parse_move(position.board, text))
        if isinstance(turn.move, Play):
            piles[turn.seat] = (*piles[turn.seat], turn.move.card)
        position = turn.position
    return replace(
        game,
        position=position,
        version=entry.version,
        since=entry.at,
        times=game.turn_times[to],
        turn_times=game.turn_times[: to + 1],
        moves=game.moves[:to],
        versions=game.versions[:to],
        taken_back=(*game.taken_back, entry.seat) if entry.seat is not None else game.taken_back,
        discards=tuple(piles),
        result=None,
    )


def _replaced(game: LiveGame, entry: Entry) -> LiveGame:
    """Hand a seat to a bot. A player who had resigned can't come back, so the seat is not kept for them."""
    assert entry.seat is not None
    if entry.seat in game.out:
        return replace(game, version=entry.version, out=game.out - {entry.seat})
    return replace(game, version=entry.version, vacated=(*game.vacated, (entry.seat, entry.at)))


def _without(vacated: tuple[tuple[Seat, float], ...], seat: Seat | None) -> tuple[tuple[Seat, float], ...]:
    return tuple(each for each in vacated if each[0] != seat)


def _given_up(game: LiveGame, entry: Entry) -> LiveGame:
    """Take a seat out of the game; who is left alone with the partner, if any, has won."""
    assert entry.seat is not None
    out = game.out | {entry.seat}
    left = [camp for camp in camps(game.players) if not out.issuperset(camp)]
    if game.players == 2:
        left = [camp for camp in left if entry.seat not in camp]
    result = None
    if len(left) == 1:
        how = How.TIME if isinstance(entry.change, TimedOut) else How.RESIGNATION
        result = Result(how, camp_of(game.players, left[0][0]), by=entry.seat)
    times = game.times_at(entry.at)
    since = game.since if game.paused_at is not None or not times else entry.at
    return replace(game, version=entry.version, out=out, times=times, since=since, result=result)


def _discards(position: Position) -> tuple[Hand, ...]:
    """Return the piles of a position whose cards went in an unknown order: those not in hand any more."""
    piles = []
    for player in position.players:
        gone = list(FULL_HAND)
        for card in player.hand:
            gone.remove(card)
        piles.append(tuple(gone))
    return tuple(piles)
