"""Bring a database to the present schema when the server starts."""

from pathlib import Path

from sqlalchemy import Engine, inspect, text

HEAD = "0001"
MIGRATIONS = Path(__file__).parent / "migrations"
LOCK_KEY = 0x5349414D


def migrate(engine: Engine) -> None:
    """Run the migrations that are missing; several processes may start at once."""
    if _is_at_head(engine):
        return
    from alembic import command  # heavy, and rarely needed
    from alembic.config import Config

    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": LOCK_KEY})
        try:
            config = Config()
            config.set_main_option("script_location", str(MIGRATIONS))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            connection.commit()
        finally:
            if engine.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": LOCK_KEY})
                connection.commit()


def _is_at_head(engine: Engine) -> bool:
    if not inspect(engine).has_table("alembic_version"):
        return False
    with engine.connect() as connection:
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all() == [HEAD]
