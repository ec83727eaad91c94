"""The catalogues hold every sentence that is said, and nothing else, in every language."""

import re
from functools import cache
from pathlib import Path

import catalogues
import pytest
from babel.messages.catalog import Message

Sentence = str | tuple[str, ...]


@cache
def said(*folders: str) -> set[Sentence]:
    return {_key(message) for message in catalogues.messages(catalogues.collect(folders))}


def _key(message: Message) -> Sentence:
    return message.id if isinstance(message.id, str) else tuple(message.id)


def translations(language: str) -> dict[Sentence, tuple[str, ...]]:
    found: dict[Sentence, tuple[str, ...]] = {}
    for message in catalogues.messages(catalogues.read_catalogue(catalogues.LOCALE / language / "siam.po")):
        if isinstance(message.id, str):
            found[message.id] = (str(message.string or ""),)
        else:
            found[tuple(message.id)] = tuple(message.string or ())
    return found


def places(sentence: str) -> set[str]:
    return set(re.findall(r"\{\w*\}", sentence))


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_no_sentence_is_missing_or_untranslated(language: str) -> None:
    known = translations(language)
    assert sorted(str(sentence) for sentence in said(*catalogues.SOURCES) if not all(known.get(sentence, ("",)))) == []


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_no_translation_is_fuzzy(language: str) -> None:
    catalogue = catalogues.read_catalogue(catalogues.LOCALE / language / "siam.po")
    assert [message.id for message in catalogues.messages(catalogue) if message.fuzzy] == []


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_no_sentence_is_there_for_nothing(language: str) -> None:
    assert sorted(map(str, set(translations(language)) - said(*catalogues.SOURCES))) == []


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_every_translation_keeps_the_places_of_its_sentence(language: str) -> None:
    for sentence, forms in translations(language).items():
        originals = (sentence,) if isinstance(sentence, str) else sentence
        wanted = set.union(*(places(original) for original in originals))
        for form in forms:
            assert not form or places(form) == wanted, sentence


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_a_plural_has_both_forms_and_the_ends_agree(language: str) -> None:
    for sentence, forms in translations(language).items():
        original = sentence if isinstance(sentence, str) else sentence[0]
        assert len(forms) == (1 if isinstance(sentence, str) else 2)
        for form in filter(None, forms):
            assert form.endswith(".") == original.endswith("."), sentence
            assert form == form.strip(), sentence


def test_the_template_is_up_to_date() -> None:
    template = catalogues.read_catalogue(catalogues.LOCALE / "siam.pot")
    known = {_key(message) for message in catalogues.messages(template)}
    assert said(*catalogues.SOURCES) == known


def test_building_fills_the_package_and_the_browser(tmp_path: Path) -> None:
    catalogues.build(tmp_path / "package", tmp_path / "browser")
    for language in catalogues.TRANSLATED:
        assert (tmp_path / "package" / language / "siam.mo").is_file()
