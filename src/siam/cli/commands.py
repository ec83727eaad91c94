"""Decide which subcommands there are, and what happens to errors at the edge of the program."""

import os
import sys
from importlib import import_module

import click

from siam.cli.interrupts import EXIT_CODE

COMMANDS = {
    "account": "Help people who can't get into their accounts.",
    "admin": "Decide about people on a server: reports, mutes, bans, names.",
    "analyse": "Comment on a recorded game and draw the winning chances.",
    "arena": "Let agents play agents.",
    "backup": "Copy a server's tables into a file.",
    "balance": "Measure how fair the game is.",
    "bench": "Measure how fast the rules and the engine play.",
    "doctor": "Say what is wrong with a server's host.",
    "benchmark": "Measure agents by a fixed protocol.",
    "engine": "Answer JSON-RPC requests, one a line.",
    "map": "Check, draw and begin map files.",
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
    "benchmark": "arena",
    "selfplay": "arena",
    **dict.fromkeys(("account", "admin", "backup", "doctor", "migrate", "restore", "serve"), "server"),
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
    """Run the command; an interruption or a closed pipe ends it quietly, a missing library with a hint what to install.

    What is wrong with a file or a value is said in a line. Only a fault of our own shows where it happened.
    """
    try:
        code = siam.main(standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except click.ClickException as problem:
        problem.show()
        sys.exit(problem.exit_code)
    except click.Abort as problem:  # also what click makes of an interruption
        sys.exit(EXIT_CODE if isinstance(problem.__cause__, KeyboardInterrupt) else 1)
    except ModuleNotFoundError as problem:
        if problem.name is None or problem.name.partition(".")[0] == "siam":
            raise
        extra = next((EXTRAS[word] for word in sys.argv[1:] if word in EXTRAS), "engine")
        from siam.extras import missing_extra

        sys.exit(f"siam: {missing_extra(problem.name, extra)}")
    except KeyboardInterrupt:
        sys.exit(EXIT_CODE)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (OSError, UnicodeError) as problem:
        sys.exit(f"siam: {problem}")
    except ValueError as problem:
        if not any(kind.__name__ == "SiamError" for kind in type(problem).__mro__):  # known without loading the rules
            raise
        sys.exit(f"siam: {problem}")
