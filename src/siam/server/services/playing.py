"""Play: moves, resigning, and everything that needs the others' consent."""

from dataclasses import replace

from siam.notation import NotationError
from siam.rules.errors import IllegalMoveError
from siam.rules.seats import Seat
from siam.server.domain.course import check, last_turn_of
from siam.server.domain.log import Deed, Ended, Moved, Paused, Replaced, Resigned, Resumed, TakenBack, TimedOut
from siam.server.domain.players import Player
from siam.server.domain.proposals import Proposal, ProposalKind, agreed_by, still_open
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.tables import Chair, ChairKind, Table, with_chair
from siam.server.messages.game import StepsMade
from siam.server.messages.tables import Accepted
from siam.server.ports import Conflict, Thinkers
from siam.server.services.audience import present_players
from siam.server.services.desks import Desk, Desks
from siam.server.views.steps import steps_made


class Playing:
    """What the players of a running game do."""

    def __init__(self, desks: Desks, thinkers: Thinkers) -> None:
        self.desks = desks
        self.thinkers = thinkers

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
        """Say what can follow the steps that the player to move has chosen."""
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
        """End a pause."""
        seats = desk.table.seats_of(player.id)
        if not seats:
            raise Refusal(Code.NOT_YOUR_SEAT)
        async with desk.lock:
            if desk.running.paused_at is not None:
                await self._enter(desk, seats[0], Resumed())

    async def propose(
        self, player: Player, desk: Desk, kind: ProposalKind, seat: Seat | None, level: str | None
    ) -> Proposal:
        """Propose something; it happens at once if nobody else has to agree."""
        async with desk.lock:
            course = desk.running
            own = desk.table.seats_of(player.id)
            if not own:
                raise Refusal(Code.NOT_YOUR_SEAT)
            by = own[0]
            to = None
            match kind:
                case ProposalKind.TAKE_BACK:
                    turns = [turn for mine in own if (turn := last_turn_of(course, mine)) is not None]
                    if not turns:
                        raise Refusal(Code.INVALID, "there is no move of yours to take back")
                    to = max(turns) - 1
                case ProposalKind.REPLACE:
                    self._check_replacement(desk, seat, level, player)
                case ProposalKind.PAUSE if course.paused_at is not None:
                    raise Refusal(Code.PAUSED)
            table = desk.table
            open_ones = still_open(table.proposals, course.version)
            proposal = Proposal(
                id=1 + max((p.id for p in table.proposals), default=0),
                kind=kind,
                by=by,
                version=course.version,
                waiting=self._voters(table, player.id, seat, course.out),
                seat=seat,
                level=level,
                to=to,
            )
            if not proposal.waiting:
                await self._carry_out(desk, proposal)
                return proposal
            others = tuple(p for p in open_ones if p.kind is not kind)
            await self._save(desk, replace(table, proposals=(*others, proposal)))
            return proposal

    async def answer(self, player: Player, desk: Desk, proposal_id: int, *, accept: bool) -> None:
        """Agree to a proposal, or drop it; the last one to agree makes it happen."""
        async with desk.lock:
            course = desk.running
            seats = desk.table.seats_of(player.id)
            open_ones = still_open(desk.table.proposals, course.version)
            proposal = next((p for p in open_ones if p.id == proposal_id), None)
            if proposal is None:
                raise Refusal(Code.NO_SUCH_PROPOSAL)
            others = tuple(p for p in open_ones if p is not proposal)
            concerned = any(seat in proposal.waiting for seat in seats)
            if not concerned and proposal.by not in seats:
                raise Refusal(Code.NOT_YOUR_SEAT)
            if not accept:
                await self._save(desk, replace(desk.table, proposals=others))
                return
            agreed = agreed_by(proposal, seats)
            if agreed.waiting:
                await self._save(desk, replace(desk.table, proposals=(*others, agreed)))
            else:
                await self._carry_out(desk, agreed)

    def _check_replacement(self, desk: Desk, seat: Seat | None, level: str | None, player: Player) -> None:
        if seat is None or not 0 <= seat < len(desk.table.chairs):
            raise Refusal(Code.INVALID, "which seat?", field="seat")
        if level not in self.thinkers.levels():
            raise Refusal(Code.INVALID, "there is no such level", field="level")
        chair = desk.table.chairs[seat]
        if chair.kind is not ChairKind.PLAYER or chair.player == player.id:
            raise Refusal(Code.INVALID, "only another player can be replaced", field="seat")
        if chair.player in present_players(desk):
            raise Refusal(Code.INVALID, "that player is here", field="seat")

    def _voters(self, table: Table, player_id: str, absent: Seat | None, out: frozenset[Seat]) -> tuple[Seat, ...]:
        """List the seats that must agree: the other people who still play, but for the one to be replaced."""
        return tuple(
            seat
            for seat, chair in enumerate(table.chairs)
            if chair.is_human and chair.player != player_id and seat != absent and seat not in out
        )

    async def _carry_out(self, desk: Desk, proposal: Proposal) -> None:
        table = replace(desk.table, proposals=())
        match proposal.kind:
            case ProposalKind.TAKE_BACK:
                assert proposal.to is not None
                deed: Deed = TakenBack(proposal.to)
            case ProposalKind.PAUSE:
                deed = Paused()
            case ProposalKind.END:
                deed = Ended()
            case ProposalKind.REPLACE:
                assert proposal.seat is not None
                assert proposal.level is not None
                deed = Replaced(proposal.level)
                table = with_chair(table, proposal.seat, Chair(ChairKind.BOT, level=proposal.level))
                await self._enter(desk, proposal.seat, deed, replace(table, rated=False))
                return
        await self._enter(desk, proposal.by, deed, table)

    async def _enter(self, desk: Desk, seat: Seat, deed: Deed, table: Table | None = None) -> None:
        try:
            await self.desks.enter(desk, seat, deed, table=table)
        except Conflict:
            raise Refusal(Code.STALE) from None

    async def _save(self, desk: Desk, table: Table) -> None:
        try:
            await self.desks.save(desk, table)
        except Conflict:
            raise Refusal(Code.STALE) from None
