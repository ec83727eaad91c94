"""`siam record`: check, show and replay games that were written down."""

from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from siam.cli.language import console, language_option
from siam.cli.terminal.names import Cast
from siam.cli.terminal.pictures import table_picture
from siam.cli.terminal.prompts import QuitError, read_line
from siam.cli.terminal.sentences import outcome_sentence, trail_sentences, turn_sentences
from siam.notation import Record, format_move, parse_records
from siam.rules import Game, SiamError, board_finder, load_board
from siam.translation import Translator

file_argument = click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
map_option = click.option("--map", "map_name", help="The map file, if the game was played on one.")
game_option = click.option("--game", "number", type=click.IntRange(1), default=1, help="Which game of the file (1).")


@click.group()
def record() -> None:
    """Check, show and replay recorded games (.siam files)."""


@record.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@map_option
@language_option
def check(_: Translator, files: tuple[Path, ...], map_name: str | None) -> None:
    """Replay every game of the files and report the first fault of each."""
    speaker, is_faulty = console(), False
    for file in files:
        try:
            records = read_records(file, map_name)
        except click.ClickException as problem:
            speaker.print(Text(problem.message, style="red"))
            is_faulty = True
            continue
        for number, one in enumerate(records, start=1):
            speaker.print(Text(f"{file} #{number}: {_summary(_, one)}"))
    if is_faulty:
        raise SystemExit(1)


@record.command()
@file_argument
@game_option
@click.option("--turn", type=click.IntRange(0), help="Show the table after this turn instead of the last one.")
@map_option
@language_option
def show(_: Translator, file: Path, number: int, turn: int | None, map_name: str | None) -> None:
    """Show the moves of a game and the table at its end."""
    speaker, one = console(), one_record(_, file, number, map_name)
    cast = cast_of(_, one)
    if turn is not None and turn > len(one.game.turns):
        moves = _.n("{n} move", "{n} moves", len(one.game.turns))
        raise click.BadParameter(f"{file}: {moves}", param_hint="--turn")
    game = one.game if turn is None else Game(one.game.setup, one.game.turns[:turn])
    for key, value in one.tags:
        speaker.print(Text(f"{key}: {value}"))
    for count, played in enumerate(game.turns, start=1):
        text = Text(f"{count:3} {cast.player(played.seat)}: {format_move(cast.board, played.move)}")
        comment = one.comments[count] if count < len(one.comments) else ""
        speaker.print(text.append(f"  # {comment.splitlines()[0]}" if comment else "", style="dim"), soft_wrap=True)
    speaker.print()
    _show_table(speaker, cast, game, with_chart=True)


@record.command()
@file_argument
@game_option
@map_option
@language_option
def replay(_: Translator, file: Path, number: int, map_name: str | None) -> None:
    """Step through a game: Enter goes on, b goes back, a number jumps to that turn, q stops."""
    speaker, one = console(), one_record(_, file, number, map_name)
    cast, turns, place = cast_of(_, one), one.game.turns, 0
    while True:
        game = Game(one.game.setup, turns[:place])
        speaker.print()
        if place:
            before = turns[place - 2].position if place > 1 else one.game.setup
            said = " ".join(turn_sentences(cast, before, turns[place - 1]))
            speaker.print(Text(f"{place}/{len(turns)} {said}", style="green"))
        _show_table(speaker, cast, game)
        if not speaker.is_terminal:
            if place == len(turns):
                return
            place += 1
            continue
        try:
            answer = read_line(
                speaker, _("Turn {turn} of {turns} (Enter, b, number, q)", turn=place, turns=len(turns)) + " "
            )
        except QuitError:
            return
        if answer.lower() == "q" or (not answer and place == len(turns)):
            return
        place = _place(answer, place, len(turns))


def _place(answer: str, place: int, turns: int) -> int:
    """Find the turn that is meant; nonsense stays where it is."""
    if answer.isdecimal():
        return min(int(answer[:6]), turns)
    step = {"": 1, "b": -1}.get(answer.lower(), 0)
    return max(0, min(turns, place + step))


def read_records(file: Path, map_name: str | None) -> list[Record]:
    """Read every game of a file, or say what is wrong with it."""
    try:
        given = [load_board(map_name)] if map_name else []
        return parse_records(file.read_text(encoding="utf-8"), find_board=board_finder(*given))
    except UnicodeDecodeError:
        raise click.ClickException(f"{file}: not UTF-8 text") from None
    except (SiamError, OSError) as problem:
        raise click.ClickException(f"{file}: {problem}") from None


def one_record(_: Translator, file: Path, number: int, map_name: str | None) -> Record:
    """Read the wanted game of a file."""
    records = read_records(file, map_name)
    if number > len(records):
        raise click.ClickException(_.n("{file} has {n} game.", "{file} has {n} games.", len(records), file=str(file)))
    return records[number - 1]


def cast_of(_: Translator, one: Record) -> Cast:
    """Name the players of a record by its tags, or by their seats."""
    tags = dict(one.tags)
    setup = one.game.setup
    seats = range(1, len(setup.players) + 1)
    return Cast(_, setup.board, tuple(tags.get(f"Seat{seat}") or _("Seat {seat}", seat=seat) for seat in seats))


def _summary(_: Translator, one: Record) -> str:
    outcome = one.game.outcome
    moves = _.n("{n} move", "{n} moves", len(one.game.turns))
    if outcome is None:
        return f"{moves}; " + _("unfinished")
    return f"{moves}; " + outcome_sentence(cast_of(_, one), outcome)


def _show_table(speaker: Console, cast: Cast, game: Game, *, with_chart: bool = False) -> None:
    speaker.print(table_picture(speaker, cast, game, None, with_chart=with_chart))
    if game.outcome:
        speaker.print()
        for sentence in trail_sentences(cast, game.outcome):
            speaker.print(Text(sentence))
