"""The `siam` command, one file a subcommand."""

import click

from siam.cli.serve import serve


@click.group()
def main() -> None:
    """Play, host and study King of Siam."""


main.add_command(serve)
