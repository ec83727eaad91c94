"""Show games turn by turn, and write them down."""

from datetime import UTC, datetime

from siam.notation import Record, format_record, parse_move
from siam.rules.game import Game
from siam.rules.options import Discards
from siam.server.domain.live_game import Course, How, begin, follow
from siam.server.domain.log import Moved, TakenBack
from siam.server.domain.players import Player
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.tables import ChairKind, Table
from siam.server.messages.game import EntryMade
from siam.server.messages.tables import LogSeen, Replay, ReplayTurn
from siam.server.services.audience import Watcher, present_players, shown_seat
from siam.server.services.open_tables import TAIL, Desk, Desks
from siam.server.views.events import entry_made, uncovered
from siam.server.views.outcomes import result_made
from siam.server.views.state import open_seats, state_seen
from siam.server.views.tables import seats_seen, table_seen

OUTCOMES = {How.RESIGNATION: "resignation", How.TIME: "time", How.AGREEMENT: "agreement", How.PLAYED: "played"}


class Replays:
    """Games as they were played; what was taken back is left out."""

    def __init__(self, desks: Desks) -> None:
        self.desks = desks

    async def replay(self, desk: Desk, player: Player | None, seat: int | None) -> Replay:
        """Show a game turn by turn; a running one only as far as no covered card comes to light (§5.1)."""
        if desk.course is None:
            raise Refusal(Code.NOT_RUNNING, "the game has not begun")
        watcher = Watcher(player, lambda message: None, asked_seat=seat)
        own = shown_seat(desk, watcher)
        line = await self._line(desk)
        course = line[-1][1]  # the log may be ahead of the desk, and what it covers stays covered
        shown = open_seats(course, own)
        first = 0
        if course.result is None and desk.table.options.discards is not Discards.OPEN:
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
            turns = [turn for turn in turns if not _shows_covered(turn, course, shown)]
        return Replay(
            table=table_seen(desk.table),
            seats=seats_seen(desk.table, course, present_players(desk), desk.ratings),
            result=result_made(course.result, course.position),
            complete=first == 0,
            turns=turns,
        )

    async def log(self, desk: Desk, player: Player | None, seat: int | None) -> LogSeen:
        """Return everything that happened, even what was taken back; in a running game no covered card (§5.1)."""
        if desk.course is None:
            return LogSeen([])
        own = shown_seat(desk, Watcher(player, lambda message: None, asked_seat=seat))
        entries = await self.desks.store.entries(desk.id)
        course = begin(entries[0], desk.board, desk.table.options, desk.table.clock)
        made = [entry_made(entries[0], 0, course.position, ())]
        for entry in entries[1:]:
            before = course.position
            course, events = follow(course, entry)
            made.append(entry_made(entry, course.turn, before, events))
        if course.result is None and desk.table.options.discards is not Discards.OPEN:
            made = uncovered(made[-TAIL:], frozenset() if own is None else frozenset({own}))
        return LogSeen(made)

    async def _line(self, desk: Desk) -> list[tuple[EntryMade | None, Course]]:
        """Return every turn of the present line of play with the course after it; first the deal."""
        entries = await self.desks.store.entries(desk.id)
        course = begin(entries[0], desk.board, desk.table.options, desk.table.clock)
        line: list[tuple[EntryMade | None, Course]] = [(None, course)]
        for entry in entries[1:]:
            before = course.position
            course, events = follow(course, entry)
            match entry.deed:
                case Moved():
                    line.append((entry_made(entry, course.turn, before, events), course))
                case TakenBack(to=to):
                    del line[to + 1 :]
                case _:
                    line[-1] = (line[-1][0], course)
        return line

    async def positions(self, desk: Desk) -> list[Course]:
        """Return where the game stood after each turn, the deal first."""
        return [course for _, course in await self._line(desk)]

    def record(self, desk: Desk, site: str) -> str:
        """Write a game down; a running one only if nothing is hidden."""
        course = desk.course
        if course is None:
            raise Refusal(Code.NOT_RUNNING, "the game has not begun")
        if course.result is None and desk.table.options.discards is not Discards.OPEN:
            raise Refusal(Code.FORBIDDEN, "the record is there once the game is over")
        return format_record(written_down(desk.table, course, site))


def written_down(table: Table, course: Course, site: str) -> Record:
    """Make the record of a game with the names of its players."""
    board = course.setup.board
    game = Game(course.setup)
    for text in course.moves:
        game = Game(course.setup, (*game.turns, course.rules.play(game.position, parse_move(board, text))))
    tags = {"Event": table.name or "Siam", "Site": site}
    if table.started is not None:
        tags["Date"] = datetime.fromtimestamp(table.started, UTC).strftime("%Y.%m.%d")
    for seat, chair in enumerate(table.chairs, start=1):
        bot = f"bot {chair.level}" if chair.kind is ChairKind.BOT else None
        tags[f"Seat{seat}"] = chair.name or bot or f"Seat {seat}"
    record = Record.of(game, **tags)
    if course.result is not None and course.result.how is not How.PLAYED:
        winners = " ".join(str(seat + 1) for seat in course.result.winners) or "-"
        ended = ("Termination", OUTCOMES[course.result.how])
        return Record(game, (*record.tags, ended), record.comments, winners, record.ending)
    return record


def _shows_covered(turn: ReplayTurn, now: Course, shown: frozenset[int]) -> bool:
    """Return whether a position shows a card on top of a pile that has been covered since."""
    for player, pile in zip(turn.state.players, now.discards, strict=True):
        if player.seat - 1 in shown or not player.discards:
            continue
        if player.discarded < len(pile):
            return True
    return False
