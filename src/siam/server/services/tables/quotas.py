"""Let nobody have too many tables: a lobby, a pool of bots and the memory for maps are for everybody.

Every change of a table goes through here before it is kept, whichever deed brought it about, so there is no way round.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from weakref import WeakValueDictionary

from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.tables import Status, Table
from siam.server.ports import Clock, Holdings, TableStore

CROWD = 3
"""How many times as much all guests of one address may have together, who may be a family or a school class."""

IDLE_SECONDS = 86_400.0
"""After so long without a move a game of a guest is no burden to the others at the same address."""


@dataclass(frozen=True, slots=True)
class Quotas:
    """How many tables of a kind one player may have at a time; 0 is as many as they like."""

    waiting: int = 10
    with_bots: int = 20
    with_maps: int = 10


class Counting:
    """Counts the tables of whoever is charged for another one."""

    def __init__(self, quotas: Quotas, store: TableStore, clock: Clock) -> None:
        self.quotas = quotas
        self.store = store
        self.clock = clock
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @contextlib.asynccontextmanager
    async def allowed(self, before: Table | None, after: Table) -> AsyncIterator[None]:
        """Refuse one table too many, or keep others of the same person waiting until this one is kept."""
        more = _burden(after)
        if before is not None:
            more = _less(more, _burden(before))
        if more == Holdings():
            yield
            return
        turn = self._turns.setdefault(after.charged, asyncio.Lock())
        async with turn:
            self._check(more, await self.store.holdings(host=after.host), 1)
            if after.charged != after.host:
                since = self.clock.now() - IDLE_SECONDS
                self._check(more, await self.store.holdings_of_person(after.charged, since), CROWD)
            yield

    def _check(self, more: Holdings, held: Holdings, times: int) -> None:
        quotas = self.quotas
        kinds = (
            (more.waiting, held.waiting, quotas.waiting, "tables that wait for players"),
            (more.with_bots, held.with_bots, quotas.with_bots, "games with bots"),
            (more.with_maps, held.with_maps, quotas.with_maps, "tables with maps of their own"),
        )
        for new, known, most, what in kinds:
            if new > 0 and 0 < most * times <= known:
                whose = "the host of this table has" if times == 1 else "guests at the host's address have"
                raise Refusal(Code.TOO_MANY_TABLES, f"{whose} {known} {what} already")


def _burden(table: Table) -> Holdings:
    """Return what a table counts as."""
    runs = table.status is Status.RUNNING
    return Holdings(
        waiting=int(table.status is Status.OPEN),
        with_bots=int(runs and table.bots > 0),
        with_maps=int((runs or table.waits) and table.board_file is not None),
    )


def _less(more: Holdings, before: Holdings) -> Holdings:
    return Holdings(
        max(0, more.waiting - before.waiting),
        max(0, more.with_bots - before.with_bots),
        max(0, more.with_maps - before.with_maps),
    )
