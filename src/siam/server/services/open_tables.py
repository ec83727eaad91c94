"""Keep the tables in use in memory, and append to their logs: commit first, tell afterwards."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from siam.rules.boards import Board, load_board, restore_board
from siam.rules.errors import BoardError
from siam.rules.moves import PASS
from siam.rules.seats import Seat
from siam.rules.turns import Turn, advance
from siam.server.domain.chat import Line
from siam.server.domain.live_game import Course, begin, follow, follow_turn
from siam.server.domain.log import Deed, Entry, Moved, Started
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.tables import Status, Table
from siam.server.messages.game import EntryMade
from siam.server.ports import NOT_BEGUN, Append, Clock, Conflict, Standing, TableStore
from siam.server.views.events import entry_made

if TYPE_CHECKING:
    from msgspec import Raw

    from siam.server.services.audience import Presence, Watcher

TAIL = 40
KEYS = 64
IDLE_DESKS = 400


@dataclass(slots=True, eq=False)
class Desk:
    """A table in use.

    `tail` holds its latest entries, `states` what was encoded for the present version, `lines` the chat if it was
    read since somebody spoke last; `said` counts how often that was. `seen` is when this process last
    noted that a player was here.
    """

    table: Table
    board: Board
    course: Course | None = None
    tail: deque[EntryMade] = field(default_factory=lambda: deque(maxlen=TAIL))
    keys: OrderedDict[str, tuple[int, int]] = field(default_factory=OrderedDict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: "set[Watcher]" = field(default_factory=set)
    elsewhere: "dict[str, Presence]" = field(default_factory=dict)
    states: "dict[frozenset[Seat], tuple[float, Raw]]" = field(default_factory=dict)
    ratings: dict[str, int] = field(default_factory=dict)
    lines: list[Line] | None = None
    said: int = 0
    seen: dict[str, float] = field(default_factory=dict)
    thinking: bool = False

    @property
    def id(self) -> str:
        """The table's id."""
        return self.table.id

    @property
    def version(self) -> int:
        """How many entries the log has."""
        return 0 if self.course is None else self.course.version

    @property
    def running(self) -> Course:
        """The game, or a refusal if none is running."""
        if self.course is None or self.course.result is not None:
            raise Refusal(Code.NOT_RUNNING)
        return self.course


Told = Callable[[Desk, int, Sequence[EntryMade]], None]


