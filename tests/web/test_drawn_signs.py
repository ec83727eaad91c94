"""Signs on the page are drawn: a reader's fonts may lack arrows, circles and ticks, and show a box instead."""

import re
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "web/src"
COMMENT = re.compile(r"<!--.*?-->|/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
SIGN = re.compile("[\u2190-\u2bff\U0001f000-\U0001faff]")
"""Arrows, mathematical and technical signs, shapes, symbols, pictographs."""

IN_OUR_FONTS = "−"

IN_TITLES = {"app/turn-call.ts": {"●"}}
"""The title of a window is a text, and the system's font has a circle."""


def test_no_sign_of_the_page_is_a_character() -> None:
    found = {
        (path.relative_to(SOURCES).as_posix(), sign)
        for path in SOURCES.rglob("*.*")
        if path.suffix in (".svelte", ".ts", ".css")
        for sign in SIGN.findall(COMMENT.sub("", path.read_text(encoding="utf-8")))
        if sign not in IN_OUR_FONTS and sign not in IN_TITLES.get(path.relative_to(SOURCES).as_posix(), set())
    }
    assert not found, sorted(found)
