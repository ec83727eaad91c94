"""`siam engine`: the game as a process for other programs, JSON-RPC on standard input and output."""

import sys

import click

from siam.protocol.process import serve


@click.command()
def engine() -> None:
    """Answer JSON-RPC requests, one a line (docs/protocol.md)."""
    from siam.protocol.answers import choose, known_analyse

    serve(sys.stdin.buffer, sys.stdout.buffer, choose, known_analyse())
