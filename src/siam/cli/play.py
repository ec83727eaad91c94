"""`siam play`: a game at the terminal, people and bots at one table."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random, SystemRandom

import click

from siam.cli.files import check_writable
from siam.cli.language import console, language_option
from siam.cli.terminal.names import Cast
from siam.cli.terminal.prompts import QuitError
from siam.cli.terminal.seats import SeatingError, default_seats, parse_seats
from siam.cli.terminal.table import TerminalTable
from siam.notation import NotationError, Record, format_record, parse_record
from siam.rules import Board, BoardError, Game, Options, SiamError, board_finder, deal, load_board
from siam.translation import Translator

SEATS_TAG = "Seats"


@click.command()
@click.option("--seats", help="Who plays, like human,greedy or human:Anna,human:Bertha,3; two to four.")
@click.option("--map", "map_name", default="siam", show_default=True, help="siam, albion, or a map file.")
@click.option("--seed", help="Deal the same game again.")
@click.option("--first-player", type=click.Choice(["lowest", "highest"]), help="Whose help card begins.")
@click.option("--discards", type=click.Choice(["top", "open"]), help="What is seen of the discard piles.")
@click.option("--table-talk", type=click.Choice(["silent", "open"]), help="May partners talk?")
@click.option("--capital-last", is_flag=True, help="The Rama home is fought for last.")
@click.option("--colony-loses", is_flag=True, help="Nobody wins a colony.")
@click.option("--seconds", type=click.FloatRange(0, 600, min_open=True), help="How long a bot may think for a move.")
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), help="Keep the game in this .siam file.")
@click.option("--resume", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Go on with a saved game.")
@language_option
def play(
    _: Translator,
    seats: str | None,
    map_name: str,
    seed: str | None,
    seconds: float | None,
    save: Path | None,
    resume: Path | None,
    **chosen: str | bool | None,
) -> None:
    """Play in the terminal, against bots or with others at one keyboard.

    Answer with letters, numbers or the beginning of a name; ? helps, q stops.
    """
    check_writable(save)
    try:
        board = load_board(map_name)
        record = _read(resume, board) if resume else None
        seated = seats or (dict(record.tags).get(SEATS_TAG) if record else None) or default_seats()
        chairs = parse_seats(_, seated)
        options = Options.from_values({name: value for name, value in chosen.items() if value})
        game = record.game if record else Game(deal(len(chairs), _seed(seed), board=board, options=options))
        if len(game.setup.players) != len(chairs):
            raise SeatingError(_("The saved game has {n} players.", n=len(game.setup.players)))
    except (SiamError, OSError, UnicodeDecodeError) as problem:
        raise click.ClickException(str(problem)) from None
    file = save or resume
    names = tuple(chair.name for chair in chairs)
    tags = {"Date": datetime.now(UTC).strftime("%Y.%m.%d"), SEATS_TAG: ",".join(chair.spelling for chair in chairs)}
    tags |= {f"Seat{number}": name for number, name in enumerate(names, start=1)}
    speaker = console()
    table = TerminalTable(
        console=speaker,
        cast=Cast(_, game.setup.board, names),
        chairs=chairs,
        seconds=seconds,
        random=Random(seed),
        keep=_keeper(file, tags),
    )
    table.keep(game)
    try:
        table.play(game)
    except (QuitError, KeyboardInterrupt) as reason:
        speaker.print()
        if file:
            speaker.print(_("The game stops here. Go on with: siam play --resume {file}", file=str(file)))
        else:
            speaker.print(_("The game stops here; it was not saved (--save FILE keeps it)."))
        if isinstance(reason, KeyboardInterrupt):
            raise SystemExit(130) from None


def _seed(seed: str | None) -> str | int:
    return SystemRandom().getrandbits(53) if seed is None else seed


def _read(file: Path, board: Board) -> Record:
    try:
        return parse_record(file.read_text(encoding="utf-8"), find_board=board_finder(board))
    except UnicodeDecodeError:
        raise NotationError(f"{file}: not UTF-8 text") from None
    except (NotationError, BoardError) as problem:
        raise NotationError(f"{file}: {problem}") from None


def _keeper(file: Path | None, tags: dict[str, str]) -> Callable[[Game], None]:
    """Return what writes the game down after every turn: wholly or not at all."""
    if file is None:
        return lambda game: None

    def keep(game: Game) -> None:
        unfinished = file.with_name(f"{file.name}.part")
        try:
            unfinished.write_text(format_record(Record.of(game, **tags)), encoding="utf-8")
            unfinished.replace(file)
        except OSError as problem:
            raise click.ClickException(str(problem)) from None

    return keep
