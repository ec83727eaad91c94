"""Call players when it is their turn: webhook, mail, push; never delaying a move, never while they look."""

import asyncio
from collections import OrderedDict
from collections.abc import Coroutine, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from weakref import WeakKeyDictionary

from siam.server import messages as wire
from siam.server.domain.players import NotificationSettings, Player, When
from siam.server.domain.proposals import ProposalKind, still_open
from siam.server.domain.refusals import Code, Refusal
from siam.server.logs import Log
from siam.server.ports import Clock, Message, Messenger, Notification, Outage, PlayerStore, TableStore
from siam.server.services.tables.open_table import OpenTable
from siam.server.services.tables.open_tables import OpenTables
from siam.translation import translator

LOG = Log("siam")
AWAY_SECONDS = 20.0
RETRY_SECONDS = (30.0, 120.0, 600.0, 3_600.0, 14_400.0)
CLAIM_SECONDS = 120.0
DIGEST_HOUR = 7
REMEMBERED = 5_000
AT_ONCE = 100
UNDER_WAY = 200


class Notifications:
    """Waiting calls are kept in the database, so that a restart forgets none."""

    def __init__(
        self,
        open_tables: OpenTables,
        tables: TableStore,
        players: PlayerStore,
        clock: Clock,
        messengers: Sequence[Messenger],
    ) -> None:
        self.open_tables = open_tables
        self.tables = tables
        self.players = players
        self.clock = clock
        self.messengers = {messenger.name: messenger for messenger in messengers}
        self._wishes: OrderedDict[str, NotificationSettings] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._rounds: set[asyncio.Task[None]] = set()
        self._waited_for: WeakKeyDictionary[OpenTable, int] = WeakKeyDictionary()
        self._under_way = 0
        self.delivered = self.undelivered = 0

    def forget(self, player_id: str) -> None:
        """Forget how a player wants to be notified, so that it is read again."""
        self._wishes.pop(player_id, None)

    def after_commit(self, open_table: OpenTable, before: int, made: Sequence[wire.Entry]) -> None:
        """Note who is to be called."""
        game = open_table.game
        if game is None or game.result is not None or game.paused_at is not None:
            return
        player_id = open_table.table.chairs[game.position.to_move].player
        if player_id is None or not open_table.table.chairs[game.position.to_move].is_human:
            return
        wishes = self._wishes.get(player_id)
        if wishes is not None and not _wanted(wishes):
            return
        self._begin(self._queue(player_id, open_table.id, game.version), self._tasks)

    def after_change(self, open_table: OpenTable) -> None:
        """Call who is waited for so that a game goes on after a pause, if it is their turn then."""
        game = open_table.game
        if game is None or game.result is not None or game.paused_at is None:
            return
        to_move = game.position.to_move
        player_id = open_table.table.chairs[to_move].player
        wishes = still_open(open_table.table.proposals, game.version)
        wish = next((each for each in wishes if each.kind is ProposalKind.RESUME and to_move in each.waiting), None)
        if wish is None or player_id is None or self._waited_for.get(open_table) == wish.id:
            return
        self._waited_for[open_table] = wish.id
        self._begin(self._queue(player_id, open_table.id, game.version), self._tasks)

    def _begin(self, work: Coroutine[Any, Any, None], tasks: set[asyncio.Task[None]]) -> None:
        task = asyncio.create_task(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    async def _queue(self, player_id: str, table_id: str, version: int) -> None:
        try:
            player = await self.players.find(player_id)
            if player is None:
                return
            self._wishes[player_id] = player.notifications
            if len(self._wishes) > REMEMBERED:
                self._wishes.popitem(last=False)
            now = self.clock.now()
            for channel, when in _wanted(player.notifications):
                await self.players.queue_notification(
                    Notification(0, player_id, channel, table_id, version, _due(when, now), 0)
                )
        except Outage as problem:
            LOG.warning("call_not_queued", player=player_id, problem=str(problem))

    async def deliver_due(self) -> None:
        """Deliver what is due; what can't be delivered now is tried again later and later."""
        now = self.clock.now()
        together: dict[tuple[str, str], list[Notification]] = {}
        for notification in _whole_groups(await self.players.due_notifications(now, AT_ONCE)):
            if await self.players.claim_notification(notification, now + CLAIM_SECONDS):
                together.setdefault((notification.player, notification.channel), []).append(notification)
        self._under_way += len(together)
        await asyncio.gather(*(self._try_to_deliver(*whom, notifications) for whom, notifications in together.items()))

    async def deliver_soon(self) -> None:
        """Begin to deliver what is due; who takes long to answer does not hold up the next round."""
        if self._under_way < UNDER_WAY:
            self._begin(self._deliver_round(), self._rounds)

    async def _deliver_round(self) -> None:
        try:
            await self.deliver_due()
        except Outage as problem:  # another round follows
            LOG.warning("storage_away", problem=str(problem))

    async def _try_to_deliver(self, player_id: str, channel: str, notifications: list[Notification]) -> None:
        """Deliver to one player; an error there does not affect the others."""
        try:
            await self._deliver(player_id, channel, notifications)
        except Outage as problem:  # of our own storage: the claim runs out and another round takes them on
            LOG.warning("storage_away", problem=str(problem))
        except Exception:
            LOG.exception("call_broken", channel=channel, player=player_id)
        finally:
            self._under_way -= 1

    async def _deliver(self, player_id: str, channel: str, notifications: list[Notification]) -> None:
        """Deliver what one player is to be told over one channel: a digest in one message, else each by itself."""
        player = await self.players.find(player_id)
        when = None if player is None else dict(_wanted(player.notifications)).get(channel)
        if player is None or when is None or channel not in self.messengers:
            await self._settle(notifications, None)
            return
        waiting: list[tuple[Notification, OpenTable]] = []
        for notification in notifications:
            open_table = await self._open_table(player, when, notification)
            if open_table is None:
                await self._settle([notification], None)
            else:
                waiting.append((notification, open_table))
        groups = [waiting] if when is When.DIGEST and waiting else [[one] for one in waiting]
        for group in groups:
            open_tables = [open_table for _, open_table in group]
            message = _your_turn(player, open_tables[0]) if len(open_tables) == 1 else _digest(player, open_tables)
            await self._send(player, channel, message, [notification for notification, _ in group])

    async def _send(self, player: Player, channel: str, message: Message, notifications: list[Notification]) -> None:
        retry_at, attempts = None, max(notification.attempts for notification in notifications)
        try:
            if await self._pass_on(player, channel, message):
                self.delivered += 1
            else:
                self.undelivered += 1
                LOG.info("call_refused", channel=channel, player=player.id)
        except Outage as problem:
            self.undelivered += 1
            LOG.info("call_failed", channel=channel, attempts=attempts + 1, problem=str(problem))
            if attempts < len(RETRY_SECONDS):
                retry_at = self.clock.now() + RETRY_SECONDS[attempts]
        await self._settle(notifications, retry_at)

    async def _pass_on(self, player: Player, channel: str, message: Message) -> bool:
        """Let a messenger deliver; a message that makes it fail is never tried again."""
        try:
            return await self.messengers[channel].deliver(player, message)
        except Outage:
            raise
        except Exception:  # the edge to other people's machines
            LOG.exception("messenger_failed", channel=channel, player=player.id)
            return False

    async def _settle(self, notifications: list[Notification], retry_at: float | None) -> None:
        for notification in notifications:
            await self.players.settle_notification(notification.id, retry_at=retry_at)

    async def _open_table(self, player: Player, when: When, notification: Notification) -> OpenTable | None:
        """Return the table of a notification if that still applies: it is their turn and they are not looking."""
        if notification.table_id is None:
            return None
        try:
            open_table = await self.open_tables.at(notification.table_id)
        except Refusal:
            return None
        game = open_table.game
        if game is None or game.result is not None:
            return None
        if open_table.table.chairs[game.position.to_move].player != player.id:
            return None
        if when is not When.ALWAYS and player.id in open_table.presence.looking():
            return None
        return open_table

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


def _whole_groups(due: list[Notification]) -> list[Notification]:
    """Leave the last player to the next round if the limit may have cut notifications off: a digest must be whole."""
    if len(due) < AT_ONCE:
        return due
    last = due[-1]
    return [
        notification
        for notification in due
        if (notification.player, notification.channel) != (last.player, last.channel)
    ] or due


def _wanted(notifications: NotificationSettings) -> list[tuple[str, When]]:
    wishes = (("webhook", notifications.webhook), ("mail", notifications.mail), ("push", notifications.push))
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


def _your_turn(player: Player, open_table: OpenTable) -> Message:
    _ = translator(player.language or "en")
    return Message(_("Your turn in Siam"), _turn_line(player, open_table), f"table/{open_table.id}", open_table.id)


def _digest(player: Player, open_tables: list[OpenTable]) -> Message:
    """Put all tables that wait for a player into one message; its link leads to the list of them."""
    _ = translator(player.language or "en")
    return Message(
        _("Your turn in Siam"), "\n".join(_turn_line(player, open_table) for open_table in open_tables), "", None
    )


def _turn_line(player: Player, open_table: OpenTable) -> str:
    _ = translator(player.language or "en")
    names = [
        chair.name for chair in open_table.table.chairs if chair.is_human and chair.player != player.id and chair.name
    ]
    return _("It is your turn against {names}.", names=", ".join(names)) if names else _("It is your turn.")
