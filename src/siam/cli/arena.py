"""`siam arena`: agents against agents, the ladder of levels, and the check of an agent of your own."""

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import click
from rich.console import Console

from siam.agents.names import CHAMPION
from siam.arena.figures.standings import standings
from siam.arena.play.agent_check import check_agent
from siam.arena.play.archive import makers_of, read_archive
from siam.arena.play.entrants import dismiss, make, parse_entrant
from siam.arena.play.plans import Format, Plan, seatings
from siam.arena.play.sequential import parse_sprt
from siam.arena.progress import ProgressBar
from siam.arena.reports.report import report, write_report
from siam.arena.scale import parts_of, played_in, write_scale
from siam.arena.strength.duels import duel_directory, duels_of
from siam.arena.strength.ladders import ladder_of
from siam.arena.strength.page import write_strength
from siam.arena.tournament import run
from siam.cli.amounts import amount_options, deals_of
from siam.cli.modules import find_modules_here
from siam.extras import need
from siam.notation import parse_options
from siam.rules import PLAYER_COUNTS, SiamError

CHAMPION_SECONDS = 0.5
DEALS = 50
GAMES = 400
SCALE_GAMES = 100
SLOW_GAMES = 20
SECONDS = click.FloatRange(0, min_open=True)


class PlayByDefault(click.Group):
    """Takes `siam arena greedy random` as `siam arena play greedy random`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `play` before agents."""
        if args and args[0] not in self.commands and args[0] not in ("--help", "-h"):
            args = ["play", *args]
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the options of `play` too, which is what is meant most of the time."""
        super().format_options(ctx, formatter)
        meant = self.commands["play"]
        rows = [
            row for option in meant.get_params(ctx) if (row := option.get_help_record(ctx)) and option.name != "help"
        ]
        with formatter.section("Options of play"):
            formatter.write_dl(rows)


@click.group(cls=PlayByDefault)
def arena() -> None:
    """Let agents play agents. `siam arena A B` is short for `siam arena play A B`."""
    find_modules_here()


def _common(command: Any) -> Any:
    for option in (
        click.option("--processes", type=click.IntRange(1), default=1, show_default=True, help="Games at a time."),
        click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same games."),
        click.option("--seconds", type=SECONDS, help="Thinking time a move (then results are no longer repeatable)."),
    ):
        command = option(command)
    return command


def _page_options(command: Any) -> Any:
    for option in (
        click.option("--only-page", is_flag=True, help="Play nothing; write the page from the games that are there."),
        click.option(
            "--page",
            type=click.Path(path_type=Path),
            help="The page about it, kept with its figures.  [OUT/strength.md]",
        ),
        click.option(
            "--out",
            type=click.Path(path_type=Path),
            default=Path("ladder"),
            show_default=True,
            help="Directory for the games.",
        ),
    ):
        command = option(command)
    return command


@arena.command()
@click.argument("agents", nargs=-1, required=True)
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True)
@amount_options(deals=DEALS, what="of each match")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["pairs", "ladder", "near", "gauntlet", "mixed", "self"]),
    default="pairs",
    show_default=True,
    help="Everybody in pairs; each against the one before (near: the two before); the first against all; all at one "
    "table; each with itself.",
)
@click.option("--map", "board", default="siam", show_default=True, help="siam, albion or a file.")
@click.option("--options", default="", help="The table's options, like 'capital_last=on'.")
@click.option("--sprt", help="Stop a match early: doubts,hopes like 0.5,0.55.")
@click.option(
    "--out", type=click.Path(path_type=Path), help="Directory for games, report and plots; goes on where it stopped."
)
@click.option("--ray", help="Play on the Ray cluster at this address ('local' starts one here).")
@_common
def play(agents: tuple[str, ...], **given: Any) -> None:
    """Play a tournament.

    AGENTS are names (random, greedy, uct, 1 … 8, champion, or uct[nodes=8000], champion[nodes=2000]), exec:COMMAND for
    a program that speaks the engine protocol, or py:module:factory for a Python object with `choose`; TITLE= before one
    names it in the tables.
    """
    try:
        if given["out"]:
            need("matplotlib", "arena")
        plan = Plan(
            agents,
            players=given["players"],
            deals=DEALS,
            seed=given["seed"],
            format=cast("Format", given["format_"]),
            board=given["board"],
            options=parse_options(given["options"]),
            seconds=given["seconds"],
            sprt=parse_sprt(given["sprt"]) if given["sprt"] else None,
        )
        a_match = max(1, plan.games_per_deal // len(plan.matches))
        plan = replace(plan, deals=deals_of(given["games"], given["deals"], a_match, default_deals=DEALS))
        with ProgressBar(plan, Console(stderr=True)) as bar:
            results = run(plan, given["out"], processes=given["processes"], ray=given["ray"], watch=bar)
    except (SiamError, ValueError) as problem:
        raise click.ClickException(str(problem)) from None
    if given["out"]:
        write_report(plan, results, given["out"])
    click.echo(report(plan, standings(plan, results), has_files=bool(given["out"])))


@arena.command("report")
@click.argument("directory", type=click.Path(path_type=Path, exists=True, file_okay=False))
def report_command(directory: Path) -> None:
    """Write the report of a kept tournament anew."""
    try:
        need("matplotlib", "arena")
        plan, results = read_archive(directory)
    except SiamError as problem:
        raise click.ClickException(str(problem)) from None
    click.echo(report(plan, write_report(plan, results, directory), makers=makers_of(directory)))


def _play_on(plan: Plan, place: Path, processes: int) -> None:
    """Play a tournament from where it stopped, with its progress shown."""
    with ProgressBar(plan, Console(stderr=True)) as bar:
        run(plan, place, processes=processes, watch=bar)


@arena.command()
@click.argument("agents", nargs=-1, required=True)
@click.option("--players", default="2,3,4", show_default=True, help="Numbers of players.")
@amount_options(games=GAMES, what="for each rung")
@_page_options
@_common
def ladder(agents: tuple[str, ...], **given: Any) -> None:
    """Measure levels, each against the one before, and write the page about it (from the weakest up)."""
    try:
        need("matplotlib", "arena")
        for count in map(int, given["players"].split(",") if not given["only_page"] else []):
            plan = Plan(
                agents,
                players=count,
                deals=deals_of(given["games"], given["deals"], len(seatings(count, (0, 1))), default_games=GAMES),
                seed=given["seed"],
                format="ladder",
                seconds=given["seconds"],
            )
            _play_on(plan, given["out"] / str(count), given["processes"])
        write_strength(given["out"], given["page"] or given["out"] / "strength.md")
    except (SiamError, ValueError) as problem:
        raise click.ClickException(str(problem)) from None
    for rung in ladder_of(given["out"]):
        click.echo(f"{rung.players} players: {rung.upper} against {rung.lower}: {rung.score} of {rung.score.games}")


@arena.command()
@click.argument("opponents", nargs=-1, required=True)
@click.option("--players", default="2,3,4", show_default=True, help="Numbers of players.")
@amount_options(games=GAMES, what="with each")
@_page_options
@_common
def duel(opponents: tuple[str, ...], **given: Any) -> None:
    """Measure the champion against others by the clock, and write the page about it."""
    try:
        need("matplotlib", "arena")
        for opponent in [] if given["only_page"] else map(parse_entrant, opponents):
            for count in map(int, given["players"].split(",")):
                plan = Plan(
                    (CHAMPION, opponent),
                    players=count,
                    deals=deals_of(given["games"], given["deals"], len(seatings(count, (0, 1))), default_games=GAMES),
                    seed=given["seed"],
                    seconds=given["seconds"] or CHAMPION_SECONDS,
                )
                _play_on(plan, duel_directory(given["out"], opponent.name, count), given["processes"])
        write_strength(given["out"], given["page"] or given["out"] / "strength.md")
    except (SiamError, ValueError) as problem:
        raise click.ClickException(str(problem)) from None
    for duel in duels_of(given["out"]):
        click.echo(
            f"{duel.plan.players} players: champion against {duel.opponent.name}: {duel.score} of {duel.score.games}"
        )


@arena.command()
@click.argument("agents", nargs=-1)
@click.option("--players", default="2,3,4", show_default=True, help="Numbers of players.")
@amount_options(games=SCALE_GAMES, what="of each pair")
@click.option(
    "--slow-games",
    type=click.IntRange(1),
    default=SLOW_GAMES,
    show_default=True,
    help="At least so many games of each pair of those who think long: the styles, and from level 6 on.",
)
@click.option("--processes", type=click.IntRange(1), default=1, show_default=True, help="Games at a time.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same games.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("scale"), show_default=True, help="For the games.")
@click.option("--page", type=click.Path(path_type=Path), help="The page about it.  [OUT/scale.md]")
def scale(agents: tuple[str, ...], **given: Any) -> None:
    """Rate everybody on one scale: baselines, networks, levels, styles, champions; or AGENTS of yours.

    AGENTS, in the order of their expected strength, take the place of everybody; `random` among them is 0. The page
    tells all whole deals that OUT holds, also those with other numbers of players.
    """
    try:
        need("matplotlib", "arena")
        if not agents:
            need("pyspiel", "openspiel")  # whose tree search is one of them
        for count in map(int, given["players"].split(",")):
            a_deal = len(seatings(count, (0, 1)))
            deals = deals_of(given["games"], given["deals"], a_deal, default_games=SCALE_GAMES)
            slow_deals = deals_of(given["slow_games"], None, a_deal)
            for part in parts_of(agents, count, deals, slow_deals, given["seed"]):
                _play_on(part.plan, given["out"] / part.folder, given["processes"])
        kept = {count: played_in(given["out"], parts_of(agents, count, 1, 1, given["seed"])) for count in PLAYER_COUNTS}
        page = given["page"] or given["out"] / "scale.md"
        write_scale(agents, {count: played for count, played in kept.items() if played}, page)
    except (SiamError, ValueError) as problem:
        raise click.ClickException(str(problem)) from None
    click.echo(page.read_text(encoding="utf-8"))


@arena.command()
@click.argument("agent")
@click.option("--games", type=click.IntRange(1), default=2, show_default=True, help="Games for each table.")
@click.option("--seconds", type=SECONDS, help="Thinking time a move.")
def check(agent: str, games: int, seconds: float | None) -> None:
    """Test an agent of yours: legal moves everywhere, the same move for the same seed."""
    try:
        checked = make(parse_entrant(agent))
    except SiamError as problem:
        raise click.ClickException(str(problem)) from None
    try:
        findings = check_agent(checked, games=games, seconds=seconds)
    finally:
        dismiss(checked)
    for finding in findings:
        click.echo(str(finding))
    if findings:
        raise click.ClickException(f"{len(findings)} findings")
    click.echo("No findings.")
