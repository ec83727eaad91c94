"""Find out how a value shows itself: text and pictures are decided above the rules, in `siam.display`.

The rules know no notation and no drawing. A position can still be printed and pasted, because what shows it is looked
up here at the moment when somebody asks. Named tuples also learn here to be short, and to say what their fields mean.
"""

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, TypeVar

PICTURE_WIDTH = 480
"""How wide notebooks show a picture, in pixels."""

Kind = TypeVar("Kind", bound=type)


def shown_by(name: str) -> Any:
    """Return the function of `siam.display` that shows something."""
    return getattr(import_module("siam.display"), name)


def short_repr(value: Iterable[object]) -> str:
    """Write a named tuple as the expression that makes it, without the names of its fields."""
    return f"{type(value).__name__}({', '.join(map(repr, value))})"


def explained(**meanings: str) -> Callable[[Kind], Kind]:
    """Say what each field of a named tuple means, for `help` and the reference."""

    def explain(kind: Kind) -> Kind:
        for name, meaning in meanings.items():
            getattr(kind, name).__doc__ = meaning
        return kind

    return explain
