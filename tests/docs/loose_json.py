"""Read the objects that a page writes as loose JSON: shorthands, alternatives, remarks and dots are allowed."""

from collections.abc import Iterator
from dataclasses import dataclass, field

CLOSING = {"{": "}", "[": "]", "(": ")"}


@dataclass
class Loose:
    """An object on a page: its keys, and the objects inside each value."""

    keys: dict[str, list["Loose"]] = field(default_factory=dict)


def read_objects(text: str) -> list[Loose]:
    """Read every object of a text that is not inside another."""
    return list(_Reader(text).objects())


class _Reader:
    """Goes through a text once; `at` is the next character."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("\\|", "|")
        self.at = 0

    def objects(self, until: str = "") -> Iterator[Loose]:
        """Read the objects up to a closing bracket, those inside lists included; what is in parentheses is a remark."""
        while self.at < len(self.text):
            letter = self.text[self.at]
            self.at += 1
            if letter == until:
                return
            if letter == '"':
                self._string()
            elif letter == "{":
                yield self._object()
            elif letter == "(":
                list(self.objects(")"))
            elif letter == "[":
                yield from self.objects("]")

    def _string(self) -> str:
        end = self.text.index('"', self.at)
        found, self.at = self.text[self.at : end], end + 1
        return found

    def _object(self) -> Loose:
        read = Loose()
        key, wants_key = "", True
        while self.at < len(self.text):
            letter = self.text[self.at]
            self.at += 1
            if letter == "}":
                break
            if letter == ",":
                wants_key = True
            elif letter == ":":
                wants_key = False
            elif letter == '"':
                word = self._string()
                if wants_key:
                    key, wants_key = word, False
                    read.keys[key] = []
            elif letter in CLOSING:
                found = [self._object()] if letter == "{" else list(self.objects(CLOSING[letter]))
                if letter != "(":
                    read.keys.setdefault(key, []).extend(found)
        return read
