"""Decide how a person makes a move: one question after another, with a way back from every one."""

from collections.abc import Callable
from enum import Enum

from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from siam.cli.terminal.choices import describe, meant, question
from siam.cli.terminal.names import Cast
from siam.cli.terminal.pictures import hand_picture, table_picture
from siam.cli.terminal.sentences import illegality_sentence, standing_sentence
from siam.cli.terminal.signs import STYLES
from siam.notation import NotationError, format_move, format_step, parse_move
from siam.rules import (
    CardStep,
    Control,
    FollowerStep,
    Game,
    HalfMove,
    Move,
    PassStep,
    Position,
    Step,
    advance,
    standing_outcome,
    why_illegal,
)

PROMPT = "> "


class QuitError(Exception):
    """The person wants to stop, or there is no more input."""


class Wish(Enum):
    """What can be said at any question besides its answers."""

    UNDO = "u"
    TABLE = "b"
    HELP = "?"
    QUIT = "q"


def read_line(console: Console, prompt: str = PROMPT) -> str:
    """Read what the person types; the end of the input is a wish to stop."""
    try:
        return console.input(Text(prompt, style="bold cyan")).strip()
    except EOFError:
        console.print()
        raise QuitError from None


def ask_move(console: Console, cast: Cast, game: Game) -> Move:
    """Ask for a whole move: card, action, follower to take; then for a last look."""
    asking = _Asking(console, cast, game)
    half_move = HalfMove(game.position)
    while True:
        move = half_move.move
        if move is not None:
            half_move = asking.confirm(half_move, move)
            if half_move.move is not None:
                return move
            continue
        answer = asking.step(half_move)
        if isinstance(answer, HalfMove):
            half_move = answer
        elif asking.confirm_whole(answer):
            return answer


class _Asking:
    def __init__(self, console: Console, cast: Cast, game: Game) -> None:
        self._console = console
        self._cast = cast
        self._game = game

    def step(self, half_move: HalfMove) -> "HalfMove | Move":
        """Ask for the next step; a whole move in the notation will do at the first question."""
        steps = half_move.legal_steps
        self._show_choices(half_move, steps)
        while True:
            text = read_line(self._console)
            wish = self._wish(text, lambda: self._show_choices(half_move, steps))
            if wish is Wish.UNDO:
                return half_move.undo()
            if wish is not None or not text:
                continue
            found = meant(self._cast, steps, text)
            if len(found) == 1:
                return half_move.then(found[0])
            move = self._whole_move(text) if not half_move.steps and not found else None
            if move is not None:
                return move
            if not (" " in text and not half_move.steps):
                self._complain(found)

    def confirm(self, half_move: HalfMove, move: Move) -> HalfMove:
        """Show a whole move and what it would lead to; return it, without its last step if it is not wanted."""
        self._show_move(move)
        while True:
            text = read_line(self._console)
            if not text:
                return half_move
            wish = self._wish(text, lambda: self._show_move(move))
            if wish is Wish.UNDO:
                return half_move.undo()
            if wish is None:
                self._complain_of_confirmation(text)

    def confirm_whole(self, move: Move) -> bool:
        """Show a move that was typed as a whole; return whether it is confirmed."""
        self._show_move(move)
        while True:
            text = read_line(self._console)
            wish = self._wish(text, lambda: self._show_move(move)) if text else None
            if not text or wish is Wish.UNDO:
                return not text
            if wish is None:
                self._complain_of_confirmation(text)

    def _wish(self, text: str, show_again: Callable[[], None]) -> Wish | None:
        """Fulfil a wish as far as it can be done here."""
        wish = next((wish for wish in Wish if wish.value == text.lower()), None)
        if wish is Wish.QUIT:
            raise QuitError
        if wish is Wish.TABLE:
            seat = self._game.position.to_move
            self._console.print(table_picture(self._console, self._cast, self._game, seat, with_chart=True))
            show_again()
        if wish is Wish.HELP:
            self._help()
            show_again()
        return wish

    def _whole_move(self, text: str) -> Move | None:
        _ = self._cast._
        position = self._game.position
        try:
            move = parse_move(position.board, text)
        except NotationError as problem:
            if " " in text:
                self._console.print(Text(str(problem), style="red"))
            return None
        reason = why_illegal(position, move)
        if reason is None:
            return move
        self._console.print(Text(illegality_sentence(_, reason), style="red"))
        return None

    def _complain(self, found: list[Step]) -> None:
        _ = self._cast._
        if found:
            names = self._cast.listed([describe(self._cast, step) for step in found[:6]])
            self._console.print(Text(_("Which one: {names}?", names=names), style="red"))
        else:
            self._console.print(Text(_("That is not one of the choices; ? helps."), style="red"))

    def _complain_of_confirmation(self, text: str) -> None:
        _ = self._cast._
        said = _("{text} is no answer here: Enter plays this move, u takes the last choice back.", text=repr(text[:20]))
        self._console.print(Text(said, style="red"))

    def _show_choices(self, half_move: HalfMove, steps: tuple[Step, ...]) -> None:
        position = half_move.position
        self._console.print()
        self._console.print(self._so_far(half_move))
        cards = tuple(step.card for step in steps if isinstance(step, CardStep))
        if not half_move.steps:
            self._console.print(Text.assemble(("  p", "bold cyan"), "  ", self._cast._("Pass")))
            self._console.print(hand_picture(self._cast, cards, position.player.hand))
            return
        texts = [self._choice(number, step) for number, step in enumerate(steps, start=1)]
        self._console.print(Padding(Columns(texts, padding=(0, 3), column_first=True), (0, 2)))

    def _choice(self, number: int, step: Step) -> Text:
        style = STYLES[Control(step.cell.faction)] if isinstance(step, FollowerStep) else ""
        short = format_step(self._cast.board, step)
        return Text.assemble((f"{number:2} ", "bold cyan"), (short, style or "bold"), " ", describe(self._cast, step))

    def _so_far(self, half_move: HalfMove) -> Text:
        """Show the move in the making and the question that comes next."""
        text = Text()
        for step in half_move.steps:
            text.append(describe(self._cast, step), style="bold")
            text.append(" > ", style="dim")
        return text.append(question(self._cast, half_move), style="bold cyan")

    def _show_move(self, move: Move) -> None:
        _, position = self._cast._, self._game.position
        after = advance(position, move).position
        self._console.print()
        self._console.print(Text(format_move(position.board, move), style="bold"))
        self._console.print(Text(standing_sentence(self._cast, standing_outcome(after)), style="italic"))
        self._console.print(Text(_("Enter plays this move, u takes the last choice back."), style="cyan"))

    def _help(self) -> None:
        _ = self._cast._
        for line in (
            _("Answer with the letter, the number, the short form or the beginning of a name."),
            _("A whole move in the notation will do as well, like: {move}", move=_example(self._game.position)),
            _("u  takes the last choice back"),
            _("b  shows the board"),
            _("?  shows this help"),
            _("q  stops the game"),
        ):
            self._console.print(Text(f"  {line}"))


def _example(position: Position) -> str:
    """Return a move in the notation, as an example."""
    half_move = HalfMove(position)
    while (move := half_move.move) is None:
        half_move = half_move.then(half_move.legal_steps[-1])
    return format_move(position.board, move)


def is_forced(position: Position) -> bool:
    """Return whether passing is all that can be done."""
    return all(isinstance(step, PassStep) for step in HalfMove(position).legal_steps)
