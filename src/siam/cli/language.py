"""Decide in which language and where the commands speak."""

import os
import sys

import click
from rich.console import Console

from siam.translation import ENGLISH, LANGUAGES, known_language, translator

language_option = click.option(
    "--language",
    "_",
    type=click.Choice(tuple(LANGUAGES)),
    callback=lambda context, parameter, value: translator(value or preferred_language()),
    help="The language to speak; by default that of your system.",
)


def preferred_language() -> str:
    """Find the language of the system, if we speak it."""
    wishes = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return known_language(next(filter(None, wishes), "")) or ENGLISH


def console() -> Console:
    """Return the console to speak through: colours only on a terminal, signs only where they can be shown."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")
    width = None if sys.stdout.isatty() else 100
    return Console(highlight=False, markup=False, emoji=False, width=width)
