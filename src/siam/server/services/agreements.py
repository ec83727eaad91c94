"""Let players agree: on taking back, a pause, an end, or a bot for somebody who is away."""

from dataclasses import replace

from siam.rules.seats import Seat
from siam.server.domain.absence import check_replacement, notice_seconds
from siam.server.domain.live_game import Course, last_turn_of
from siam.server.domain.log import Deed, Ended, Paused, Replaced, Returned, TakenBack
from siam.server.domain.players import Player
from siam.server.domain.proposals import (
    SETTLED,
    TAKE_BACKS,
    Proposal,
    ProposalKind,
    agreed_by,
    check_content,
    settled,
    still_open,
    voters,
)
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.tables import Table, come_back, hand_over
from siam.server.ports import Conflict, Thinkers
from siam.server.services.attendance import Attendance
from siam.server.services.open_tables import Desk, Desks

TRIES = 5


class Agreements:
    """What the players of a running game do together."""

    def __init__(self, desks: Desks, attendance: Attendance, thinkers: Thinkers) -> None:
        self.desks = desks
        self.attendance = attendance
        self.thinkers = thinkers

    async def propose(
        self, player: Player, desk: Desk, kind: ProposalKind, seat: Seat | None, level: str | None
    ) -> Proposal:
        """Propose something; it happens at once if nobody else has to agree.

        To propose the same again changes nothing; to propose what somebody else has proposed is to agree.
        """
        check_content(kind, seat, level)
        async with desk.lock:
            version = desk.running.version
            for _ in range(TRIES):
                try:
                    return await self._propose(player, desk, kind, seat, level)
                except Conflict:
                    if desk.version != version:
                        raise Refusal(Code.STALE) from None
            raise Refusal(Code.UNAVAILABLE)

    async def _propose(
        self, player: Player, desk: Desk, kind: ProposalKind, seat: Seat | None, level: str | None
    ) -> Proposal:
        table, course = desk.table, desk.running
        own = _playing_seats(table, course, player)
        to, due = None, None
        match kind:
            case ProposalKind.TAKE_BACK:
                to = _turn_before_last(course, own)
            case ProposalKind.PAUSE if course.paused_at is not None:
                raise Refusal(Code.PAUSED)
            case ProposalKind.REPLACE:
                assert seat is not None
                due = await self._replaceable_from(desk, course, seat, level, player.id)
        proposal = Proposal(
            id=table.proposed + 1,
            kind=kind,
            by=own[0],
            version=course.version,
            waiting=voters(kind, table.people_by_seat(course), player.id, course.out, seat),
            seat=seat,
            level=level,
            to=to,
            due=due,
        )
        open_ones = still_open(table.proposals, course.version)
        same = next((other for other in open_ones if other.content == proposal.content), None)
        if same is not None:
            if same.by not in own:
                await self._agree(desk, same, own)
            return same
        if proposal.waiting:
            table = _asked(table, course, proposal, own)
        table = replace(table, proposed=proposal.id)
        if proposal.is_ready(self.desks.clock.now()):
            await self._carry_out(desk, table, proposal)
            return proposal
        others = tuple(other for other in open_ones if other.kind is not kind or other.by not in own)
        await self.desks.save(desk, replace(table, proposals=(*others, proposal)))
        return proposal

    async def answer(self, player: Player, desk: Desk, proposal_id: int, *, accept: bool) -> None:
        """Agree to a proposal, or drop it; the last one to agree makes it happen.

        Who says again what they have said, or says yes to what has just been carried out, gets no error.
        """
        async with desk.lock:
            for _ in range(TRIES):
                try:
                    await self._answer(player, desk, proposal_id, accept=accept)
                except Conflict:
                    continue
                return
            raise Refusal(Code.UNAVAILABLE)

    async def _answer(self, player: Player, desk: Desk, proposal_id: int, *, accept: bool) -> None:
        table = desk.table
        own = table.seats_of(player.id)
        before = next((each for each in table.settled if each.id == proposal_id), None)
        if before is not None:
            if not set(own).intersection(before.seats):
                raise Refusal(Code.NOT_YOUR_SEAT)
            if before.carried_out is not accept:
                raise Refusal(Code.NO_SUCH_PROPOSAL)
            return
        open_ones = still_open(table.proposals, desk.running.version)
        proposal = next((each for each in open_ones if each.id == proposal_id), None)
        if proposal is None:
            raise Refusal(Code.NO_SUCH_PROPOSAL)
        if not proposal.seats.intersection(own):
            raise Refusal(Code.NOT_YOUR_SEAT)
        if accept:
            await self._agree(desk, proposal, own)
        else:
            await self.desks.save(desk, _settle(_without(table, proposal), proposal, carried_out=False))

    async def _agree(self, desk: Desk, proposal: Proposal, own: tuple[Seat, ...]) -> None:
        agreed = agreed_by(proposal, own)
        if agreed.is_ready(self.desks.clock.now()):
            await self._carry_out(desk, desk.table, agreed)
        elif agreed != proposal:
            others = _without(desk.table, proposal).proposals
            await self.desks.save(desk, replace(desk.table, proposals=(*others, agreed)))

    async def carry_out_due(self) -> None:
        """Carry out what everybody has agreed to and what only waited for its time."""
        for desk in self.desks:
            if not _due(desk, self.desks.clock.now()):
                continue
            async with desk.lock:
                try:
                    for proposal in _due(desk, self.desks.clock.now())[:1]:
                        await self._carry_out(desk, desk.table, proposal)
                except (Conflict, Refusal):
                    continue  # another process was faster, or the player is back

    async def welcome(self, player: Player | None, desk: Desk) -> None:
        """Drop every wish to replace a player who is seen at the table."""
        if player is None or not _against(desk, player.id):
            return
        async with desk.lock:
            for _ in range(TRIES):
                try:
                    for proposal in _against(desk, player.id):
                        await self.desks.save(desk, _without(desk.table, proposal))
                except Conflict:
                    continue
                return

    async def take_again(self, player: Player | None, desk: Desk) -> bool:
        """Give a player back the seats that bots took over and have not moved for; False if there is none."""
        if player is None or not _left_by(desk, player.id):
            return False
        async with desk.lock:
            for _ in range(TRIES):
                try:
                    for seat in _left_by(desk, player.id):
                        await self.desks.enter(desk, seat, Returned(), table=come_back(desk.table, seat))
                except Conflict:
                    continue
                return bool(desk.table.seats_of(player.id))
            raise Refusal(Code.UNAVAILABLE)

    async def _replaceable_from(
        self, desk: Desk, course: Course, seat: Seat, level: str | None, player: str
    ) -> float | None:
        """Refuse what can't be replaced; return from when on it can, None for at once."""
        if level not in self.thinkers.levels():
            raise Refusal(Code.INVALID, "there is no such level", field="level")
        await self._check_absence(desk, course, seat, player)
        notice = notice_seconds(desk.table)
        return self.desks.clock.now() + notice if notice else None

    async def _check_absence(self, desk: Desk, course: Course, seat: Seat, player: str) -> None:
        chair = desk.table.chairs[seat] if seat < len(desk.table.chairs) else None
        absent = None if chair is None else chair.player
        away_since = None if absent is None else await self.attendance.away_since(desk, absent)
        check_replacement(desk.table, course, seat, player, away_since, self.desks.clock.now())

    async def _carry_out(self, desk: Desk, table: Table, proposal: Proposal) -> None:
        course = desk.running
        after = _settle(replace(table, proposals=()), proposal, carried_out=True)
        seat = proposal.by
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
                seat = proposal.seat
                by = table.chairs[proposal.by].player or ""
                await self._check_absence(desk, course, seat, by)
                deed = Replaced(proposal.level)
                after = hand_over(after, seat, proposal.level, returnable=seat not in course.out)
        await self.desks.enter(desk, seat, deed, table=after)


