"""Decide who can enter a tournament: an agent of the registry, any program, any Python object with `choose`."""

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from math import inf
from typing import Any, Protocol

from siam.agents import agent, agent_names
from siam.arena.programs import Program
from siam.rules import Move, Position, SiamError


class EntrantError(SiamError):
    """An entrant that cannot be found or made."""


class Chooser(Protocol):
    """What plays in the arena: it chooses a move for the seat whose turn it is."""

    def choose(self, position: Position, *, seconds: float | None = None, seed: int = 0) -> Move:
        """Give a legal move; the same seed should give the same one."""
        ...


@dataclass(frozen=True, slots=True)
class Entrant:
    """Someone who plays: a name for the tables and a recipe from which every process makes its own agent."""

    name: str
    recipe: str

    def __str__(self) -> str:
        return self.recipe if self.name == self.recipe else f"{self.name}={self.recipe}"


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise ValueError("a whole number above zero is needed")
    return int(text)


def _measure(text: str) -> float:
    number = float(text)
    if not 0 < number < inf:
        raise ValueError("a number above zero is needed")
    return number


_PROGRAM_TERMS: dict[str, Callable[[str], Any]] = {"level": str, "nodes": _count, "seconds": _measure}
_UCT_TERMS: dict[str, Callable[[str], Any]] = {"curiosity": _measure, "nodes": _count}
_EXEC = re.compile(r"exec(?:\[([^\]]*)\])?:(.+)")
_UCT = re.compile(r"uct\[([^\]]+)\]")
_PYTHON = re.compile(r"py:([\w.]+):([\w.]+)")


def parse_entrant(text: str) -> Entrant:
    """Read `NAME`, `uct[…]`, `exec:COMMAND`, `exec[level=3]:COMMAND` or `py:module:factory`, perhaps after `TITLE=`."""
    title, equals, recipe = text.partition("=")
    if not equals or not re.fullmatch(r"[\w.+-]+", title):
        title, recipe = "", text
    if recipe in agent_names():
        return Entrant(title or recipe, recipe)
    if match := _EXEC.fullmatch(recipe):
        _terms(match[1], _PROGRAM_TERMS)
        return Entrant(title or match[2], recipe)
    if match := _UCT.fullmatch(recipe):
        _terms(match[1], _UCT_TERMS)
        return Entrant(title or recipe, recipe)
    if match := _PYTHON.fullmatch(recipe):
        return Entrant(title or f"{match[1]}:{match[2]}", recipe)
    known = ", ".join(agent_names())
    raise EntrantError(f"{recipe!r} is nobody we know; known: {known}, uct[nodes=…], exec:COMMAND, py:module:factory")


def make(entrant: Entrant) -> Chooser:
    """Make the agent of an entrant; EntrantError if it cannot be made."""
    if match := _EXEC.fullmatch(entrant.recipe):
        return Program(match[2], _terms(match[1], _PROGRAM_TERMS))
    if match := _UCT.fullmatch(entrant.recipe):
        from siam.agents.searching import UctAgent

        return UctAgent(entrant.name, **_terms(match[1], _UCT_TERMS))
    if match := _PYTHON.fullmatch(entrant.recipe):
        return chooser(_python_object(match[1], match[2]))
    return agent(entrant.recipe)


def chooser(thing: Any) -> Chooser:
    """Make a chooser of an object with `choose`, which may leave out the keywords it has no use for."""
    choose = getattr(thing, "choose", None)
    if not callable(choose):
        raise EntrantError(f"{thing!r} has no method choose")
    return _Adapted(choose)


def _python_object(module: str, factory: str) -> Any:
    try:
        made: Any = import_module(module)
        for part in factory.split("."):
            made = getattr(made, part)
    except (ImportError, AttributeError) as problem:
        raise EntrantError(f"py:{module}:{factory}: {problem}") from None
    return made() if callable(made) else made


def _terms(text: str | None, readers: dict[str, Callable[[str], Any]]) -> dict[str, Any]:
    """Read what stands in brackets, as `level=3` or `nodes=500,curiosity=1.4`."""
    terms: dict[str, Any] = {}
    for word in text.split(",") if text else []:
        key, equals, value = word.strip().partition("=")
        if not equals or key not in readers:
            raise EntrantError(f"{word!r} is none of {', '.join(f'{known}=…' for known in readers)}")
        try:
            terms[key] = readers[key](value)
        except ValueError as problem:
            raise EntrantError(f"{word!r}: {problem}") from None
    return terms


class _Adapted:
    """An object whose `choose` may take fewer keywords than ours."""

    def __init__(self, choose: Callable[..., Move]) -> None:
        self._choose = choose
        parameters = inspect.signature(choose).parameters
        takes_all = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
        self._takes = [name for name in ("seconds", "seed") if takes_all or name in parameters]

    def choose(self, position: Position, *, seconds: float | None = None, seed: int = 0) -> Move:
        given = {"seconds": seconds, "seed": seed}
        return self._choose(position, **{name: given[name] for name in self._takes})
