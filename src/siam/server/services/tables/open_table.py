"""Know a table in use: its board, its game, the latest entries of its log, and what lists need to know of it."""

import asyncio
from collections import OrderedDict, deque
from dataclasses import dataclass, field, replace

from siam.rules import Board, Turn, load_board, restore_board
from siam.server import messages as wire
from siam.server.domain.imprints import imprint_of
from siam.server.domain.live_game import LiveGame, begin, follow, follow_turn
from siam.server.domain.log import Entry
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.tables import Table
from siam.server.ports import NOT_BEGUN, Standing
from siam.server.services.tables.presence import Presence
from siam.server.views.events import entry_made

TAIL = 40
KEYS = 64


@dataclass(slots=True, eq=False, weakref_slot=True)
class OpenTable:
    """A table in use. `tail` holds its latest entries, `keys` what the latest keyed requests led to."""

    table: Table
    board: Board
    game: LiveGame | None = None
    tail: deque[wire.Entry] = field(default_factory=lambda: deque(maxlen=TAIL))
    keys: OrderedDict[str, tuple[int, int]] = field(default_factory=OrderedDict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    presence: Presence = field(default_factory=Presence)
    thinking: bool = False

    @property
    def id(self) -> str:
        """The table's id."""
        return self.table.id

    @property
    def version(self) -> int:
        """How many entries the log has."""
        return 0 if self.game is None else self.game.version

    @property
    def running(self) -> LiveGame:
        """The game, or a refusal if none is running."""
        if self.game is None or self.game.result is not None:
            raise Refusal(Code.NOT_RUNNING)
        return self.game

    def is_behind(self, version: int, revision: int) -> bool:
        """Return whether more is written than is known here."""
        return self.version < version or self.table.revision < revision

    def catch_up(self, entry: Entry) -> wire.Entry:
        """Take over an entry that was read from the log."""
        if self.game is None:
            self.game = begin(entry, self.board, self.table.options, self.table.clock)
            made = entry_made(entry, 0, self.game.position, ())
        else:
            before = self.game.position
            self.game, events = follow(self.game, entry)
            made = entry_made(entry, self.game.turn, before, events)
        if entry.key is not None:
            self.remember_key(entry.key, entry.version, self.game.turn)
        self.tail.append(made)
        return made

    def take_over(self, game: LiveGame, made: list[wire.Entry]) -> None:
        """Go on from entries that were just committed."""
        self.game = game
        self.tail.extend(made)

    def remember_key(self, key: str, version: int, turn: int) -> None:
        """Remember what a keyed request led to; the oldest is forgotten when there are many."""
        self.keys[key] = (version, turn)
        if len(self.keys) > KEYS:
            self.keys.popitem(last=False)


def follow_on(
    game: LiveGame,
    entry: Entry,
    turn: Turn | None,
    entries: list[tuple[Entry, int]],
    made: list[wire.Entry],
) -> LiveGame:
    """Return a game after an entry, and add the entry to those to be stored and to those to be shown."""
    if turn is not None:
        after, events = follow_turn(game, entry, turn), turn.events
    else:
        after, events = follow(game, entry)
    entries.append((entry, after.turn))
    made.append(entry_made(entry, after.turn, game.position, events))
    return after


def standing_of(table: Table, game: LiveGame | None) -> Standing:
    """Return what lists need to know about a game."""
    if game is None:
        return NOT_BEGUN
    to_move = None if game.result else game.position.to_move
    return Standing(
        version=game.version,
        turn=game.turn,
        to_move=to_move,
        mover=None if to_move is None else table.chairs[to_move].player,
        since=game.since,
        deadline=game.deadline,
        result=game.result,
        imprint=imprint_of(table, game),
    )


def board_of(table: Table) -> Board:
    """Return the board of a table; of a map of its own only what the rules ask for."""
    return load_board(table.board) if table.board_file is None else bare(restore_board(table.board_file))


def bare(board: Board) -> Board:
    """Return a board without its drawing, which takes a hundred times the memory of all the rest."""
    return replace(board, drawing={})
