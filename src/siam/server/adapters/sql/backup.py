"""Copy a whole database: for backups, restoring, and moving from SQLite to PostgreSQL.

A copy has the schema of what was copied, and what is copied is not changed: a backup can be made with a newer program
before its migrations run, and a backup stays as it is when it is restored.
"""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Engine, MetaData, Table, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from siam.server.adapters.sql.engines import (
    EACH_COMMIT_SYNCED,
    LOG_BESIDE,
    ONE_FILE,
    database_url,
    file_of,
    make_engine,
    unusable,
)
from siam.server.adapters.sql.occupancy import occupied
from siam.server.adapters.sql.upgrade import HEAD, VERSIONS, migrate
from siam.server.adapters.sql.upgrades import existing
from siam.server.ports import Unusable

ROWS = 1_000
COUNTED = frozenset({"calls", "reports"})
"""The tables whose rows the database numbers."""


class CopyError(Unusable):
    """A copy that would overwrite something, or whose source does not exist."""


def back_up(url: str, file: Path) -> int:
    """Copy a database into a new SQLite file while the server runs; return the number of rows.

    The file appears when it is whole; nothing stays of a copy that failed.
    """
    if file.exists():
        raise CopyError(f"{file} is there already")
    with existing(url) as (source, schema):
        part = file.with_name(file.name + ".part")
        part.unlink(missing_ok=True)
        try:
            with _engine(str(part), pragmas=(*ONE_FILE, *EACH_COMMIT_SYNCED)) as target:
                migrate(target, schema)
                copied = copy_all(source, target)
            part.rename(file)
            return copied
        except OSError as problem:
            raise CopyError(f"{file} can't be written: {problem.strerror}") from problem
        finally:
            part.unlink(missing_ok=True)


def restore(file: Path, url: str) -> int:
    """Copy a backup into an empty database; return the number of rows."""
    if not file.is_file():
        raise CopyError(f"there is no file {file}")
    with contextlib.ExitStack() as stack:
        source, schema = stack.enter_context(existing(str(file)))
        if schema != HEAD:
            directory = stack.enter_context(tempfile.TemporaryDirectory())
            older, source = source, stack.enter_context(_engine(str(Path(directory) / "newer.sqlite")))
            migrate(source, schema)
            copy_all(older, source)
            migrate(source)
        target = stack.enter_context(_engine(url))
        stack.enter_context(occupied(file_of(database_url(url))))
        migrate(target)
        return copy_all(source, target)


@contextlib.contextmanager
def _engine(url: str, pragmas: tuple[str, ...] = (*LOG_BESIDE, *EACH_COMMIT_SYNCED)) -> Iterator[Engine]:
    engine = make_engine(database_url(url), pragmas=pragmas)
    try:
        yield engine
    except SQLAlchemyError as problem:
        raise unusable(engine.url, problem) from problem
    finally:
        engine.dispose()


def copy_all(source: Engine, target: Engine) -> int:
    """Copy every row, as of one instant, in one transaction, between two databases of the same schema."""
    copied = 0
    level = "SERIALIZABLE" if source.dialect.name == "sqlite" else "REPEATABLE READ"
    with source.connect().execution_options(isolation_level=level) as reading, target.begin() as writing:
        tables, theirs = _tables(reading.engine), _tables(target)
        if writing.execute(select(func.count()).select_from(theirs["players"])).scalar_one():
            raise CopyError("the target is not empty")
        for table in tables.values():
            rows = reading.execution_options(stream_results=True).execute(select(table))
            writing.execute(theirs[table.name].delete())
            while chunk := rows.mappings().fetchmany(ROWS):
                writing.execute(insert(theirs[table.name]), [dict(row) for row in chunk])
                copied += len(chunk)
        if target.dialect.name == "postgresql":
            for name in COUNTED.intersection(theirs):
                latest = writing.execute(select(func.coalesce(func.max(theirs[name].c.id), 0))).scalar_one()
                setting = text(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), :latest)")
                writing.execute(setting, {"latest": latest + 1})
    return copied


def _tables(engine: Engine) -> dict[str, Table]:
    """Describe the tables of a database as they are, those that others refer to first."""
    found = MetaData()
    found.reflect(engine)
    return {table.name: table for table in found.sorted_tables if table.name != VERSIONS.name}
