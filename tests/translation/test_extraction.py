"""Which sentences are found in the sources, in Python and in the browser's code."""

from pathlib import Path

import catalogues
import pytest


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "list[object]":
    monkeypatch.setattr(catalogues, "ROOT", tmp_path)
    (tmp_path / "src/siam").mkdir(parents=True)
    (tmp_path / "web/src").mkdir(parents=True)
    (tmp_path / "src/siam/words.py").write_text(
        'x = _("one {a}", a=1), _.n("{n} card", "{n} cards", 2), _(\n    "long "\n    "sentence"\n)\nprint("no")\n'
    )
    (tmp_path / "web/src/Land.svelte").write_text(
        "<p>{t('it\\'s \"here\"', { a: 1 })}</p> {tn('{n} seat',\n  '{n} seats', 2)}\n"
        "{at('no')} {parts(`whole`)} {t(name)}"
    )
    return sorted((message.id for message in catalogues.messages(catalogues.collect())), key=str)


def test_every_literal_sentence_is_found(found: list[object]) -> None:
    expected = [
        "one {a}",
        ("{n} card", "{n} cards"),
        "long sentence",
        'it\'s "here"',
        ("{n} seat", "{n} seats"),
        "whole",
    ]
    assert found == sorted(expected, key=str)
