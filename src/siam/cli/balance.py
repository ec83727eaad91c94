"""`siam balance`: how fair the game is, from games of an agent with itself."""

from pathlib import Path

import click
from rich.console import Console

from siam.arena.balance import Balance, balance_of, balance_plan
from siam.arena.balance_page import write_balance
from siam.arena.entrants import parse_entrant
from siam.arena.running import run
from siam.arena.watching import ProgressBar
from siam.cli.modules import find_modules_here
from siam.rules import SiamError, load_board


@click.command()
@click.argument("agent")
@click.option(
    "--deals", type=click.IntRange(2), default=100, show_default=True, help="For each map and number of players."
)
@click.option("--maps", default="siam,albion", show_default=True, help="Names or files, with commas between.")
@click.option("--players", default="2,3,4", show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--processes", type=click.IntRange(1), default=1, show_default=True)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("balance"),
    show_default=True,
    help="Directory for the games.",
)
@click.option("--page", type=click.Path(path_type=Path), default=Path("docs/balance.md"), show_default=True)
def balance(agent: str, deals: int, maps: str, players: str, seed: int, processes: int, out: Path, page: Path) -> None:
    """Let an agent play itself and tell how fair the game is: rulers, starts, help cards, action cards, maps."""
    find_modules_here()
    found: list[Balance] = []
    try:
        entrant = parse_entrant(agent)
        for board in maps.split(","):
            load_board(board)  # a faulty map is told before the first game
        for board in maps.split(","):
            for count in map(int, players.split(",")):
                plan = balance_plan(entrant, count, board, deals, seed)
                with ProgressBar(plan, Console(stderr=True), title=f"{board}, {count} players") as bar:
                    results = run(plan, out / f"{Path(board).stem}-{count}", processes=processes, watch=bar)
                found.append(balance_of(plan, results))
    except (SiamError, ValueError) as problem:
        raise click.ClickException(str(problem)) from None
    command = f"siam balance {agent} --deals {deals} --maps {maps} --players {players} --seed {seed}"
    write_balance(found, page, agent, command)
    click.echo(f"{sum(one.games for one in found)} games, told in {page}")
