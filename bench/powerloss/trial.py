"""Play at a real server on a disk that forgets, cut the power anywhere, and see what is left of what was promised."""

import asyncio
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import SimpleNamespace
from unittest.mock import patch

from tests.server.people import Person, some_move
from tests.server.servers import running

from bench.powerloss.disk import Synced, Tape, left_after_cut
from bench.powerloss.hand_time import HandTime
from bench.powerloss.sqlite_files import listening
from siam.server.adapters.sql import checkpoints
from siam.server.app.settings import Settings

FILE = "siam.sqlite"
TABLES = 3
STEP_SECONDS, STEPS = 0.1, (0, 0, 1, 1, 2, 5, 12)
SOON_SECONDS = 0.001


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A move that was acknowledged, when, and how much had been done to the disk by then."""

    table: str
    version: int
    at: float
    events: int


@dataclass(frozen=True, slots=True)
class Played:
    """What was played, and the tape of the disk."""

    sync: str
    tape: Tape
    moves: Sequence[Acknowledged]


@dataclass(frozen=True, slots=True)
class Left:
    """What was left after a cut: whether the database is whole, and the acknowledged moves that are not in it."""

    cut: int
    at: float
    is_whole: bool
    acknowledged: Sequence[Acknowledged]
    lost: Sequence[Acknowledged]

    @property
    def lost_seconds(self) -> float:
        """How long before the cut the oldest of the lost moves was acknowledged."""
        return round(self.at - min((move.at for move in self.lost), default=self.at), 6)


async def play(folder: Path, sync: str, moves: int, seed: int) -> Played:
    """Play some moves at a server whose thread beside lives in a time that is moved on by hand."""
    chance, time = Random(seed), HandTime()
    tape = Tape(folder, lambda: time.now)
    acknowledged: list[Acknowledged] = []
    threads = SimpleNamespace(Event=time.event, Thread=threading.Thread)
    settings = Settings(
        database_url=str(folder / FILE), database_sync=sync, rate_limits=False, cheap_passwords=True, thinkers=1
    )
    with listening(tape), patch.object(checkpoints, "threading", threads):
        async with running(settings) as server:
            anna = await Person.guest(server.url, "Anna")
            tables = [await anna.make({"kind": "here"}) for _ in range(TABLES)]
            for number in range(moves):
                for _ in range(chance.choice(STEPS)):
                    time.advance(STEP_SECONDS)
                    await _still(time, sync)
                table = tables[number % TABLES]
                view = await anna.view(table)
                if view["result"] is not None:
                    tables[number % TABLES] = await anna.make({"kind": "here"})
                    continue
                move = some_move(view["state"]["position"], view["table"]["options"], seed)
                answer = await anna.move(table, move, view["version"])
                acknowledged.append(Acknowledged(table, answer["version"], time.now, len(tape.events)))
                await _still(time, sync)
            await anna.http.aclose()
    return Played(sync, tape, acknowledged)


async def _still(time: HandTime, sync: str) -> None:
    """Wait until the thread beside has nothing more to do at this instant; with each commit synced there is none."""
    while sync == "second" and not time.is_still():
        await asyncio.sleep(SOON_SECONDS)


def cut(played: Played, before: int, seed: int, folder: Path) -> Left:
    """Cut the power before an event, put what is left into a folder, and read it with nothing but SQLite."""
    tape = played.tape
    for path, content in left_after_cut(tape.events, before, seed).items():
        (folder / Path(path).name).write_bytes(content)
    expected = [move for move in played.moves if move.events <= before]
    with closing(sqlite3.connect(folder / FILE)) as database:
        is_whole = database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        has_log = database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'log'").fetchone()[0]
        found = set(database.execute("SELECT table_id, version FROM log").fetchall()) if has_log else set()
    lost = [move for move in expected if (move.table, move.version) not in found]
    return Left(before, tape.times[before - 1], is_whole, expected, lost)


def synced_before(played: Played, before: int) -> int:
    """Return how many events the last sync of the log that was over before a cut had begun after."""
    syncs = [e.before for e in played.tape.events[:before] if isinstance(e, Synced) and e.path.endswith("-wal")]
    return max(syncs, default=0)
