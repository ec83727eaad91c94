"""`siam balance`: how fair the game is, from games of an agent with itself."""

import shlex
from pathlib import Path

import click
from rich.console import Console

from siam.arena.balance.figures import Balance, BalanceError, balance_of
from siam.arena.balance.page import write_balance
from siam.arena.balance.plans import BalancePlan
from siam.arena.play.entrants import parse_entrant
from siam.arena.progress import ProgressBar
from siam.arena.tournament import run
from siam.cli.modules import find_modules_here
from siam.extras import need
from siam.rules import SiamError, board_finder, load_board

CHEAP_LEVEL = "5"
"""A game of the levels 3, 4 and 5 takes about as long; from 6 on it takes several times as long."""
WHOLE_ROUND = 84
"""The fewest deals after which every seat, with two, three or four players, was short of every card equally often."""


@click.command()
@click.argument("agent", default=CHEAP_LEVEL)
@click.option(
    "--deals",
    "--games",
    "deals",
    type=click.IntRange(2),
    default=WHOLE_ROUND,
    show_default=True,
    help="For each map and number of players; a multiple of the default treats all seats and cards alike.",
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
    help="Directory for the games; goes on where it stopped.",
)
@click.option("--page", type=click.Path(path_type=Path), help="The page about it.  [OUT/balance.md]")
def balance(
    agent: str, deals: int, maps: str, players: str, seed: int, processes: int, out: Path, page: Path | None
) -> None:
    """Let an agent (level 5 if you name none) play itself and tell how fair the game is.

    Rulers, homes, starts, help cards, action cards: with a summary, tables and pictures.
    """
    find_modules_here()
    found: list[Balance] = []
    page = page or out / "balance.md"
    try:
        need("matplotlib", "arena")
        entrant = parse_entrant(agent)
        board_finder(*map(load_board, maps.split(",")))  # a faulty map is told before the first game
        for board in maps.split(","):
            for count in map(int, players.split(",")):
                plan = BalancePlan((entrant,), players=count, deals=deals, seed=seed, format="self", board=board)
                with ProgressBar(plan, Console(stderr=True), title=f"{board}, {count} players") as bar:
                    results = run(plan, out / f"{Path(board).stem}-{count}", processes=processes, watch=bar)
                found.append(balance_of(plan, results))
        order = ["siam", "balance", agent, "--deals", str(deals), "--maps", maps, "--players", players]
        write_balance(found, page, agent, shlex.join([*order, "--seed", str(seed)]))
    except BalanceError as problem:
        raise click.ClickException(f"{problem} (once it is mended, keep its games in another --out)") from None
    except (SiamError, ValueError, OSError) as problem:
        raise click.ClickException(str(problem)) from None
    click.echo(f"{sum(one.games for one in found)} games, told in {page}")
