"""Make tables, seat people, start games, arrange rematches."""

import asyncio
import contextlib
from collections.abc import Callable

from siam.notation import format_position
from siam.rules.boards import BUILT_IN, Board, format_board, load_board, parse_board
from siam.rules.errors import BoardError
from siam.rules.seats import Seat
from siam.rules.setups import deal
from siam.server.domain import tables
from siam.server.domain.log import Started
from siam.server.domain.players import Player, clean_name
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.rulesets import RULES_VERSION
from siam.server.domain.tables import Chair, ChairKind, Status, Table
from siam.server.messages.tables import (
    BotSeat,
    HereSeat,
    InvitedSeat,
    MeSeat,
    OpenSeat,
    SeatArrangement,
    SeatRequest,
    TableRequest,
)
from siam.server.ports import Chance, Conflict, PlayerStore, Thinkers
from siam.server.services.open_tables import Desk, Desks
from siam.server.views.tables import read_clock, read_options

TRIES = 5


class Seating:
    """Everything that happens at a table before its game, and between two games."""

    def __init__(self, desks: Desks, players: PlayerStore, chance: Chance, thinkers: Thinkers) -> None:
        self.desks = desks
        self.players = players
        self.chance = chance
        self.thinkers = thinkers
        self.invited: list[Callable[[Table, str], None]] = []
        self._reading = asyncio.Lock()

    async def make(self, host: Player, request: TableRequest) -> Desk:
        """Make a table as asked; it starts at once if nobody is missing."""
        board = await self._board(request)
        chairs = [await self._chair(host, seat) for seat in request.seats]
        mine = [chair for chair in chairs if chair.kind is ChairKind.PLAYER]
        if len(mine) > 1:
            raise Refusal(Code.INVALID, "you sit once; other seats on your screen are 'here'", field="seats")
        table = Table(
            id=self.chance.table_id(),
            host=host.id,
            created=self.desks.clock.now(),
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
        desk = await self._create(table, board)
        self._tell_invited(desk.table)
        return desk

    async def _board(self, request: TableRequest) -> Board:
        """Read the map that a table is asked for with: a stranger's takes a while, so it is read beside the event loop.

        One at a time is enough, and leaves the event loop its share of the processor.
        """
        if request.board_file is None:
            if request.board not in BUILT_IN:
                raise Refusal(Code.INVALID, "there is no such board", field="board")
            return load_board(request.board)
        try:
            async with self._reading:
                return await asyncio.to_thread(parse_board, request.board_file)
        except BoardError as problem:
            raise Refusal(Code.INVALID, str(problem), field="board_file") from None

    async def take(self, player: Player, table_id: str, seat: Seat) -> Desk:
        """Seat a player; the game starts when nobody is missing."""
        desk = await self.desks.at(table_id)
        _must_exist(desk, seat)
        async with desk.lock:
            await self._change(desk, lambda t: tables.take_seat(t, seat, player.id, player.name, guest=player.is_guest))
        return desk

    async def arrange(self, host: Player, table_id: str, seat: Seat, wish: SeatArrangement) -> Desk:
        """Let the host decide what a seat is for."""
        desk = await self.desks.at(table_id)
        _must_exist(desk, seat)
        chair = await self._chair(host, wish)
        async with desk.lock:
            await self._change(desk, lambda t: tables.arrange_seat(t, seat, chair, host.id))
        self._tell_invited(desk.table)
        return desk

    async def leave(self, player: Player, table_id: str, seat: Seat) -> Desk:
        """Free a seat before the start."""
        desk = await self.desks.at(table_id)
        _must_exist(desk, seat)
        async with desk.lock:
            await self._change(desk, lambda t: tables.leave_seat(t, seat, player.id))
        return desk

    async def start(self, host: Player, table_id: str, level: str) -> Desk:
        """Fill open seats with bots and start."""
        desk = await self.desks.at(table_id)
        if desk.table.host != host.id:
            raise Refusal(Code.FORBIDDEN, "only the host starts the game")
        self._check_level(level)
        async with desk.lock:
            await self._change(desk, lambda t: tables.fill(t, level))
        return desk

    async def cancel(self, host: Player, table_id: str) -> None:
        """Forget a table that has not started."""
        desk = await self.desks.at(table_id)
        if desk.table.host != host.id:
            raise Refusal(Code.FORBIDDEN, "only the host cancels a table")
        async with desk.lock:
            if desk.table.status is not Status.OPEN:
                raise Refusal(Code.ALREADY_STARTED)
            await self.desks.store.delete(table_id)
            self.desks.forget(table_id)
            for watcher in list(desk.watchers):
                watcher.send(b'{"type":"bye","reason":"cancelled"}')

    async def rematch(self, player: Player, table_id: str) -> Desk:
        """Make the table of a rematch, or sit down at it if somebody has made it."""
        desk = await self.desks.at(table_id)
        async with desk.lock:
            table = desk.table
            if table.status is not Status.FINISHED:
                raise Refusal(Code.NOT_RUNNING, "a rematch comes after the game")
            if not table.seats_of(player.id):
                raise Refusal(Code.NOT_YOUR_SEAT)
            if table.rematch is None:
                fresh = tables.rotated(table, self.chance.table_id(), player.id, self.desks.clock.now())
                with contextlib.suppress(Conflict):  # somebody else was faster: theirs is the rematch
                    again = await self._create(fresh, desk.board, origin=desk)
                    self._tell_invited(fresh)
                    return again
            rematch_id = desk.table.rematch
        assert rematch_id is not None
        again = await self.desks.at(rematch_id)
        if again.table.status is Status.OPEN and not again.table.seats_of(player.id):
            for seat, chair in enumerate(again.table.chairs):
                if chair.kind is ChairKind.INVITED and chair.player == player.id:
                    return await self.take(player, rematch_id, seat)
        return again

    async def _change(self, desk: Desk, change: Callable[[Table], Table]) -> None:
        """Change a table, and start its game in the same transaction once nobody is missing.

        If another process was faster, look again and try again.
        """
        for _ in range(TRIES):
            changed = change(desk.table)
            try:
                if changed.can_start:
                    await self.desks.begin(desk, *self._dealt(changed, desk.board))
                else:
                    await self.desks.save(desk, changed)
            except Conflict:
                continue
            return
        raise Refusal(Code.UNAVAILABLE)

    async def _create(self, table: Table, board: Board, *, origin: Desk | None = None) -> Desk:
        if not table.can_start:
            return await self.desks.create(table, board, None, origin=origin)
        begun, start = self._dealt(table, board)
        return await self.desks.create(begun, board, start, origin=origin)

    def _dealt(self, table: Table, board: Board) -> tuple[Table, Started]:
        """Deal the game of a full table."""
        seed = self.chance.seed() if table.seed is None else table.seed
        begun = tables.begin(table, self.desks.clock.now(), seed)
        setup = deal(len(begun.chairs), seed, board=board, options=begun.options)
        return begun, Started(format_position(setup), RULES_VERSION)

    async def start_full(self, desk: Desk) -> None:
        """Start a game for which nobody is missing: an older server may have died between seat and start."""
        if not desk.table.can_start:
            return
        async with desk.lock:
            if desk.table.can_start:
                await self._change(desk, lambda table: table)

    async def _chair(self, host: Player, wish: SeatRequest | SeatArrangement) -> Chair:
        match wish:
            case MeSeat():
                return Chair(ChairKind.PLAYER, player=host.id, name=host.name, guest=host.is_guest)
            case OpenSeat():
                return tables.OPEN_CHAIR
            case BotSeat(level=level):
                self._check_level(level)
                return Chair(ChairKind.BOT, level=level)
            case HereSeat(name=name):
                called = clean_name(name) if name else None
                return Chair(ChairKind.HERE, player=host.id, name=called, guest=host.is_guest)
            case InvitedSeat(player=name):
                guest = await self.players.by_name(name)
                if guest is None:
                    raise Refusal(Code.INVALID, f"there is no player {name}", field="seats")
                return Chair(ChairKind.INVITED, player=guest.id, name=guest.name)

    def _check_level(self, level: str) -> None:
        if level not in self.thinkers.levels():
            raise Refusal(Code.INVALID, f"there is no level {level}", field="level")

    def _tell_invited(self, table: Table) -> None:
        for chair in table.chairs:
            if chair.kind is ChairKind.INVITED and chair.player is not None:
                for tell in self.invited:
                    tell(table, chair.player)


def _must_exist(desk: Desk, seat: Seat) -> None:
    if not 0 <= seat < len(desk.table.chairs):
        raise Refusal(Code.NOT_FOUND, "there is no such seat")
