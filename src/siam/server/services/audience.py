"""Show tables to those who watch them: live updates, presence."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from msgspec import Raw

from siam.rules.options import Discards
from siam.rules.seats import Seat
from siam.server.domain.chat import Line, hears
from siam.server.domain.players import Player
from siam.server.messages.game import ENCODER, EntryMade, encoded
from siam.server.messages.tables import UpdateSeen, ViewSeen, Watchers
from siam.server.services.open_tables import Desk, Desks
from siam.server.views.events import uncovered
from siam.server.views.outcomes import result_made
from siam.server.views.state import open_seats, state_seen
from siam.server.views.tables import (
    line_seen,
    proposals_seen,
    seats_seen,
    table_seen,
    talk_rights,
    you_seen,
)

FRESH_SECONDS = 0.2
PRESENCE_SECONDS = 45.0
NAMES_SHOWN = 20
LINES_SHOWN = 50


@dataclass(slots=True, eq=False)
class Watcher:
    """Somebody who looks at a table through one socket. `seat` is the one whose cards are shown."""

    player: Player | None
    send: Callable[[bytes], None]
    session: str | None = None
    asked_seat: Seat | None = None
    visible: bool = True
    close: Callable[[int], None] = lambda code: None


@dataclass(frozen=True, slots=True)
class Presence:
    """Who looks at a table through another process."""

    players: frozenset[str]
    names: tuple[str, ...]
    count: int
    until: float
    looking: frozenset[str] = field(default_factory=frozenset)


class Audience:
    """Everybody who looks at some table through this process."""

    def __init__(self, desks: Desks) -> None:
        self.desks = desks
        self.said: list[Callable[[Desk, Line], None]] = []
        desks.told.append(self.tell)
        desks.changed.append(self.show_again)

    def join(self, desk: Desk, watcher: Watcher) -> None:
        """Begin to look."""
        desk.watchers.add(watcher)

    def leave(self, desk: Desk, watcher: Watcher) -> None:
        """Look no more."""
        desk.watchers.discard(watcher)
        self.desks.release(desk)

    def tell(self, desk: Desk, before: int, made: Sequence[EntryMade]) -> None:
        """Send an update to everybody; who sees the same gets the same bytes."""
        if not desk.watchers:
            self.desks.release(desk)
            return
        if before == 0 or any(entry.kind in ("replace", "return") for entry in made):
            self.show_again(desk)
            return
        now = self.desks.clock.now()
        log = encoded(made)
        sent: dict[tuple[str | None, Seat | None], bytes] = {}
        for watcher in desk.watchers:
            if len(_showable(desk, watcher, made)) < len(made):  # several at once, and a card is covered already
                watcher.send(ENCODER.encode(self.view(desk, watcher)))
                continue
            seat = shown_seat(desk, watcher)
            seated = watcher.player is not None and watcher.player.id in desk.table.people
            key = (watcher.player.id if seated and watcher.player else None, seat)
            message = sent.get(key)
            if message is None:
                message = sent[key] = ENCODER.encode(self._update(desk, watcher, seat, before, log, now))
            watcher.send(message)

    def update(self, desk: Desk, watcher: Watcher, after: int) -> bytes:
        """Return what was missed since a version: an update, or a whole view if too much was."""
        missed = missed_entries(desk, watcher, after)
        if missed is None or desk.course is None:
            return ENCODER.encode(self.view(desk, watcher))
        seat = shown_seat(desk, watcher)
        now = self.desks.clock.now()
        return ENCODER.encode(self._update(desk, watcher, seat, after, encoded(missed), now))

    def _update(self, desk: Desk, watcher: Watcher, seat: Seat | None, before: int, log: Raw, now: float) -> UpdateSeen:
        course = desk.course
        assert course is not None
        return UpdateSeen(
            type="update",
            from_=before,
            version=course.version,
            turn=course.turn,
            log=log,
            log_from=log_from(desk, watcher),
            state=state_bytes(desk, open_seats(course, seat), now),
            you=you_seen(desk.table, course, watcher.player, seat),
            proposals=proposals_seen(desk.table, course.version),
            result=result_made(course.result, course.position),
            status=desk.table.status.value,
        )

    def view(self, desk: Desk, watcher: Watcher, lines: Sequence[Line] | None = None) -> ViewSeen:
        """Build the whole view of a watcher; without lines it says nothing about the chat."""
        course, table, now = desk.course, desk.table, self.desks.clock.now()
        seat = shown_seat(desk, watcher)
        player = watcher.player.id if watcher.player else None
        is_player = bool(table.seats_of(player))
        can_chat, can_greet = talk_rights(table, player)
        present = present_players(desk)
        return ViewSeen(
            type="view",
            table=table_seen(table),
            seats=seats_seen(table, course, present, desk.ratings),
            version=desk.version,
            turn=0 if course is None else course.turn,
            state=None if course is None else state_bytes(desk, open_seats(course, seat), now),
            you=you_seen(table, course, watcher.player, seat),
            log=recent_entries(desk, watcher, seat),
            log_from=log_from(desk, watcher),
            proposals=proposals_seen(table, desk.version),
            watchers=watchers_seen(desk),
            chat=None
            if lines is None
            else [line_seen(line) for line in lines if hears(table, line.room, is_player=is_player)],
            can_chat=can_chat,
            can_greet=can_greet,
            hints=table.is_against_bots(course),
            result=None if course is None else result_made(course.result, course.position),
        )

    def show_again(self, desk: Desk) -> None:
        """Send everybody a whole view: seats, status or proposals changed."""
        for watcher in list(desk.watchers):
            watcher.send(ENCODER.encode(self.view(desk, watcher)))

    def send_all(self, desk: Desk, message: object) -> None:
        """Send everybody the same."""
        data = ENCODER.encode(message)
        for watcher in list(desk.watchers):
            watcher.send(data)

    def show_presence(self, desk: Desk) -> None:
        """Tell everybody who is here."""
        present = present_players(desk)
        seats = [chair.player in present if chair.is_human else chair.is_filled for chair in desk.table.chairs]
        self.send_all(desk, {"type": "presence", "seats": seats, "watchers": watchers_seen(desk)})

    def say(self, desk: Desk, line: Line) -> None:
        """Let everybody hear a line who may, here and elsewhere."""
        self.hear(desk, line)
        for tell in self.said:
            tell(desk, line)

    def hear(self, desk: Desk, line: Line) -> None:
        """Let everybody here hear a line who may."""
        data = ENCODER.encode({"type": "chat", "line": line_seen(line)})
        for watcher in list(desk.watchers):
            is_player = bool(desk.table.seats_of(watcher.player.id if watcher.player else None))
            if hears(desk.table, line.room, is_player=is_player):
                watcher.send(data)


def shown_seat(desk: Desk, watcher: Watcher) -> Seat | None:
    """Return whose cards a watcher sees: the own seat; on a shared screen the one asked for or to move."""
    if watcher.player is None:
        return None
    seats = desk.table.seats_of(watcher.player.id)
    if len(seats) < 2:
        return seats[0] if seats else None
    if watcher.asked_seat in seats:
        return watcher.asked_seat
    to_move = None if desk.course is None else desk.course.position.to_move
    return to_move if to_move in seats else seats[0]


def missed_entries(desk: Desk, watcher: Watcher, after: int) -> Sequence[EntryMade] | None:
    """Return the entries after a version if all of them may still be shown, else None."""
    if desk.course is None or after > desk.version:
        return None
    missed = [entry for entry in desk.tail if entry.version > after]
    if len(missed) != desk.version - after or any(entry.kind in ("start", "replace", "return") for entry in missed):
        return None
    shown = _showable(desk, watcher, missed)
    return shown if len(shown) == len(missed) else None


def recent_entries(desk: Desk, watcher: Watcher, seat: Seat | None) -> list[EntryMade]:
    """Return what happened since the watcher's own latest move, for a view."""
    entries = list(desk.tail)
    moves = [(n, entry.seat) for n, entry in enumerate(entries) if entry.kind == "move" and not entry.auto]
    own = [n for n, mover in moves if mover is not None and mover - 1 == seat]
    players = len(desk.table.chairs)
    since = entries[own[-1] + 1 :] if own else entries[-players:]
    return list(_showable(desk, watcher, since))


