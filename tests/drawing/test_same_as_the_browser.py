"""The library's pictures and the browser's table are drawn with the same colours and the same signs."""

import re
from dataclasses import asdict
from pathlib import Path

import pytest

from siam.drawing.chart import _LINES
from siam.drawing.colours import DARK, FLAG_FIELD, FLAG_RED, KING_CROWN, KING_DISC, LIGHT, Colours
from siam.drawing.signs import FLAG_CROSS, FLAG_SALTIRE, LAO_BODY, MARKS, SHINES

WEB = Path(__file__).parents[2] / "web" / "src"
TOKENS = (WEB / "style" / "tokens.css").read_text(encoding="utf-8")
SYMBOLS = (WEB / "parts" / "drawn" / "Symbols.svelte").read_text(encoding="utf-8")
BOARD = (WEB / "board" / "Board.svelte").read_text(encoding="utf-8")


def tokens_of(selector: str) -> dict[str, str]:
    """Read the colours of every rule with exactly this selector."""
    rules = re.findall(r"(?:^|\n)([^{}@/]+)\{([^{}]*)\}", TOKENS)
    bodies = [body for chosen, body in rules if selector in [part.strip() for part in chosen.split(",")]]
    return {
        name.replace("-", "_"): value for body in bodies for name, value in re.findall(r"--([\w-]+): ([^;]+);", body)
    }


@pytest.mark.parametrize(
    ("colours", "selector"), [(LIGHT, ":root"), (DARK, ":root[data-theme='dark']")], ids=["light", "dark"]
)
def test_colours_are_the_tokens_of_the_page(colours: Colours, selector: str) -> None:
    told = {**tokens_of(":root"), **tokens_of(selector)}
    assert {name: told[name] for name in asdict(colours)} == asdict(colours)


def test_signs_are_those_of_the_page() -> None:
    for path in (LAO_BODY, FLAG_CROSS, FLAG_SALTIRE, *MARKS.values(), *SHINES.values()):
        assert f'd="{path}"' in SYMBOLS
    for colour in (FLAG_FIELD, FLAG_RED, KING_CROWN, KING_DISC):
        assert colour in SYMBOLS


def test_lines_are_as_wide_as_on_the_page() -> None:
    for width, _, dashes in _LINES.values():
        assert f"stroke-width: {width};" in BOARD
        assert dashes is None or f"stroke-dasharray: {dashes};" in BOARD
