"""Decide who can enter a tournament: an agent of the registry, any program, any Python object with `choose`."""

import inspect
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol

from siam.agents import AgentError, agent, agent_names
from siam.agents.names import parse_agent_name, read_count, read_measure, read_terms, split_list
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
    """An entrant: a name for the tables, and a recipe from which every process makes its own agent.

    No recipe leads to an object that somebody handed over: it is carried along, and its recipe only names its class.
    """

    name: str
    recipe: str
    instance: Any = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        """Write it so that `parse_entrant` reads it."""
        return self.recipe if self.name == _title_of(self.recipe) else f"{self.name}={self.recipe}"


_PROGRAM_TERMS: dict[str, Callable[[str], Any]] = {"level": str, "nodes": read_count, "seconds": read_measure}
_EXEC = re.compile(r"exec(?:\[((?:[^\[\]]|\[[^\]]*\])*)\])?:(.+)")
_PYTHON = re.compile(r"py:([\w.]+):([\w.]+)(?:\[([^\]]+)\])?")
_OBJECT = "object:"


def parse_entrant(text: str) -> Entrant:
    """Read `NAME`, `NAME[nodes=…]`, `exec:COMMAND`, `exec[level=3]:COMMAND`, `py:module:factory[key=value]`.

    `TITLE=` may stand before each of them.
    """
    title, equals, recipe = text.partition("=")
    if not equals or not re.fullmatch(r"[\w.+-]+", title):
        title, recipe = "", text
    try:
        if match := _EXEC.fullmatch(recipe):
            _terms(match[1])
        elif match := _PYTHON.fullmatch(recipe):
            _keywords(match[3])
        elif recipe.partition("[")[0] in agent_names():
            parse_agent_name(recipe)
        else:
            known = f"{', '.join(agent_names())}, uct[nodes=…], champion[weights=FILE], exec:COMMAND, py:module:factory"
            raise EntrantError(f"{recipe!r} is nobody we know; known: {known}")
    except AgentError as problem:
        raise EntrantError(str(problem)) from None
    return Entrant(title or _title_of(recipe), recipe)


def _title_of(recipe: str) -> str:
    """Return the name of an entrant without a title: a program's command, or where a Python object is found."""
    if match := _EXEC.fullmatch(recipe):
        return match[2]
    if match := _PYTHON.fullmatch(recipe):
        return f"{match[1]}:{match[2]}"
    return recipe


def entrant_of(given: Any) -> Entrant:
    """Return an entrant for a name, an entrant, or an object with `choose`."""
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
        return Program(match[2], _terms(match[1]))
    if match := _PYTHON.fullmatch(entrant.recipe):
        return chooser(_python_object(match[1], match[2], _keywords(match[3])))
    try:
        return agent(entrant.recipe, title=entrant.name)
    except AgentError as problem:
        raise EntrantError(str(problem)) from None


def chooser(thing: Any) -> Chooser:
    """Wrap an object with `choose`, which may take fewer keywords than we pass."""
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
    """Return the module of an entrant's own Python code; empty for all others."""
    if match := _PYTHON.fullmatch(entrant.recipe):
        return match[1]
    return "" if entrant.instance is None else type(entrant.instance).__module__


def _python_object(module: str, factory: str, keywords: dict[str, str]) -> Any:
    try:
        made: Any = import_module(module)
        for part in factory.split("."):
            made = getattr(made, part)
        return made(**keywords) if callable(made) else made
    except (Exception, SystemExit) as problem:  # somebody else's code
        raise EntrantError(f"py:{module}:{factory}: {type(problem).__name__}: {problem}") from None


def _terms(text: str | None) -> dict[str, Any]:
    """Read the parameters of a program's requests: `level=3`, `nodes=500`, `seconds=1`."""
    return read_terms(text, _PROGRAM_TERMS, "exec") if text else {}


def _keywords(text: str | None) -> dict[str, str]:
    """Read the keywords of a factory, as in `weights=FILE,players=3`; all values are texts."""
    words = [word.partition("=") for word in split_list(text)] if text else []
    if not all(key.isidentifier() and equals for key, equals, _ in words):
        raise EntrantError(f"{text!r} is not of the form key=value,key=value")
    return {key: value for key, _, value in words}


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
