"""`siam doctor`: look a host over, one sentence for each thing."""

import click


@click.command()
@click.option("--database", "database_url", help="A file for SQLite, or postgresql://….")
def doctor(database_url: str | None) -> None:
    """Say what is wrong with a host: settings, database, disk, clock, proxy, mail, push. Nothing is changed.

    Run it as the server's user, with the server's environment. The exit code is 1 if something is wrong.
    """
    from siam.server.app.doctor import examine
    from siam.server.app.settings import Settings, UnfitSettingsError

    try:
        settings = Settings.from_environment(database_url=database_url)
    except UnfitSettingsError as problem:
        raise click.ClickException(str(problem)) from None
    signs = {True: "ok", False: "WRONG", None: "note"}
    wrong = 0
    for finding in examine(settings):
        click.echo(f"{signs[finding.good]:5}  {finding.what}: {finding.sentence}")
        wrong += finding.good is False
    if wrong:
        raise click.exceptions.Exit(1)
