"""How sentences are looked up: in the catalogue of a language, else in English."""

import io
from gettext import GNUTranslations

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from siam.translation import LANGUAGES, Translator, known_language, translator


def german() -> Translator:
    catalogue = Catalog(locale="de")
    catalogue.add("{name} passes.", "{name} passt.")
    catalogue.add(("{n} card", "{n} cards"), ("{n} Karte", "{n} Karten"))
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translator("de", GNUTranslations(compiled))


def test_a_sentence_is_said_in_the_language_with_its_places_filled_in() -> None:
    assert german()("{name} passes.", name="Anna") == "Anna passt."


def test_a_missing_sentence_is_said_in_english() -> None:
    assert german()("{name} wins.", name="Anna") == "Anna wins."


@pytest.mark.parametrize(("n", "said"), [(0, "0 Karten"), (1, "1 Karte"), (2, "2 Karten")])
def test_a_count_chooses_the_form(n: int, said: str) -> None:
    assert german().n("{n} card", "{n} cards", n) == said


def test_a_value_with_braces_is_only_a_value() -> None:
    assert german()("{name} passes.", name="{n}") == "{n} passt."


@pytest.mark.parametrize(
    ("wish", "language"),
    [("de", "de"), ("de_AT.UTF-8", "de"), ("FR", "fr"), ("nl-BE", "nl"), ("deu", None), ("C", None), ("", None)],
)
def test_a_locale_names_a_language(wish: str, language: str | None) -> None:
    assert known_language(wish) == language


def test_an_unknown_language_is_spoken_to_in_english() -> None:
    _ = translator("tlh")
    assert _.language == "en"
    assert _("The game begins.") == "The game begins."
    assert _.n("{n} card", "{n} cards", 1) == "1 card"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_translator(language: str) -> None:
    assert translator(language).language == language
