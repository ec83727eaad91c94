"""`siam serve`: host tables for people."""

from typing import Any

import click


@click.command()
@click.option("--host", help="Address to listen on (127.0.0.1).")
@click.option("--port", type=int, help="Port to listen on (8000).")
@click.option("--database", "database_url", help="A file for SQLite, or postgresql://… (siam.sqlite).")
@click.option("--redis", "redis_url", help="redis://… for several processes.")
@click.option("--workers", type=click.IntRange(1, 64), help="Processes; more than one needs PostgreSQL and Redis.")
@click.option("--root-path", help="The path under which a reverse proxy serves Siam, like /siam.")
@click.option("--public-url", help="The address that people use, like https://games.example.org/siam.")
@click.option("--log-format", type=click.Choice(["text", "json"]), help="How log lines look (text).")
@click.option("--log-level", type=click.Choice(["debug", "info", "warning", "error"]), help="What is logged (info).")
def serve(**flags: Any) -> None:
    """Host tables in the browser.

    Every flag is also an environment variable: SIAM_HOST, SIAM_LOG_LEVEL and so on; --database is SIAM_DATABASE_URL
    and --redis is SIAM_REDIS_URL.
    """
    from siam.server.app.reach import welcome
    from siam.server.app.run import serve as run
    from siam.server.app.settings import Settings, UnfitSettingsError
    from siam.server.ports import Unusable

    try:
        settings = Settings.from_environment(**flags)
        if settings.log_format == "text":
            click.echo("\n".join(welcome(settings)))
        run(settings)
    except (UnfitSettingsError, Unusable) as problem:
        raise click.ClickException(str(problem)) from None
