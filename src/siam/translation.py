"""Decide how sentences are translated: they are looked up in a language's gettext catalogue.

The English sentence is the key, so English needs no catalogue, and a sentence that is missing is said in English.
`make catalogues` builds what is read here from `locale/`.
"""

from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources

LANGUAGES = {
    "en": "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "it": "Italiano",
    "nl": "Nederlands",
}
ENGLISH = "en"

_LOCALE = resources.files("siam").joinpath("locale")


class Translator:
    """Says sentences in one language: `_("{name} passes.", name="Anna")`."""

    def __init__(self, language: str, catalogue: NullTranslations) -> None:
        self.language = language
        self._catalogue = catalogue

    def __repr__(self) -> str:
        return f"translator({self.language!r})"

    def __call__(self, message: str, /, **values: object) -> str:
        """Say a sentence, with its places in braces filled in."""
        return self._catalogue.gettext(message).format_map(values)

    def n(self, singular: str, plural: str, n: int, /, **values: object) -> str:
        """Say a sentence with a count in the form that the language wants; the place {n} is the count."""
        return self._catalogue.ngettext(singular, plural, n).format_map({"n": n, **values})


def translator(language: str) -> Translator:
    """Return the translator for a language, as in `de` or `de_AT.UTF-8`; English for an unknown one."""
    return _translator(known_language(language) or ENGLISH)


def known_language(wish: str) -> str | None:
    """Find the language meant by a locale's name, if it is one of ours."""
    language = wish[:2].lower()
    is_whole = not wish[2:3].isalpha()
    return language if is_whole and language in LANGUAGES else None


def rules_page(language: str) -> str:
    """Return the rules as a page of Markdown in a language, or in English where there is no other."""
    page = _LOCALE.joinpath(language if language in LANGUAGES else ENGLISH, "rules.md")
    if not page.is_file():
        page = _LOCALE.joinpath(ENGLISH, "rules.md")
    return page.read_text(encoding="utf-8")


@cache
def _translator(language: str) -> Translator:
    compiled = _LOCALE.joinpath(language, "siam.mo")
    if not compiled.is_file():
        return Translator(language, NullTranslations())
    with compiled.open("rb") as file:
        return Translator(language, GNUTranslations(file))
