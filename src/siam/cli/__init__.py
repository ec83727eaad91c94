"""The `siam` command, one file a subcommand; each is imported only when it is called for."""

from siam.cli.main import main

__all__ = ["main"]
