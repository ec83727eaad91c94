"""The kit for testing an agent: whether it always gives a legal move, and the same one for the same seed."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from siam.agents.simple import random_move
from siam.arena.entrants import Chooser, chooser
from siam.arena.plans import seed_of
from siam.notation import format_move, format_position
from siam.rules import BOOK, Game, Options, Position, deal, load_board, why_illegal
from siam.rules.turns import advance

VARIANTS = (
    ("siam", BOOK),
    ("albion", BOOK),
    ("siam", Options(capital_last=True, colony_loses=True)),
)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that an agent does wrong, with the position where it did."""

    problem: str
    position: str

    def __str__(self) -> str:
        return f"{self.problem}\n  {self.position}"


def check_agent(
    agent: Any,
    *,
    players: Sequence[int] = (2, 3, 4),
    games: int = 2,
    seed: int = 1,
    seconds: float | None = None,
    most: int = 10,
) -> list[Finding]:
    """Play an agent through games against itself and against chance, and list what it does wrong.

    It must give a legal move in every position, on every map and with every option, and the same move when it is
    asked again with the same seed; a position must be left as it is. An empty list is the best answer.
    """
    checked = _Checked(chooser(agent), seconds)
    for count in players:
        for board, options in VARIANTS:
            for number in range(games):
                setup = deal(count, f"check {seed}/{count}/{number}", board=load_board(board), options=options)
                checked.play(setup, seed_of(seed, count, board, number), alone=number % 2 == 1)
                if len(checked.findings) >= most:
                    return checked.findings[:most]
    return checked.findings


class _Checked:
    def __init__(self, agent: Chooser, seconds: float | None) -> None:
        self._agent = agent
        self._seconds = seconds
        self.findings: list[Finding] = []

    def play(self, setup: Position, seed: int, *, alone: bool) -> None:
        """Play a game: the agent in every seat, or in one of them among random players."""
        random = Random(seed)
        seat = random.randrange(len(setup.players))
        game = Game(setup)
        while game.outcome is None:
            position = game.position
            if alone and position.to_move != seat:
                game = Game(advance(position, random_move(position, random)).position)
                continue
            if not self._asked(position, seed_of(seed, position.card_count, random.getrandbits(32))):
                return
            game = Game(advance(position, self._move).position)

    def _asked(self, position: Position, seed: int) -> bool:
        """Ask for a move and look at it; say whether the game can go on with it."""
        before = format_position(position)
        try:
            move = self._agent.choose(position, seconds=self._seconds, seed=seed)
            problem = why_illegal(position, move)
            text = format_move(position.board, move)
            again = self._agent.choose(position, seconds=self._seconds, seed=seed)
        except Exception as problem_raised:  # somebody else's code
            return self._found(f"raised {type(problem_raised).__name__}: {problem_raised}", before)
        if problem is not None:
            return self._found(f"chose {text}, but {problem.value}", before)
        if format_position(position) != before:
            return self._found("changed the position that it was shown", before)
        if again != move and self._seconds is None:
            return self._found(
                f"chose {text}, and {format_move(position.board, again)} with the same seed {seed}", before
            )
        self._move = move
        return True

    def _found(self, problem: str, position: str) -> bool:
        self.findings.append(Finding(problem, position))
        return False
