"""`siam selfplay`: games of an agent with itself, as records and as rows to learn from."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import track

from siam.arena.play.games import Result
from siam.arena.play.plans import Plan
from siam.arena.tournament import play_games
from siam.cli.modules import find_modules_here
from siam.notation import parse_options
from siam.rl.dataset import plan_of, rows_of
from siam.rl.dataset_files import GAMES_A_GROUP, KINDS, open_rows, renewed
from siam.rules import SiamError


@click.command()
@click.argument("agent")
@click.option("--games", "--deals", "games", type=click.IntRange(1), default=100, show_default=True)
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed writes the same rows.")
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    help="Thinking time a move (then rows are no longer repeatable).",
)
@click.option(
    "--chances",
    type=click.IntRange(1),
    metavar="NODES",
    help="Keep what chances a search of so many nodes sees in every position.",
)
@click.option("--map", "board", default="siam", show_default=True, help="siam, albion or a file.")
@click.option("--options", default="", help="The table's options, like 'capital_last=on'.")
@click.option("--processes", type=click.IntRange(1), default=1, show_default=True)
@click.option("--ray", help="Play on the Ray cluster at this address ('local' starts one here).")
@click.option("--out", type=click.Path(path_type=Path), help="Directory for the games; goes on where it stopped.")
@click.option("--rows", type=click.Path(path_type=Path), help="Training rows: a .npz or .parquet file.")
@click.option("--records", type=click.Path(path_type=Path), help="The games as a .siam file.")
def selfplay(
    agent: str, out: Path | None, rows: Path | None, records: Path | None, processes: int, ray: str | None, **given: Any
) -> None:
    """Let an agent play itself and keep what it did (docs/rl/dataset.md)."""
    if rows is None and records is None and out is None:
        raise click.UsageError("say where to keep the games: --rows, --records, --out, or all of them")
    if rows is not None and rows.suffix not in KINDS:
        raise click.UsageError("rows are written as .npz or .parquet")
    find_modules_here()
    try:
        plan = plan_of(agent, **{**given, "options": parse_options(given["options"])})
        played = play_games(plan, out, processes=processes, ray=ray)
        faults, written = _keep(
            track(played, "self-play", plan.deals, console=Console(stderr=True)), plan, rows, records
        )
    except (SiamError, OSError) as problem:
        raise click.ClickException(str(problem)) from None
    if len(faults) == plan.deals:
        raise click.ClickException(f"no game was played to its end; the first: {faults[0]}")
    if rows is not None:
        click.echo(f"{written} rows of {plan.deals - len(faults)} games in {rows}")
    if faults:
        said = f"{len(faults)} of {plan.deals} games were given up and have no rows; the first: {faults[0]}"
        click.echo(said, err=True)


def _keep(results: Iterable[Result], plan: Plan, rows: Path | None, records: Path | None) -> tuple[list[str], int]:
    """Write rows and records as the games come; return the faults and the number of rows."""
    faults, written = [], 0
    with ExitStack() as files:
        write_rows = files.enter_context(open_rows(rows, plan)) if rows else None
        record_file = files.enter_context(renewed(records)) if records else None
        for group in _groups(results):
            faults += [result.fault for result in group if result.fault]
            if record_file:
                record_file.write("".join("\n" * (result.number > 0) + result.record for result in group).encode())
            if write_rows:
                found = rows_of(group, board=plan.board)
                write_rows(found)
                written += len(found["action"])
    return faults, written


def _groups(results: Iterable[Result]) -> Iterator[list[Result]]:
    source = iter(results)
    while group := list(islice(source, GAMES_A_GROUP)):
        yield group
