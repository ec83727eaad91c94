"""Let people talk at a table, and see that everybody here hears every line once, in order."""

from collections.abc import Callable, Sequence
from weakref import WeakKeyDictionary

from siam.server.domain.chat import GREETINGS, ChatLine, may_talk, name_at, room_of
from siam.server.domain.players import Player
from siam.server.domain.refusals import Code, Refusal
from siam.server.ports import Outage, PlayerStore
from siam.server.services.tables.audience import LINES_SHOWN, Audience
from siam.server.services.tables.open_table import OpenTable
from siam.server.services.tables.open_tables import OpenTables


class TableChat:
    """What is said at tables; `said` hears of what is said through this process.

    Lines are numbered one by one, so that missed ones are noticed, and read. `doubtful` has the tables of which nobody
    knows whether the last line was kept.
    """

    def __init__(
        self, open_tables: OpenTables, audience: Audience, players: PlayerStore, *, alone: bool = False
    ) -> None:
        self.open_tables = open_tables
        self.players = players
        self.audience = audience
        self.said: list[Callable[[OpenTable, ChatLine], None]] = []
        self.doubtful: set[OpenTable] = set()
        self._told: WeakKeyDictionary[OpenTable, int] = WeakKeyDictionary()  # the last line that all here were told
        self._read: WeakKeyDictionary[OpenTable, list[ChatLine]] = WeakKeyDictionary()
        self.alone = alone  # no other process lets people talk, so what was read once stays true

    async def say(self, player: Player, open_table: OpenTable, text: str | None, greeting: str | None) -> ChatLine:
        """Say something: words where they are allowed, a greeting anywhere."""
        current = await self.players.find(player.id)  # a socket knows its player as they were when it opened
        if (
            current is not None
            and current.muted_until is not None
            and self.open_tables.clock.now() < current.muted_until
        ):
            raise Refusal(Code.MUTED)
        seats = open_table.table.seats_of(player.id)
        seat = seats[0] if seats else None
        if (text is None) == (greeting is None):
            raise Refusal(Code.INVALID, "either words or a greeting", field="text")
        if greeting is not None and greeting not in GREETINGS:
            raise Refusal(Code.INVALID, "there is no such greeting", field="greeting")
        if text is not None:
            text = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
            if not text:
                raise Refusal(Code.INVALID, "say something", field="text")
            if not may_talk(open_table.table, seat):
                raise Refusal(Code.SILENT)
        room = room_of(open_table.table, seat)
        name = name_at(open_table.table, player.id, player.name)
        line = ChatLine(0, self.open_tables.clock.now(), name, seat, text, greeting, room, player.id)
        try:
            said = await self.open_tables.store.say(open_table.id, line)
        except Outage:
            self.doubtful.add(open_table)
            raise
        for tell in self.said:
            tell(open_table, said)
        await self.hear(open_table, said)
        return said

    async def hear(self, open_table: OpenTable, line: ChatLine) -> None:
        """Let everybody here hear a line that was said, and any before it that they have missed."""
        self._read.pop(open_table, None)
        if line.n == self._told.get(open_table, -1) + 1:
            self._tell(open_table, [line])
        else:
            await self.reach(open_table, line.n)

    async def reach(self, open_table: OpenTable, number: int) -> None:
        """Let everybody here hear the lines until one that is known to be there."""
        if number > self._told.get(open_table, -1) and open_table.presence.watchers:
            self._tell(open_table, await self.open_tables.store.lines(open_table.id, None, LINES_SHOWN))

    def _tell(self, open_table: OpenTable, lines: Sequence[ChatLine]) -> None:
        told = self._told.get(open_table)
        if told is not None:
            for line in lines:
                if line.n > told:
                    self.audience.hear(open_table, line)
        self._told[open_table] = max(told or 0, lines[-1].n if lines else 0)

    async def settle_doubts(self) -> None:
        """Find out whether lines were kept that were not answered, and let them be heard."""
        for open_table in list(self.doubtful):
            self._read.pop(open_table, None)
            self._tell(open_table, await self.open_tables.store.lines(open_table.id, None, LINES_SHOWN))
            self.doubtful.discard(open_table)

    async def lines(self, open_table: OpenTable, before: int | None = None) -> list[ChatLine]:
        """Read the latest lines."""
        if before is not None:
            return await self.open_tables.store.lines(open_table.id, before, LINES_SHOWN)
        lines = self._read.get(open_table) if self.alone else None
        if lines is None:
            lines = await self.open_tables.store.lines(open_table.id, None, LINES_SHOWN)
            self._tell(open_table, lines)
            if self.is_latest(open_table, lines):
                self._read[open_table] = lines
        return lines

    def is_latest(self, open_table: OpenTable, lines: Sequence[ChatLine]) -> bool:
        """Return whether nobody has spoken since these lines were read, as far as this process knows."""
        return self._told.get(open_table, 0) <= (lines[-1].n if lines else 0)

    def after_create(self, open_table: OpenTable) -> None:
        """Know that nobody has spoken at a new table."""
        self._read[open_table] = []
        self._told[open_table] = 0

    def read_again(self) -> None:
        """Forget what was read: names in it have changed."""
        self._read.clear()
