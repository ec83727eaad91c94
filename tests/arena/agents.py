"""Agents as a stranger might write them: good, forgetful, wrong."""

import os
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from siam.agents.simple import random_move
from siam.rules import NO_EFFECT, PASS, Card, Move, Play, Position


class Short:
    """Takes no keywords at all and always passes."""

    def choose(self, position: Position) -> Move:
        return PASS


class Seeded:
    def choose(self, position: Position, *, seed: int = 0) -> Move:
        return random_move(position, Random(seed))


class Forgetful:
    """Ignores its seed, so that it never does the same twice."""

    def __init__(self) -> None:
        self._random = Random(5)

    def choose(self, position: Position, **given: Any) -> Move:
        return random_move(position, self._random)


class Cheat:
    """Plays a card without its action."""

    def choose(self, position: Position) -> Move:
        return Play(Card.MAHARACHA, NO_EFFECT, None)


class Clumsy:
    def choose(self, position: Position) -> Move:
        raise RuntimeError("out of ideas")


class Complaining:
    def __init__(self, words: str) -> None:
        self._words = words

    def choose(self, position: Position) -> Move:
        raise RuntimeError(self._words)


class Counting:
    """Answers every question twice in the same way, but not a third time."""

    def __init__(self) -> None:
        self._asked = 0

    def choose(self, position: Position, *, seed: int = 0) -> Move:
        self._asked += 1
        return random_move(position, Random(seed + (self._asked + 1) // 2))


class Answering:
    """Gives the same answer whatever it is asked."""

    def __init__(self, answer: Any) -> None:
        self._answer = answer

    def choose(self, position: Position) -> Any:
        return self._answer


class Vandal:
    """Renames the map on which it plays."""

    def choose(self, position: Position) -> Move:
        object.__setattr__(position.board, "name", "ruins")
        return PASS


class Leaving:
    """Leaves as a script would."""

    def choose(self, position: Position) -> Move:
        sys.exit(3)


class Interrupting:
    """Does what Ctrl-C does."""

    def choose(self, position: Position) -> Move:
        raise KeyboardInterrupt


class Vanishing:
    """Takes the whole process with it."""

    def choose(self, position: Position) -> Move:
        os._exit(3)


class Mortal:
    """Takes its process with it once, and leaves a note."""

    def choose(self, position: Position) -> Move:
        note = Path(os.environ["SIAM_TEST_NOTE"])
        if not note.exists():
            note.touch()
            os._exit(3)
        return PASS


class Tidy:
    """Leaves a note when it is closed."""

    def __init__(self, note: Path) -> None:
        self.note = note

    def choose(self, position: Position) -> Move:
        return PASS

    def close(self) -> None:
        self.note.write_text("closed", encoding="utf-8")


def tidy_here() -> Tidy:
    return Tidy(Path(os.environ["SIAM_TEST_NOTE"]))


def wanting(what: str) -> Short:
    raise AssertionError(f"nobody gave {what}")


def failing() -> Short:
    raise RuntimeError("no weights")


class Moody:
    """Gives up where a seed is a multiple of sixteen, so that some games reach their end and others do not."""

    def choose(self, position: Position, *, seed: int = 0) -> Move:
        if seed % 16 == 0:
            raise RuntimeError("not in the mood")
        return PASS


class Slow:
    """Thinks for an hour, and leaves a mark in a directory when it begins and when it is closed."""

    def __init__(self, marks: Path) -> None:
        self._marks = marks

    def choose(self, position: Position) -> Move:
        self._leave("begun")
        time.sleep(3600)
        return PASS

    def close(self) -> None:
        self._leave("closed")

    def _leave(self, word: str) -> None:
        (self._marks / f"{word}-{os.getpid()}").touch()


def slow() -> Slow:
    """Make a slow agent that leaves its marks where the environment says."""
    return Slow(Path(os.environ["SIAM_TEST_MARKS"]))
