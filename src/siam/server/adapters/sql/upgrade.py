"""Bring a database to the present schema, or to an earlier one."""

from pathlib import Path

from sqlalchemy import Column, Connection, Engine, MetaData, PrimaryKeyConstraint, String, Table, inspect, select, text

from siam.server.adapters.sql.schema import METADATA
from siam.server.ports import Unusable

HEAD = "0005"
MIGRATIONS = Path(__file__).parent / "migrations"
LOCK_KEY = 0x5349414D
VERSIONS = Table(
    "alembic_version",  # the migration tool's own
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)


def migrate(engine: Engine, to: str = HEAD) -> str | None:
    """Run the missing migrations and return the schema before them. Several processes may start at once."""
    before = schema_of(engine)
    if before == to:
        return before
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            for name in ("statement_timeout", "lock_timeout"):  # a big database takes its time, and others wait
                connection.execute(text(f"SET LOCAL {name} = 0"))
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK_KEY})
        if inspect(connection).get_table_names() or to != HEAD:
            run_migrations(connection, to)
        else:
            _make_all(connection)
    return before


def schema_of(engine: Engine) -> str | None:
    """Return the number of a database's schema, None if it has none; Unusable if it is newer than this program."""
    with engine.connect() as connection:
        if not inspect(connection).has_table(VERSIONS.name):
            return None
        number = connection.execute(select(VERSIONS.c.version_num)).scalar_one_or_none()
    if number is not None and number not in known_schemas():
        raise Unusable(
            f"the database was made by a newer version of Siam: its schema is {number}, this one knows up to {HEAD}; "
            "install that version again, or restore a backup from before the upgrade into another database"
        )
    return number


def known_schemas() -> set[str]:
    """Return the numbers of the schemas that there are migrations for."""
    return {path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py")}


def run_migrations(connection: Connection, to: str = HEAD) -> None:
    """Run what the migration tool finds missing."""
    from alembic import command  # heavy, and only needed after an upgrade
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def _make_all(connection: Connection) -> None:
    """Make the tables of an empty database as all migrations together would, and mark the migrations as done."""
    METADATA.create_all(connection, checkfirst=False)
    VERSIONS.create(connection, checkfirst=False)
    connection.execute(VERSIONS.insert().values(version_num=HEAD))
