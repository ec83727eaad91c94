"""Games that go on whatever happens to the server, and a look into its database at what became of them."""

import asyncio
import time
from itertools import pairwise
from typing import Self

import httpx2
import pytest

from siam.notation import format_position
from siam.server.adapters.sql.database import Database
from siam.server.adapters.sql.engines import database_url
from siam.server.adapters.sql.tables import SqlTables
from siam.server.domain.live_game import LiveGame, fold
from siam.server.domain.log import Entry, Moved, Paused, Resumed
from siam.server.domain.tables import Table
from siam.server.services.tables.audience import FRESH_SECONDS
from siam.server.services.tables.open_table import board_of
from siam.server.views.times import iso, iso_or_none
from tests.server.people import Json, Person, some_move

TABLES = 8
CLOCK_SECONDS = 3_600
SOON_SECONDS = 0.01
MILLISECOND = 0.001


class Match:
    """Two people who play at several tables over HTTP; what was not answered is sent again with the same key.

    `acknowledged` holds the answered moves of each table by version. While the match is on hold nobody asks for
    anything; what was under way is still answered.
    """

    def __init__(self, people: list[Person], ids: list[str], tables: list[str]) -> None:
        self.people = people
        self.ids = ids
        self.tables = tables
        self.acknowledged: dict[str, dict[int, str]] = {table: {} for table in tables}
        self._running = len(people) * len(tables)
        self._asking = 0
        self._moves_under_way = 0
        self._open = asyncio.Event()
        self._open.set()

    @classmethod
    async def begin(cls, url: str) -> Self:
        """Start the games on live clocks."""
        people = [await Person.guest(url, name) for name in ("Anna", "Bertha")]
        ids = [(await person.get("/api/me"))["player"]["id"] for person in people]
        tables = []
        for number in range(TABLES):
            clock = {"kind": "live", "seconds": CLOCK_SECONDS, "increment": 0}
            tables.append(await people[0].make(seed=number, clock=clock))
            await people[1].sit(tables[-1], 2)
        return cls(people, ids, tables)

    async def end(self) -> None:
        """Let everybody go home."""
        for person in self.people:
            await person.http.aclose()

    @property
    def is_over(self) -> bool:
        """Whether every game has ended."""
        return self._running == 0

    @property
    def moves(self) -> int:
        """How many moves were acknowledged."""
        return sum(map(len, self.acknowledged.values()))

    def play(self, games: asyncio.TaskGroup) -> None:
        """Let everybody play to the end."""
        for table in self.tables:
            for person in self.people:
                games.create_task(self._play(person, table))

    def hold(self) -> None:
        """Let nobody ask for anything more."""
        self._open.clear()

    def go_on(self) -> None:
        """Let everybody play on."""
        self._open.set()

    async def more_moves(self, count: int) -> None:
        """Wait until some more moves were acknowledged."""
        enough = self.moves + count
        while self.moves < enough and not self.is_over:
            await asyncio.sleep(MILLISECOND)

    async def amid_a_move(self) -> None:
        """Wait until a move is under way: sent, and not answered."""
        while not self._moves_under_way and not self.is_over:
            await asyncio.sleep(0)

    async def between_moves(self) -> None:
        """Hold the match and wait until everything is answered, or has failed."""
        self.hold()
        while self._asking:
            await asyncio.sleep(MILLISECOND)

    async def _play(self, person: Person, table: str) -> None:
        pending: Json | None = None
        view: Json = {"result": None}
        while view["result"] is None:
            await self._open.wait()
            self._asking += 1
            try:
                if pending is None:
                    view = await person.view(table)
                    pending = _move(person, view)
                elif await self._send(person, table, pending):
                    pending = None
            except (httpx2.HTTPError, OSError):
                pass  # the server died, or does not run yet
            finally:
                self._asking -= 1
            if pending is None:
                await asyncio.sleep(SOON_SECONDS)
        self._running -= 1

    async def _send(self, person: Person, table: str, move: Json) -> bool:
        """Send a move; False if the server can't take it now."""
        self._moves_under_way += 1
        try:
            response = await person.http.post(f"/api/tables/{table}/moves", json=move)
        finally:
            self._moves_under_way -= 1
        if response.status_code == 200:
            self.acknowledged[table][response.json()["version"]] = move["move"]
        # 409: the clocks were put right after an outage, so the version is another now.
        assert response.status_code in (200, 409, 503), response.text
        return response.status_code != 503

    async def check(self, address: str) -> None:
        """Read the logs from the database while nobody plays, and hold what the server shows to them."""
        assert not self._asking
        database = Database(database_url(address), sync_each_commit=True)
        try:
            for table in self.tables:
                listed = await SqlTables(database).load(table)
                assert listed is not None
                await self._check(listed.table, await SqlTables(database).entries(table))
        finally:
            await database.close()  # nobody but the server has the database open when it is killed

    async def _check(self, table: Table, log: list[Entry]) -> None:
        game = fold(log, board_of(table), table.options, table.clock)
        self._check_log(table.id, log)
        for person in self.people:
            asked = time.time()
            view = await person.view(table.id)
            assert (view["version"], view["turn"]) == (len(log), game.turn)
            assert view["state"]["position"] == format_position(game.position)
            assert [(seat["kind"], seat["player"]) for seat in view["seats"]] == [("player", own) for own in self.ids]
            assert view["you"]["seats"] == [self.people.index(person) + 1]
            check_clocks(view["state"], game, log, asked, time.time())

    def _check_log(self, table: str, log: list[Entry]) -> None:
        """Every acknowledged move is there, and no move is there twice."""
        assert [entry.version for entry in log] == list(range(1, len(log) + 1))
        keys = [entry.key for entry in log if entry.key is not None]
        assert len(keys) == len(set(keys))
        chosen = {e.version: e.change.move for e in log if isinstance(e.change, Moved) and not e.change.auto}
        acknowledged = self.acknowledged[table]
        assert acknowledged.items() <= chosen.items()
        if self.is_over:
            assert acknowledged == chosen


def _move(person: Person, view: Json) -> Json | None:
    """Choose a move if it is one's turn."""
    if not view["you"]["my_turn"]:
        return None
    move = some_move(view["state"]["position"], view["table"]["options"], 7)
    return {"after": view["version"], "move": move, "key": f"{person.name} {view['version']}"}


def check_clocks(state: Json, game: LiveGame, log: list[Entry], asked: float, answered: float) -> None:
    """Hold the clocks that were shown between two instants to the log."""
    assert state["since"] == iso(game.since)
    assert state["deadline"] == iso_or_none(game.deadline)
    pauses = [(a.at, b.at) for a, b in pairwise(log) if isinstance(a.change, Paused) and isinstance(b.change, Resumed)]
    played = game.since - log[0].at - sum(end - begin for begin, end in pauses)
    assert sum(game.times) == pytest.approx(CLOCK_SECONDS * len(game.times) - played, abs=MILLISECOND)
    for clock, left in zip(state["clocks"], game.times, strict=True):
        assert clock["running"] == (clock["seat"] == state["to_move"])
        if clock["running"]:  # it ran on until the instant at which it was shown
            shown = game.since + left - clock["left"]
            assert asked - FRESH_SECONDS - MILLISECOND <= shown <= answered + MILLISECOND
        else:
            assert clock["left"] == round(left, 3)
