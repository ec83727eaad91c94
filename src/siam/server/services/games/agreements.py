"""Let players agree: on taking back, a pause and its end, an end, or a bot for somebody who is away."""

from dataclasses import replace

from siam.rules import Seat
from siam.server.domain.absence import check_replacement, notice_seconds, resumption_notice_seconds
from siam.server.domain.live_game import LiveGame, last_turn_of
from siam.server.domain.log import Ended, LogChange, Paused, Replaced, Resumed, Returned, TakenBack
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
from siam.server.services.tables.attendance import Attendance
from siam.server.services.tables.open_table import OpenTable
from siam.server.services.tables.open_tables import OpenTables

TRIES = 5
LOG_ENTRIES = 2_000
"""So much may happen at a table; after that it can be played to its end. Who reads the log follows all of it."""


class Agreements:
    """What the players of a running game do together."""

    def __init__(self, open_tables: OpenTables, attendance: Attendance, thinkers: Thinkers) -> None:
        self.open_tables = open_tables
        self.attendance = attendance
        self.thinkers = thinkers

    async def propose(
        self, player: Player, open_table: OpenTable, kind: ProposalKind, seat: Seat | None, level: str | None
    ) -> Proposal:
        """Propose something; it happens at once if nobody else has to agree.

        To propose the same again changes nothing; to propose what somebody else has proposed is to agree.
        """
        check_content(kind, seat, level)
        async with open_table.lock:
            version = open_table.running.version
            for _ in range(TRIES):
                try:
                    return await self._propose(player, open_table, kind, seat, level)
                except Conflict:
                    if open_table.version != version:
                        raise Refusal(Code.STALE) from None
            raise Refusal(Code.UNAVAILABLE)

    async def _propose(
        self, player: Player, open_table: OpenTable, kind: ProposalKind, seat: Seat | None, level: str | None
    ) -> Proposal:
        table, game = open_table.table, open_table.running
        own = _playing_seats(table, game, player)
        if game.version >= LOG_ENTRIES and kind not in (ProposalKind.END, ProposalKind.REPLACE):
            raise Refusal(Code.FORBIDDEN, "so much has happened here that this game can only be played to its end")
        to, due = None, None
        match kind:
            case ProposalKind.TAKE_BACK:
                to = _turn_before_last(game, own)
            case ProposalKind.PAUSE if game.paused_at is not None:
                raise Refusal(Code.PAUSED)
            case ProposalKind.REPLACE:
                assert seat is not None
                due = await self._replaceable_from(open_table, game, seat, level, player.id)
        proposal = Proposal(
            id=table.proposed + 1,
            kind=kind,
            by=own[0],
            version=game.version,
            waiting=voters(kind, table.people_by_seat(game), player.id, game.out, seat),
            seat=seat,
            level=level,
            to=to,
            due=due,
        )
        open_ones = still_open(table.proposals, game.version)
        same = next((other for other in open_ones if other.content == proposal.content), None)
        if same is not None:
            if same.by not in own:
                await self._agree(open_table, same, own)
            return same
        if proposal.waiting:
            table = _asked(table, game, proposal, own)
        table = replace(table, proposed=proposal.id)
        if proposal.is_ready(self.open_tables.clock.now()):
            await self._carry_out(open_table, table, proposal)
            return proposal
        others = tuple(other for other in open_ones if other.kind is not kind or other.by not in own)
        await self.open_tables.save(open_table, replace(table, proposals=(*others, proposal)))
        return proposal

    async def resume(self, player: Player, open_table: OpenTable) -> None:
        """End a pause as soon as all who still play are at the table, or after a notice to those who are not.

        Nobody's clock starts behind their back; but nobody keeps a game from going on by staying away.
        """
        async with open_table.lock:
            for _ in range(TRIES):
                try:
                    await self._resume(player, open_table)
                except Conflict:
                    continue
                return
            raise Refusal(Code.UNAVAILABLE)

    async def _resume(self, player: Player, open_table: OpenTable) -> None:
        table, game = open_table.table, open_table.running
        own = _playing_seats(table, game, player)
        if game.paused_at is None:
            return
        open_ones = still_open(table.proposals, game.version)
        wish = next((each for each in open_ones if each.kind is ProposalKind.RESUME), None)
        if wish is not None:
            await self._agree(open_table, wish, own)
            return
        notice = resumption_notice_seconds(table.clock)
        wish = Proposal(
            id=table.proposed + 1,
            kind=ProposalKind.RESUME,
            by=own[0],
            version=game.version,
            waiting=await self._not_here(open_table, game, player.id) if notice else (),
            due=self.open_tables.clock.now() + notice,
        )
        table = replace(table, proposed=wish.id)
        if wish.is_ready(self.open_tables.clock.now()):
            await self._carry_out(open_table, table, wish)
        else:
            await self.open_tables.save(open_table, replace(table, proposals=(*open_ones, wish)))

    async def _not_here(self, open_table: OpenTable, game: LiveGame, player: str) -> tuple[Seat, ...]:
        """Return the seats of those who still play and do not look at the table."""
        people = open_table.table.people_by_seat(game)
        asked = voters(ProposalKind.RESUME, people, player, game.out, None)
        here = {person: await self.attendance.is_looking(open_table, person) for person in set(people) if person}
        return tuple(seat for seat in asked if not here[people[seat] or ""])

    async def answer(self, player: Player, open_table: OpenTable, proposal_id: int, *, accept: bool) -> None:
        """Agree to a proposal, or drop it; the last one to agree makes it happen.

        Who says again what they have said, or says yes to what has just been carried out, gets no error.
        """
        async with open_table.lock:
            for _ in range(TRIES):
                try:
                    await self._answer(player, open_table, proposal_id, accept=accept)
                except Conflict:
                    continue
                return
            raise Refusal(Code.UNAVAILABLE)

    async def _answer(self, player: Player, open_table: OpenTable, proposal_id: int, *, accept: bool) -> None:
        table = open_table.table
        own = table.seats_of(player.id)
        before = next((each for each in table.settled if each.id == proposal_id), None)
        if before is not None:
            if not set(own).intersection(before.seats):
                raise Refusal(Code.NOT_YOUR_SEAT)
            if before.carried_out is not accept:
                raise Refusal(Code.NO_SUCH_PROPOSAL)
            return
        open_ones = still_open(table.proposals, open_table.running.version)
        proposal = next((each for each in open_ones if each.id == proposal_id), None)
        if proposal is None:
            raise Refusal(Code.NO_SUCH_PROPOSAL)
        if not proposal.seats.intersection(own):
            raise Refusal(Code.NOT_YOUR_SEAT)
        if accept:
            await self._agree(open_table, proposal, own)
        elif proposal.kind is ProposalKind.RESUME and proposal.by not in own:
            raise Refusal(Code.FORBIDDEN, "a game goes on when its time has come")
        else:
            await self.open_tables.save(open_table, _settle(_without(table, proposal), proposal, carried_out=False))

    async def _agree(self, open_table: OpenTable, proposal: Proposal, own: tuple[Seat, ...]) -> None:
        agreed = agreed_by(proposal, own)
        if agreed.is_ready(self.open_tables.clock.now()):
            await self._carry_out(open_table, open_table.table, agreed)
        elif agreed != proposal:
            others = _without(open_table.table, proposal).proposals
            await self.open_tables.save(open_table, replace(open_table.table, proposals=(*others, agreed)))

    async def carry_out_due(self) -> None:
        """Carry out the proposals that everybody has agreed to and whose time has come."""
        for open_table in self.open_tables:
            if not _due(open_table, self.open_tables.clock.now()):
                continue
            async with open_table.lock:
                try:
                    for proposal in _due(open_table, self.open_tables.clock.now())[:1]:
                        await self._carry_out(open_table, open_table.table, proposal)
                except (Conflict, Refusal):
                    continue  # another process was faster, or the player is back

    async def welcome(self, player: Player | None, open_table: OpenTable) -> None:
        """Drop every proposal to replace a player who is seen at the table; a pause waits for them no longer."""
        if player is None or not (_against(open_table, player.id) or _awaited(open_table, player.id)):
            return
        async with open_table.lock:
            for _ in range(TRIES):
                try:
                    for proposal in _against(open_table, player.id):
                        await self.open_tables.save(open_table, _without(open_table.table, proposal))
                    for proposal in _awaited(open_table, player.id):
                        await self._agree(open_table, proposal, open_table.table.seats_of(player.id))
                except Conflict:
                    continue
                return

    async def take_again(self, player: Player | None, open_table: OpenTable) -> bool:
        """Give a player back the seats that bots took over and have not moved for; False if there is none."""
        if player is None or not _left_by(open_table, player.id):
            return False
        async with open_table.lock:
            for _ in range(TRIES):
                try:
                    for seat in _left_by(open_table, player.id):
                        await self.open_tables.enter(
                            open_table, seat, Returned(), table=come_back(open_table.table, seat)
                        )
                except Conflict:
                    continue
                return bool(open_table.table.seats_of(player.id))
            raise Refusal(Code.UNAVAILABLE)

    async def _replaceable_from(
        self, open_table: OpenTable, game: LiveGame, seat: Seat, level: str | None, player: str
    ) -> float | None:
        """Refuse to replace a seat that can't be; return from when on it can, None for at once."""
        if level not in self.thinkers.levels(len(open_table.table.chairs)):
            raise Refusal(Code.INVALID, "there is no such level", field="level")
        await self._check_absence(open_table, game, seat, player)
        notice = notice_seconds(open_table.table)
        return self.open_tables.clock.now() + notice if notice else None

    async def _check_absence(self, open_table: OpenTable, game: LiveGame, seat: Seat, player: str) -> None:
        chair = open_table.table.chairs[seat] if seat < len(open_table.table.chairs) else None
        absent = None if chair is None else chair.player
        away_since = None if absent is None else await self.attendance.away_since(open_table, absent)
        check_replacement(open_table.table, game, seat, player, away_since, self.open_tables.clock.now())

    async def _carry_out(self, open_table: OpenTable, table: Table, proposal: Proposal) -> None:
        game = open_table.running
        after = _settle(replace(table, proposals=()), proposal, carried_out=True)
        seat = proposal.by
        match proposal.kind:
            case ProposalKind.TAKE_BACK:
                assert proposal.to is not None
                change: LogChange = TakenBack(proposal.to)
            case ProposalKind.PAUSE:
                change = Paused()
            case ProposalKind.END:
                change = Ended()
            case ProposalKind.RESUME:
                change = Resumed()
            case ProposalKind.REPLACE:
                assert proposal.seat is not None
                assert proposal.level is not None
                seat = proposal.seat
                by = table.chairs[proposal.by].player or ""
                await self._check_absence(open_table, game, seat, by)
                change = Replaced(proposal.level)
                after = hand_over(after, seat, proposal.level, returnable=seat not in game.out)
        await self.open_tables.enter(open_table, seat, change, table=after)


