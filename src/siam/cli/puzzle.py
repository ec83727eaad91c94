"""`siam puzzle`: endings with one winning move, to be solved at the terminal; and the making of new ones."""

import sys

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from siam.cli.language import console, language_option
from siam.cli.terminal.names import Cast
from siam.cli.terminal.pictures import table_picture
from siam.cli.terminal.prompts import QuitError, ask_move, read_line
from siam.cli.terminal.sentences import trail_sentences, turn_sentences
from siam.extras import missing_extra
from siam.puzzles import Judgement, Puzzle, Status, Theme, attempt, format_puzzle, puzzle_set
from siam.rules import Game, Move
from siam.translation import Translator

NAMES = ("Anna", "Bertha", "Carl", "Dora")


@click.command()
@click.argument("name", required=False)
@click.option("--players", type=click.IntRange(2, 4), help="List only those for so many players.")
@click.option("--make", "number", type=click.IntRange(1, 1000), help="Find so many new ones and write them out.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Where the search begins.")
@language_option
def puzzle(_: Translator, name: str | None, players: int | None, number: int | None, seed: int) -> None:
    """Solve puzzles: one move wins, whatever the others do.

    Without a name the puzzles are listed; `siam puzzle 2-01` sets up the first one for two players.
    """
    speaker = console()
    if number is not None:
        _make(_, number, seed)
    elif name is None:
        _show_list(_, speaker, [one for one in puzzle_set().values() if players in (None, one.players)])
    elif name in puzzle_set():
        _Solving(_, speaker, puzzle_set()[name]).run()
    else:
        raise click.ClickException(_("There is no puzzle {name}; siam puzzle lists them.", name=name))


def _make(_: Translator, number: int, seed: int) -> None:
    try:
        from siam.puzzles.discovery import make_puzzles  # the engine takes a while to load
        from siam.puzzles.grades import arranged, grade
    except ModuleNotFoundError as problem:
        raise missing_extra(problem.name or "numba", "engine", _) from None
    made: list[Puzzle] = []
    with click.progressbar(length=number, file=sys.stderr) as progress:
        for one in make_puzzles(number, seed):
            made.append(grade(one))
            progress.update(1)
    for one in arranged(made):
        click.echo(format_puzzle(one))


def _show_list(_: Translator, speaker: Console, puzzles: list[Puzzle]) -> None:
    table = Table(box=None, pad_edge=False, padding=(0, 2))
    for heading in (_("Puzzle"), _("Players"), _("Grade"), _("About")):
        table.add_column(heading, no_wrap=heading != _("About"))
    for one in puzzles:
        about = ", ".join(theme_name(_, theme) for theme in one.themes)
        table.add_row(Text(one.id, style="bold cyan"), str(one.players), "*" * one.grade, Text(about))
    speaker.print(table)
    speaker.print()
    speaker.print(_("siam puzzle NAME sets one up."))


def theme_name(_: Translator, theme: Theme) -> str:
    """Name what a puzzle is about."""
    match theme:
        case Theme.LAST_CARD:
            return _("your last card")
        case Theme.IN_TWO:
            return _("win in two")
        case Theme.PASS:
            return _("patience")
        case Theme.SWAP:
            return _("swap")
        case Theme.ORDER:
            return _("order of the struggles")
        case Theme.NO_EFFECT:
            return _("card without effect")
        case Theme.COLONY:
            return _("colony")
        case Theme.TIE_BREAK:
            return _("tie-break")


class _Solving:
    """One puzzle at the terminal, tried until it is solved or given up."""

    def __init__(self, _: Translator, speaker: Console, puzzle: Puzzle) -> None:
        self._ = _
        self._speaker = speaker
        self._puzzle = puzzle
        self._cast = Cast(_, puzzle.position.board, NAMES[: puzzle.players])

    def run(self) -> None:
        """Ask for moves until the puzzle is solved."""
        _ = self._
        me = self._cast.player(self._puzzle.position.to_move)
        self._say(
            _(
                "Puzzle {id}: you are {name}. One move wins, whatever the others do. Which one?",
                id=self._puzzle.id,
                name=me,
            )
        )
        moves: list[Move] = []
        game = Game(self._puzzle.position)
        try:
            while True:
                self._show(game)
                moves.append(ask_move(self._speaker, self._cast, game))
                verdict = attempt(self._puzzle, moves)
                self._tell(game, verdict)
                if verdict.status is Status.SOLVED:
                    self._say(_("Solved: you win whatever the others do."))
                    return
                game = verdict.game
                if verdict.status is Status.WRONG:
                    self._say(_("That move does not win by force."))
                    read_line(self._speaker, _("Press Enter to try again, q stops.") + " ")
                    moves, game = [], Game(self._puzzle.position)
                else:
                    self._say(_("Right so far. And now?"))
        except QuitError:
            self._speaker.print()

    def _show(self, game: Game) -> None:
        self._speaker.print()
        self._speaker.print(table_picture(self._speaker, self._cast, game, game.position.to_move))

    def _tell(self, before: Game, verdict: Judgement) -> None:
        """Tell what happened since, and how it ends."""
        self._speaker.print()
        position = before.position
        for turn in verdict.game.turns[len(before.turns) :]:
            self._speaker.print(Text(" ".join(turn_sentences(self._cast, position, turn))))
            position = turn.position
        outcome = verdict.game.outcome
        for sentence in trail_sentences(self._cast, outcome) if outcome else []:
            self._speaker.print(Text(f"  {sentence}", style="dim"))

    def _say(self, sentence: str) -> None:
        self._speaker.print(Text(sentence, style="bold green"))
