"""`siam migrate`: bring a server's database up to date without starting the server."""

import click

from siam.cli.backup import DATABASE


@click.command()
@click.option("--check", is_flag=True, help="Only say whether there is something to do; exit code 1 if there is.")
@DATABASE
def migrate(database: str, check: bool) -> None:
    """Bring a database to the schema of this version; `siam serve` does the same when it starts."""
    from siam.server.adapters.sql.upgrade import HEAD
    from siam.server.adapters.sql.upgrades import schema_at, upgrade
    from siam.server.ports import Unusable

    try:
        before = schema_at(database) if check else upgrade(database)
    except Unusable as problem:
        raise click.ClickException(str(problem)) from None
    if before == HEAD:
        click.echo(f"the schema is {HEAD}: nothing to do")
    elif check:
        raise click.ClickException(
            f"the schema is {before}, this version needs {HEAD}: stop the server, then siam migrate"
        )
    else:
        click.echo(f"the schema was {before} and is {HEAD} now")
