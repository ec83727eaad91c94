"""Show games turn by turn, and write them down."""

from datetime import UTC, datetime

from siam.notation import Record, format_record, parse_move
from siam.rules import Discards, Game
from siam.server import messages as wire
from siam.server.domain.live_game import How, LiveGame, begin, follow
from siam.server.domain.log import Moved, TakenBack
from siam.server.domain.players import Player
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.tables import ChairKind, Table
from siam.server.messages.tables import Replay, ReplayTurn
from siam.server.services.tables.audience import shown_seat
from siam.server.services.tables.open_table import TAIL, OpenTable
from siam.server.services.tables.open_tables import OpenTables
from siam.server.services.tables.presence import Watcher
from siam.server.services.tables.seat_ratings import SeatRatings
from siam.server.views.events import entry_made, uncovered
from siam.server.views.outcomes import result_made
from siam.server.views.state import open_seats, state_seen
from siam.server.views.tables import seats_seen, table_seen


class Replays:
    """Games turn by turn, without what was taken back."""

    def __init__(self, open_tables: OpenTables, seat_ratings: SeatRatings) -> None:
        self.open_tables = open_tables
        self.seat_ratings = seat_ratings

    async def replay(self, open_table: OpenTable, player: Player | None, seat: int | None) -> Replay:
        """Return a game turn by turn; a running one only as far back as no covered card is revealed (§5.1)."""
        if open_table.game is None:
            raise Refusal(Code.NOT_RUNNING, "the game has not begun")
        watcher = Watcher(player, lambda message: None, asked_seat=seat)
        own = shown_seat(open_table, watcher)
        line = await self._line(open_table)
        game = line[-1][1]  # the log may be ahead of what is in memory, and what it covers stays covered
        shown = open_seats(game, own)
        first = 0
        if game.result is None and open_table.table.options.discards is not Discards.OPEN:
            made = [entry for entry, _ in line if entry is not None]
            kept = uncovered(made, frozenset() if own is None else frozenset({own}))
            first = len(line) - len(kept) - 1  # the position before the first entry that may be shown
        turns = [
            ReplayTurn(
                turn=number,
                version=at.version,
                entry=None if number == first and first else entry,
                state=state_seen(at, shown, at.since),
            )
            for number, (entry, at) in enumerate(line)
            if number >= first
        ]
        if first:
            turns = [turn for turn in turns if not _shows_covered(turn, game, shown)]
        return Replay(
            table=table_seen(open_table.table),
            seats=seats_seen(open_table.table, game, open_table.presence.players(), self.seat_ratings.at(open_table)),
            result=result_made(game.result, game.position),
            complete=first == 0,
            turns=turns,
        )

    async def log(self, open_table: OpenTable, player: Player | None, seat: int | None) -> wire.Log:
        """Return everything that happened, even what was taken back; in a running game without covered cards (§5.1)."""
        if open_table.game is None:
            return wire.Log([])
        own = shown_seat(open_table, Watcher(player, lambda message: None, asked_seat=seat))
        entries = await self.open_tables.store.entries(open_table.id)
        game = begin(entries[0], open_table.board, open_table.table.options, open_table.table.clock)
        made = [entry_made(entries[0], 0, game.position, ())]
        for entry in entries[1:]:
            before = game.position
            game, events = follow(game, entry)
            made.append(entry_made(entry, game.turn, before, events))
        if game.result is None and open_table.table.options.discards is not Discards.OPEN:
            made = uncovered(made[-TAIL:], frozenset() if own is None else frozenset({own}))
        return wire.Log(made)

    async def _line(self, open_table: OpenTable) -> list[tuple[wire.Entry | None, LiveGame]]:
        """Return every turn of the present line of play with the game after it; first the deal."""
        entries = await self.open_tables.store.entries(open_table.id)
        game = begin(entries[0], open_table.board, open_table.table.options, open_table.table.clock)
        line: list[tuple[wire.Entry | None, LiveGame]] = [(None, game)]
        for entry in entries[1:]:
            before = game.position
            game, events = follow(game, entry)
            match entry.change:
                case Moved():
                    line.append((entry_made(entry, game.turn, before, events), game))
                case TakenBack(to=to):
                    del line[to + 1 :]
                case _:
                    line[-1] = (line[-1][0], game)
        return line

    async def positions(self, open_table: OpenTable) -> list[LiveGame]:
        """Return where the game stood after each turn, the deal first."""
        return [game for _, game in await self._line(open_table)]

    def record(self, open_table: OpenTable, site: str) -> str:
        """Write a game down; a running one only if nothing is hidden."""
        game = open_table.game
        if game is None:
            raise Refusal(Code.NOT_RUNNING, "the game has not begun")
        if game.result is None and open_table.table.options.discards is not Discards.OPEN:
            raise Refusal(Code.FORBIDDEN, "the record is there once the game is over")
        return format_record(written_down(open_table.table, game, site))


def written_down(table: Table, game: LiveGame, site: str) -> Record:
    """Make the record of a game with the names of its players."""
    board = game.setup.board
    played = Game(game.setup)
    for text in game.moves:
        played = Game(game.setup, (*played.turns, game.rules.play(played.position, parse_move(board, text))))
    tags = {"Event": table.name or "Siam", "Site": site}
    if table.started is not None:
        tags["Date"] = datetime.fromtimestamp(table.started, UTC).strftime("%Y.%m.%d")
    for seat, chair in enumerate(table.chairs, start=1):
        bot = f"bot {chair.level}" if chair.kind is ChairKind.BOT else None
        tags[f"Seat{seat}"] = chair.name or bot or f"Seat {seat}"
    result = game.result
    if result is None or result.how is How.PLAYED:
        return Record.of(played, **tags)
    return Record.of(played, **tags, Termination=result.how.value).given_up(result.winners)


def _shows_covered(turn: ReplayTurn, now: LiveGame, shown: frozenset[int]) -> bool:
    """Return whether a position shows a card on top of a pile that has been covered since."""
    for player, pile in zip(turn.state.players, now.discards, strict=True):
        if player.seat - 1 in shown or not player.discards:
            continue
        if player.discarded < len(pile):
            return True
    return False
