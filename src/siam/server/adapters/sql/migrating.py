"""Bring a database to the present schema when the server starts."""

from pathlib import Path

from sqlalchemy import Column, Connection, Engine, MetaData, PrimaryKeyConstraint, String, Table, inspect, text

from siam.server.adapters.sql.schema import METADATA

HEAD = "0001"
MIGRATIONS = Path(__file__).parent / "migrations"
LOCK_KEY = 0x5349414D
VERSIONS = Table(
    "alembic_version",  # the migration tool's own
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)


def migrate(engine: Engine) -> None:
    """Run the migrations that are missing; several processes may start at once."""
    if _is_at_head(engine):
        return
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": LOCK_KEY})
        try:
            if inspect(connection).get_table_names():
                run_migrations(connection)
            else:
                _make_all(connection)
            connection.commit()
        finally:
            if engine.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": LOCK_KEY})
                connection.commit()


def run_migrations(connection: Connection) -> None:
    """Run what the migration tool finds missing."""
    from alembic import command  # heavy, and only needed after an upgrade
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _make_all(connection: Connection) -> None:
    """Make the tables of an empty database as all migrations together would, and note that they are in."""
    METADATA.create_all(connection, checkfirst=False)
    VERSIONS.create(connection, checkfirst=False)
    connection.execute(VERSIONS.insert().values(version_num=HEAD))


def _is_at_head(engine: Engine) -> bool:
    if not inspect(engine).has_table("alembic_version"):
        return False
    with engine.connect() as connection:
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all() == [HEAD]
