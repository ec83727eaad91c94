"""The kit for testing an agent: whether it always gives a legal move, and the same one for the same seed."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any

from siam.agents.simple import random_move
from siam.arena.play.entrants import Chooser, chooser
from siam.arena.play.plans import seed_of
from siam.notation import format_move, format_position
from siam.rules import BOOK, PLAYER_COUNTS, Move, Options, Position, advance, deal, load_board, why_illegal

VARIANTS = (
    ("siam", BOOK),
    ("albion", BOOK),
    ("siam", Options(capital_last=True, colony_loses=True)),
)
ALLOWANCE_SECONDS = 5.0
"""How much longer than its time an agent may take on a busy machine before that counts as a fault."""


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
    players: Sequence[int] = PLAYER_COUNTS,
    games: int = 2,
    seed: int = 1,
    seconds: float | None = None,
    most: int = 10,
) -> list[Finding]:
    """Play an agent through games against itself and against chance, and list what it does wrong.

    It must give a legal move in every position, on every map and with every option, within its time if it has one,
    and otherwise the same move when it is asked again with the same seed; a position must be left as it is. A game
    ends with its first finding. An empty list is the best answer.
    """
    checked, findings = _Checked(chooser(agent), seconds), []
    for count in players:
        for board, options in VARIANTS:
            for number in range(games):
                setup = deal(count, f"check {seed}/{count}/{number}", board=load_board(board), options=options)
                try:
                    checked.play(_copied(setup), seed_of(seed, count, board, number), alone=number % 2 == 1)
                except _FindingError as found:
                    findings.append(found.finding)
                if len(findings) >= most:
                    return findings
    return findings


class _FindingError(Exception):
    """Ends a game in which an agent did something wrong."""

    def __init__(self, problem: str, position: Position) -> None:
        super().__init__(problem)
        self.finding = Finding(problem, format_position(position))


@dataclass(frozen=True, slots=True)
class _Answer:
    """What an agent chose, with a copy of what it was shown."""

    shown: Position
    seed: int
    move: Move

    def __str__(self) -> str:
        return format_move(self.shown.board, self.move)


class _Checked:
    """An agent under examination."""

    def __init__(self, agent: Chooser, seconds: float | None) -> None:
        self._agent = agent
        self._seconds = seconds
        self._is_warm = False

    def play(self, setup: Position, seed: int, *, alone: bool) -> None:
        """Play a game: the agent in every seat, or in one of them among random players."""
        random = Random(seed)
        seat = random.randrange(len(setup.players))
        position = setup
        first: _Answer | None = None
        while not position.is_over:
            if alone and position.to_move != seat:
                position = advance(position, random_move(position, random)).position
                continue
            answer = self._ask(position, seed_of(seed, position.card_count, random.getrandbits(32)))
            self._ask_again(answer)
            first = first or answer
            position = advance(position, answer.move).position
        if first:  # whoever counts the questions answers this one differently now
            self._ask_again(first)

    def _ask(self, position: Position, seed: int) -> _Answer:
        """Ask for a move and look at it."""
        shown = _copied(position)
        started = monotonic()
        try:
            move: Any = self._agent.choose(position, seconds=self._seconds, seed=seed)
        except (Exception, SystemExit) as problem:  # somebody else's code
            raise _FindingError(f"raised {type(problem).__name__}: {problem}", shown) from None
        took_seconds = monotonic() - started
        answer = _Answer(shown, seed, move)
        try:
            text, illegality = str(answer), why_illegal(shown, move)
        except Exception:  # the rules cannot make sense of it
            raise _FindingError(f"gave no move, but {move!r}", shown) from None
        if illegality is not None:
            raise _FindingError(f"chose {text}, but {illegality.value}", shown)
        if position != shown:
            raise _FindingError("changed the position that it was shown", shown)
        if self._is_late(took_seconds):
            raise _FindingError(f"took {took_seconds:.1f} seconds, and was given {self._seconds:g}", shown)
        return answer

    def _is_late(self, took_seconds: float) -> bool:
        """Return whether an answer took too long; the first one may, for that is when an agent loads what it needs."""
        was_warm, self._is_warm = self._is_warm, True
        return was_warm and self._seconds is not None and took_seconds > self._seconds + ALLOWANCE_SECONDS

    def _ask_again(self, answer: _Answer) -> None:
        """Ask the same once more; only an agent that thinks by the clock may answer differently."""
        if self._seconds is not None:
            return
        again = self._ask(_copied(answer.shown), answer.seed)
        if again != answer:
            raise _FindingError(f"chose {answer}, and {again} with the same seed {answer.seed}", answer.shown)


def _copied(position: Position) -> Position:
    """Copy what an agent could change, if it tried hard."""
    return position._replace(board=copy(position.board), options=copy(position.options))
