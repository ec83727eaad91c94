"""Decide how a game goes on at the terminal: whose turn it is, what everybody sees, when it is written down."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from siam.cli.terminal.names import Cast
from siam.cli.terminal.pictures import table_picture
from siam.cli.terminal.prompts import ask_move, is_forced, read_line
from siam.cli.terminal.seats import Chair
from siam.cli.terminal.sentences import trail_sentences, turn_sentences
from siam.rules import PASS, Game, Move, Seat


@dataclass(frozen=True, slots=True)
class TerminalTable:
    """A table at the terminal: who sits there, how long bots may think, and what to do after every turn."""

    console: Console
    cast: Cast
    chairs: tuple[Chair, ...]
    seconds: float | None
    random: Random
    keep: Callable[[Game], None]

    def play(self, game: Game) -> Game:
        """Play to the end."""
        while not game.position.is_over:
            before = game.position
            game = game.play(self._move(game))
            self.keep(game)
            self._tell(turn_sentences(self.cast, before, game.turns[-1]))
        self._show_end(game)
        return game

    def _move(self, game: Game) -> Move:
        chair = self.chairs[game.position.to_move]
        if is_forced(game.position):
            if chair.agent is None and game.position.player.hand:
                self._say(self.cast._("The last card of the game would not win it, so {name} passes.", name=chair.name))
            return PASS
        if chair.agent is None:
            self._hand_over(game)
            self.console.print()
            picture = table_picture(
                self.console, self.cast, game, game.position.to_move, with_chart=self._is_first_look(game)
            )
            self.console.print(picture)
            return ask_move(self.console, self.cast, game)
        with self.console.status(self.cast._("{name} is thinking …", name=chair.name)):
            return chair.agent.choose(game.position, seconds=self.seconds, seed=self.random.getrandbits(32))

    def _is_first_look(self, game: Game) -> bool:
        """Return whether nobody at the keyboard has been asked yet."""
        return not any(self.chairs[turn.seat].agent is None for turn in game.turns)

    def _hand_over(self, game: Game) -> None:
        """Let people at one keyboard change places, so that hands stay hidden (§2.2)."""
        people = [seat for seat, chair in enumerate(self.chairs) if chair.agent is None]
        seat = game.position.to_move
        if len(people) < 2 or not self.console.is_terminal or _last_person(game, people) == seat:
            return
        read_line(self.console, self.cast._("{name}, it is your turn: press Enter.", name=self.chairs[seat].name) + " ")
        self.console.clear()

    def _tell(self, sentences: list[str]) -> None:
        self.console.print()
        self._say(" ".join(sentences))

    def _say(self, sentence: str) -> None:
        self.console.print(Text(f"» {sentence}" if self.console.is_terminal else sentence, style="green"))

    def _show_end(self, game: Game) -> None:
        outcome = game.outcome
        assert outcome
        self.console.print(Rule(style="dim") if self.console.is_terminal else "")
        self.console.print(table_picture(self.console, self.cast, game, None))
        self.console.print()
        for number, sentence in enumerate(trail_sentences(self.cast, outcome), start=1):
            self.console.print(Text(f"{number}. {sentence}"))


def _last_person(game: Game, people: list[Seat]) -> Seat | None:
    return next((turn.seat for turn in reversed(game.turns) if turn.seat in people), None)
