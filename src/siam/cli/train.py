"""`siam train`: teach the evaluation by self-play."""

from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import is_zipfile

import click

from siam.cli.files import check_writable
from siam.engine.learning.plans import SELF_PLAY, STUDY, TrainingPlan
from siam.league.options import teaching_options

if TYPE_CHECKING:
    from siam.engine.evaluation.net import Net
    from siam.engine.learning.runs import Progress


@click.command()
@click.argument("weights", type=click.Path(dir_okay=False, path_type=Path))
@teaching_options(TrainingPlan, SELF_PLAY.td_lambda, batch=10)
@click.option(
    "--repeats",
    type=int,
    default=SELF_PLAY.repeats,
    show_default=True,
    help="Earlier positions learned with each new one.",
)
@click.option(
    "--endings", type=int, default=0, show_default=True, help="Endings studied by search for every ten games."
)
@click.option(
    "--nodes", type=int, default=STUDY.nodes, show_default=True, help="Leaves looked at for each move of an ending."
)
@click.option(
    "--cards",
    type=click.IntRange(min=3),
    default=STUDY.first_cards,
    show_default=True,
    help="Cards left in the longest ending.",
)
@click.option(
    "--card-worth", type=float, default=0.0, show_default=True, help="Added at the end for each card kept (log odds)."
)
@click.option("--from", "start", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Go on from here.")
def train(
    weights: Path,
    td_lambda: float,
    repeats: int,
    nodes: int,
    cards: int,
    card_worth: float,
    start: Path | None,
    **terms: Any,
) -> None:
    """Teach the evaluation by self-play and write WEIGHTS (.npz), now and then and at the end."""
    check_writable(weights, ".npz")
    from siam.engine.evaluation.shipped import load_net, save_net, with_card_worth
    from siam.engine.learning.training import train as run

    plan = TrainingPlan(
        **terms,
        self_play=SELF_PLAY._replace(td_lambda=td_lambda, repeats=repeats),
        study=STUDY._replace(nodes=nodes, first_cards=cards),
    )
    if start is not None:
        if not is_zipfile(start):
            raise click.ClickException(f"{start}: no weights: such a file ends in .npz, and `siam train` writes it")
        try:
            begun = load_net(start)
        except ValueError as problem:
            raise click.ClickException(str(problem)) from None
        if begun.outputs.shape[0] != (3 if plan.players == 3 else 1):
            raise click.ClickException(f"{start} holds weights for another number of players than {plan.players}")

    def report(progress: "Progress", net: "Net") -> None:
        if progress.games:  # until then something is being compiled
            save_net(net, weights)
            click.echo(progress)

    net = run(plan, start, report)
    save_net(with_card_worth(net, card_worth) if card_worth else net, weights)
