"""Show tables to those who watch them: live updates, presence."""

from collections.abc import Callable, Sequence
from weakref import WeakKeyDictionary

from msgspec import Raw

from siam.rules import Discards, Seat
from siam.server import messages as wire
from siam.server.domain.chat import ChatLine, hears
from siam.server.domain.live_game import LiveGame
from siam.server.domain.rulesets import RULES_VERSION
from siam.server.messages.game import ENCODER, encoded
from siam.server.messages.live import Bye, Chat, Presence, ServerMessage
from siam.server.messages.tables import Moved, MoveMade, Update, View
from siam.server.ports import Busy
from siam.server.services.tables.open_table import OpenTable
from siam.server.services.tables.open_tables import OpenTables
from siam.server.services.tables.pacing import Pace, Paced
from siam.server.services.tables.presence import Watcher
from siam.server.services.tables.seat_ratings import SeatRatings
from siam.server.views.events import uncovered
from siam.server.views.outcomes import result_made
from siam.server.views.state import clocks_seen, open_seats, state_seen
from siam.server.views.tables import (
    line_seen,
    proposals_seen,
    seats_seen,
    table_seen,
    talk_rights,
    you_seen,
)
from siam.server.views.times import iso_or_none

FRESH_SECONDS = 0.2
LINES_SHOWN = 50
VIEWS: Pace = {"at_once": 12, "per_second": 8.0}
COMINGS: Pace = {"at_once": 6, "per_second": 4.0}
"""How often everybody at a table gets a whole view, and is told who came and went."""

CROWD = 500
"""So many may look at one table through one process; who sits there always may."""

SOMEBODY = "somebody"
"""Stands for all players who have neither a seat nor the table: they see the same."""

CLOSE_MISSING = 4404


class States:
    """The encoded state of a game, once for each set of seats whose cards are shown."""

    def __init__(self, game: LiveGame) -> None:
        self.game = game
        self.made: dict[frozenset[Seat], tuple[float, Raw]] = {}


