"""`siam train`: teach the evaluation by self-play."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from siam.engine.evaluation.net import Net
    from siam.engine.learning.training import Progress


@click.command()
@click.argument("weights", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True)
@click.option("--games", type=click.IntRange(min=10), default=100_000, show_default=True)
@click.option("--units", type=click.IntRange(min=8), default=128, show_default=True, help="Hidden units.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--threads", type=click.IntRange(min=1), default=2, show_default=True, help="One repeats exactly.")
@click.option("--first-rate", type=float, default=0.004, show_default=True, help="Learning rate at the start.")
@click.option("--last-rate", type=float, default=0.0002, show_default=True, help="Learning rate at the end.")
@click.option("--trace", type=float, default=0.95, show_default=True, help="The lambda of TD(lambda).")
@click.option("--repeats", type=int, default=2, show_default=True, help="Earlier positions learned with each new one.")
@click.option(
    "--endings", type=int, default=0, show_default=True, help="Endings studied by search for every ten games."
)
@click.option("--nodes", type=int, default=24, show_default=True, help="Leaves looked at for each move of an ending.")
@click.option(
    "--cards", type=click.IntRange(min=3), default=9, show_default=True, help="Cards left in the longest ending."
)
@click.option(
    "--card-worth", type=float, default=0.0, show_default=True, help="Added at the end for each card kept (log odds)."
)
@click.option("--from", "start", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Go on from here.")
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
    repeats: int,
    endings: int,
    nodes: int,
    cards: int,
    card_worth: float,
    start: Path | None,
) -> None:
    """Teach the evaluation by self-play and write WEIGHTS (.npz), now and then and at the end."""
    from siam.engine.evaluation.shipped import save_net, with_card_worth
    from siam.engine.learning.endings import Study
    from siam.engine.learning.training import Lesson
    from siam.engine.learning.training import train as run

    lesson = Lesson(
        *(players, games, units, seed, threads, first_rate, last_rate, trace),
        repeats=repeats,
        endings=endings,
        study=Study(nodes=nodes, first_cards=cards),
    )

    def report(progress: "Progress", net: "Net") -> None:
        save_net(net, weights)
        click.echo(f"{progress.seconds:6.0f} s  {progress.games:8d} games  error {progress.error:.4f}")

    net = run(lesson, start, report)
    save_net(with_card_worth(net, card_worth) if card_worth else net, weights)
