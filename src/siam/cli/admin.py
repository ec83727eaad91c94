"""`siam admin`: what a host decides about people, while the server runs."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import ParamSpec

import click

from siam.cli.backup import DATABASE

P = ParamSpec("P")
DAY = 86_400.0


def _told(command: Callable[P, None]) -> Callable[P, None]:
    """Wrap a command so that it says in one line what can't be done."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        from siam.server.ports import Unusable

        try:
            command(*args, **kwargs)
        except Unusable as problem:
            raise click.ClickException(str(problem)) from None

    return run


@click.group()
def admin() -> None:
    """Decide about people: reports, mutes, bans, names, registration.

    PLAYER is an account's name, a guest's if only one has it, or an id. The server need not be stopped; it follows
    within a minute.
    """


@admin.command()
@click.option("--all", "closed", is_flag=True, help="Those that were dealt with too.")
@DATABASE
@_told
def reports(database: str, closed: bool) -> None:
    """List what players have reported."""
    from siam.server.adapters.sql import host

    found = host.reports(database, closed=closed)
    for report in found:
        day = datetime.fromtimestamp(report.at, UTC).strftime("%Y-%m-%d %H:%M")
        table = f", table {report.table}" if report.table else ""
        state = "" if report.closed is None else " (closed)"
        click.echo(f"{report.id}  {day}  {report.name} ({report.player}): {report.reason}{table}{state}")
        for title, text in (("by", report.by), ("says", report.text), ("said", report.said)):
            for line in text.splitlines():
                click.echo(f"    {title}: {_printable(line)}")
    if not found:
        click.echo("no report waits")


@admin.command()
@click.argument("number", type=int)
@DATABASE
@_told
def close(number: int, database: str) -> None:
    """Note that a report was dealt with."""
    from siam.server.adapters.sql import host

    host.close_report(database, number)
    click.echo(f"report {number} is closed")


@admin.command()
@click.argument("player")
@click.option("--days", type=click.FloatRange(min=0, min_open=True), default=7.0, show_default=True)
@DATABASE
@_told
def mute(player: str, days: float, database: str) -> None:
    """Let a player say nothing for some days; they may play on."""
    from siam.server.adapters.sql import host

    muted = host.mute(database, player, days * DAY)
    click.echo(f"{muted.name} ({muted.id}) says nothing for {days:g} days")


@admin.command()
@click.argument("player")
@DATABASE
@_told
def unmute(player: str, database: str) -> None:
    """Let a player speak again."""
    from siam.server.adapters.sql import host

    heard = host.mute(database, player, None)
    click.echo(f"{heard.name} ({heard.id}) may speak")


@admin.command()
@click.argument("player")
@DATABASE
@_told
def ban(player: str, database: str) -> None:
    """Shut a player out: every session and token ends, and the account opens no new one."""
    from siam.server.adapters.sql import host

    banned = host.ban(database, player)
    click.echo(f"{banned.name} ({banned.id}) is shut out")


@admin.command()
@click.argument("player")
@DATABASE
@_told
def unban(player: str, database: str) -> None:
    """Let an account in again."""
    from siam.server.adapters.sql import host

    back = host.ban(database, player, banned=False)
    click.echo(f"{back.name} ({back.id}) may come in")


@admin.command("remove-name")
@click.argument("player")
@click.option("--to", "name", help="The new name; without it one is made up.")
@DATABASE
@_told
def remove_name(player: str, name: str | None, database: str) -> None:
    """Take a name away, from every table and everything that was said; the player may choose another."""
    from siam.server.adapters.sql import host

    renamed = host.remove_name(database, player, name)
    click.echo(f"{renamed.id} is called {renamed.name} now")


@admin.command()
@click.argument("state", type=click.Choice(["open", "closed"]), required=False)
@DATABASE
@_told
def registration(state: str | None, database: str) -> None:
    """Open or close the door for new accounts, or say which it is; guests come in all the same."""
    from siam.server.adapters.sql import host

    if state is not None:
        host.set_registration(database, is_open=state == "open")
    click.echo(f"registration is {'open' if host.registration_is_open(database) else 'closed'}")


def _printable(text: str) -> str:
    """Take out what could move the cursor: other people wrote this."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
