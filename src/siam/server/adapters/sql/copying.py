"""Copy a whole database: for backups, restoring, and moving from SQLite to PostgreSQL."""

from pathlib import Path

from sqlalchemy import Engine, func, insert, select, text

from siam.server.adapters.sql.database import Database, database_url
from siam.server.adapters.sql.migrating import migrate
from siam.server.adapters.sql.schema import CALLS, METADATA, PLAYERS

ROWS = 1_000


class CopyError(ValueError):
    """A copy that would destroy something, or of something that is not there."""


def back_up(url: str, file: Path) -> int:
    """Copy a database into a new SQLite file while the server runs; gives the number of rows."""
    if file.exists():
        raise CopyError(f"{file} is there already")
    return _between(url, str(file))


def restore(file: Path, url: str) -> int:
    """Copy a backup into an empty database; gives the number of rows."""
    if not file.is_file():
        raise CopyError(f"there is no file {file}")
    return _between(str(file), url)


def _between(source_url: str, target_url: str) -> int:
    source, target = _engine(source_url), _engine(target_url)
    try:
        migrate(source)
        migrate(target)
        return copy_all(source, target)
    finally:
        source.dispose()
        target.dispose()


def _engine(url: str) -> Engine:
    return Database.engine_of(database_url(url))


def copy_all(source: Engine, target: Engine) -> int:
    """Copy every row, as of one instant, in one transaction."""
    copied = 0
    level = "SERIALIZABLE" if source.dialect.name == "sqlite" else "REPEATABLE READ"
    with source.connect().execution_options(isolation_level=level) as reading, target.begin() as writing:
        if writing.execute(select(func.count()).select_from(PLAYERS)).scalar_one():
            raise CopyError("the target is not empty")
        for table in METADATA.sorted_tables:
            rows = reading.execution_options(stream_results=True).execute(select(table))
            writing.execute(table.delete())
            while chunk := rows.mappings().fetchmany(ROWS):
                writing.execute(insert(table), [dict(row) for row in chunk])
                copied += len(chunk)
        if target.dialect.name == "postgresql":
            latest = writing.execute(select(func.coalesce(func.max(CALLS.c.id), 0))).scalar_one()
            setting = text("SELECT setval(pg_get_serial_sequence('calls', 'id'), :latest)")
            writing.execute(setting, {"latest": latest + 1})
    return copied
