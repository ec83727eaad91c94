"""Decide which passwords are among the first that anybody would try."""

from functools import cache
from importlib.resources import files

ROWS = ("abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "azertyuiop")
LETTERS_FOR_SIGNS = str.maketrans("0134578@$!", "oleastbasi")
ENDINGS = "0123456789!?.#*$"
FEWEST_LETTERS = 4
"""A password of fewer different letters is soon tried out."""


def is_common(password: str, name: str = "") -> bool:
    """Return whether a password is a common one, a simple change of one, a row of keys, or the player's name."""
    word = password.casefold()
    bare = word.rstrip(ENDINGS)
    known = {word, bare, word.translate(LETTERS_FOR_SIGNS), bare.translate(LETTERS_FOR_SIGNS)}
    if known & common_words() or len(set(word)) < FEWEST_LETTERS:
        return True
    if name and name.casefold() in (word, bare):
        return True
    return _is_row(word) or _is_repeated(word)


@cache
def common_words() -> frozenset[str]:
    """Read the list of common passwords and their stems."""
    text = files("siam.server.domain").joinpath("common_passwords.txt").read_text(encoding="utf-8")
    return frozenset(text.split())


def _is_row(word: str) -> bool:
    """Return whether a word goes along the keyboard or the alphabet, forwards or backwards, for its whole length."""
    return any(word in _long(row) or word in _long(row[::-1]) for row in ROWS)


def _long(row: str) -> str:
    return row * 3


def _is_repeated(word: str) -> bool:
    """Return whether a word is a shorter one said again and again."""
    return len(word) > 1 and word in (word + word)[1:-1] and len(set(word)) < len(word) / 2 + 1
