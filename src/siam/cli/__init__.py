"""The `siam` command, one file a subcommand."""

import click


@click.group()
def main() -> None:
    """Play, host and study King of Siam."""
