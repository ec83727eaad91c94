"""A map file may come from anybody: what no map needs is refused before it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from siam.rules import BUILT_IN, BoardError, format_board, load_board, parse_board, restore_board
from siam.rules.map_texts import DEPTH, KEY_PARTS, MAP_CHARACTERS, TEXT_CHARACTERS, WORD_CHARACTERS
from tests.rules.test_boards import DRAWN, PLAIN

if TYPE_CHECKING:
    from pathlib import Path

MANY = 40_000
HOSTILE = {
    "a long dotted key": "a." * MANY + "a = 1",
    "a long dotted header": "[" + "a." * MANY + "a]",
    "a long dotted key in quotes": "'a' . " * 15_000 + "a = 1",
    "a long dotted key in an inline table": "x = { " + "a." * MANY + "a = 1 }",
    "deep lists": "x = " + "[" * MANY + "]" * MANY,
    "deep lists without an end": "x = " + "[" * MANY,
    "deep lists on lines of their own": "x = " + "[\n" * MANY + "]\n" * MANY,
    "deep tables": "x = " + "{ a = " * 10_000 + "1" + " }" * 10_000,
    "tables deep in keys and in brackets": "x = " + "{ a.a.a.a = " * (DEPTH - 1) + "1" + " }" * (DEPTH - 1),
    "a long number": "x = " + "9" * 5_000,
    "a long number in small groups": "x = " + "1_" * 3_000 + "1",
    "a long hexadecimal number": "x = 0x" + "f" * 5_000,
    "a long fraction": "x = 0." + "1" * 5_000,
    "a number beyond the page": "x = 123456789012345678901234567890",
    "no number": "x = nan",
    "an endless number": "x = inf",
    "a date": "x = 1874-01-01",
    "a long key": "a" * 5_000 + " = 1",
    "a long text": f'x = "{"a" * 5_000}"',
    "a long text of many lines": 'x = """' + "a\n" * 5_000 + '"""',
    "a text without an end": 'x = "' + '\\"' * MANY,
    "quotation marks without an end": "x = " + '"""\\"' * 20_000,
    "a control character": 'x = "\\u0000"',
    "too much of everything": "# " + "x" * MAP_CHARACTERS,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_what_no_map_needs_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(BoardError, match=r"^map, line \d+: a|^map, line \d+: brackets|^map, line \d+: tables"):
        parse_board(f"{text}\n{PLAIN}")


def test_the_line_at_fault_is_named() -> None:
    with pytest.raises(BoardError, match=rf"^map, line 3: a key or number has at most {WORD_CHARACTERS}"):
        parse_board(f"\n# first\nx = {'9' * 5_000}\n{PLAIN}")


def test_what_lies_within_the_limits_is_read() -> None:
    extra = [
        "# [[[[ a.b.c.d.e.f.g.h.i ' \"",
        ".".join("k" * KEY_PARTS) + ' = "' + "x" * (TEXT_CHARACTERS - 2) + '"',
        "deep = " + "[" * (DEPTH - 1) + "1.5, -2.25" + "]" * (DEPTH - 1),
        "quotes = ['''a ' '' b''''', \"\"\"c \"\" d\\\\\"\"\"\"\", 'e\\', \"f\\\"g\", \"\", '']",
        "flag = true",
    ]
    board = parse_board("\n".join([*extra, PLAIN]))
    assert board.drawing["quotes"] == ["a ' '' b''", 'c "" d\\""', "e\\", 'f"g', "", ""]
    assert board == parse_board(PLAIN)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_board_keeps_everything_in_its_normal_form(name: str) -> None:
    board = load_board(name)
    text = format_board(board)
    assert restore_board(text) == board
    assert restore_board(text).drawing == board.drawing
    assert format_board(restore_board(text)) == text
    assert "\n" not in text


def test_two_spellings_of_a_map_have_one_normal_form() -> None:
    spelt = PLAIN.replace('name = "ring"', "# mine\n'name' = 'ring'").replace(" = ", "=")
    assert format_board(parse_board(spelt)) == format_board(parse_board(PLAIN))


def test_a_map_that_was_kept_as_it_came_is_read_still() -> None:
    assert restore_board(DRAWN) == parse_board(DRAWN)


@pytest.mark.parametrize("text", ["{", '{"name": "ring"}', "{}", '{"a": ' + "[" * MANY, '{"a": ' + "9" * 5_000 + "}"])
def test_a_damaged_normal_form_is_no_board(text: str) -> None:
    with pytest.raises(BoardError):
        restore_board(text)


def test_a_file_of_any_size_is_not_read_to_its_end(tmp_path: Path) -> None:
    huge = tmp_path / "huge.toml"
    with huge.open("wb") as file:
        file.truncate(10 * 1024**3)  # takes no room on the disk, but would in memory
    with pytest.raises(BoardError, match=f"a map has at most {MAP_CHARACTERS} characters"):
        load_board(huge)


def test_an_outline_may_not_use_a_line_again_and_again() -> None:
    text = DRAWN.replace('"-bbb"]', '"-bbb"' + ', "aaa", "-aaa"' * 2_000 + "]")
    with pytest.raises(BoardError, match="a line has at most two provinces"):
        parse_board(text)