def _playing_seats(table: Table, course: Course, player: Player) -> tuple[Seat, ...]:
    """Return a player's seats that have not given up; who has none of them left has no word in the game."""
    own = tuple(seat for seat in table.seats_of(player.id) if seat not in course.out)
    if not own:
        raise Refusal(Code.NOT_YOUR_SEAT)
    return own


def _turn_before_last(course: Course, own: tuple[Seat, ...]) -> int:
    turns = [turn for seat in own if (turn := last_turn_of(course, seat)) is not None]
    if not turns:
        raise Refusal(Code.INVALID, "there is no move of yours to take back")
    return max(turns) - 1


def _asked(table: Table, course: Course, proposal: Proposal, own: tuple[Seat, ...]) -> Table:
    """Return the table after the others were asked; refuse to ask them again and again."""
    if proposal.to is None:
        same = (proposal.kind, course.version, False)
        if any((each.kind, each.version, each.carried_out) == same and each.by in own for each in table.settled):
            raise Refusal(Code.ALREADY_REFUSED)
        return table
    move = course.versions[proposal.to]
    if move in table.asked:
        raise Refusal(Code.NO_TAKE_BACK, "you have asked to take this move back before")
    if sum(seat in own for seat in course.taken_back) >= TAKE_BACKS:
        raise Refusal(Code.NO_TAKE_BACK, f"nobody takes back more than {TAKE_BACKS} times in a game with others")
    return replace(table, asked=(*table.asked, move))


def _settle(table: Table, proposal: Proposal, *, carried_out: bool) -> Table:
    return replace(table, settled=(*table.settled, settled(proposal, carried_out=carried_out))[-SETTLED:])


def _without(table: Table, proposal: Proposal) -> Table:
    open_ones = still_open(table.proposals, proposal.version)
    return replace(table, proposals=tuple(each for each in open_ones if each.id != proposal.id))


def _open(desk: Desk) -> tuple[Proposal, ...]:
    if desk.course is None or desk.course.result is not None:
        return ()
    return still_open(desk.table.proposals, desk.version)


def _due(desk: Desk, now: float) -> list[Proposal]:
    return [each for each in _open(desk) if each.is_ready(now)]


def _against(desk: Desk, player: str) -> list[Proposal]:
    """Return the open wishes to replace a player who has not given up."""
    return [
        each
        for each in _open(desk)
        if each.seat is not None and desk.table.chairs[each.seat].player == player and each.seat not in desk.running.out
    ]


def _left_by(desk: Desk, player: str) -> list[Seat]:
    """Return the seats to which a player may come back."""
    if desk.course is None or desk.course.result is not None:
        return []
    return [seat for seat, _ in desk.course.vacated if desk.table.chairs[seat].owner == player]
