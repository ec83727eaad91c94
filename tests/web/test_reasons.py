"""The browser's tests compare with what the terminal says now."""

import json

from tests.web.reasons import FILE, sentences


def test_the_browser_compares_with_the_words_of_the_terminal() -> None:
    assert json.loads(FILE.read_text(encoding="utf-8")) == sentences(), "python -m tests.web.reasons writes it anew"