def _playing_seats(table: Table, game: LiveGame, player: Player) -> tuple[Seat, ...]:
    """Return a player's seats that have not resigned; a player without one has no say in the game."""
    own = tuple(seat for seat in table.seats_of(player.id) if seat not in game.out)
    if not own:
        raise Refusal(Code.NOT_YOUR_SEAT)
    return own


def _turn_before_last(game: LiveGame, own: tuple[Seat, ...]) -> int:
    turns = [turn for seat in own if (turn := last_turn_of(game, seat)) is not None]
    if not turns:
        raise Refusal(Code.INVALID, "there is no move of yours to take back")
    return max(turns) - 1


def _asked(table: Table, game: LiveGame, proposal: Proposal, own: tuple[Seat, ...]) -> Table:
    """Return the table after the others were asked; refuse to ask them again and again."""
    if proposal.to is None:
        same = (proposal.kind, game.version, False)
        if any((each.kind, each.version, each.carried_out) == same and each.by in own for each in table.settled):
            raise Refusal(Code.ALREADY_REFUSED)
        return table
    move = game.versions[proposal.to]
    if move in table.asked:
        raise Refusal(Code.NO_TAKE_BACK, "you have asked to take this move back before")
    if sum(seat in own for seat in game.taken_back) >= TAKE_BACKS:
        raise Refusal(Code.NO_TAKE_BACK, f"nobody takes back more than {TAKE_BACKS} times in a game with others")
    return replace(table, asked=(*table.asked, move))


