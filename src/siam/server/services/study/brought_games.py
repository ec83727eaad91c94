"""Keep finished games that were played elsewhere, so that they can be shown: written down, and played through again."""

import re
from typing import TypeAlias

from siam.notation import NotationError, Record, format_move, format_position, parse_record
from siam.rules.boards import BUILT_IN, format_board
from siam.rules.seats import Seat
from siam.server.domain.clocks import NO_CLOCK
from siam.server.domain.live_game import How, LiveGame, begin, follow
from siam.server.domain.log import Entry, LogChange, Moved, Resigned, Started
from siam.server.domain.players import Player, clean_name
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.rulesets import RULES_VERSION
from siam.server.domain.tables import Chair, ChairKind, Status, Table
from siam.server.ports import Append, Ids, Thinkers, Workshop
from siam.server.services.tables.open_table import standing_of
from siam.server.services.tables.open_tables import OpenTables

MOST_LINES = 400
"""More lines than the tags and the moves of any game."""
Log: TypeAlias = tuple[tuple[Entry, int], ...]
_BOT = re.compile(r"bot (\S+)")


class BroughtGames:
    """Games that somebody brings: finished, unrated, and in nobody's statistics."""

    def __init__(self, open_tables: OpenTables, ids: Ids, thinkers: Thinkers, workshop: Workshop) -> None:
        self.open_tables = open_tables
        self.ids = ids
        self.thinkers = thinkers
        self.workshop = workshop

    async def keep(self, player: Player, person: str, text: str, seat: Seat | None) -> str:
        """Keep a written game, in which the player may have had a seat; return the id of its table.

        A stranger's record takes a while to play through, so that is done outside the event loop, one at a time.
        """
        if text.count("\n") > MOST_LINES:
            raise Refusal(Code.INVALID, f"a game has at most {MOST_LINES} lines", field="record")
        now = self.open_tables.clock.now()
        try:
            table, entries, game = await self.workshop.do(person, self._read, player, text, seat, now)
        except NotationError as problem:
            raise Refusal(Code.INVALID, str(problem), field="record") from None
        await self.open_tables.store.create(table, start=Append(table.id, entries, standing_of(table, game)))
        return table.id

    def _read(self, player: Player, text: str, seat: Seat | None, now: float) -> tuple[Table, Log, LiveGame]:
        record = parse_record(text)
        return self._table(player, record, seat, now), *self._played(record, now)

    def _table(self, player: Player, record: Record, seat: Seat | None, now: float) -> Table:
        setup = record.game.setup
        tags = dict(record.tags)
        players = len(setup.players)
        if seat is not None and seat >= players:
            raise Refusal(Code.INVALID, "there is no such seat", field="seat")
        chairs = [self._chair(player, tags.get(f"Seat{number + 1}", ""), number == seat) for number in range(players)]
        return Table(
            id=self.ids.table_id(),
            host=player.id,
            created=now,
            chairs=tuple(chairs),
            board=setup.board.name,
            board_file=None if setup.board.name in BUILT_IN else format_board(setup.board),
            options=setup.options,
            clock=NO_CLOCK,
            public=False,
            name=_name(tags.get("Event", "")),
            status=Status.FINISHED,
            started=now,
            finished=now,
        )

    def _chair(self, player: Player, name: str, is_own: bool) -> Chair:
        if is_own:
            return Chair(ChairKind.PLAYER, player=player.id, name=player.name, guest=player.is_guest)
        bot = _BOT.fullmatch(name)
        if bot and bot[1] in self.thinkers.levels():
            return Chair(ChairKind.BOT, level=bot[1])
        return Chair(ChairKind.HERE, player=player.id, name=_name(name), guest=player.is_guest)

    def _played(self, record: Record, now: float) -> tuple[Log, LiveGame]:
        """Write the log of a game, and play it through; refuse one that is not over."""
        setup = record.game.setup
        first = Entry(1, None, now, Started(format_position(setup), RULES_VERSION))
        game = begin(first, setup.board, setup.options, NO_CLOCK)
        entries = [(first, 0)]

        def enter(seat: Seat, change: LogChange) -> None:
            nonlocal game
            entry = Entry(game.version + 1, seat, now, change)
            game, _ = follow(game, entry)
            entries.append((entry, game.turn))

        for turn in record.game.turns:
            enter(turn.seat, Moved(format_move(setup.board, turn.move), auto=game.must_pass))
        for seat in _gave_up(record):
            if game.result is None:
                enter(seat, Resigned())
        if game.result is None or _seats(record) != game.result.winners:
            raise Refusal(Code.INVALID, "the game is not over, or another one has won", field="record")
        return tuple(entries), game


def _gave_up(record: Record) -> list[Seat]:
    """List who gave up, if the game ended so: everybody who has not won."""
    if dict(record.tags).get("Termination") != How.RESIGNATION.value:
        return []
    return [seat for seat in range(len(record.game.setup.players)) if seat not in _seats(record)]


def _seats(record: Record) -> tuple[Seat, ...]:
    """Return the winners that a record names."""
    return tuple(int(seat) - 1 for seat in record.result.split() if seat.isdigit())


def _name(text: str) -> str | None:
    """Return a name as it can be shown; None if it can't."""
    try:
        return clean_name(text[:24])
    except Refusal:
        return None
