"""`siam map`: check map files, draw them, and begin new ones."""

from pathlib import Path

import click
from rich.table import Table

from siam.cli.files import check_writable
from siam.cli.language import console, language_option
from siam.cli.terminal.names import Cast
from siam.drawing import board_svg
from siam.notation.new_maps import new_map
from siam.rules import PROVINCES, BoardError, load_board
from siam.translation import Translator


@click.group(name="map")
def map_files() -> None:
    """Check, draw and begin map files."""


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


@map_files.command()
@click.argument("name")
@click.option("--borders", required=True, help="Every pair of neighbours, like 'aaa-bbb,bbb-ccc,...'.")
@click.option("--homes", required=True, help="The homes of Rama, Lao and Malay, like 'aaa,ccc,fff'.")
@click.option("--out", type=click.Path(path_type=Path), help="The file to write.  [NAME.toml]")
@language_option
def new(_: Translator, name: str, borders: str, homes: str, out: Path | None) -> None:
    """Begin a map file from its borders, and draw its graph beside it.

    NAME is what positions and records will call the map; a name that another map has is refused.
    """
    file = out or Path(f"{name}.toml")
    picture = file.with_suffix(".svg")
    check_writable(file, ".toml")
    try:
        text = new_map(name, borders, homes)
        if other := _taken_by(name, file.parent):
            raise BoardError(f"{other} is called {name} already: give this one a name of its own")
    except BoardError as problem:
        raise click.ClickException(str(problem)) from None
    for existing in (file, picture):
        if existing.exists():
            raise click.ClickException(_("{file} is there already", file=str(existing)))
    file.write_text(text, encoding="utf-8")
    picture.write_text(board_svg(load_board(file)), encoding="utf-8")
    command = f"siam play --map {file}"
    click.echo(
        _(
            "{file} is a map, and {picture} shows it. Play on it: {command}",
            file=str(file),
            picture=str(picture),
            command=command,
        )
    )


@map_files.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("picture", type=click.Path(path_type=Path))
@click.option("--dark", is_flag=True, help="By lamplight.")
@click.option("--language", default="en", show_default=True, help="Of the names.")
def draw(file: Path, picture: Path, dark: bool, language: str) -> None:
    """Draw a map file (or siam, or albion) as the browser draws it, into an .svg file."""
    check_writable(picture, ".svg")
    try:
        board = load_board(str(file))
    except BoardError as problem:
        raise click.ClickException(str(problem)) from None
    picture.write_text(board_svg(board, dark=dark, language=language), encoding="utf-8")


def _taken_by(name: str, folder: Path) -> Path | None:
    """Find another map file of this name in a folder."""
    for file in sorted(folder.glob("*.toml")):
        try:
            if load_board(file).name == name:
                return file
        except BoardError:
            continue
    return None
