"""Play: moves, resigning, the end of a pause. What needs the others' consent: `agreements.py`."""

from siam.notation import NotationError
from siam.rules.errors import IllegalMoveError
from siam.rules.seats import Seat
from siam.server.domain.live_game import check
from siam.server.domain.log import Deed, Moved, Resigned, Resumed, TimedOut
from siam.server.domain.players import Player
from siam.server.domain.refusals import Code, Refusal
from siam.server.messages.game import StepsMade
from siam.server.messages.tables import Accepted
from siam.server.ports import Conflict
from siam.server.services.open_tables import Desk, Desks
from siam.server.views.steps import steps_made


class Playing:
    """What the players of a running game do."""

    def __init__(self, desks: Desks) -> None:
        self.desks = desks

    async def submit(self, player: Player, desk: Desk, after: int, move: str, key: str, seat: Seat | None) -> Accepted:
        """Commit a move made on the version `after`. A key that was used before gets its first answer."""
        seats = desk.table.seats_of(player.id)
        if not seats or (seat is not None and seat not in seats):
            raise Refusal(Code.NOT_YOUR_SEAT)
        own_key = f"{player.id[-6:]}:{key}"  # nobody can guess or use up another player's keys
        async with desk.lock:
            first = desk.keys.get(own_key)
            if first is None and after != desk.version:
                first = await self.desks.store.by_key(desk.id, own_key)
            if first is not None:
                return Accepted("accepted", first[0], first[1], key)
            if after != desk.version:
                raise Refusal(Code.STALE)
            course = desk.running
            if course.paused_at is not None:
                raise Refusal(Code.PAUSED)
            mover = course.position.to_move
            if mover not in seats or (seat is not None and mover != seat):
                raise Refusal(Code.NOT_YOUR_TURN)
            if course.deadline is not None and self.desks.clock.now() > course.deadline:
                await self._enter(desk, mover, TimedOut())
                raise Refusal(Code.STALE, "your time is up")
            try:
                text, turn = check(course, move)
            except NotationError as problem:
                raise Refusal(Code.NOT_A_MOVE, str(problem)) from None
            except IllegalMoveError as problem:
                raise Refusal(Code.ILLEGAL_MOVE, str(problem), reason=problem.reason.name) from None
            try:
                await self.desks.enter(desk, mover, Moved(text), key=own_key, turn=turn)
            except Conflict:
                first = desk.keys.get(own_key)
                if first is None:
                    raise Refusal(Code.STALE) from None
                return Accepted("accepted", first[0], first[1], key)  # it came in through another process too
            return Accepted("accepted", course.version + 1, course.turn + 1, key)

    def steps(self, player: Player | None, desk: Desk, after: int, steps: list[str]) -> StepsMade:
        """Return what can follow the steps that the player to move has chosen."""
        if after != desk.version:
            raise Refusal(Code.STALE)
        course = desk.running
        if player is None or course.position.to_move not in desk.table.seats_of(player.id):
            raise Refusal(Code.NOT_YOUR_TURN)
        return steps_made(course.position, after, steps)

    async def resign(self, player: Player, desk: Desk, seat: Seat | None) -> None:
        """Give up."""
        async with desk.lock:
            course = desk.running
            seats = desk.table.seats_of(player.id)
            if seat is None and len(seats) == 1:
                seat = seats[0]
            if seat is None or seat not in seats:
                raise Refusal(Code.NOT_YOUR_SEAT)
            if seat not in course.out:
                await self._enter(desk, seat, Resigned())

    async def time_out(self, desk: Desk) -> None:
        """Take the seat out that has no time left."""
        async with desk.lock:
            course = desk.course
            if course is None or course.deadline is None or self.desks.clock.now() <= course.deadline:
                return
            await self._enter(desk, course.position.to_move, TimedOut())

    async def resume(self, player: Player, desk: Desk) -> None:
        """End a pause; who has given up has no word in it."""
        async with desk.lock:
            seats = [seat for seat in desk.table.seats_of(player.id) if seat not in desk.running.out]
            if not seats:
                raise Refusal(Code.NOT_YOUR_SEAT)
            if desk.running.paused_at is not None:
                await self._enter(desk, seats[0], Resumed())

    async def _enter(self, desk: Desk, seat: Seat, deed: Deed) -> None:
        try:
            await self.desks.enter(desk, seat, deed)
        except Conflict:
            raise Refusal(Code.STALE) from None
