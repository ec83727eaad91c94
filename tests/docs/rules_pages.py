"""The rules as told to people: one page for developers, one for each language, all of the same shape."""

import re
from dataclasses import dataclass
from pathlib import Path

from siam.rules import Control
from tests.docs.pages import ROOT

PARAGRAPHS_OF = {1: 6, 2: 2, 3: 6, 4: 5, 5: 11, 6: 4, 7: 5, 8: 0, 9: 0}
RULINGS = [f"R-{number:02d}" for number in range(1, 19)]


@dataclass(frozen=True)
class RulesPage:
    """A page of the rules and the words that its examples use."""

    path: Path
    malay: str
    british: str
    passes: str

    def section(self, number: str) -> str:
        """Return the text below the heading with a number, up to the next heading."""
        found = re.search(rf"^#+ {number}\s[^\n]*\n(.*?)(?=^#|\Z)", self.text, re.MULTILINE | re.DOTALL)
        assert found is not None, f"{self.path} lacks {number}"
        return found[1]

    def tables(self, number: str) -> list[list[list[str]]]:
        """Return the tables of a paragraph: rows of cells, without the heading row."""
        groups = re.findall(r"(?:^\|.*\n?)+", self.section(number), re.MULTILINE)
        return [[_cells(row) for row in group.strip().splitlines()[2:]] for group in groups]

    def heads(self, number: str) -> list[list[str]]:
        """Return the heading rows of the tables of a paragraph."""
        groups = re.findall(r"(?:^\|.*\n?)+", self.section(number), re.MULTILINE)
        return [_cells(group.splitlines()[0]) for group in groups]

    def moves(self, number: str) -> list[str]:
        """Return the moves in notation that a paragraph shows."""
        return re.findall(r"`([KT12RLM] [^`]+)`", self.section(number))

    def control(self, word: str) -> Control:
        """Read the name of a faction, or of the British, in the language of the page."""
        words = {"Rama": Control.RAMA, "Lao": Control.LAO, self.malay: Control.MALAY, self.british: Control.BRITISH}
        return words[word]

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")


LANGUAGES = {
    "de": RulesPage(ROOT / "locale/de/rules.md", "Malaien", "Briten", "passt"),
    "en": RulesPage(ROOT / "locale/en/rules.md", "Malay", "British", "pass"),
    "es": RulesPage(ROOT / "locale/es/rules.md", "Malay", "británicos", "pasa"),
    "fr": RulesPage(ROOT / "locale/fr/rules.md", "Malay", "Britanniques", "passe"),
    "it": RulesPage(ROOT / "locale/it/rules.md", "Malay", "Gran Bretagna", "passa"),
    "nl": RulesPage(ROOT / "locale/nl/rules.md", "Maleisiërs", "Britten", "past"),
}
DOCS = RulesPage(ROOT / "docs/rules.md", "Malay", "British", "pass")
PAGES = {"docs": DOCS, **LANGUAGES}


def numbers() -> list[str]:
    """List the numbers that the rules have, in order."""
    return [
        number
        for section, count in PARAGRAPHS_OF.items()
        for number in (f"§{section}", *(f"§{section}.{paragraph}" for paragraph in range(1, count + 1)))
    ]


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]
