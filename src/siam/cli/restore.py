"""`siam restore`: bring a backup back, or move to another database."""

from pathlib import Path

import click

from siam.cli.backup import DATABASE


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@DATABASE
def restore(file: Path, database: str) -> None:
    """Copy a backup FILE into an empty database, SQLite or PostgreSQL."""
    from siam.server.adapters.sql.backup import restore as copy_back
    from siam.server.ports import Unusable

    try:
        click.echo(f"{copy_back(file, database)} rows restored")
    except Unusable as problem:
        raise click.ClickException(str(problem)) from None
