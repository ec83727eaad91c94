"""`python -m siam.league`: teach an evaluation among players of many manners, or measure two against each other."""

from pathlib import Path

import click
import numpy as np

from siam.engine.evaluation.net import Net
from siam.engine.evaluation.shipped import load_net, net_for, save_net
from siam.engine.learning.training import Progress
from siam.league.contests import new_contestant
from siam.league.courses import Course, follow
from siam.league.matches import Match, play_match
from siam.league.practice import MANNERS, TERMS
from siam.rules import load_board

_SHIPPED = "champion"


@click.group()
def main() -> None:
    """Teach evaluations and measure them. Weights are a file (.npz), or `champion` for those that ship."""


@main.command()
@click.argument("weights", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--players", type=click.IntRange(2, 4), default=3, show_default=True)
@click.option("--games", type=click.IntRange(min=20), default=50_000, show_default=True)
@click.option("--units", type=click.IntRange(min=8), default=64, show_default=True, help="Hidden units.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--threads", type=click.IntRange(min=1), default=1, show_default=True, help="One repeats exactly.")
@click.option("--first-rate", type=float, default=0.006, show_default=True, help="Learning rate at the start.")
@click.option("--last-rate", type=float, default=0.0003, show_default=True, help="Learning rate at the end.")
@click.option("--trace", type=float, default=TERMS.trace, show_default=True, help="The lambda of TD(lambda).")
@click.option("--zeal", type=float, default=MANNERS.zeal, show_default=True, help="Liking for cards (log odds).")
@click.option("--rival", "rivals", multiple=True, help="Weights that take part and do not learn.")
@click.option("--rival-per-mille", type=int, default=80, show_default=True, help="How many seats rivals take.")
@click.option("--from", "start", help="Weights to go on from.")
def train(
    weights: Path,
    players: int,
    games: int,
    units: int,
    seed: int,
    threads: int,
    first_rate: float,
    last_rate: float,
    trace: float,
    zeal: float,
    rivals: tuple[str, ...],
    rival_per_mille: int,
    start: str | None,
) -> None:
    """Teach an evaluation and write WEIGHTS, now and then and at the end."""
    manners = MANNERS._replace(zeal=zeal, rival_per_mille=rival_per_mille if rivals else 0)
    course = Course(
        *(players, games, units, seed, threads, first_rate, last_rate), manners, TERMS._replace(trace=trace)
    )

    def report(progress: Progress, net: Net) -> None:
        save_net(net, weights)
        click.echo(f"{progress.seconds:6.0f} s  {progress.games:8d} games  error {progress.error:.4f}")

    begun = None if start is None else _net(start, players)
    net = follow(course, begun, [_net(rival, players) for rival in rivals], report)
    save_net(net, weights)


@main.command()
@click.argument("first")
@click.argument("second")
@click.option("--players", type=click.IntRange(2, 4), default=3, show_default=True)
@click.option("--nodes", type=click.IntRange(min=1), default=1, show_default=True, help="Leaves looked at for a move.")
@click.option("--second-nodes", type=click.IntRange(min=1), help="The same for the second, if it differs.")
@click.option(
    "--deals", type=click.IntRange(min=1), default=40, show_default=True, help="Each is played from every seat."
)
@click.option("--seed", type=int, default=1, show_default=True)
def match(first: str, second: str, players: int, nodes: int, second_nodes: int | None, deals: int, seed: int) -> None:
    """Play FIRST against SECOND: their shares of the wins, their surprise at the outcomes, how often they pass."""
    contestants = (
        new_contestant(_net(first, players), nodes),
        new_contestant(_net(second, players), second_nodes or nodes),
    )
    found = play_match(Match(players, deals, seed), *contestants)
    for seating, shares in found.shares.items():
        spread = np.std(shares) / np.sqrt(len(shares))
        click.echo(f"{first} {seating}: {np.mean(shares):.1%} ± {spread:.1%} of {len(shares)}")
    for name, surprise, passed in zip((first, second), found.surprise, found.passed, strict=True):
        click.echo(f"{name}: surprise by provinces resolved {_row(surprise)}, passes {_row(passed)}")


def _row(figures: np.typing.NDArray[np.float64]) -> str:
    return " ".join(f"{figure:.3f}" for figure in figures)


def _net(name: str, players: int) -> Net:
    return net_for(players, load_board("siam")) if name == _SHIPPED else load_net(Path(name))


if __name__ == "__main__":
    main()
