"""Keep the tables in use in memory, and append to their logs: commit first, tell afterwards."""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from siam.rules import PASS, Board, BoardError, Seat, Turn, advance
from siam.server import messages as wire
from siam.server.domain.imprints import imprint_of
from siam.server.domain.live_game import LiveGame, begin
from siam.server.domain.log import Entry, LogChange, Moved, Started
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.tables import Status, Table
from siam.server.logs import Log
from siam.server.ports import Append, Clock, Conflict, Outage, TableStore, Workshop
from siam.server.ports.accounts import Archive
from siam.server.services.tables.open_table import OpenTable, bare, board_of, follow_on, standing_of
from siam.server.services.tables.quotas import Counting
from siam.server.views.events import entry_made

LOG = Log("siam")
IDLE_TABLES = 400
OLD_GAMES = 100_000
READINGS = 5

Told = Callable[[OpenTable, int, Sequence[wire.Entry]], None]
Heard = Callable[[OpenTable], None]


class OpenTables:
    """The tables in use.

    `after_create` hears of new tables; `after_commit` of every commit, in order, with the version before it and the new
    entries; `after_change` of tables whose seats, status or proposals changed. What other processes have committed and
    told is for `after_reading` and `after_rereading`, and `after_loss` hears of tables that are gone.

    Where this process is not `alone`, whoever asks for a table gets it as it is in the database: another process may
    have answered them before. `doubtful` has the tables of which nobody knows whether the last commit came about.
    """

    def __init__(
        self, store: TableStore, clock: Clock, counting: Counting, maps: Workshop, *, alone: bool = True
    ) -> None:
        self.store = store
        self.clock = clock
        self.counting = counting
        self.maps = maps
        self.alone = alone
        self.doubtful: set[OpenTable] = set()
        self.after_create: list[Heard] = []
        self.after_commit: list[Told] = []
        self.after_change: list[Heard] = []
        self.after_reading: list[Told] = []
        self.after_rereading: list[Heard] = []
        self.after_loss: list[Heard] = []
        self._open_tables: OrderedDict[str, OpenTable] = OrderedDict()
        self._loading: dict[str, asyncio.Task[OpenTable]] = {}

    def __iter__(self) -> "list[OpenTable].__iter__":  # type: ignore[valid-type]
        return iter(list(self._open_tables.values()))

    def __len__(self) -> int:
        return len(self._open_tables)

    def known(self, table_id: str) -> OpenTable | None:
        """Return a table if it is in memory."""
        return self._open_tables.get(table_id)

    async def at(self, table_id: str) -> OpenTable:
        """Return a table, read from the database if need be, or refuse: there is no such table."""
        open_table = self._open_tables.get(table_id)
        if open_table is not None:
            self._open_tables.move_to_end(table_id)
            if not self.alone:
                await self.look_again(open_table)
            return open_table
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.create_task(self._load(table_id))
        return await asyncio.shield(self._loading[table_id])

    async def _load(self, table_id: str) -> OpenTable:
        try:
            open_table = await self._read(table_id)
            self._open_tables[table_id] = open_table
            self._tidy()
            return open_table
        finally:
            del self._loading[table_id]

    async def _read(self, table_id: str) -> OpenTable:
        listed = await self.store.load(table_id)
        if listed is None:
            raise Refusal(Code.NOT_FOUND, "there is no such table")
        try:
            table = listed.table
            board = await self._board(table)
        except BoardError as problem:
            raise Refusal(Code.UNAVAILABLE, str(problem)) from None
        open_table = OpenTable(listed.table, board)
        for entry in await self.store.entries(table_id):
            open_table.catch_up(entry)
        if open_table.version != listed.standing.version:  # somebody moved between the two readings
            await self.refresh(open_table)
        return open_table

    async def _board(self, table: Table) -> Board:
        """Read the board of a table; of a map of its own only what the rules ask for is kept in memory."""
        if table.board_file is None:
            return board_of(table)
        return await self.maps.do(f"table {table.id}", board_of, table)

    async def note_imprints(self) -> None:
        """Say of running games that an older server began what lies on their tables."""
        for table_id in await self.store.without_imprint(OLD_GAMES):
            try:
                open_table = await self.at(table_id)
            except Refusal as refusal:
                LOG.warning("table_unreadable", table=table_id, problem=str(refusal))
                continue
            if open_table.game is not None:
                mark = imprint_of(open_table.table, open_table.game)
                await self.store.keep_imprint(table_id, open_table.version, mark)

    def forget(self, table_id: str) -> None:
        """Drop a table from memory."""
        self._open_tables.pop(table_id, None)

    def _tidy(self) -> None:
        """Drop the least recently used tables from memory, but none that somebody looks at."""
        if len(self._open_tables) <= IDLE_TABLES:
            return
        for table_id, open_table in list(self._open_tables.items()):
            if len(self._open_tables) <= IDLE_TABLES:
                return
            if not open_table.presence.watchers and not open_table.thinking and not open_table.lock.locked():
                del self._open_tables[table_id]

    def release(self, open_table: OpenTable) -> None:
        """Drop a finished game from memory as soon as nobody looks."""
        if (
            not open_table.presence.watchers
            and open_table.table.status is Status.FINISHED
            and not open_table.lock.locked()
        ):
            self._open_tables.pop(open_table.id, None)

    async def refresh(self, open_table: OpenTable) -> list[wire.Entry]:
        """Read what others have written; return the new entries.

        A table and its log are read one after the other. Both are taken over at once, and only if they fit.
        """
        for _ in range(READINGS):
            listed = await self.store.load(open_table.id)
            if listed is None:
                self._lose(open_table)
                raise Refusal(Code.NOT_FOUND, "there is no such table")
            entries = await self.store.entries(open_table.id, after=open_table.version)
            if listed.standing.version == (entries[-1].version if entries else open_table.version):
                open_table.table = listed.table
                return [open_table.catch_up(entry) for entry in entries if entry.version > open_table.version]
        raise Outage(f"table {open_table.id} changes while it is read")

    def _lose(self, open_table: OpenTable) -> None:
        """Let go of a table that is no more, and tell who looks at it."""
        if self._open_tables.pop(open_table.id, None) is not None:
            for tell in self.after_loss:
                tell(open_table)

    async def look_again(self, open_table: OpenTable) -> None:
        """Read on if another process has written something, or refuse: the table is gone."""
        versions = await self.store.versions([open_table.id])
        await self.reach(open_table, versions.get(open_table.id))

    async def reach(self, open_table: OpenTable, written: tuple[int, int] | None) -> None:
        """Read on until a version and a revision that are known to be written; None if the table is gone."""
        if written is None:
            self._lose(open_table)
            raise Refusal(Code.NOT_FOUND, "there is no such table")
        if open_table.is_behind(*written):
            async with open_table.lock:
                if open_table.is_behind(*written):
                    await self._read_on(open_table)

    async def show_at_least(self, open_table: OpenTable, version: int) -> None:
        """Read on if somebody has seen more than this process has."""
        if version > open_table.version and not self.alone:
            await self.look_again(open_table)

    async def read_on(self, open_table: OpenTable) -> None:
        """Read what another process has written and told, and tell who looks at it here."""
        async with open_table.lock:
            await self._read_on(open_table)

    async def _read_on(self, open_table: OpenTable) -> None:
        before, revision = open_table.version, open_table.table.revision
        made = await self.refresh(open_table)
        if made:
            for tell in self.after_reading:
                tell(open_table, before, made)
        if open_table.table.revision != revision:
            for show in self.after_rereading:
                show(open_table)

    async def settle_doubts(self) -> None:
        """Find out whether commits came about that were not answered, and tell everybody of those that did."""
        for open_table in list(self.doubtful):
            async with open_table.lock:
                with contextlib.suppress(Refusal):  # it is gone, and whoever looked at it has been told
                    await self._hear_of(open_table)
            self.doubtful.discard(open_table)

    async def save(self, open_table: OpenTable, table: Table) -> None:
        """Keep a changed table; on a conflict it is read again and the caller may try again."""
        try:
            with self._doubting(open_table):
                async with self.counting.allowed(open_table.table, table):
                    open_table.table = await self.store.save(table)
        except Conflict:
            await self._hear_of(open_table)
            raise
        for tell in self.after_change:
            tell(open_table)

    async def amend(self, open_table: OpenTable, table: Table, archive: Archive) -> None:
        """Keep a table on which nothing but names changed, also after its game."""
        try:
            open_table.table = await archive.amend(table)
        except Conflict:
            await self._hear_of(open_table)
            raise
        for tell in self.after_change:
            tell(open_table)

    async def create(
        self, table: Table, board: Board, start: Started | None, *, origin: OpenTable | None = None
    ) -> OpenTable:
        """Keep a new table and take it into use, with the start of its game, and linked from the one it repeats."""
        open_table = OpenTable(table, board if table.board_file is None else bare(board))
        if start is None:
            await self._keep(open_table, None, origin)
        else:
            entry, game = self._first(open_table, table, start)
            await self._keep(open_table, Append(table.id, ((entry, 0),), standing_of(table, game)), origin)
            self._begun(open_table, entry, game)
        return open_table

    async def _keep(self, open_table: OpenTable, start: Append | None, origin: OpenTable | None) -> None:
        linked = None if origin is None else replace(origin.table, rematch=open_table.id)
        try:
            with self._doubting(origin):
                async with self.counting.allowed(None, open_table.table):
                    await self.store.create(open_table.table, start=start, origin=linked)
        except Conflict:
            if origin is not None:
                await self._hear_of(origin)
            raise
        self._open_tables[open_table.id] = open_table
        self._tidy()
        for tell in self.after_create:
            tell(open_table)
        if origin is not None and linked is not None:
            origin.table = replace(linked, revision=linked.revision + 1)
            for tell in self.after_change:
                tell(origin)

    async def begin(self, open_table: OpenTable, table: Table, start: Started) -> None:
        """Commit the start of a game together with the table as it is then."""
        entry, game = self._first(open_table, table, start)
        await self._commit(open_table, [(entry, 0)], game, table)
        self._begun(open_table, entry, game)

    def _first(self, open_table: OpenTable, table: Table, start: Started) -> tuple[Entry, LiveGame]:
        entry = Entry(1, None, table.started or self.clock.now(), start)
        return entry, begin(entry, open_table.board, table.options, table.clock)

    def _begun(self, open_table: OpenTable, entry: Entry, game: LiveGame) -> None:
        made = entry_made(entry, 0, game.position, ())
        open_table.take_over(game, [made])
        self._tell(open_table, 0, [made])

    async def enter(
        self,
        open_table: OpenTable,
        seat: Seat | None,
        change: LogChange,
        *,
        key: str | None = None,
        turn: Turn | None = None,
        at: float | None = None,
        table: Table | None = None,
    ) -> LiveGame:
        """Commit a change and the passes that follow from it, then tell everybody."""
        before = open_table.game
        assert before is not None
        now = self.clock.now() if at is None else at
        entry = Entry(before.version + 1, seat, now, change, key)
        entries: list[tuple[Entry, int]] = []
        made: list[wire.Entry] = []
        game = follow_on(before, entry, turn, entries, made)
        while game.must_pass and game.paused_at is None:
            seat_to_pass = game.position.to_move
            passing = Entry(game.version + 1, seat_to_pass, now, Moved("pass", auto=True))
            game = follow_on(game, passing, advance(game.position, PASS), entries, made)
        if game.result is not None:
            table = replace(table or open_table.table, status=Status.FINISHED, finished=now, proposals=())
        await self._commit(open_table, entries, game, table)
        open_table.take_over(game, made)
        if key is not None:
            open_table.remember_key(key, entry.version, entries[0][1])
        self._tell(open_table, before.version, made)
        return game

    async def _commit(
        self, open_table: OpenTable, entries: list[tuple[Entry, int]], game: LiveGame, table: Table | None
    ) -> None:
        standing = standing_of(table or open_table.table, game)
        try:
            with self._doubting(open_table):
                saved = await self._append(open_table.table, Append(open_table.id, tuple(entries), standing, table))
        except Conflict:
            await self._hear_of(open_table)
            raise
        if saved is not None:
            open_table.table = saved

    async def _append(self, before: Table, append: Append) -> Table | None:
        if append.table is None:
            return await self.store.append(append)
        async with self.counting.allowed(before, append.table):
            return await self.store.append(append)

    async def delete(self, open_table: OpenTable) -> None:
        """Forget a table that never started."""
        with self._doubting(open_table):
            await self.store.delete(open_table.id)
        self.forget(open_table.id)

    @contextlib.contextmanager
    def _doubting(self, open_table: OpenTable | None) -> Iterator[None]:
        """Remember a table of which it is not known whether something was committed."""
        try:
            yield
        except Outage:
            if open_table is not None:
                self.doubtful.add(open_table)
            raise

    async def _hear_of(self, open_table: OpenTable) -> None:
        """Read what another process has just written, and tell everybody here."""
        revision = open_table.table.revision
        made = await self.refresh(open_table)
        if made:
            self._tell(open_table, made[0].version - 1, made)
        elif open_table.table.revision != revision:
            for tell in self.after_change:
                tell(open_table)

    def _tell(self, open_table: OpenTable, before: int, made: list[wire.Entry]) -> None:
        for tell in self.after_commit:
            tell(open_table, before, made)
