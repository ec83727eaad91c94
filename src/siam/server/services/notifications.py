"""Call players when it is their turn: webhook, mail, push; never delaying a move, never while they look."""

import asyncio
from collections import OrderedDict
from collections.abc import Coroutine, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from siam.server.domain.players import Calls, Player, When
from siam.server.domain.refusals import Code, Refusal
from siam.server.logs import Log
from siam.server.messages.game import EntryMade
from siam.server.ports import Call, Clock, Message, Messenger, Outage, PlayerStore, TableStore
from siam.server.services.audience import looking_players
from siam.server.services.open_tables import Desk, Desks
from siam.translation import translator

LOG = Log("siam")
AWAY_SECONDS = 20.0
RETRY_SECONDS = (30.0, 120.0, 600.0, 3_600.0, 14_400.0)
CLAIM_SECONDS = 120.0
DIGEST_HOUR = 7
REMEMBERED = 5_000
AT_ONCE = 100
UNDER_WAY = 200


class Calling:
    """Waiting calls are kept in the database, so that a restart forgets none."""

    def __init__(
        self, desks: Desks, tables: TableStore, players: PlayerStore, clock: Clock, messengers: Sequence[Messenger]
    ) -> None:
        self.desks = desks
        self.tables = tables
        self.players = players
        self.clock = clock
        self.messengers = {messenger.name: messenger for messenger in messengers}
        self._wishes: OrderedDict[str, Calls] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._rounds: set[asyncio.Task[None]] = set()
        self._under_way = 0
        desks.told.append(self._after)

    def forget(self, player_id: str) -> None:
        """Ask again how a player wants to be called."""
        self._wishes.pop(player_id, None)

    def _after(self, desk: Desk, before: int, made: Sequence[EntryMade]) -> None:
        course = desk.course
        if course is None or course.result is not None or course.paused_at is not None:
            return
        player_id = desk.table.chairs[course.position.to_move].player
        if player_id is None or not desk.table.chairs[course.position.to_move].is_human:
            return
        wishes = self._wishes.get(player_id)
        if wishes is not None and not _wanted(wishes):
            return
        self._begin(self._queue(player_id, desk.id, course.version), self._tasks)

    def _begin(self, work: Coroutine[Any, Any, None], tasks: set[asyncio.Task[None]]) -> None:
        task = asyncio.create_task(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    async def _queue(self, player_id: str, table_id: str, version: int) -> None:
        try:
            player = await self.players.find(player_id)
            if player is None:
                return
            self._wishes[player_id] = player.calls
            if len(self._wishes) > REMEMBERED:
                self._wishes.popitem(last=False)
            now = self.clock.now()
            for channel, when in _wanted(player.calls):
                await self.players.queue_call(Call(0, player_id, channel, table_id, version, _due(when, now), 0))
        except Outage as problem:
            LOG.warning("call_not_queued", player=player_id, problem=str(problem))

    async def deliver_due(self) -> None:
        """Deliver what is due; what can't be delivered now is tried again later and later."""
        now = self.clock.now()
        together: dict[tuple[str, str], list[Call]] = {}
        for call in _whole_groups(await self.players.due_calls(now, AT_ONCE)):
            if await self.players.claim_call(call, now + CLAIM_SECONDS):
                together.setdefault((call.player, call.channel), []).append(call)
        self._under_way += len(together)
        await asyncio.gather(*(self._try_to_deliver(*whom, calls) for whom, calls in together.items()))

    async def deliver_soon(self) -> None:
        """Begin to deliver what is due; who takes long to answer does not hold up the next round."""
        if self._under_way < UNDER_WAY:
            self._begin(self.deliver_due(), self._rounds)

    async def _try_to_deliver(self, player_id: str, channel: str, calls: list[Call]) -> None:
        """Deliver to one player; whatever goes wrong there is no matter of the others."""
        try:
            await self._deliver(player_id, channel, calls)
        except Outage as problem:  # of our own storage: the claim runs out and another round takes them on
            LOG.warning("storage_away", problem=str(problem))
        except Exception:
            LOG.exception("call_broken", channel=channel, player=player_id)
        finally:
            self._under_way -= 1

    async def _deliver(self, player_id: str, channel: str, calls: list[Call]) -> None:
        """Deliver what one player is to be told over one channel: a digest in one message, else each by itself."""
        player = await self.players.find(player_id)
        when = None if player is None else dict(_wanted(player.calls)).get(channel)
        if player is None or when is None or channel not in self.messengers:
            await self._settle(calls, None)
            return
        waiting: list[tuple[Call, Desk]] = []
        for call in calls:
            desk = await self._desk(player, when, call)
            if desk is None:
                await self._settle([call], None)
            else:
                waiting.append((call, desk))
        groups = [waiting] if when is When.DIGEST and waiting else [[one] for one in waiting]
        for group in groups:
            desks = [desk for _, desk in group]
            message = _your_turn(player, desks[0]) if len(desks) == 1 else _digest(player, desks)
            await self._send(player, channel, message, [call for call, _ in group])

    async def _send(self, player: Player, channel: str, message: Message, calls: list[Call]) -> None:
        retry_at, attempts = None, max(call.attempts for call in calls)
        try:
            if not await self._pass_on(player, channel, message):
                LOG.info("call_refused", channel=channel, player=player.id)
        except Outage as problem:
            LOG.info("call_failed", channel=channel, attempts=attempts + 1, problem=str(problem))
            if attempts < len(RETRY_SECONDS):
                retry_at = self.clock.now() + RETRY_SECONDS[attempts]
        await self._settle(calls, retry_at)

    async def _pass_on(self, player: Player, channel: str, message: Message) -> bool:
        """Let a messenger deliver; what it stumbles over is never tried again."""
        try:
            return await self.messengers[channel].deliver(player, message)
        except Outage:
            raise
        except Exception:  # the edge to other people's machines
            LOG.exception("messenger_failed", channel=channel, player=player.id)
            return False

    async def _settle(self, calls: list[Call], retry_at: float | None) -> None:
        for call in calls:
            await self.players.settle_call(call.id, retry_at=retry_at)

    async def _desk(self, player: Player, when: When, call: Call) -> Desk | None:
        """Return the table that a call is about, if it still is: still their turn, and they do not look."""
        if call.table_id is None:
            return None
        try:
            desk = await self.desks.at(call.table_id)
        except Refusal:
            return None
        course = desk.course
        if course is None or course.result is not None:
            return None
        if desk.table.chairs[course.position.to_move].player != player.id:
            return None
        if when is not When.ALWAYS and player.id in looking_players(desk):
            return None
        return desk

    async def test(self, player: Player, channel: str) -> None:
        """Send a test message now, or say why that can't be done."""
        if channel not in self.messengers:
            raise Refusal(Code.NOT_CONFIGURED, "this server does not offer that channel")
        _ = translator(player.language or "en")
        message = Message(_("Siam"), _("This is how Siam will call you."), "", None)
        try:
            if not await self._pass_on(player, channel, message):
                raise Refusal(Code.NOT_CONFIGURED)
        except Outage as problem:
            raise Refusal(Code.NOT_DELIVERED, str(problem)) from None

    async def finish(self) -> None:
        """Wait until everything that was begun is queued or delivered."""
        await asyncio.gather(*self._tasks, *self._rounds, return_exceptions=True)

    async def stop(self) -> None:
        """Finish queueing; what waits or is under way is delivered after the next start."""
        for task in self._rounds:
            task.cancel()
        await self.finish()


def _whole_groups(due: list[Call]) -> list[Call]:
    """Leave a player's calls that may have been cut off by the limit to the next round, so that a digest is whole."""
    if len(due) < AT_ONCE:
        return due
    last = due[-1]
    return [call for call in due if (call.player, call.channel) != (last.player, last.channel)] or due


def _wanted(calls: Calls) -> list[tuple[str, When]]:
    wishes = (("webhook", calls.webhook), ("mail", calls.mail), ("push", calls.push))
    return [(channel, when) for channel, when in wishes if when is not When.OFF]


def _due(when: When, now: float) -> float:
    match when:
        case When.DIGEST:
            today = datetime.fromtimestamp(now, UTC).replace(hour=DIGEST_HOUR, minute=0, second=0, microsecond=0)
            morning = today if today.timestamp() > now else today + timedelta(days=1)
            return morning.timestamp()
        case When.AWAY:
            return now + AWAY_SECONDS
        case _:
            return now


def _your_turn(player: Player, desk: Desk) -> Message:
    _ = translator(player.language or "en")
    return Message(_("Your turn in Siam"), _turn_line(player, desk), f"table/{desk.id}", desk.id)


def _digest(player: Player, desks: list[Desk]) -> Message:
    """Put all tables that wait for a player into one message; its link leads to the list of them."""
    _ = translator(player.language or "en")
    return Message(_("Your turn in Siam"), "\n".join(_turn_line(player, desk) for desk in desks), "", None)


def _turn_line(player: Player, desk: Desk) -> str:
    _ = translator(player.language or "en")
    names = [chair.name for chair in desk.table.chairs if chair.is_human and chair.player != player.id and chair.name]
    return _("It is your turn against {names}.", names=", ".join(names)) if names else _("It is your turn.")
