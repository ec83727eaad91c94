"""`siam perft`: count how many games of a few moves (or steps) there are, to compare implementations."""

import time
from collections.abc import Iterator

import click
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from siam.cli.language import console, language_option
from siam.notation import format_move, format_position, format_step, parse_options, parse_position
from siam.rules import HalfMove, Position, SiamError, advance, board_finder, deal, legal_moves, load_board
from siam.translation import Translator

_COLUMNS = (SpinnerColumn(), MofNCompleteColumn(), TextColumn("{task.fields[counted]}"), TimeElapsedColumn())


@click.command()
@click.argument("depth", type=click.IntRange(1, 60))
@click.option("--position", "position_text", help="Count from this position, in the notation.")
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True, help="Deal for so many.")
@click.option("--seed", default="1", show_default=True, help="Deal this game.")
@click.option("--map", "map_name", default="siam", show_default=True, help="siam, albion, or a map file.")
@click.option("--options", "options_text", default="", help="Options as in a record, like capital_last=on.")
@click.option("--steps", "by_steps", is_flag=True, help="Count steps instead of whole moves.")
@click.option("--divide", is_flag=True, help="Show the count behind every first move or step.")
@language_option
def perft(
    _: Translator,
    depth: int,
    position_text: str | None,
    players: int,
    seed: str,
    map_name: str,
    options_text: str,
    *,
    by_steps: bool,
    divide: bool,
) -> None:
    """Count the games of DEPTH moves from a position. A game that ends sooner counts as none."""
    try:
        board, options = load_board(map_name), parse_options(options_text)
        if position_text is None:
            position = deal(players, seed, board=board, options=options)
        else:
            position = parse_position(position_text, options, find_board=board_finder(board))
    except SiamError as problem:
        raise click.ClickException(str(problem)) from None
    speaker = console()
    speaker.print(format_position(position), soft_wrap=True)
    begun = time.perf_counter()
    counts = dict(_watched(_divided_by_step(position, depth) if by_steps else _divided_by_move(position, depth), depth))
    seconds = time.perf_counter() - begun
    if divide:
        for name, count in sorted(counts.items()):
            speaker.print(f"{count:>12} {name}")
    speaker.print(_("{count} in {seconds} s", count=f"{sum(counts.values()):,}", seconds=f"{seconds:.2f}"))


def _watched(counted: Iterator[tuple[str, int]], depth: int) -> Iterator[tuple[str, int]]:
    """Show on a terminal how far the counting is, where it takes a while."""
    aside = Console(stderr=True)
    with Progress(*_COLUMNS, console=aside, transient=True, disable=depth < 2 or not aside.is_terminal) as progress:
        task = progress.add_task("", total=None, counted=0)
        total = 0
        for name, count in counted:
            total += count
            progress.update(task, advance=1, counted=f"{total:,}")
            yield name, count


def _divided_by_move(position: Position, depth: int) -> Iterator[tuple[str, int]]:
    for move in legal_moves(position):
        count = count_moves(advance(position, move).position, depth - 1) if depth > 1 else 1
        yield format_move(position.board, move), count


def count_moves(position: Position, depth: int) -> int:
    """Count the games of `depth` moves."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(legal_moves(position))
    return sum(count_moves(advance(position, move).position, depth - 1) for move in legal_moves(position))


def _divided_by_step(position: Position, depth: int) -> Iterator[tuple[str, int]]:
    start = HalfMove(position)
    for step in start.legal_steps:
        yield format_step(position.board, step), count_steps(start.then(step), depth - 1)


def count_steps(half_move: HalfMove, depth: int) -> int:
    """Count the games of `depth` steps."""
    if depth == 0:
        return 1
    move = half_move.move
    if move is not None:
        return count_steps(HalfMove(advance(half_move.position, move).position), depth)
    return sum(count_steps(half_move.then(step), depth - 1) for step in half_move.legal_steps)
