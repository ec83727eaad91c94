"""Decide which texts are read as map files at all: short, shallow, and with words and numbers of a sensible length.

A map may come from a stranger, and the reader of TOML takes quadratic time for a long dotted key, gives up in the
middle of deep brackets and of long numbers. So the text is measured first, in one pass and without any recursion.
"""

import json
import math
import re
import tomllib
from typing import Any

from siam.rules.errors import BoardError

MAP_CHARACTERS = 100_000
DEPTH = 12
KEY_PARTS = 6
WORD_CHARACTERS = 64
TEXT_CHARACTERS = 500
NUMBER_LIMIT = 1_000_000

_TOKEN = re.compile(
    r"""
    (?P<text> \"{3} (?: [^\\"]++ | \\. | \"(?!\"\") )*+ \"{3,5} | '{3} (?: [^']++ | '(?!'') )*+ '{3,5}
            | "(?!"") (?: [^"\\\n]++ | \\. )*+ " | '(?!'') [^'\n]*+ ' )
    | (?P<word> [^\s.,=\[\]{}"'\#]++ )
    | (?P<open> [\[{] ) | (?P<close> [\]}] ) | (?P<dot> \. )
    | (?P<skip> [ \t]++ | \#[^\n]*+ ) | (?P<other> [\s,=] )
    """,
    re.VERBOSE | re.DOTALL,
)


class MapTextError(Exception):
    """What is wrong with a map's text, and the line in which."""

    def __init__(self, message: str, line: int = 1) -> None:
        super().__init__(message)
        self.line = line


def read_map(text: str) -> dict[str, Any]:
    """Read the content of a map file; MapTextError or TOMLDecodeError if that is none."""
    _measure(text)
    content = tomllib.loads(text)
    _check_value(content, DEPTH)
    return content


def format_map(content: dict[str, Any]) -> str:
    """Format a map's content in its normal form: one line of JSON that says the same for the same map."""
    return json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def is_normal(text: str) -> bool:
    """Return whether a text has the normal form; no map file in TOML begins like that."""
    return text.startswith("{")


def read_strange_map(text: str) -> dict[str, Any]:
    """Read the normal form of a map that may come from anybody; MapTextError if it holds what no map needs."""
    if len(text) > MAP_CHARACTERS:
        raise MapTextError(f"a map has at most {MAP_CHARACTERS} characters")
    content = read_normal_map(text)
    _check_value(content, DEPTH)
    return content


def read_normal_map(text: str) -> dict[str, Any]:
    """Read the normal form of a map that was checked before."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise BoardError("not a map in its normal form") from None
    if not isinstance(content, dict):
        raise BoardError("not a map in its normal form")
    return content


def _measure(text: str) -> None:
    """Go through a text once, token by token, and stop at the first that is too much."""
    if len(text) > MAP_CHARACTERS:
        raise MapTextError(f"a map has at most {MAP_CHARACTERS} characters")
    place = depth = dots = 0
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:  # only a quotation mark begins nothing
            raise _fault(text, place, "a text has no end")
        size, kind = found.end() - place, found.lastgroup
        if kind == "word" and size > WORD_CHARACTERS:
            raise _fault(text, place, f"a key or number has at most {WORD_CHARACTERS} characters")
        if kind == "text" and size > TEXT_CHARACTERS:
            raise _fault(text, place, f"a text has at most {TEXT_CHARACTERS} characters")
        if kind in ("open", "close"):
            depth += 1 if kind == "open" else -1
            if depth > DEPTH:
                raise _fault(text, place, f"brackets stand in each other {DEPTH} deep at most")
        if kind == "dot":
            dots += 1
            if dots >= KEY_PARTS:
                raise _fault(text, place, f"a key has at most {KEY_PARTS} parts")
        elif kind not in ("word", "text", "skip"):
            dots = 0
        place = found.end()


def _fault(text: str, place: int, message: str) -> MapTextError:
    return MapTextError(message, text.count("\n", 0, place) + 1)


def _check_value(value: object, depth: int) -> None:
    """Raise for what has no place in a map, wherever it stands."""
    if depth < 0:
        raise MapTextError(f"tables and lists stand in each other {DEPTH} deep at most")
    match value:
        case dict():
            for key, part in value.items():
                _check_text(key)
                _check_value(part, depth - 1)
        case list():
            for part in value:
                _check_value(part, depth - 1)
        case str():
            _check_text(value)
        case bool():
            pass
        case int() | float():
            if not math.isfinite(value) or abs(value) > NUMBER_LIMIT:
                raise MapTextError(f"a number in a map lies between -{NUMBER_LIMIT} and {NUMBER_LIMIT}")
        case _:
            raise MapTextError("a map holds texts, numbers, lists and tables, no dates")


def _check_text(text: str) -> None:
    if len(text) > TEXT_CHARACTERS:
        raise MapTextError(f"a text has at most {TEXT_CHARACTERS} characters")
    if not text.isprintable():
        raise MapTextError("a text in a map has no line breaks or other control characters")
