"""Decide what the methods that take their time are asked: which position, how long, and when to stop."""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event
from typing import Any, Protocol, TypeAlias

from siam.extras import MissingExtraError
from siam.protocol.methods import Methods, illegal
from siam.protocol.params import Params, invalid
from siam.rules import Illegality, Position, SiamError

MOST_SECONDS = 3600.0
MOST_NODES = 10**12
MOST_LINES = 100


@dataclass(frozen=True, slots=True)
class Thinking:
    """The terms of one thought; `stop` is set when the answer is wanted now."""

    seconds: float | None = None
    nodes: int | None = None
    seed: int | str | None = None
    lines: int | None = None
    stop: Event = field(default_factory=Event)


class Choose(Protocol):
    """Chooses a move in a position that is not over; an unknown level is a SiamError."""

    def __call__(self, position: Position, level: str | None, thinking: Thinking) -> dict[str, Any]:
        """Return the chosen move, in the notation, under `move`, and whatever else there is to tell."""
        ...


Analyse: TypeAlias = Callable[[Position, Thinking], dict[str, Any]]
Task: TypeAlias = Callable[[Event], dict[str, Any]]


class SlowMethods:
    """The methods that think. Reading a request is quick and gives a task; the task is what takes time."""

    def __init__(self, methods: Methods, choose: Choose, analyse: Analyse | None = None) -> None:
        self._methods = methods
        self._choose = choose
        self._analyse = analyse
        self.table: dict[str, Callable[[dict[str, Any]], Task]] = {"choose": self.choose}
        if analyse is not None:
            self.table["analyse"] = self.analyse

    def choose(self, values: dict[str, Any]) -> Task:
        """Choose a move."""
        params = Params(values, ("position", "options", "map", "level", "seconds", "nodes", "seed"))
        position = self._position(params)
        level = params.optional_name("level")
        seconds, nodes = _limits(params)
        seed = params.optional_seed("seed")
        return lambda stop: _checked_task(
            lambda: self._choose(position, level, Thinking(seconds, nodes, seed, None, stop))
        )

    def analyse(self, values: dict[str, Any]) -> Task:
        """Find the best lines and the chances of each camp."""
        params = Params(values, ("position", "options", "map", "seconds", "nodes", "lines"))
        position = self._position(params)
        seconds, nodes = _limits(params)
        lines = params.optional_count("lines", MOST_LINES)
        analyse = self._analyse
        assert analyse is not None
        return lambda stop: _checked_task(lambda: analyse(position, Thinking(seconds, nodes, None, lines, stop)))

    def _position(self, params: Params) -> Position:
        position = self._methods.position(params)
        if position.is_over:
            raise illegal(Illegality.GAME_OVER)
        return position


def _limits(params: Params) -> tuple[float | None, int | None]:
    return params.optional_seconds("seconds", MOST_SECONDS), params.optional_count("nodes", MOST_NODES)


def _checked_task(task: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    try:
        return task()
    except MissingExtraError:
        raise
    except SiamError as problem:
        raise invalid(str(problem)) from None
