"""Decide which subcommands there are, and what happens to errors at the edge of the program."""

import os
import signal
import sys
from importlib import import_module

import click

COMMANDS = {
    "analyse": "Comment on a recorded game and draw the winning chances.",
    "arena": "Let agents play agents.",
    "backup": "Copy a server's tables into a file.",
    "balance": "Measure how fair the game is.",
    "bench": "Measure how fast the rules and the engine play.",
    "engine": "Answer JSON-RPC requests, one a line.",
    "map": "Check map files.",
    "migrate": "Bring a server's database up to date.",
    "perft": "Count the games of a few moves or steps.",
    "play": "Play in the terminal, against bots or with others at one keyboard.",
    "puzzle": "Solve endings with one winning move, or make new ones.",
    "record": "Check, show and replay recorded games.",
    "restore": "Bring a backup back.",
    "selfplay": "Let an agent play itself, for records and training rows.",
    "serve": "Host tables in the browser.",
    "train": "Teach the evaluation by self-play.",
}

EXTRAS = {
    "arena": "arena",
    "balance": "arena",
    "selfplay": "arena",
    **dict.fromkeys(("backup", "migrate", "restore", "serve"), "server"),
}
"""Which extra of the package a subcommand needs; if another lacks a library, that is one of the engine's."""


class LazyCommands(click.Group):
    """Loads a subcommand's file when it is called, so that help is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name every subcommand."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a subcommand."""
        if cmd_name not in COMMANDS:
            return None
        file = cmd_name if cmd_name != "map" else "map_files"  # a name that Python needs itself
        command = getattr(import_module(f"siam.cli.{file}"), file)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the subcommands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


@click.group(cls=LazyCommands)
@click.version_option(package_name="siam")
def siam() -> None:
    """Play, host and study King of Siam."""


def main() -> None:
    """Run the command; an interruption or a closed pipe ends it quietly, a missing library with what to install."""
    try:
        siam()
    except ModuleNotFoundError as problem:
        if problem.name is None or problem.name.partition(".")[0] == "siam":
            raise
        extra = next((EXTRAS[word] for word in sys.argv[1:] if word in EXTRAS), "engine")
        sys.exit(f"siam: {problem.name} is missing; pip install 'siam[{extra}]'")
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
