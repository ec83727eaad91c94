"""Play: moves and resigning. What needs the others' consent: `agreements.py`."""

from typing import TYPE_CHECKING

from siam.notation import NotationError
from siam.rules import IllegalMoveError, Seat
from siam.server.domain.live_game import check
from siam.server.domain.log import LogChange, Moved, Resigned, TimedOut
from siam.server.domain.players import Player
from siam.server.domain.refusals import Code, Refusal
from siam.server.messages.game import Steps
from siam.server.messages.tables import Accepted
from siam.server.ports import Conflict
from siam.server.services.tables.open_table import OpenTable
from siam.server.services.tables.open_tables import OpenTables
from siam.server.views.steps import steps_made

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


async def _nothing() -> None:
    """Do nothing yet."""


class Playing:
    """What the players of a running game do."""

    def __init__(self, open_tables: OpenTables) -> None:
        self.open_tables = open_tables
        self.look_up: Callable[[], Awaitable[None]] = _nothing
        self.stood_still: Callable[[], bool] = lambda: False

    async def submit(
        self, player: Player, open_table: OpenTable, after: int, move: str, key: str, seat: Seat | None
    ) -> Accepted:
        """Commit a move made on the version `after`. A key that was used before gets its first answer."""
        is_timed = open_table.game is not None and bool(open_table.game.times)
        while True:
            if is_timed:
                await self.look_up()  # nobody's time is up, and nobody pays, because the server stood still
            async with open_table.lock:
                if not (is_timed and self.stood_still()):
                    return await self._submit(player, open_table, after, move, key, seat)

    async def _submit(
        self, player: Player, open_table: OpenTable, after: int, move: str, key: str, seat: Seat | None
    ) -> Accepted:
        seats = open_table.table.seats_of(player.id)
        if not seats or (seat is not None and seat not in seats):
            raise Refusal(Code.NOT_YOUR_SEAT)
        own_key = f"{player.id[-6:]}:{key}"  # nobody can guess or use up another player's keys
        first = open_table.keys.get(own_key)
        if first is None and after != open_table.version:
            first = await self.open_tables.store.by_key(open_table.id, own_key)
        if first is not None:
            return Accepted(first[0], first[1], key)
        if after != open_table.version:
            raise Refusal(Code.STALE)
        game = open_table.running
        if game.paused_at is not None:
            raise Refusal(Code.PAUSED)
        mover = game.position.to_move
        if mover not in seats or (seat is not None and mover != seat):
            raise Refusal(Code.NOT_YOUR_TURN)
        if game.deadline is not None and self.open_tables.clock.now() > game.deadline:
            await self._enter(open_table, mover, TimedOut())
            raise Refusal(Code.STALE, "your time is up")
        try:
            text, turn = check(game, move)
        except NotationError as problem:
            raise Refusal(Code.NOT_A_MOVE, str(problem)) from None
        except IllegalMoveError as problem:
            raise Refusal(Code.ILLEGAL_MOVE, str(problem), reason=problem.reason.name) from None
        try:
            await self.open_tables.enter(open_table, mover, Moved(text), key=own_key, turn=turn)
        except Conflict:
            first = open_table.keys.get(own_key)
            if first is None:
                raise Refusal(Code.STALE) from None
            return Accepted(first[0], first[1], key)  # it came in through another process too
        return Accepted(game.version + 1, game.turn + 1, key)

    def steps(self, player: Player | None, open_table: OpenTable, after: int, steps: list[str]) -> Steps:
        """Return what can follow the steps that the player to move has chosen."""
        if after != open_table.version:
            raise Refusal(Code.STALE)
        game = open_table.running
        if player is None or game.position.to_move not in open_table.table.seats_of(player.id):
            raise Refusal(Code.NOT_YOUR_TURN)
        return steps_made(game.position, after, steps)

    async def resign(self, player: Player, open_table: OpenTable, seat: Seat | None) -> None:
        """Give up."""
        async with open_table.lock:
            game = open_table.running
            seats = open_table.table.seats_of(player.id)
            if seat is None and len(seats) == 1:
                seat = seats[0]
            if seat is None or seat not in seats:
                raise Refusal(Code.NOT_YOUR_SEAT)
            if seat not in game.out:
                await self._enter(open_table, seat, Resigned())

    async def time_out(self, open_table: OpenTable) -> None:
        """Take the seat to move out of the game if its time is over."""
        async with open_table.lock:
            game = open_table.game
            if game is None or game.deadline is None or self.open_tables.clock.now() <= game.deadline:
                return
            await self._enter(open_table, game.position.to_move, TimedOut())

    async def _enter(self, open_table: OpenTable, seat: Seat, change: LogChange) -> None:
        try:
            await self.open_tables.enter(open_table, seat, change)
        except Conflict:
            raise Refusal(Code.STALE) from None