def log_from(desk: Desk, watcher: Watcher) -> int:
    """Return the oldest version of the log that a watcher may see now; what is older has been covered (§5.1)."""
    entries = list(desk.tail)
    shown = _showable(desk, watcher, entries)
    return 1 if shown is entries or not shown else shown[0].version


def _showable(desk: Desk, watcher: Watcher, entries: Sequence[EntryMade]) -> Sequence[EntryMade]:
    course = desk.course
    if course is None or course.result or desk.table.options.discards is Discards.OPEN:
        return entries
    seat = shown_seat(desk, watcher)
    return uncovered(entries, frozenset() if seat is None else frozenset({seat}))


def state_bytes(desk: Desk, shown: frozenset[Seat], now: float) -> Raw:
    """Return the encoded state, from memory if it was just made; clocks must not be old."""
    course = desk.course
    assert course is not None
    cached = desk.states.get(shown)
    if cached is not None and (not course.times or now - cached[0] < FRESH_SECONDS):
        return cached[1]
    state = encoded(state_seen(course, shown, now))
    desk.states[shown] = (now, state)
    return state


def present_players(desk: Desk) -> frozenset[str]:
    """Name the players who have the table open, here or through another process."""
    here = {watcher.player.id for watcher in desk.watchers if watcher.player is not None}
    return frozenset(here.union(*(presence.players for presence in _elsewhere(desk))))


def looking_players(desk: Desk) -> frozenset[str]:
    """Name the players who are looking at the table right now."""
    here = {watcher.player.id for watcher in desk.watchers if watcher.player is not None and watcher.visible}
    return frozenset(here.union(*(presence.looking for presence in _elsewhere(desk))))


def watchers_seen(desk: Desk) -> Watchers:
    """Count who looks on without a seat."""
    people = desk.table.people
    onlookers = [w for w in desk.watchers if w.player is None or w.player.id not in people]
    names = {watcher.player.name for watcher in onlookers if watcher.player is not None}
    elsewhere = _elsewhere(desk)
    names.update(*(presence.names for presence in elsewhere))
    count = len(onlookers) + sum(presence.count for presence in elsewhere)
    return Watchers(count=count, names=sorted(names)[:NAMES_SHOWN])


def presence_here(desk: Desk) -> Presence:
    """Return who looks through this process, for the others."""
    people = desk.table.people
    players = frozenset(watcher.player.id for watcher in desk.watchers if watcher.player is not None)
    onlookers = [w for w in desk.watchers if w.player is None or w.player.id not in people]
    names = tuple(sorted({w.player.name for w in onlookers if w.player is not None})[:NAMES_SHOWN])
    looking = frozenset(w.player.id for w in desk.watchers if w.player is not None and w.visible)
    return Presence(players, names, len(onlookers), 0.0, looking)


def _elsewhere(desk: Desk) -> list[Presence]:
    if not desk.elsewhere:
        return []
    now = time.monotonic()
    return [presence for presence in desk.elsewhere.values() if presence.until > now]
