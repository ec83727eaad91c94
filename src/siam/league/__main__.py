"""`python -m siam.league`: teach an evaluation among players of many manners, or measure two against each other."""

from pathlib import Path
from typing import Any

import click

from siam.engine.evaluation.net import Net
from siam.engine.evaluation.shipped import save_net
from siam.engine.learning.runs import Progress
from siam.league.contests import new_contestant
from siam.league.matches import Match, play_match
from siam.league.members import member_net, member_title
from siam.league.notes import Note, command_of, keep_note
from siam.league.options import defaults_of, teaching_options
from siam.league.plots import save_calibration
from siam.league.practice import MANNERS, TERMS
from siam.league.runs import PracticePlan, train_among
from siam.league.tables import play_league, share_lines, surprise_lines, table_lines


@click.group()
def main() -> None:
    """Teach evaluations and measure them.

    Weights are a file (.npz), or `champion` or `champion-0.1` as they ship. `champion:-0.3` is one who spends cards
    early: each card in hand is worth log odds of -0.3 more.
    """


@main.command()
@click.argument("weights", type=click.Path(dir_okay=False, path_type=Path))
@teaching_options(PracticePlan, TERMS.td_lambda, batch=20)
@click.option("--zeal", type=float, default=MANNERS.zeal, show_default=True, help="Liking for cards (log odds).")
@click.option("--rival", "rivals", multiple=True, help="Weights that take part and do not learn.")
@click.option("--rival-per-mille", type=int, default=80, show_default=True, help="How many seats rivals take.")
@click.option("--grudge-per-mille", type=int, default=MANNERS.grudge_per_mille, show_default=True, help="Of seats.")
@click.option(
    "--studied-per-mille",
    type=int,
    default=TERMS.studied_per_mille,
    show_default=True,
    help="Turns thought about with a tree.",
)
@click.option(
    "--nodes",
    type=click.IntRange(min=2),
    default=defaults_of(PracticePlan)["nodes"],
    show_default=True,
    help="Leaves of such a tree.",
)
@click.option("--trust", type=float, default=TERMS.trust, show_default=True, help="How much its answer counts.")
@click.option("--from", "start", help="Weights to go on from; widened to UNITS if narrower.")
def train(
    weights: Path,
    td_lambda: float,
    zeal: float,
    rivals: tuple[str, ...],
    rival_per_mille: int,
    grudge_per_mille: int,
    studied_per_mille: int,
    trust: float,
    start: str | None,
    **run: Any,
) -> None:
    """Teach an evaluation and write WEIGHTS, now and then and at the end."""
    manners = MANNERS._replace(
        zeal=zeal, rival_per_mille=rival_per_mille if rivals else 0, grudge_per_mille=grudge_per_mille
    )
    terms = TERMS._replace(td_lambda=td_lambda, studied_per_mille=studied_per_mille, trust=trust)
    plan = PracticePlan(**run, manners=manners, terms=terms)

    def report(progress: Progress, net: Net) -> None:
        save_net(net, weights)
        click.echo(progress)

    begun = None if start is None else _net(start, plan.players)
    net = train_among(plan, begun, [_net(rival, plan.players) for rival in rivals], report)
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
@click.option("--onlooker", "onlookers", multiple=True, help="Weights that do not play, but foretell who wins.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw what was foretold and came true.")
@click.option(
    "--keep", type=click.Path(dir_okay=False, path_type=Path), help="A file of notes that a page tells, to add to."
)
@click.pass_context
def match(
    context: click.Context,
    first: str,
    second: str,
    players: int,
    nodes: int,
    second_nodes: int | None,
    deals: int,
    seed: int,
    onlookers: tuple[str, ...],
    plot: Path | None,
    keep: Path | None,
) -> None:
    """Play FIRST against SECOND: their shares of the wins, their surprise at the outcomes, how often they pass."""
    contestants = (
        new_contestant(_net(first, players), nodes),
        new_contestant(_net(second, players), second_nodes or nodes),
    )
    found = play_match(Match(players, deals, seed), *contestants, [_net(name, players) for name in onlookers])
    names = tuple(map(member_title, (first, second, *onlookers)))
    lines = [*share_lines(found, *names[:2]), "", *surprise_lines(found, names)]
    for line in lines:
        click.echo(line)
    if plot is not None:
        save_calibration(dict(zip(names, found.forecasts, strict=True)), plot)
    if keep is not None:
        picture = None if plot is None else plot.with_suffix(".svg").name
        title = f"{names[0]} against {names[1]} with {players} players"
        keep_note(keep, title, Note(command_of(context, without="keep"), tuple(lines), picture))


@main.command()
@click.argument("names", nargs=-1, required=True, metavar="WEIGHTS...")
@click.option("--players", type=click.IntRange(2, 4), default=3, show_default=True)
@click.option("--nodes", type=click.IntRange(min=1), default=1, show_default=True, help="Leaves looked at for a move.")
@click.option(
    "--deals", type=click.IntRange(min=1), default=20, show_default=True, help="Each is played from every seat."
)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "--keep", type=click.Path(dir_okay=False, path_type=Path), help="A file of notes that a page tells, to add to."
)
@click.pass_context
def table(
    context: click.Context,
    names: tuple[str, ...],
    players: int,
    nodes: int,
    deals: int,
    seed: int,
    keep: Path | None,
) -> None:
    """Let every pair of WEIGHTS meet and write the table: alone against two, then two against one."""
    nets = {member_title(name): _net(name, players) for name in names}
    lines = table_lines(play_league(nets, Match(players, deals, seed), nodes))
    for line in lines:
        click.echo(line)
    if keep is not None:
        title = f"League of {len(nets)} with {players} players"
        keep_note(keep, title, Note(command_of(context, without="keep"), tuple(lines)))


def _net(name: str, players: int) -> Net:
    try:
        return member_net(name, players)
    except ValueError as problem:
        raise click.ClickException(str(problem)) from None


if __name__ == "__main__":
    main()
