"""Agents as a stranger might write them: good, forgetful, wrong."""

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


class Moody:
    """Gives up where a seed is a multiple of sixteen, so that some games reach their end and others do not."""

    def choose(self, position: Position, *, seed: int = 0) -> Move:
        if seed % 16 == 0:
            raise RuntimeError("not in the mood")
        return PASS
