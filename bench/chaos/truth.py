"""The truth of a round: what the database holds when everything is over, read with its driver and nothing else."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import psycopg

DAY_SECONDS = 86_400


class Row(NamedTuple):
    """A row of a log. Seats count from 0."""

    version: int
    turn: int
    kind: str
    seat: int | None
    at: float
    text: str | None
    auto: bool
    key: str | None


class Said(NamedTuple):
    """A row of chat."""

    n: int
    at: float
    text: str | None
    room: str
    player: str | None


class Clock(msgspec.Struct, frozen=True):
    """How thinking time runs at a table: seconds for the game and an increment, or days for a move, or not at all."""

    seconds: float = 0.0
    increment: float = 0.0
    days: float = 0.0

    @property
    def full_seconds(self) -> float:
        """Return what each has at the beginning; 0 where nobody counts."""
        return self.seconds or self.days * DAY_SECONDS

    def after_move(self, left: float) -> float:
        """Return what somebody has after a move that left them with so much."""
        return left + self.increment if self.seconds else self.days * DAY_SECONDS


class TableTruth(msgspec.Struct, frozen=True):
    """A table with everything that was ever committed for it."""

    id: str
    host: str
    status: str
    version: int
    turn: int
    players: tuple[str | None, ...]
    clock: Clock
    options: dict[str, Any]
    log: tuple[Row, ...]
    chat: tuple[Said, ...]

    @property
    def rest(self) -> "Rest":
        """Return what everybody must see in the end."""
        lines = [said.n for said in self.chat]
        of_table = [said.n for said in self.chat if said.room == "table"]
        people = tuple(player for player in self.players if player is not None)
        return Rest(self.version, max(lines, default=0), max(of_table, default=0), people)


class Rest(msgspec.Struct, frozen=True):
    """What a table is like once everything has come to rest: watchers have a room of their own while a game runs."""

    version: int
    last_line: int
    last_line_for_players: int
    people: tuple[str, ...]

    def is_seen(self, player: str, version: int, line: int) -> bool:
        """Return whether somebody has seen the last version and heard the last line that they may hear."""
        last_line = self.last_line_for_players if player in self.people else self.last_line
        return version >= self.version and line >= last_line


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    if address.startswith("postgresql"):
        with psycopg.connect(address) as connection:
            yield connection
    else:
        with closing(sqlite3.connect(f"file:{Path(address)}?mode=ro", uri=True)) as lite:
            yield lite


def read_truth(address: str) -> dict[str, TableTruth]:
    """Read every table."""
    with _connected(address) as connection:
        logs: dict[str, list[Row]] = {}
        for table, *row in connection.execute(
            "SELECT table_id, version, turn, kind, seat, at, text, auto, key FROM log ORDER BY table_id, version"
        ):
            logs.setdefault(table, []).append(Row(*row))
        chats: dict[str, list[Said]] = {}
        for table, *row in connection.execute(
            "SELECT table_id, n, at, text, room, player FROM chat ORDER BY table_id, n"
        ):
            chats.setdefault(table, []).append(Said(*row))
        tables = connection.execute("SELECT id, host, status, version, turn, document FROM tables").fetchall()
    return {
        table: TableTruth(
            id=table,
            host=host,
            status=status,
            version=version,
            turn=turn,
            players=tuple(chair["player"] for chair in json.loads(document)["chairs"]),
            clock=msgspec.convert(json.loads(document)["clock"], Clock),
            options=json.loads(document)["options"],
            log=tuple(logs.get(table, ())),
            chat=tuple(chats.get(table, ())),
        )
        for table, host, status, version, turn, document in tables
    }
