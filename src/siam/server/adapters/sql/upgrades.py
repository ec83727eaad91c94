"""Open existing databases, and bring them up to date by a command."""

import contextlib
import sqlite3
from collections.abc import Iterator

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from siam.server.adapters.sql.engines import (
    EACH_COMMIT_SYNCED,
    database_url,
    file_of,
    make_engine,
    shown,
    unusable,
)
from siam.server.adapters.sql.occupancy import occupied
from siam.server.adapters.sql.upgrade import migrate, schema_of
from siam.server.ports import Unusable


@contextlib.contextmanager
def existing(url: str, pragmas: tuple[str, ...] = ()) -> Iterator[tuple[Engine, str]]:
    """Open a database of Siam with the number of its schema; Unusable if it is none. Nothing is made or changed."""
    address = database_url(url)
    file = file_of(address)
    if file is not None and not file.is_file():
        raise Unusable(f"there is no database {file}")
    engine = make_engine(address, pragmas=pragmas)
    try:
        schema = schema_of(engine)
        if schema is None:
            raise Unusable(f"{shown(engine.url)} holds no tables of Siam")
        yield engine, schema
    except (SQLAlchemyError, sqlite3.Error) as problem:
        raise unusable(engine.url, problem) from problem
    finally:
        engine.dispose()


def schema_at(url: str) -> str:
    """Return the number of a database's schema."""
    with existing(url) as (_, schema):
        return schema


def upgrade(url: str) -> str:
    """Bring a database that no server uses to the present schema; return the number of the one before."""
    with existing(url, EACH_COMMIT_SYNCED) as (engine, schema), occupied(file_of(engine.url)):
        migrate(engine)
        return schema
