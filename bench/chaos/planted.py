"""Bugs to be found: each is put into a server's process at its start, as nobody would write it but anybody might.

They stand here and not in the server. A checker that finds none of them would find nothing.
"""

import asyncio
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, cast

from siam.server.adapters.sql.tables import SqlTables
from siam.server.domain.players import Player
from siam.server.domain.proposals import Proposal
from siam.server.domain.tables import Table
from siam.server.messages.tables import Accepted
from siam.server.ports import Append
from siam.server.services.games.play import Playing
from siam.server.services.games.timers import Timers
from siam.server.services.tables.audience import Audience
from siam.server.services.tables.open_table import OpenTable
from siam.server.services.tables.peers import Peers

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

CHANCE = Random(1)
SOON_SECONDS = 0.2
TASKS: set[asyncio.Task[Any]] = set()


def _put(owner: type, name: str, instead: "Callable[..., Any]") -> None:
    setattr(owner, name, instead)


def acknowledge_early() -> None:
    """Say that a move is committed, and commit it a moment later."""
    append = SqlTables.append

    async def append_soon(tables: SqlTables, entry: Append) -> Any:
        if entry.table is not None:
            return await append(tables, entry)

        async def later() -> None:
            await asyncio.sleep(SOON_SECONDS)
            await append(tables, entry)

        task = asyncio.create_task(later())
        TASKS.add(task)
        task.add_done_callback(TASKS.discard)
        return None

    _put(SqlTables, "append", append_soon)


def forget_keys() -> None:
    """Play a move that comes late on the table as it is now, and do not look whether it came before."""
    submit: Callable[..., Awaitable[Accepted]] = Playing.submit

    async def submit_again(
        playing: Playing, player: Player, open_table: OpenTable, after: int, move: str, key: str, seat: int | None
    ) -> Accepted:
        if after < open_table.version:
            after, key = open_table.version, f"{key} again"
        return await submit(playing, player, open_table, after, move, key, seat)

    _put(Playing, "submit", submit_again)


def show_stale_states() -> None:
    """Show what was encoded for the version before, now and then."""
    encode: Callable[..., Any] = Audience._state
    encoded: dict[Any, Any] = {}

    def encode_mostly(audience: Audience, open_table: OpenTable, shown: Any, now: float) -> Any:
        key = (open_table.id, shown)
        if key not in encoded or CHANCE.random() < 0.8:
            encoded[key] = encode(audience, open_table, shown, now)
        return encoded[key]

    _put(Audience, "_state", encode_mostly)


def lose_news() -> None:
    """Tell other workers of most commits, but not of all, and never look for what was missed."""
    after_commit: Callable[..., None] = Peers.after_commit

    def tell_mostly(peers: Peers, *news: Any) -> None:
        if CHANCE.random() < 0.7:
            after_commit(peers, *news)

    async def look_away(peers: Peers) -> None:
        """Do nothing."""

    _put(Peers, "after_commit", tell_mostly)
    _put(Peers, "catch_up", look_away)


def lose_watchers() -> None:
    """Forget somebody who watches, now and then."""
    tell: Callable[..., None] = Audience.tell

    def tell_most(audience: Audience, open_table: OpenTable, *news: Any) -> None:
        watchers = set(open_table.presence.watchers)
        if CHANCE.random() < 0.2 and watchers:
            open_table.presence.watchers.pop()
        tell(audience, open_table, *news)
        open_table.presence.watchers.update(watchers)

    _put(Audience, "tell", tell_most)


def sit_down_twice() -> None:
    """Keep a changed table whatever somebody else has made of it meanwhile."""
    save: Callable[..., Awaitable[Any]] = SqlTables.save

    async def save_all_the_same(tables: SqlTables, table: Table) -> Table:
        listed = await tables.load(table.id)
        table = table if listed is None else replace(table, revision=listed.table.revision)
        return cast("Table", await save(tables, table))

    _put(SqlTables, "save", save_all_the_same)


def decide_alone() -> None:
    """Carry out what is proposed before the last one has agreed."""
    ready = Proposal.is_ready

    def is_nearly_ready(proposal: Proposal, now: float) -> bool:
        return ready(replace(proposal, waiting=proposal.waiting[1:]), now)

    _put(Proposal, "is_ready", is_nearly_ready)


def charge_for_outages() -> None:
    """Let clocks run on while no server does."""

    async def forgive_nothing(timers: Timers, least: float) -> None:
        """Do nothing."""

    _put(Timers, "_forgive_outage", forgive_nothing)


BUGS = {
    bug.__name__: bug
    for bug in (
        *(acknowledge_early, forget_keys, show_stale_states, lose_news),
        *(lose_watchers, sit_down_twice, decide_alone, charge_for_outages),
    )
}


def plant(name: str) -> None:
    """Put a bug in."""
    BUGS[name]()
