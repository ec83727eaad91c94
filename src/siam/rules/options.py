"""Decide what a table may choose: every option of §8; all left alone is the book."""

from dataclasses import dataclass, fields
from enum import Enum

from siam.rules.errors import OptionError, wrong_type


class FirstPlayer(Enum):
    """Whose help card makes the starting player (§3.6, R-03)."""

    LOWEST = "lowest"
    HIGHEST = "highest"

    def __repr__(self) -> str:
        return f"FirstPlayer.{self.name}"

    def __str__(self) -> str:
        return str(self.value)


class Discards(Enum):
    """What everybody sees of a discard pile (§5.1, R-04)."""

    TOP = "top"
    OPEN = "open"

    def __repr__(self) -> str:
        return f"Discards.{self.name}"

    def __str__(self) -> str:
        return str(self.value)


class TableTalk(Enum):
    """Whether partners may talk (§2.2)."""

    SILENT = "silent"
    OPEN = "open"

    def __repr__(self) -> str:
        return f"TableTalk.{self.name}"

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table; the defaults are the book (§8)."""

    first_player: FirstPlayer = FirstPlayer.LOWEST
    discards: Discards = Discards.TOP
    table_talk: TableTalk = TableTalk.SILENT
    capital_last: bool = False
    colony_loses: bool = False

    def __post_init__(self) -> None:
        for name, kind in _KINDS.items():
            value = getattr(self, name)
            if not isinstance(value, kind):
                raise wrong_type(f"{name} is {_choices(kind)} (Options.from_values reads words)", value)

    @classmethod
    def from_values(cls, values: dict[str, object]) -> "Options":
        """Read options from plain names and values, as they stand in requests; reject what is unknown."""
        if not isinstance(values, dict):
            raise wrong_type("options are read from names and values, like {'capital_last': True}", values)
        unknown = sorted(set(values) - set(OPTION_NAMES))
        if unknown:
            raise OptionError(f"unknown option {unknown[0]!r}; known: {', '.join(OPTION_NAMES)}")
        return cls(**{name: _read_value(name, value) for name, value in values.items()})  # type: ignore[arg-type]

    @property
    def differing(self) -> dict[str, str | bool]:
        """The options that differ from the book, as plain names and values."""
        return {name: value for name, value in self.values.items() if value != BOOK.values[name]}

    @property
    def values(self) -> dict[str, str | bool]:
        """All options as plain names and values."""
        return {name: _plain(getattr(self, name)) for name in OPTION_NAMES}


def _choices(kind: type[Enum | bool]) -> str:
    return "True or False" if kind is bool else " or ".join(map(repr, kind))


def _plain(value: Enum | bool) -> str | bool:
    return value if isinstance(value, bool) else str(value.value)


_CHOICES: dict[str, type[Enum]] = {
    "first_player": FirstPlayer,
    "discards": Discards,
    "table_talk": TableTalk,
}
_KINDS: dict[str, type[Enum | bool]] = {**_CHOICES, "capital_last": bool, "colony_loses": bool}


def _read_value(name: str, value: object) -> Enum | bool:
    if name not in _CHOICES:
        if isinstance(value, bool):
            return value
        raise OptionError(f"option {name!r} is true or false, not {value!r}")
    for choice in _CHOICES[name]:
        if choice.value == value:
            return choice
    known = ", ".join(str(choice.value) for choice in _CHOICES[name])
    raise OptionError(f"option {name!r} has no value {value!r}; known: {known}")


OPTION_NAMES = tuple(field.name for field in fields(Options))
BOOK = Options()