class Audience:
    """Everybody who looks at some table through this process."""

    def __init__(self, open_tables: OpenTables, seat_ratings: SeatRatings) -> None:
        self.open_tables = open_tables
        self.seat_ratings = seat_ratings
        self._states: WeakKeyDictionary[OpenTable, States] = WeakKeyDictionary()
        self.show_again = Paced(self._show_again, **VIEWS)
        """Sends everybody a whole view: seats, status or proposals changed."""
        self.show_presence = Paced(self._show_presence, **COMINGS)
        """Tells everybody who is here."""

    def join(self, open_table: OpenTable, watcher: Watcher) -> None:
        """Begin to look; Busy if the table is crowded and the watcher has no seat at it."""
        is_seated = watcher.player is not None and watcher.player.id in open_table.table.people
        if len(open_table.presence.watchers) >= CROWD and not is_seated:
            raise Busy("too many people look at this table now")
        open_table.presence.join(watcher)

    def leave(self, open_table: OpenTable, watcher: Watcher) -> None:
        """Look no more."""
        open_table.presence.leave(watcher)
        self.open_tables.release(open_table)

    def tell(self, open_table: OpenTable, before: int, made: Sequence[wire.Entry]) -> None:
        """Send an update to everybody; those who see the same get the same bytes."""
        if not open_table.presence.watchers:
            self.open_tables.release(open_table)
            return
        if before == 0 or any(entry.kind in ("replace", "return") for entry in made):
            self._show_again(open_table)
            return
        now = self.open_tables.clock.now()
        others = self._send_moves(open_table, before, made, now)
        if not others:
            return
        log = encoded(made)

        def news(watcher: Watcher, seat: Seat | None) -> View | Update:
            if len(_showable(open_table, watcher, made)) < len(made):  # several at once, and a card is covered already
                return self.view(open_table, watcher)
            return self._update(open_table, watcher, seat, before, log, now)

        self._send_to_each(open_table, news, others)

    def _send_moves(
        self, open_table: OpenTable, before: int, made: Sequence[wire.Entry], now: float
    ) -> Sequence[Watcher]:
        """Send the moves alone to those who can do with them; return who needs more."""
        watchers = tuple(open_table.presence.watchers)
        if not any(watcher.short for watcher in watchers):
            return watchers
        moved = moves_made(open_table, before, made, now)
        if moved is None:
            return watchers
        others: list[Watcher] = []
        sent: dict[int, bytes] = {}
        for watcher in watchers:
            if not (watcher.short and follows_from_moves(open_table, watcher, made)):
                others.append(watcher)
                continue
            oldest = log_from(open_table, watcher)
            data = sent.get(oldest)
            if data is None:
                moved.log_from = oldest
                data = sent[oldest] = ENCODER.encode(moved)
            watcher.send(data)
        return others

    def _send_to_each(
        self,
        open_table: OpenTable,
        message: Callable[[Watcher, Seat | None], View | Update],
        watchers: Sequence[Watcher],
    ) -> None:
        """Send each what they may see; it is made once for those who see the same."""
        people, host = open_table.table.people, open_table.table.host
        made: dict[tuple[str | None, Seat | None], bytes] = {}
        for watcher in watchers:
            seat = shown_seat(open_table, watcher)
            player = None if watcher.player is None else watcher.player.id
            alike = player if player is None or player in people or player == host else SOMEBODY
            data = made.get((alike, seat))
            if data is None:
                data = made[alike, seat] = ENCODER.encode(message(watcher, seat))
            watcher.send(data)

    def update(self, open_table: OpenTable, watcher: Watcher, after: int) -> bytes:
        """Return what was missed since a version: an update, or a whole view if too much was."""
        missed = missed_entries(open_table, watcher, after)
        if missed is None or open_table.game is None:
            return ENCODER.encode(self.view(open_table, watcher))
        seat = shown_seat(open_table, watcher)
        now = self.open_tables.clock.now()
        return ENCODER.encode(self._update(open_table, watcher, seat, after, encoded(missed), now))

    def _update(
        self, open_table: OpenTable, watcher: Watcher, seat: Seat | None, before: int, log: Raw, now: float
    ) -> Update:
        game = open_table.game
        assert game is not None
        return Update(
            from_=before,
            version=game.version,
            turn=game.turn,
            log=log,
            log_from=log_from(open_table, watcher),
            state=self._state(open_table, open_seats(game, seat), now),
            you=you_seen(open_table.table, game, watcher.player, seat),
            proposals=proposals_seen(open_table.table, game.version),
            result=result_made(game.result, game.position),
            status=open_table.table.status.value,
        )

    def view(self, open_table: OpenTable, watcher: Watcher, lines: Sequence[ChatLine] | None = None) -> View:
        """Build the whole view of a watcher; without lines it says nothing about the chat."""
        game, table, now = open_table.game, open_table.table, self.open_tables.clock.now()
        seat = shown_seat(open_table, watcher)
        player = watcher.player.id if watcher.player else None
        is_player = bool(table.seats_of(player))
        can_chat, can_greet = talk_rights(table, player)
        return View(
            table=table_seen(table),
            seats=seats_seen(table, game, open_table.presence.players(), self.seat_ratings.at(open_table)),
            version=open_table.version,
            turn=0 if game is None else game.turn,
            state=None if game is None else self._state(open_table, open_seats(game, seat), now),
            you=you_seen(table, game, watcher.player, seat),
            log=recent_entries(open_table, watcher, seat),
            log_from=log_from(open_table, watcher),
            proposals=proposals_seen(table, open_table.version),
            watchers=open_table.presence.onlookers(open_table.table.people),
            chat=None
            if lines is None
            else [
                line_seen(line)
                for line in lines
                if hears(table, line.room, is_player=is_player) and line.player not in watcher.unheard
            ],
            can_chat=can_chat,
            can_greet=can_greet,
            hints=table.is_against_bots(game),
            result=None if game is None else result_made(game.result, game.position),
        )

    def _state(self, open_table: OpenTable, shown: frozenset[Seat], now: float) -> Raw:
        """Return the encoded state, from memory if it was just made; clocks must not be old."""
        game = open_table.game
        assert game is not None
        states = self._states.get(open_table)
        if states is None or states.game is not game:
            states = self._states[open_table] = States(game)
        made_at, state = states.made.get(shown, (0.0, None))
        if state is None or (game.times and now - made_at >= FRESH_SECONDS):
            state = encoded(state_seen(game, shown, now))
            states.made[shown] = (now, state)
        return state

    def _show_again(self, open_table: OpenTable) -> None:
        watchers = tuple(open_table.presence.watchers)
        self._send_to_each(open_table, lambda watcher, _: self.view(open_table, watcher), watchers)

    def send_all(self, open_table: OpenTable, message: ServerMessage) -> None:
        """Send everybody the same."""
        data = ENCODER.encode(message)
        for watcher in list(open_table.presence.watchers):
            watcher.send(data)

    def dismiss(self, open_table: OpenTable) -> None:
        """Tell everybody that the table is no more, and let them go."""
        self.send_all(open_table, Bye("cancelled"))
        for watcher in list(open_table.presence.watchers):
            watcher.close(CLOSE_MISSING)

    def _show_presence(self, open_table: OpenTable) -> None:
        present = open_table.presence.players()
        seats = [chair.player in present if chair.is_human else chair.is_filled for chair in open_table.table.chairs]
        self.send_all(open_table, Presence(seats, open_table.presence.onlookers(open_table.table.people)))

    def hear(self, open_table: OpenTable, line: ChatLine) -> None:
        """Send a line to everybody here who may hear it."""
        data = ENCODER.encode(Chat(line_seen(line)))
        for watcher in list(open_table.presence.watchers):
            is_player = bool(open_table.table.seats_of(watcher.player.id if watcher.player else None))
            if hears(open_table.table, line.room, is_player=is_player) and line.player not in watcher.unheard:
                watcher.send(data)


