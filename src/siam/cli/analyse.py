"""`siam analyse`: comment on a recorded game, and draw the winning chances."""

import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress
from rich.text import Text

from siam.analysis.annotations import Annotation, Appraise, Comment, Mark, annotate
from siam.analysis.plots import plot_chances
from siam.cli.files import check_writable
from siam.cli.language import console, language_option
from siam.cli.record import cast_of, file_argument, game_option, map_option, one_record
from siam.cli.terminal.names import Cast
from siam.cli.terminal.reasons import reason_sentence
from siam.extras import missing_extra, need
from siam.notation import Record, format_move, format_record
from siam.rules import camps
from siam.translation import Translator

PICTURES = (".svg", ".png")


@click.command()
@file_argument
@game_option
@map_option
@click.option(
    "--seconds",
    type=click.FloatRange(0, 600, min_open=True),
    default=0.5,
    show_default=True,
    help="Time for each position.",
)
@click.option(
    "--nodes", type=click.IntRange(1), help="Nodes for each position instead of time: always the same result."
)
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Write the commented record here.")
@click.option(
    "--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw the chances into this .svg or .png."
)
@language_option
def analyse(
    _: Translator,
    file: Path,
    number: int,
    map_name: str | None,
    seconds: float,
    nodes: int | None,
    output: Path | None,
    plot: Path | None,
) -> None:
    """Write a commented record: chances before and after each move, mistakes, what was better and why."""
    if plot and plot.suffix not in PICTURES:
        raise click.ClickException(_("A plot is a file ending in .svg or .png."))
    if plot:
        need("matplotlib", "arena", _)
    for file_to_write in (output, plot):
        check_writable(file_to_write)
    one = one_record(_, file, number, map_name)
    cast, speaker = cast_of(_, one), console()
    appraise = _appraiser(_, None if nodes else seconds, nodes)
    aside = Console(stderr=True)
    with Progress(console=aside, transient=True, disable=not aside.is_terminal) as progress:
        task = progress.add_task("", total=len(one.game.positions))
        annotation = annotate(one.game, appraise, lambda turn: progress.advance(task))
    text = format_record(commented(cast, one, annotation))
    try:
        if output:
            output.write_text(text, encoding="utf-8")
        else:
            sys.stdout.write(text)
        if plot:
            _draw(cast, one, annotation, plot)
    except OSError as problem:
        raise click.ClickException(str(problem)) from None
    for sentence in summary(cast, annotation):
        (speaker if output else aside).print(Text(sentence))


def _appraiser(_: Translator, seconds: float | None, nodes: int | None) -> Appraise:
    """Load the engine, which not every installation has."""
    try:
        from siam.analysis.appraisal import appraise
        from siam.engine.search.limits import Limits
    except ModuleNotFoundError as problem:
        raise missing_extra(problem.name or "numba", "engine", _) from None
    return partial(appraise, limits=Limits(seconds=seconds, nodes=nodes))


def commented(cast: Cast, one: Record, annotation: Annotation) -> Record:
    """Put a comment behind every move of a record; comments that were there stay above ours."""
    earlier = one.comments or ("",) * (len(one.game.turns) + 1)
    added = [
        comment_sentence(cast, comment, is_turning_point=turn == annotation.turning_point)
        for turn, comment in enumerate(annotation.comments, start=1)
    ]
    together = [f"{new}\n{old}" if old else new for old, new in zip(earlier[1:], added, strict=True)]
    return replace(one, comments=(earlier[0], *together))


def comment_sentence(cast: Cast, comment: Comment, *, is_turning_point: bool = False) -> str:
    """Return what a move did to its camp's chance, what would have been better, and why on a line of its own."""
    _ = cast._
    words = [f"{comment.before:.0%} > {comment.after:.0%}"]
    better = format_move(cast.board, comment.best)
    match comment.mark:
        case Mark.INACCURACY:
            words.append(_("inaccuracy; better: {move}", move=better))
        case Mark.MISTAKE:
            words.append(_("mistake; better: {move}", move=better))
        case Mark.BLUNDER:
            words.append(_("blunder; better: {move}", move=better))
        case None:
            pass
    if is_turning_point:
        words.append(_("the turning point"))
    said = "; ".join(words)
    return said if comment.reason is None else f"{said}\n{reason_sentence(cast, comment.reason)}"


def summary(cast: Cast, annotation: Annotation) -> list[str]:
    """Return how well everybody played, and when the game turned."""
    _ = cast._
    said = []
    for seat, name in enumerate(cast.players):
        marks = [comment.mark for comment in annotation.comments if comment.seat == seat]
        counts = [marks.count(mark) for mark in (Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER)]
        counted = [
            _.n("{n} inaccuracy", "{n} inaccuracies", counts[0]),
            _.n("{n} mistake", "{n} mistakes", counts[1]),
            _.n("{n} blunder", "{n} blunders", counts[2]),
        ]
        said.append(f"{name}: {cast.listed(counted)}")
    if annotation.turning_point is not None:
        said.append(_("The game turned with turn {turn}.", turn=annotation.turning_point))
    return said


def _draw(cast: Cast, one: Record, annotation: Annotation, file: Path) -> None:
    _ = cast._
    teams = camps(len(one.game.setup.players))
    names = [" + ".join(cast.player(seat) for seat in camp) for camp in teams]
    plot_chances(
        one.game,
        annotation,
        file,
        names=names,
        title=_("Winning chances"),
        turn=_("Turn"),
        chance=_("Chance"),
    )
