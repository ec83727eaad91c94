"""`siam backup`: keep a server's tables safe."""

from pathlib import Path

import click

DATABASE = click.option(
    "--database", envvar="SIAM_DATABASE_URL", default="siam.sqlite", show_default=True, help="The server's database."
)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@DATABASE
def backup(file: Path, database: str) -> None:
    """Copy everything into a new FILE; the server may go on running."""
    from siam.server.adapters.sql.backup import back_up
    from siam.server.ports import Unusable

    try:
        click.echo(f"{back_up(database, file)} rows written to {file}")
    except Unusable as problem:
        raise click.ClickException(str(problem)) from None