def moves_made(open_table: OpenTable, before: int, made: Sequence[wire.Entry], now: float) -> Moved | None:
    """Return the short form of an update; None if more happened than moves, or if they follow an older reading."""
    game = open_table.game
    assert game is not None
    if game.rules.version != RULES_VERSION or proposals_seen(open_table.table, game.version):
        return None
    moves: list[MoveMade] = []
    at = None
    for entry in made:
        if entry.move is None:
            return None
        moves.append(MoveMade(entry.move, None if entry.at == at else entry.at, entry.auto))
        at = entry.at
    clocks = [clock.left for clock in clocks_seen(game, now) or ()]
    return Moved(before, moves, clocks=clocks or None, deadline=iso_or_none(game.deadline))


def follows_from_moves(open_table: OpenTable, watcher: Watcher, made: Sequence[wire.Entry]) -> bool:
    """Return whether everything that a watcher may see now follows from what they saw, and some moves.

    Not where hands are hidden and the end of the game lays them open, or a shared screen shows another one now.
    """
    game = open_table.game
    assert game is not None
    if open_table.table.options.discards is Discards.OPEN:
        return True
    seats = () if watcher.player is None else open_table.table.seats_of(watcher.player.id)
    return game.result is None and len(seats) < 2 and len(_showable(open_table, watcher, made)) == len(made)


def shown_seat(open_table: OpenTable, watcher: Watcher) -> Seat | None:
    """Return whose cards a watcher sees: the own seat's; on a shared screen those of the seat asked for or to move."""
    if watcher.player is None:
        return None
    seats = open_table.table.seats_of(watcher.player.id)
    if len(seats) < 2:
        return seats[0] if seats else None
    if watcher.asked_seat in seats:
        return watcher.asked_seat
    to_move = None if open_table.game is None else open_table.game.position.to_move
    return to_move if to_move in seats else seats[0]


def missed_entries(open_table: OpenTable, watcher: Watcher, after: int) -> Sequence[wire.Entry] | None:
    """Return the entries after a version if all of them may still be shown, else None."""
    if open_table.game is None or after > open_table.version:
        return None
    missed = [entry for entry in open_table.tail if entry.version > after]
    if len(missed) != open_table.version - after or any(
        entry.kind in ("start", "replace", "return") for entry in missed
    ):
        return None
    shown = _showable(open_table, watcher, missed)
    return shown if len(shown) == len(missed) else None


def recent_entries(open_table: OpenTable, watcher: Watcher, seat: Seat | None) -> list[wire.Entry]:
    """Return what happened since the watcher's own latest move, for a view."""
    entries = list(open_table.tail)
    moves = [(n, entry.seat) for n, entry in enumerate(entries) if entry.kind == "move" and not entry.auto]
    own = [n for n, mover in moves if mover is not None and mover - 1 == seat]
    players = len(open_table.table.chairs)
    since = entries[own[-1] + 1 :] if own else entries[-players:]
    return list(_showable(open_table, watcher, since))


def log_from(open_table: OpenTable, watcher: Watcher) -> int:
    """Return the oldest version of the log that a watcher may see now; what is older has been covered (§5.1)."""
    entries = list(open_table.tail)
    shown = _showable(open_table, watcher, entries)
    return 1 if shown is entries or not shown else shown[0].version


def _showable(open_table: OpenTable, watcher: Watcher, entries: Sequence[wire.Entry]) -> Sequence[wire.Entry]:
    game = open_table.game
    if game is None or game.result or open_table.table.options.discards is Discards.OPEN:
        return entries
    seat = shown_seat(open_table, watcher)
    return uncovered(entries, frozenset() if seat is None else frozenset({seat}))
