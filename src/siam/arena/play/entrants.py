"""Decide who can enter a tournament: an agent of the registry, any program, any Python object with `choose`."""

import inspect
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from importlib import import_module
from math import inf
from typing import Any, Protocol

from siam.agents import agent, agent_names, levels
from siam.agents.registry import CHAMPION
from siam.arena.play.programs import Program
from siam.rules import Move, Position, SiamError


class EntrantError(SiamError):
    """An entrant that cannot be found or made."""


class Chooser(Protocol):
    """What plays in the arena: it chooses a move for the seat whose turn it is."""

    def choose(self, position: Position, *, seconds: float | None = None, seed: int = 0) -> Move:
        """Return a legal move; the same seed should give the same one."""
        ...


@dataclass(frozen=True, slots=True)
class Entrant:
    """Someone who plays: a name for the tables and a recipe from which every process makes its own agent.

    No recipe leads to an object that somebody handed over: it is carried along, and its recipe only names its class.
    """

    name: str
    recipe: str
    instance: Any = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        """Write it so that `parse_entrant` reads it."""
        return self.recipe if self.name == _title_of(self.recipe) else f"{self.name}={self.recipe}"


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
_AGENT_TERMS: dict[str, dict[str, Callable[[str], Any]]] = {
    "uct": {"curiosity": _measure, "nodes": _count},
    **{name: {"nodes": _count} for name in (*levels()[1:], CHAMPION)},  # the first level does not search
}
_EXEC = re.compile(r"exec(?:\[([^\]]*)\])?:(.+)")
_AGENT = re.compile(rf"({'|'.join(_AGENT_TERMS)})\[([^\]]+)\]")
_PYTHON = re.compile(r"py:([\w.]+):([\w.]+)")
_OBJECT = "object:"


def parse_entrant(text: str) -> Entrant:
    """Read `NAME`, `NAME[nodes=…]`, `exec:COMMAND`, `exec[level=3]:COMMAND` or `py:module:factory`.

    `TITLE=` may stand before each of them.
    """
    title, equals, recipe = text.partition("=")
    if not equals or not re.fullmatch(r"[\w.+-]+", title):
        title, recipe = "", text
    if match := _EXEC.fullmatch(recipe):
        _terms(match[1], _PROGRAM_TERMS)
    elif match := _AGENT.fullmatch(recipe):
        _terms(match[2], _AGENT_TERMS[match[1]])
    elif recipe not in agent_names() and not _PYTHON.fullmatch(recipe):
        known = f"{', '.join(agent_names())}, uct[nodes=…], exec:COMMAND, py:module:factory"
        raise EntrantError(f"{recipe!r} is nobody we know; known: {known}")
    return Entrant(title or _title_of(recipe), recipe)


def _title_of(recipe: str) -> str:
    """Name who was given no title: a program by its command, a Python object by where it is found."""
    if match := _EXEC.fullmatch(recipe):
        return match[2]
    if match := _PYTHON.fullmatch(recipe):
        return f"{match[1]}:{match[2]}"
    return recipe


def entrant_of(given: Any) -> Entrant:
    """Let a name, an entrant or an object with `choose` enter."""
    if isinstance(given, Entrant):
        return given
    if isinstance(given, str):
        return parse_entrant(given)
    if isinstance(given, type):
        raise EntrantError(f"{given.__name__} is a class; let an object of it enter, {given.__name__}()")
    chooser(given)
    kind = type(given)
    name = getattr(given, "name", None)
    recipe = f"{_OBJECT}{kind.__module__}.{kind.__qualname__}"
    return Entrant(name if isinstance(name, str) and name else kind.__name__, recipe, given)


def make(entrant: Entrant) -> Chooser:
    """Make the agent of an entrant; EntrantError if it cannot be made."""
    if entrant.instance is not None:
        return chooser(entrant.instance)
    if entrant.recipe.startswith(_OBJECT):
        raise EntrantError(f"{entrant.name} was an object ({entrant.recipe.removeprefix(_OBJECT)}); hand it over again")
    if match := _EXEC.fullmatch(entrant.recipe):
        return Program(match[2], _terms(match[1], _PROGRAM_TERMS))
    if match := _AGENT.fullmatch(entrant.recipe):
        return _on_terms(entrant.name, match[1], _terms(match[2], _AGENT_TERMS[match[1]]))
    if match := _PYTHON.fullmatch(entrant.recipe):
        return chooser(_python_object(match[1], match[2]))
    return agent(entrant.recipe)


def chooser(thing: Any) -> Chooser:
    """Make a chooser of an object with `choose`, which may leave out the keywords it has no use for."""
    choose = getattr(thing, "choose", None)
    if not callable(choose):
        raise EntrantError(f"{thing!r} has no method choose")
    return _Adapted(thing)


def dismiss(thing: Any) -> None:
    """Let an agent end what it has started, if it has a `close`."""
    close = getattr(thing, "close", None)
    if not callable(close):
        return
    try:
        close()
    except Exception:  # somebody else's code
        logging.getLogger(__name__).warning("%r did not close", thing, exc_info=True)


def module_of(entrant: Entrant) -> str:
    """Name the module in which an entrant's own Python code begins; nothing for all others."""
    if match := _PYTHON.fullmatch(entrant.recipe):
        return match[1]
    return "" if entrant.instance is None else type(entrant.instance).__module__


def _python_object(module: str, factory: str) -> Any:
    try:
        made: Any = import_module(module)
        for part in factory.split("."):
            made = getattr(made, part)
        return made() if callable(made) else made
    except (Exception, SystemExit) as problem:  # somebody else's code
        raise EntrantError(f"py:{module}:{factory}: {type(problem).__name__}: {problem}") from None


def _on_terms(name: str, known: str, terms: dict[str, Any]) -> Chooser:
    """Make an agent that searches, with another measure than its own."""
    from siam.agents.level_agents import LevelAgent, PerPlayers, searching_agent

    found = searching_agent(known)
    if isinstance(found, LevelAgent):
        return replace(found, name=name, nodes=PerPlayers(*[terms["nodes"]] * 3), fills_time=False)
    return replace(found, name=name, **terms)


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

    def __init__(self, thing: Any) -> None:
        self._thing = thing
        parameters = inspect.signature(thing.choose).parameters
        takes_all = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
        self._takes = [name for name in ("seconds", "seed") if takes_all or name in parameters]

    def choose(self, position: Position, *, seconds: float | None = None, seed: int = 0) -> Move:
        given = {"seconds": seconds, "seed": seed}
        move: Move = self._thing.choose(position, **{name: given[name] for name in self._takes})
        return move

    def close(self) -> None:
        dismiss(self._thing)
