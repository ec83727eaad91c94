"""Migrations and the short way for an empty database lead to the same tables."""

from typing import Any

from sqlalchemy import Engine, inspect, text

from siam.server.adapters.sql.engines import database_url as address_of
from siam.server.adapters.sql.engines import make_engine
from siam.server.adapters.sql.schema import METADATA
from siam.server.adapters.sql.upgrade import HEAD, MIGRATIONS, VERSIONS, migrate, run_migrations


def described(engine: Engine) -> dict[str, Any]:
    """Describe everything that a database says about its tables."""
    tables = inspect(engine)
    return {
        name: {
            "columns": [(c["name"], str(c["type"]), c["nullable"], c["default"]) for c in tables.get_columns(name)],
            "primary key": tables.get_pk_constraint(name)["constrained_columns"],
            "foreign keys": sorted(
                (str(key["constrained_columns"]), key["referred_table"], str(key["options"]))
                for key in tables.get_foreign_keys(name)
            ),
            "unique": sorted(str(unique["column_names"]) for unique in tables.get_unique_constraints(name)),
            "indexes": sorted(
                (str(index["name"]), str(index["column_names"]), bool(index["unique"]))
                for index in tables.get_indexes(name)
            ),
        }
        for name in sorted(tables.get_table_names())
    }


def test_an_empty_database_gets_the_tables_that_the_migrations_make(database_url: str) -> None:
    engine = make_engine(address_of(database_url))
    with engine.connect() as connection:
        run_migrations(connection)
        connection.commit()
    migrated = described(engine)
    METADATA.drop_all(engine)
    VERSIONS.drop(engine)
    assert described(engine) == {}
    migrate(engine)
    assert described(engine) == migrated
    engine.dispose()


def test_a_database_that_was_just_made_needs_no_migration(database_url: str) -> None:
    engine = make_engine(address_of(database_url))
    migrate(engine)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all() == [HEAD]
        run_migrations(connection)
    migrate(engine)
    engine.dispose()


def test_migrations_lead_to_the_schema_that_the_code_expects(database_url: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    engine = make_engine(address_of(database_url))
    with engine.connect() as connection:
        run_migrations(connection)
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    newest = max(path.name.split("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))
    assert newest == HEAD
    engine.dispose()