def _settle(table: Table, proposal: Proposal, *, carried_out: bool) -> Table:
    return replace(table, settled=(*table.settled, settled(proposal, carried_out=carried_out))[-SETTLED:])


def _without(table: Table, proposal: Proposal) -> Table:
    open_ones = still_open(table.proposals, proposal.version)
    return replace(table, proposals=tuple(each for each in open_ones if each.id != proposal.id))


def _open(open_table: OpenTable) -> tuple[Proposal, ...]:
    if open_table.game is None or open_table.game.result is not None:
        return ()
    return still_open(open_table.table.proposals, open_table.version)


def _due(open_table: OpenTable, now: float) -> list[Proposal]:
    return [each for each in _open(open_table) if each.is_ready(now)]


def _against(open_table: OpenTable, player: str) -> list[Proposal]:
    """Return the open proposals to replace a player who has not resigned."""
    return [
        each
        for each in _open(open_table)
        if each.seat is not None
        and open_table.table.chairs[each.seat].player == player
        and each.seat not in open_table.running.out
    ]


def _awaited(open_table: OpenTable, player: str) -> list[Proposal]:
    """Return the wishes to go on with a game that wait for a player to come."""
    own = set(open_table.table.seats_of(player))
    return [each for each in _open(open_table) if each.kind is ProposalKind.RESUME and own.intersection(each.waiting)]


def _left_by(open_table: OpenTable, player: str) -> list[Seat]:
    """Return the seats to which a player may come back."""
    if open_table.game is None or open_table.game.result is not None:
        return []
    return [seat for seat, _ in open_table.game.vacated if open_table.table.chairs[seat].owner == player]
