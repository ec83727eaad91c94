"""`siam selfplay`: games of an agent with itself, as records and as rows to learn from."""

from pathlib import Path

import click
from rich.console import Console

from siam.arena.entrants import parse_entrant
from siam.arena.plans import Plan
from siam.arena.watching import ProgressBar
from siam.cli.modules import find_modules_here
from siam.notation import parse_options
from siam.rl.selfplay import play_games, rows_of, save_rows
from siam.rules import SiamError


@click.command()
@click.argument("agent")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True)
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed writes the same rows.")
@click.option("--map", "board", default="siam", show_default=True, help="siam, albion or a file.")
@click.option("--options", default="", help="The table's options, like 'capital_last=on'.")
@click.option("--processes", type=click.IntRange(1), default=1, show_default=True)
@click.option("--rows", type=click.Path(path_type=Path), help="Training rows: a .npz or .parquet file.")
@click.option("--records", type=click.Path(path_type=Path), help="The games as a .siam file.")
def selfplay(
    agent: str,
    games: int,
    players: int,
    seed: int,
    board: str,
    options: str,
    processes: int,
    rows: Path | None,
    records: Path | None,
) -> None:
    """Let an agent play itself and keep what it did (docs/rl/dataset.md)."""
    if rows is None and records is None:
        raise click.UsageError("say where to keep the games: --rows, --records, or both")
    if rows is not None and rows.suffix not in (".npz", ".parquet"):
        raise click.UsageError("rows are written as .npz or .parquet")
    find_modules_here()
    try:
        entrant, chosen = parse_entrant(agent), parse_options(options)
        plan = Plan((entrant,), players=players, deals=games, format="self")
        with ProgressBar(plan, Console(stderr=True), title="self-play") as bar:
            results = play_games(
                entrant, players, games, seed=seed, board=board, options=chosen, processes=processes, watch=bar
            )
    except SiamError as problem:
        raise click.ClickException(str(problem)) from None
    if records is not None:
        records.write_text("\n".join(result.record for result in results), encoding="utf-8")
    faults = [result.fault for result in results if result.fault]
    if len(faults) == len(results):
        raise click.ClickException(f"no game was played to its end; the first: {faults[0]}")
    if rows is not None:
        found = rows_of(results, board=board)
        save_rows(found, rows)
        click.echo(f"{len(found['action'])} rows of {len(results) - len(faults)} games in {rows}")
    if faults:
        said = f"{len(faults)} of {len(results)} games were given up and have no rows; the first: {faults[0]}"
        click.echo(said, err=True)
