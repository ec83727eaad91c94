"""Make tables, seat people, start games, arrange rematches."""

from collections.abc import Callable
from dataclasses import replace

from siam.notation import format_position
from siam.rules.boards import BUILT_IN, parse_board
from siam.rules.errors import BoardError
from siam.rules.seats import Seat
from siam.rules.setups import deal
from siam.server.domain import tables
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
from siam.server.services.desks import Desk, Desks
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

    async def make(self, host: Player, request: TableRequest) -> Desk:
        """Make a table as asked; it starts at once if nobody is missing."""
        if request.board_file is not None:
            board = _own_board(request.board_file)
        elif request.board in BUILT_IN:
            board = request.board
        else:
            raise Refusal(Code.INVALID, "there is no such board", field="board")
        chairs = [await self._chair(host, seat) for seat in request.seats]
        mine = [chair for chair in chairs if chair.kind is ChairKind.PLAYER]
        if len(mine) > 1:
            raise Refusal(Code.INVALID, "you sit once; other seats on your screen are 'here'", field="seats")
        table = Table(
            id=self.chance.table_id(),
            host=host.id,
            created=self.desks.clock.now(),
            chairs=tuple(chairs),
            board=board,
            board_file=request.board_file,
            options=read_options(request.options),
            clock=read_clock(request.clock),
            public=request.visibility == "public",
            rated=request.rated,
            shuffle=request.shuffle,
            seed=request.seed,
            name=None if request.name is None else clean_name(request.name[:24]) if request.name.strip() else None,
        )
        await self.desks.store.create(table)
        desk = self.desks.add(table)
        async with desk.lock:
            await self._start_if_full(desk)
        self._tell_invited(desk.table)
        return desk

    async def take(self, player: Player, table_id: str, seat: Seat) -> Desk:
        """Seat a player; the game starts when nobody is missing."""
        desk = await self.desks.at(table_id)
        _must_exist(desk, seat)
        async with desk.lock:
            await self._change(desk, lambda t: tables.take_seat(t, seat, player.id, player.name, guest=player.is_guest))
            await self._start_if_full(desk)
        return desk

    async def arrange(self, host: Player, table_id: str, seat: Seat, wish: SeatArrangement) -> Desk:
        """Let the host decide what a seat is for."""
        desk = await self.desks.at(table_id)
        _must_exist(desk, seat)
        chair = await self._chair(host, wish)
        async with desk.lock:
            await self._change(desk, lambda t: tables.arrange_seat(t, seat, chair, host.id))
            await self._start_if_full(desk)
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
            await self._start_if_full(desk)
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
                await self.desks.store.create(fresh)
                try:
                    await self.desks.save(desk, replace(table, rematch=fresh.id))
                except Conflict:
                    await self.desks.store.delete(fresh.id)
                else:
                    again = self.desks.add(fresh)
                    async with again.lock:
                        await self._start_if_full(again)
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
        """Change a table; if another process was faster, look again and try again."""
        for _ in range(TRIES):
            try:
                await self.desks.save(desk, change(desk.table))
            except Conflict:
                continue
            return
        raise Refusal(Code.UNAVAILABLE)

    async def _start_if_full(self, desk: Desk) -> None:
        table = desk.table
        if table.status is not Status.OPEN or not table.is_full:
            return
        seed = self.chance.seed() if table.seed is None else table.seed
        begun = tables.begin(table, self.desks.clock.now(), seed)
        setup = deal(len(begun.chairs), seed, board=desk.board, options=begun.options)
        try:
            await self.desks.begin(desk, begun, format_position(setup), RULES_VERSION)
        except Conflict:
            return  # another process has started it

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


def _own_board(text: str) -> str:
    try:
        return parse_board(text, source="map").name
    except BoardError as problem:
        raise Refusal(Code.INVALID, str(problem), field="board_file") from None


def _must_exist(desk: Desk, seat: Seat) -> None:
    if not 0 <= seat < len(desk.table.chairs):
        raise Refusal(Code.NOT_FOUND, "there is no such seat")
