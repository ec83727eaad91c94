"""Decide whether the parameters of a request are what its method wants."""

import math
from collections.abc import Iterable
from typing import Any

from siam.protocol.messages import Code, RpcError


class Params:
    """The parameters of one request; a name that the method does not know is an error."""

    def __init__(self, values: dict[str, Any], known: Iterable[str]) -> None:
        self._values = values
        names = tuple(known)
        unknown = next((name for name in values if name not in names), None)
        if unknown is not None:
            raise invalid(f"unknown parameter {unknown!r}; known: {', '.join(names) or 'none'}")

    def text(self, name: str) -> str:
        """Return a parameter that must be there and is a text."""
        value = self._values.get(name)
        if not isinstance(value, str):
            raise invalid(f"{name} is missing" if name not in self._values else f"{name} is a text, not {_kind(value)}")
        return value

    def optional_text(self, name: str) -> str | None:
        """Return a text, or None if it is left out."""
        return None if self._values.get(name) is None else self.text(name)

    def whole(self, name: str) -> int:
        """Return a parameter that must be there and is a whole number."""
        value = self._values.get(name)
        if not isinstance(value, int) or isinstance(value, bool):
            problem = "is missing" if name not in self._values else f"is a whole number, not {_kind(value)}"
            raise invalid(f"{name} {problem}")
        return value

    def optional_count(self, name: str, most: int) -> int | None:
        """Return a whole number from 1, or None if it is left out."""
        if self._values.get(name) is None:
            return None
        value = self.whole(name)
        if not 1 <= value <= most:
            raise invalid(f"{name} is from 1 to {most}")
        return value

    def optional_seconds(self, name: str, most: float) -> float | None:
        """Return a time span, or None if it is left out."""
        value = self._values.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise invalid(f"{name} is a number, not {_kind(value)}")
        if not (math.isfinite(value) and 0 < value <= most):
            raise invalid(f"{name} is more than 0 and at most {most:g}")
        return float(value)

    def optional_seed(self, name: str) -> int | str | None:
        """Return a seed: a whole number or a text, or None if it is left out."""
        value = self._values.get(name)
        if value is None or isinstance(value, str):
            return value
        return self.whole(name)

    def optional_name(self, name: str) -> str | None:
        """Return a name that may be a number too, as the levels are; None if it is left out."""
        value = self.optional_seed(name)
        return None if value is None else str(value)

    def optional_object(self, name: str) -> dict[str, Any]:
        """Return an object, empty if it is left out."""
        value = self._values.get(name)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise invalid(f"{name} is an object, not {_kind(value)}")
        return value

    def any(self, name: str) -> Any:
        """Return a parameter as it is, if it is there."""
        if name not in self._values:
            raise invalid(f"{name} is missing")
        return self._values[name]


def invalid(message: str) -> RpcError:
    """Return what is wrong with a parameter."""
    return RpcError(Code.INVALID_PARAMS, message)


def _kind(value: object) -> str:
    kinds = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return kinds.get(type(value), "such a number")
