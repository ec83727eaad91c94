"""`siam account`: help people who can't get into their accounts."""

import click

from siam.cli.backup import DATABASE


@click.group()
def account() -> None:
    """Help people who can't get into their accounts."""


@account.command()
@click.argument("name")
@click.option("--public-url", envvar="SIAM_PUBLIC_URL", default="", help="The address that people use.")
@DATABASE
def reset(name: str, public_url: str, database: str) -> None:
    """Make a link by which NAME chooses a new password, once, within a day; hand it over in private."""
    from siam.server.adapters.sql.host import password_link
    from siam.server.ports import Unusable
    from siam.server.services.people.recovery import PASSWORD_PAGE

    try:
        secret = password_link(database, name)
    except Unusable as problem:
        raise click.ClickException(str(problem)) from None
    base = f"{public_url.rstrip('/')}/" if public_url else ""
    click.echo(f"{base}{PASSWORD_PAGE}{secret}")
