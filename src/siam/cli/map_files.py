"""`siam map check`: say whether a map file is a board, and what it looks like to the rules."""

from pathlib import Path

import click
from rich.table import Table

from siam.cli.language import console, language_option
from siam.cli.terminal.names import Cast
from siam.rules import BoardError, load_board
from siam.rules.boards import PROVINCES
from siam.translation import Translator


@click.group(name="map")
def map_files() -> None:
    """Check map files."""


@map_files.command()
@click.argument("file", type=click.Path(path_type=Path))
@language_option
def check(_: Translator, file: Path) -> None:
    """Read a map file (or siam, or albion) and show its provinces, homes and borders."""
    try:
        board = load_board(str(file))
    except BoardError as problem:
        raise click.ClickException(str(problem)) from None
    cast = Cast(_, board, ())
    table = Table(box=None, pad_edge=False)
    for head in ("", _("Province"), _("Home of"), _("Neighbours")):
        table.add_column(head)
    for province in PROVINCES:
        home = board.home_of(province)
        neighbours = " ".join(board.codes[other] for other in board.neighbours[province])
        name = cast.province(province)
        table.add_row(board.codes[province], name, "" if home is None else cast.control(home), neighbours)
    speaker = console()
    speaker.print(table)
    said = _.n(
        "The map {name} is sound: eight provinces, {n} border.",
        "The map {name} is sound: eight provinces, {n} borders.",
        len(board.borders),
        name=board.name,
    )
    speaker.print(said)
