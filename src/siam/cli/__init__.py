"""The `siam` command, one file a subcommand; each is imported only when it is called for."""

import sys

from siam.cli.interrupts import EXIT_CODE, heed_interrupts

__all__ = ["main"]


def main() -> None:
    """Run the command; Ctrl-C is heeded before anything that takes a while is imported."""
    heed_interrupts()
    try:
        from siam.cli.commands import main as run
    except KeyboardInterrupt:
        sys.exit(EXIT_CODE)
    run()