class Desks:
    """The tables in use. `told` is called after every commit, with the version before and the new entries."""

    def __init__(self, store: TableStore, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.told: list[Told] = []
        self.changed: list[Callable[[Desk], None]] = []
        self._desks: OrderedDict[str, Desk] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Desk]] = {}

    def __iter__(self) -> "list[Desk].__iter__":  # type: ignore[valid-type]
        return iter(list(self._desks.values()))

    def __len__(self) -> int:
        return len(self._desks)

    def known(self, table_id: str) -> Desk | None:
        """Return a desk if it is in memory."""
        return self._desks.get(table_id)

    async def at(self, table_id: str) -> Desk:
        """Return a table's desk, or refuse: there is no such table."""
        desk = self._desks.get(table_id)
        if desk is not None:
            self._desks.move_to_end(table_id)
            return desk
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.create_task(self._load(table_id))
        return await asyncio.shield(self._loading[table_id])

    async def _load(self, table_id: str) -> Desk:
        try:
            desk = await self._read(table_id)
            self._desks[table_id] = desk
            self._tidy()
            return desk
        finally:
            del self._loading[table_id]

    async def _read(self, table_id: str) -> Desk:
        listed = await self.store.load(table_id)
        if listed is None:
            raise Refusal(Code.NOT_FOUND, "there is no such table")
        try:
            table = listed.table
            board = board_of(table) if table.board_file is None else await asyncio.to_thread(board_of, table)
        except BoardError as problem:
            raise Refusal(Code.UNAVAILABLE, str(problem)) from None
        desk = Desk(listed.table, board)
        for entry in await self.store.entries(table_id):
            _catch_up(desk, entry)
        return desk

    def forget(self, table_id: str) -> None:
        """Let a table go."""
        self._desks.pop(table_id, None)

    def _tidy(self) -> None:
        """Let go of the tables that nobody has used for longest, but of none that somebody looks at."""
        if len(self._desks) <= IDLE_DESKS:
            return
        for table_id, desk in list(self._desks.items()):
            if len(self._desks) <= IDLE_DESKS:
                return
            if not desk.watchers and not desk.thinking and not desk.lock.locked():
                del self._desks[table_id]

    def release(self, desk: Desk) -> None:
        """Let a finished game go as soon as nobody looks."""
        if not desk.watchers and desk.table.status is Status.FINISHED and not desk.lock.locked():
            self._desks.pop(desk.id, None)

    async def refresh(self, desk: Desk) -> list[EntryMade]:
        """Read what others have written; gives the new entries."""
        listed = await self.store.load(desk.id)
        if listed is None:
            self.forget(desk.id)
            raise Refusal(Code.NOT_FOUND, "there is no such table")
        entries = await self.store.entries(desk.id, after=desk.version)
        desk.table = listed.table
        made = [_catch_up(desk, entry) for entry in entries if entry.version > desk.version]
        desk.states.clear()
        return made

    async def save(self, desk: Desk, table: Table) -> None:
        """Keep a changed table; on a conflict the desk is fresh and the caller may try again."""
        try:
            desk.table = await self.store.save(table)
        except Conflict:
            await self._hear_of(desk)
            raise
        for tell in self.changed:
            tell(desk)

    async def create(self, table: Table, board: Board, start: Started | None, *, origin: Desk | None = None) -> Desk:
        """Keep a new table and take it into use, with the start of its game, and linked from the one it repeats."""
        desk = Desk(table, board, lines=[])
        if start is None:
            await self._keep(desk, None, origin)
        else:
            entry, course = self._first(desk, table, start)
            await self._keep(desk, Append(table.id, ((entry, 0),), standing_of(table, course)), origin)
            self._begun(desk, entry, course)
        return desk

    async def _keep(self, desk: Desk, start: Append | None, origin: Desk | None) -> None:
        linked = None if origin is None else replace(origin.table, rematch=desk.id)
        try:
            await self.store.create(desk.table, start=start, origin=linked)
        except Conflict:
            if origin is not None:
                await self._hear_of(origin)
            raise
        self._desks[desk.id] = desk
        self._tidy()
        if origin is not None and linked is not None:
            origin.table = replace(linked, revision=linked.revision + 1)
            for tell in self.changed:
                tell(origin)

    async def begin(self, desk: Desk, table: Table, start: Started) -> None:
        """Commit the start of a game together with the table as it is then."""
        entry, course = self._first(desk, table, start)
        await self._commit(desk, [(entry, 0)], course, table)
        self._begun(desk, entry, course)

    def _first(self, desk: Desk, table: Table, start: Started) -> tuple[Entry, Course]:
        entry = Entry(1, None, table.started or self.clock.now(), start)
        return entry, begin(entry, desk.board, table.options, table.clock)

    def _begun(self, desk: Desk, entry: Entry, course: Course) -> None:
        made = entry_made(entry, 0, course.position, ())
        self._take_over(desk, course, [made])
        self._tell(desk, 0, [made])

    async def enter(
        self,
        desk: Desk,
        seat: Seat | None,
        deed: Deed,
        *,
        key: str | None = None,
        turn: Turn | None = None,
        at: float | None = None,
        table: Table | None = None,
    ) -> Course:
        """Commit a deed and the passes that follow from it, then tell everybody."""
        before = desk.course
        assert before is not None
        now = self.clock.now() if at is None else at
        entry = Entry(before.version + 1, seat, now, deed, key)
        entries: list[tuple[Entry, int]] = []
        made: list[EntryMade] = []
        course = _follow(before, entry, turn, entries, made)
        while course.must_pass and course.paused_at is None:
            seat_to_pass = course.position.to_move
            passing = Entry(course.version + 1, seat_to_pass, now, Moved("pass", auto=True))
            course = _follow(course, passing, advance(course.position, PASS), entries, made)
        if course.result is not None:
            table = replace(table or desk.table, status=Status.FINISHED, finished=now, proposals=())
        await self._commit(desk, entries, course, table)
        self._take_over(desk, course, made)
        if key is not None:
            desk.keys[key] = (entry.version, entries[0][1])
            if len(desk.keys) > KEYS:
                desk.keys.popitem(last=False)
        self._tell(desk, before.version, made)
        return course

    async def _commit(self, desk: Desk, entries: list[tuple[Entry, int]], course: Course, table: Table | None) -> None:
        standing = standing_of(table or desk.table, course)
        try:
            saved = await self.store.append(Append(desk.id, tuple(entries), standing, table))
        except Conflict:
            await self._hear_of(desk)
            raise
        if saved is not None:
            desk.table = saved

    async def _hear_of(self, desk: Desk) -> None:
        """Read what another process was faster with, and tell everybody here."""
        revision = desk.table.revision
        made = await self.refresh(desk)
        if made:
            self._tell(desk, made[0].version - 1, made)
        elif desk.table.revision != revision:
            for tell in self.changed:
                tell(desk)

    def _take_over(self, desk: Desk, course: Course, made: list[EntryMade]) -> None:
        desk.course = course
        desk.tail.extend(made)
        desk.states.clear()

    def _tell(self, desk: Desk, before: int, made: list[EntryMade]) -> None:
        for tell in self.told:
            tell(desk, before, made)


def _follow(
    course: Course,
    entry: Entry,
    turn: Turn | None,
    entries: list[tuple[Entry, int]],
    made: list[EntryMade],
) -> Course:
    if turn is not None:
        after, events = follow_turn(course, entry, turn), turn.events
    else:
        after, events = follow(course, entry)
    entries.append((entry, after.turn))
    made.append(entry_made(entry, after.turn, course.position, events))
    return after


def _catch_up(desk: Desk, entry: Entry) -> EntryMade:
    if desk.course is None:
        desk.course = begin(entry, desk.board, desk.table.options, desk.table.clock)
        made = entry_made(entry, 0, desk.course.position, ())
    else:
        before = desk.course.position
        desk.course, events = follow(desk.course, entry)
        made = entry_made(entry, desk.course.turn, before, events)
    if entry.key is not None:
        desk.keys[entry.key] = (entry.version, desk.course.turn)
        if len(desk.keys) > KEYS:
            desk.keys.popitem(last=False)
    desk.tail.append(made)
    return made


def standing_of(table: Table, course: Course | None) -> Standing:
    """Return what lists need to know about a game."""
    if course is None:
        return NOT_BEGUN
    to_move = None if course.result else course.position.to_move
    return Standing(
        version=course.version,
        turn=course.turn,
        to_move=to_move,
        mover=None if to_move is None else table.chairs[to_move].player,
        since=course.since,
        deadline=course.deadline,
        result=course.result,
    )


def board_of(table: Table) -> Board:
    """Return the board of a table."""
    return load_board(table.board) if table.board_file is None else restore_board(table.board_file)
