"""Write tables and append to their logs through the driver: on this hot path SQLAlchemy took most of the time.

With SQLite the rows of all waiting moves go into one statement, so that the writer asks for the interpreter a few
times for a batch and not for each row.
"""

import sqlite3
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from siam.server.adapters.sql.documents import entry_row, standing_row, table_row
from siam.server.domain.log import Entry, Resumed
from siam.server.domain.tables import Status, Table
from siam.server.ports import NOT_BEGUN, Append, Conflict, Creation

ROWS = 500  # of nine values: an SQLite statement takes 32,766
UPDATES_FROM_VALUES = sqlite3.sqlite_version_info >= (3, 33)
LOG_COLUMNS = tuple(entry_row("", Entry(0, None, 0.0, Resumed()), 0))
STANDING_COLUMNS = tuple(standing_row(NOT_BEGUN))
TABLE_COLUMNS = (
    *("id", "number", "host", "created", "status", "public", "document", "revision"),
    *("person", "bots", "own_map"),
    *STANDING_COLUMNS,
)
SEAT_COLUMNS = ("table_id", "seat", "player", "won")


def append_all(cursor: Any, dialect: str, appends: Sequence[Append]) -> None:
    """Write entries, standings and changed tables; Conflict if somebody else was faster with one of them."""
    entries = [
        tuple(entry_row(append.table_id, entry, turn).values()) for append in appends for entry, turn in append.entries
    ]
    standings = {append.table_id: (*standing_row(append.standing).values(), append.table_id) for append in appends}
    _insert(cursor, dialect, "log", LOG_COLUMNS, entries)
    _stand(cursor, dialect, list(standings.values()))
    for append in appends:
        if append.table is not None:
            result = append.standing.result
            _save(cursor, dialect, append.table, None if result is None else result.winners)


def create_all(cursor: Any, dialect: str, creations: Sequence[Creation]) -> None:
    """Write new tables and their seats, with the starts of their games and the tables they are rematches of."""
    tables = [creation.table for creation in creations]
    rows = [(*table_row(table).values(), *standing_row(NOT_BEGUN).values()) for table in tables]
    _insert(cursor, dialect, "tables", TABLE_COLUMNS, rows)
    for table in tables:
        _seat(cursor, dialect, table, None)
    starts = [creation.start for creation in creations if creation.start is not None]
    if starts:
        append_all(cursor, dialect, starts)
    for creation in creations:
        if creation.origin is not None:
            _link(cursor, dialect, creation.origin)


def save_all(cursor: Any, dialect: str, tables: Sequence[Table]) -> None:
    """Write changed tables and their seats; Conflict if somebody else was faster with one of them."""
    for table in tables:
        _save(cursor, dialect, table, None)


def _insert(cursor: Any, dialect: str, name: str, columns: tuple[str, ...], rows: list[tuple[Any, ...]]) -> None:
    if dialect != "sqlite":
        cursor.executemany(_insert_text(name, columns, 1, "%s"), rows)
        return
    for start in range(0, len(rows), ROWS):
        part = rows[start : start + ROWS]
        cursor.execute(_insert_text(name, columns, len(part), "?"), [value for row in part for value in row])


def _stand(cursor: Any, dialect: str, rows: list[tuple[Any, ...]]) -> None:
    if dialect != "sqlite" or not UPDATES_FROM_VALUES:
        place = "?" if dialect == "sqlite" else "%s"
        settings = ", ".join(f"{column} = {place}" for column in STANDING_COLUMNS)
        cursor.executemany(f"UPDATE tables SET {settings} WHERE id = {place}", rows)
        return
    for start in range(0, len(rows), ROWS):
        part = rows[start : start + ROWS]
        cursor.execute(_stand_text(len(part)), [value for row in part for value in row])


def _save(cursor: Any, dialect: str, table: Table, winners: Sequence[int] | None) -> None:
    place = "?" if dialect == "sqlite" else "%s"
    row = {**table_row(table), "revision": table.revision + 1}
    del row["id"], row["number"]
    settings = ", ".join(f"{column} = {place}" for column in row)
    where = f"WHERE id = {place} AND revision = {place}"
    cursor.execute(f"UPDATE tables SET {settings} {where}", (*row.values(), table.id, table.revision))
    if cursor.rowcount != 1:
        raise Conflict(f"table {table.id} was changed meanwhile")
    cursor.execute(f"DELETE FROM seats WHERE table_id = {place}", (table.id,))
    _seat(cursor, dialect, table, winners)


def _link(cursor: Any, dialect: str, table: Table) -> None:
    """Write a finished table that has a rematch now; its seats, with who has won, stay as they are."""
    place = "?" if dialect == "sqlite" else "%s"
    row = table_row(table)
    cursor.execute(
        f"UPDATE tables SET document = {place}, revision = {place} WHERE id = {place} AND revision = {place}",
        (row["document"], table.revision + 1, table.id, table.revision),
    )
    if cursor.rowcount != 1:
        raise Conflict(f"table {table.id} was changed meanwhile")


def _seat(cursor: Any, dialect: str, table: Table, winners: Sequence[int] | None) -> None:
    """Write who sits where and, once the game is over, who has won."""
    known = winners if table.status is Status.FINISHED else None
    rows = [
        (table.id, seat, chair.owner, None if known is None or not chair.is_human else seat in known)
        for seat, chair in enumerate(table.chairs)
    ]
    _insert(cursor, dialect, "seats", SEAT_COLUMNS, rows)


@lru_cache(maxsize=256)
def _insert_text(name: str, columns: tuple[str, ...], rows: int, place: str) -> str:
    places = f"({', '.join([place] * len(columns))})"
    return f"INSERT INTO {name} ({', '.join(columns)}) VALUES {', '.join([places] * rows)}"


@lru_cache(maxsize=128)
def _stand_text(rows: int) -> str:
    """Set the standings of many tables at once; SQLite numbers the columns of a list of values."""
    width = len(STANDING_COLUMNS) + 1
    settings = ", ".join(f"{column} = column{number}" for number, column in enumerate(STANDING_COLUMNS, start=1))
    values = ", ".join([f"({', '.join(['?'] * width)})"] * rows)
    return f"UPDATE tables SET {settings} FROM (VALUES {values}) WHERE tables.id = column{width}"
