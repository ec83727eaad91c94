"""Play on from any turn of a finished game, against bots: "what if?"."""

from siam.notation import format_position
from siam.rules import Seat
from siam.server.domain import tables
from siam.server.domain.clocks import NO_CLOCK
from siam.server.domain.log import Started
from siam.server.domain.players import Player
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.rulesets import RULES_VERSION
from siam.server.domain.tables import Chair, ChairKind, Status, Table
from siam.server.ports import Ids, Thinkers
from siam.server.services.games.seats import Seating
from siam.server.services.study.hints import Hints
from siam.server.services.study.replays import Replays
from siam.server.services.tables.open_table import OpenTable


class Branching:
    """Tables that begin in the middle of a game."""

    def __init__(self, seating: Seating, replays: Replays, hints: Hints, ids: Ids, thinkers: Thinkers) -> None:
        self.seating = seating
        self.open_tables = seating.open_tables
        self.replays = replays
        self.hints = hints
        self.ids = ids
        self.thinkers = thinkers

    async def branch(
        self, player: Player, person: str, origin: OpenTable, turn: int, seat: Seat, level: str
    ) -> OpenTable:
        """Make a table of the position after a turn: the player takes a seat, bots of a level take the others."""
        if origin.table.status is not Status.FINISHED:
            raise Refusal(Code.NO_HINTS, "a game can be played on once it is over")
        if level not in self.thinkers.levels(len(origin.table.chairs)):
            raise Refusal(Code.INVALID, "there is no such level", field="level")
        if not 0 <= seat < len(origin.table.chairs):
            raise Refusal(Code.NOT_FOUND, "there is no such seat")
        games = await self.replays.positions(origin)
        if turn >= len(games):
            raise Refusal(Code.NOT_FOUND, "there is no such turn")
        position = games[turn].position
        if position.is_over:
            raise Refusal(Code.NOT_RUNNING, "nothing is left to be played")
        await self.hints.check_fairness(position)
        table = self._table(player, person, origin.table, seat, level)
        start = Started(format_position(position), RULES_VERSION)
        return await self.open_tables.create(table, origin.board, start)

    def _table(self, player: Player, person: str, origin: Table, seat: Seat, level: str) -> Table:
        now = self.open_tables.clock.now()
        mine = Chair(ChairKind.PLAYER, player=player.id, name=player.name, guest=player.is_guest)
        bot = Chair(ChairKind.BOT, level=level)
        table = Table(
            id=self.ids.table_id(),
            host=player.id,
            person=person,
            created=now,
            chairs=tuple(mine if at == seat else bot for at in range(len(origin.chairs))),
            board=origin.board,
            board_file=origin.board_file,
            options=origin.options,
            clock=NO_CLOCK,
            public=False,
            rated=False,
            shuffle=False,
            seed=None,
            name=None,
        )
        return tables.begin(table, now, 0)
