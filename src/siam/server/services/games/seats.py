"""Make tables, seat people, start games, arrange rematches."""

import contextlib
from collections.abc import Callable

from siam.notation import format_position
from siam.rules import BUILT_IN, Board, BoardError, Seat, deal, format_board, load_board, parse_board
from siam.server.domain import tables
from siam.server.domain.log import Started
from siam.server.domain.players import Player, clean_name
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.rulesets import RULES_VERSION
from siam.server.domain.tables import Chair, ChairKind, Status, Table
from siam.server.messages.table_requests import (
    BotSeat,
    HereSeat,
    InvitedSeat,
    MeSeat,
    OpenSeat,
    SeatArrangement,
    SeatRequest,
    TableRequest,
)
from siam.server.ports import Conflict, Ids, PlayerStore, Thinkers
from siam.server.services.tables.open_table import OpenTable
from siam.server.services.tables.open_tables import OpenTables
from siam.server.services.tables.order import Order
from siam.server.views.tables import read_clock, read_options

TRIES = 5


class Seating:
    """Everything that happens at a table before its game, and between two games."""

    def __init__(
        self,
        open_tables: OpenTables,
        players: PlayerStore,
        ids: Ids,
        thinkers: Thinkers,
        order: Order,
    ) -> None:
        self.open_tables = open_tables
        self.players = players
        self.ids = ids
        self.thinkers = thinkers
        self.order = order
        self.cancelled: list[Callable[[OpenTable], None]] = []
        self.invited: list[Callable[[Table, str], None]] = []

    async def make(self, host: Player, person: str, request: TableRequest) -> OpenTable:
        """Make a table as asked; it starts at once if nobody is missing."""
        chairs = [await self._chair(host, seat, len(request.seats)) for seat in request.seats]
        if all(chair.kind is ChairKind.BOT for chair in chairs):
            raise Refusal(Code.INVALID, "somebody has to play: bots among themselves play in the arena", field="seats")
        board = await self._board(person, request)
        mine = [chair for chair in chairs if chair.kind is ChairKind.PLAYER]
        if len(mine) > 1:
            raise Refusal(Code.INVALID, "you sit once; other seats on your screen are 'here'", field="seats")
        table = Table(
            id=self.ids.table_id(),
            host=host.id,
            person=person,
            created=self.open_tables.clock.now(),
            chairs=tuple(chairs),
            board=board.name,
            board_file=None if request.board_file is None else format_board(board),
            options=read_options(request.options),
            clock=read_clock(request.clock),
            public=request.visibility == "public",
            rated=request.rated,
            shuffle=request.shuffle,
            seed=request.seed,
            name=None if request.name is None else clean_name(request.name[:24]) if request.name.strip() else None,
        )
        open_table = await self._create(table, board)
        self._tell_invited(open_table.table)
        return open_table

    async def _board(self, person: str, request: TableRequest) -> Board:
        """Read the map for a new table; an unknown one takes a while, so it is parsed outside the event loop."""
        if request.board_file is None:
            if request.board not in BUILT_IN:
                raise Refusal(Code.INVALID, "there is no such board", field="board")
            return load_board(request.board)
        try:
            return await self.open_tables.maps.do(person, parse_board, request.board_file)
        except BoardError as problem:
            raise Refusal(Code.INVALID, str(problem), field="board_file") from None

    async def take(self, player: Player, table_id: str, seat: Seat) -> OpenTable:
        """Seat a player; the game starts when nobody is missing."""
        open_table = await self.open_tables.at(table_id)
        _must_exist(open_table, seat)
        await self.order.check_company(player.id, frozenset((open_table.table.host, *open_table.table.people)))
        async with open_table.lock:
            await self._change(
                open_table, lambda t: tables.take_seat(t, seat, player.id, player.name, guest=player.is_guest)
            )
        return open_table

    async def arrange(self, host: Player, table_id: str, seat: Seat, wish: SeatArrangement) -> OpenTable:
        """Let the host decide what a seat is for."""
        open_table = await self.open_tables.at(table_id)
        _must_exist(open_table, seat)
        chair = await self._chair(host, wish, len(open_table.table.chairs))
        async with open_table.lock:
            await self._change(open_table, lambda t: tables.arrange_seat(t, seat, chair, host.id))
        self._tell_invited(open_table.table)
        return open_table

    async def leave(self, player: Player, table_id: str, seat: Seat) -> OpenTable:
        """Free a seat before the start."""
        open_table = await self.open_tables.at(table_id)
        _must_exist(open_table, seat)
        async with open_table.lock:
            await self._change(open_table, lambda t: tables.leave_seat(t, seat, player.id))
        return open_table

    async def start(self, host: Player, table_id: str, level: str) -> OpenTable:
        """Fill open seats with bots and start."""
        open_table = await self.open_tables.at(table_id)
        if open_table.table.host != host.id:
            raise Refusal(Code.FORBIDDEN, "only the host starts the game")
        self._check_level(level, len(open_table.table.chairs))
        async with open_table.lock:
            await self._change(open_table, lambda t: tables.fill(t, level))
        return open_table

    async def cancel(self, host: Player, table_id: str) -> None:
        """Forget a table that has not started."""
        open_table = await self.open_tables.at(table_id)
        if open_table.table.host != host.id:
            raise Refusal(Code.FORBIDDEN, "only the host cancels a table")
        async with open_table.lock:
            if open_table.table.status is not Status.OPEN:
                raise Refusal(Code.ALREADY_STARTED)
            await self.open_tables.delete(open_table)
        for tell in self.cancelled:
            tell(open_table)

    async def rematch(self, player: Player, person: str, table_id: str) -> OpenTable:
        """Make the table of a rematch, or sit down at it if somebody has made it."""
        open_table = await self.open_tables.at(table_id)
        async with open_table.lock:
            table = open_table.table
            if table.status is not Status.FINISHED:
                raise Refusal(Code.NOT_RUNNING, "a rematch comes after the game")
            if not table.seats_of(player.id):
                raise Refusal(Code.NOT_YOUR_SEAT)
            if table.rematch is None:
                if any(chair.kind is ChairKind.HERE and chair.player != player.id for chair in table.chairs):
                    raise Refusal(Code.FORBIDDEN, "whoever shares their screen asks for the rematch")
                await self.order.check_company(player.id, table.people)
                now = self.open_tables.clock.now()
                fresh = tables.rotated(table, self.ids.table_id(), player.id, person, now)
                with contextlib.suppress(Conflict):  # somebody else was faster: theirs is the rematch
                    again = await self._create(fresh, open_table.board, origin=open_table)
                    self._tell_invited(fresh)
                    return again
            rematch_id = open_table.table.rematch
        assert rematch_id is not None
        again = await self.open_tables.at(rematch_id)
        if again.table.status is Status.OPEN and not again.table.seats_of(player.id):
            for seat, chair in enumerate(again.table.chairs):
                if chair.kind is ChairKind.INVITED and chair.player == player.id:
                    return await self._take_surely(player, rematch_id, seat)
        return again

    async def _take_surely(self, player: Player, table_id: str, seat: Seat) -> OpenTable:
        """Seat a player, who may have sat down by another request a moment ago."""
        try:
            return await self.take(player, table_id, seat)
        except Refusal:
            open_table = await self.open_tables.at(table_id)
            if not open_table.table.seats_of(player.id):
                raise
            return open_table

    async def _change(self, open_table: OpenTable, change: Callable[[Table], Table]) -> None:
        """Change a table, and start its game in the same transaction once nobody is missing.

        If another process was faster, look again and try again.
        """
        for _ in range(TRIES):
            changed = change(open_table.table)
            try:
                if changed.can_start:
                    await self.open_tables.begin(open_table, *self._dealt(changed, open_table.board))
                else:
                    await self.open_tables.save(open_table, changed)
            except Conflict:
                continue
            return
        raise Refusal(Code.UNAVAILABLE)

    async def _create(self, table: Table, board: Board, *, origin: OpenTable | None = None) -> OpenTable:
        if not table.can_start:
            return await self.open_tables.create(table, board, None, origin=origin)
        begun, start = self._dealt(table, board)
        return await self.open_tables.create(begun, board, start, origin=origin)

    def _dealt(self, table: Table, board: Board) -> tuple[Table, Started]:
        """Deal the game of a full table."""
        seed = self.ids.seed() if table.seed is None else table.seed
        begun = tables.begin(table, self.open_tables.clock.now(), seed)
        setup = deal(len(begun.chairs), seed, board=board, options=begun.options)
        return begun, Started(format_position(setup), RULES_VERSION)

    async def start_full(self, open_table: OpenTable) -> None:
        """Start a game for which nobody is missing: an older server may have died between seat and start."""
        if not open_table.table.can_start:
            return
        async with open_table.lock:
            if open_table.table.can_start:
                with contextlib.suppress(Refusal):  # its host has too many: it waits on, and who looks may look
                    await self._change(open_table, lambda table: table)

    async def _chair(self, host: Player, wish: SeatRequest | SeatArrangement, players: int) -> Chair:
        match wish:
            case MeSeat():
                return Chair(ChairKind.PLAYER, player=host.id, name=host.name, guest=host.is_guest)
            case OpenSeat():
                return tables.OPEN_CHAIR
            case BotSeat(level=level):
                self._check_level(level, players)
                return Chair(ChairKind.BOT, level=level)
            case HereSeat(name=name):
                called = clean_name(name) if name else None
                return Chair(ChairKind.HERE, player=host.id, name=called, guest=host.is_guest)
            case InvitedSeat(player=name):
                guest = await self.players.by_name(name)
                if guest is None:
                    raise Refusal(Code.INVALID, f"there is no player {name}", field="seats")
                await self.order.check_company(host.id, frozenset({guest.id}))
                return Chair(ChairKind.INVITED, player=guest.id, name=guest.name)

    def _check_level(self, level: str, players: int) -> None:
        if level not in self.thinkers.levels(players):
            raise Refusal(Code.INVALID, f"there is no level {level} with {players} players", field="level")

    def _tell_invited(self, table: Table) -> None:
        for chair in table.chairs:
            if chair.kind is ChairKind.INVITED and chair.player is not None:
                for tell in self.invited:
                    tell(table, chair.player)


def _must_exist(open_table: OpenTable, seat: Seat) -> None:
    if not 0 <= seat < len(open_table.table.chairs):
        raise Refusal(Code.NOT_FOUND, "there is no such seat")
