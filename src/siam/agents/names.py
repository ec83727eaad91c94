"""Decide how an agent is written: a name, and in brackets the terms on which it plays, `champion[nodes=400]`."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any, Final

from siam.rules import SiamError

LEVELS: Final = ("1", "2", "3", "4", "5", "6", "7", "8")
STYLES: Final = ("patient", "hasty", "royalist", "anglophile")
CHAMPION: Final = "champion"
FORMER_CHAMPION: Final = "champion-0.1"
"""The weights of the first champion, kept to measure by; people are not offered it."""
RULES_ONLY: Final = ("random", "greedy")
"""Those who need nothing but the rules."""
NAMES: Final = (*RULES_ONLY, "uct", *LEVELS, *STYLES, CHAMPION, FORMER_CHAMPION)

Reader = Callable[[str], Any]
_WRITTEN: Final = re.compile(r"([^\[\]]+)(?:\[(.*)\])?", re.DOTALL)
_COMMA: Final = re.compile(r",(?![^\[\]]*\])")
"""A comma outside brackets."""
_MOST_DIGITS: Final = 15


class AgentError(SiamError):
    """An agent that is not known, or can't be made."""


@dataclass(frozen=True, slots=True)
class AgentName:
    """An agent as it is written: its name, and the terms that differ from its defaults."""

    name: str
    nodes: int | None = None
    curiosity: float | None = None
    weights: Path | None = None

    @property
    def has_terms(self) -> bool:
        """Return whether any term differs from the agent's defaults."""
        return (self.nodes, self.curiosity, self.weights) != (None, None, None)


def parse_agent_name(text: str) -> AgentName:
    """Parse `NAME`, or `NAME[nodes=…,weights=FILE]`; AgentError if there is no such agent or it has no such term."""
    if not isinstance(text, str):
        raise AgentError(f"an agent is named by a text like 'greedy' or '7', not {text!r}")
    match = _WRITTEN.fullmatch(text)
    if match is None or match[1] not in NAMES:
        raise AgentError(f"there is no agent {text!r}; known: {', '.join(NAMES)}")
    if match[2] is None:
        return AgentName(match[1])
    return AgentName(match[1], **read_terms(match[2], _readers(match[1]), match[1]))


def read_terms(text: str, readers: dict[str, Reader], name: str) -> dict[str, Any]:
    """Read what stands in brackets, as `level=3` or `nodes=500,curiosity=1.4`."""
    if not readers:
        raise AgentError(f"{name} takes no terms in brackets")
    terms: dict[str, Any] = {}
    for word in split_list(text):
        key, equals, value = word.partition("=")
        key = key.strip()
        if not equals or key not in readers:
            raise AgentError(f"{word!r} is none of {', '.join(f'{known}=…' for known in readers)}")
        if key in terms:
            raise AgentError(f"{key} is given twice")
        try:
            terms[key] = readers[key](value.strip())
        except ValueError as problem:
            raise AgentError(f"{word!r}: {problem}") from None
    return terms


def split_list(text: str) -> list[str]:
    """Split a list at its commas, but not within brackets: `human,champion[nodes=400,weights=F]`."""
    return [part.strip() for part in _COMMA.split(text)]


def read_count(text: str) -> int:
    """Read a whole number above zero."""
    if not (text.isascii() and text.isdecimal()) or len(text) > _MOST_DIGITS or int(text) == 0:
        raise ValueError("a whole number above zero is needed")
    return int(text)


def read_measure(text: str) -> float:
    """Read a number above zero."""
    number = float(text)
    if not 0 < number < inf:
        raise ValueError("a number above zero is needed")
    return number


def _read_file(text: str) -> Path:
    if not text:
        raise ValueError("a file is needed")
    return Path(text)


def _readers(name: str) -> dict[str, Reader]:
    """Return the terms that an agent takes, each with its reader: not all of them search, and not all have weights."""
    if name == "uct":
        return {"curiosity": read_measure, "nodes": read_count}
    if name in STYLES:
        return {"nodes": read_count}
    if name in (*LEVELS[1:], CHAMPION, FORMER_CHAMPION):
        return {"nodes": read_count, "weights": _read_file}
    return {}
