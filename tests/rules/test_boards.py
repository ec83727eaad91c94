"""R-01: a map is a file; a faulty one gets one message that names the line at fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from siam.rules import BoardError, Faction, load_board, parse_board

if TYPE_CHECKING:
    from pathlib import Path

PLAIN = """name = "ring"
borders = ["aaa-bbb", "bbb-ccc", "ccc-ddd", "ddd-eee", "eee-fff", "fff-ggg", "ggg-hhh", "aaa-hhh"]
[[provinces]]
code = "aaa"
home = "rama"
names = { en = "Alpha", de = "Anton" }
[[provinces]]
code = "bbb"
[[provinces]]
code = "ccc"
home = "lao"
[[provinces]]
code = "ddd"
[[provinces]]
code = "eee"
home = "malay"
[[provinces]]
code = "fff"
[[provinces]]
code = "ggg"
[[provinces]]
code = "hhh"
"""


def drawn() -> str:
    """Draw the ring: each province is a triangle between two spokes, neighbours share the spoke."""
    text = PLAIN
    codes = [letter * 3 for letter in "abcdefgh"]
    for index, code in enumerate(codes):
        after = codes[(index + 1) % 8]
        text = text.replace(f'code = "{code}"', f'code = "{code}"\noutline = ["{code}", "rim{code}", "-{after}"]')
    for index, code in enumerate(codes):
        here, there = [index, 9], [(index + 1) % 8, 9]
        text += f'[[lines]]\nname = "{code}"\npoints = [[0, 0], {here}]\n'
        text += f'[[lines]]\nname = "rim{code}"\npoints = [{here}, {there}]\n'
    return text


DRAWN = drawn()


def test_a_map_needs_a_name_provinces_homes_and_borders() -> None:
    board = parse_board(PLAIN)
    assert board.name == "ring"
    assert board.codes == ("aaa", "bbb", "ccc", "ddd", "eee", "fff", "ggg", "hhh")
    assert board.homes == (0, 2, 4)
    assert board.neighbours[0] == (1, 7)
    assert len(board.borders) == 8
    assert board.province("ccc") == 2
    assert [board.home_of(province) for province in (0, 1, 2)] == [Faction.RAMA, None, Faction.LAO]


def test_a_drawing_in_which_neighbours_share_a_line_is_kept() -> None:
    assert parse_board(DRAWN) == parse_board(PLAIN)
    assert len(parse_board(DRAWN).drawing["lines"]) == 16


def test_provinces_stand_in_alphabetical_order_however_the_file_lists_them() -> None:
    head, *provinces = PLAIN.split("[[provinces]]\n")
    shuffled = head + "".join(f"[[provinces]]\n{province}" for province in reversed(provinces))
    assert parse_board(shuffled) == parse_board(PLAIN)


def test_a_province_is_named_in_a_language_or_in_english_or_by_its_code() -> None:
    board = parse_board(PLAIN)
    assert [board.provinces[0].name(language) for language in ("de", "fr")] == ["Anton", "Alpha"]
    assert board.provinces[0].name() == "Alpha"
    assert board.provinces[1].name() == "bbb"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('name = "ring"', "name = ", "map: Invalid value (at line 1, column 8)"),
        ('name = "ring"', 'name = "a ring"', "map, line 1: a map needs a name, in plain letters"),
        ('name = "ring"', 'name = "Äring"', "line 1: a map needs a name"),
        ('name = "ring"', "name = 3", "line 1: a map needs a name"),
        ('name = "ring"', "", "a map needs a name"),
        (
            'name = "ring"',
            'name = "ring"\nversion = 2',
            "map, line 2: this program reads map files of version 1, not 2",
        ),
        ('name = "ring"', 'name = "ring"\nversion = "1"', "line 2: this program reads map files of version 1, not '1'"),
        (
            'name = "ring"',
            'name = "ring"\nversion = true',
            "line 2: this program reads map files of version 1, not True",
        ),
        ('name = "ring"', 'name = "siam"', "map, line 1: another map is called siam already: give this one a name"),
        ('name = "ring"', 'name = "albion"', "another map is called albion already"),
        ('"aaa-bbb"', '"aaa-xxx"', "line 2: a border joins two known provinces, not 'aaa-xxx'"),
        ('"aaa-bbb"', '"xxx-aaa"', "line 2: a border joins two known provinces, not 'xxx-aaa'"),
        ('"aaa-bbb"', '"aaa-aaa"', "line 2: a border joins two known provinces, not 'aaa-aaa'"),
        ('"aaa-bbb"', '"aaa-bbb-ccc"', "line 2: a border joins two known provinces"),
        ('"aaa-bbb"', "7", "line 2: a border joins two known provinces, not 7"),
        ('"aaa-bbb"', '"aaa-bbb", "bbb-aaa"', "line 2: the border bbb-aaa stands there twice"),
        ('"aaa-bbb", "bbb-ccc", ', '"aaa-ccc", ', "line 8: no way leads from aaa to bbb"),
        ('borders = ["aaa-bbb",', 'borders = 3 # ["', "line 2: a map needs borders"),
        ('code = "bbb"', 'code = "Bbb"', "line 8: a province's code is three small letters, not 'Bbb'"),
        ('code = "bbb"', 'code = "bb"', "line 8: a province's code is three small letters"),
        ('code = "bbb"', 'code = "bübb"', "a province's code is three small letters"),
        ('code = "bbb"', 'code = "b1b"', "a province's code is three small letters"),
        ('code = "bbb"', "code = 123", "line 8: a province's code is three small letters, not 123"),
        ('code = "bbb"', 'code = "aaa"', "line 4: two provinces are called aaa"),
        ('code = "hhh"', 'code = "hhh"\n[[provinces]]\ncode = "iii"', "a map has eight provinces, not 9"),
        ('names = { en = "Alpha"', "names = { en = 1", "line 4: the names of aaa are texts by language"),
        ('names = { en = "Alpha", de = "Anton" }', "names = 1", "the names of aaa are texts by language"),
        ('home = "rama"', 'home = "thai"', "line 4: home is rama, lao or malay, not 'thai'"),
        ('home = "rama"', 'home = ["rama"]', "line 4: home is rama, lao or malay, not ['rama']"),
        ('home = "lao"', 'home = "rama"', "line 10: rama has two homes"),
        ('home = "lao"', "", "lao has no home"),
    ],
)
def test_a_faulty_map_gets_one_message_with_the_line_at_fault(old: str, new: str, message: str) -> None:
    assert old in PLAIN
    with pytest.raises(BoardError) as caught:
        parse_board(PLAIN.replace(old, new))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("provinces", ["", "provinces = 3\n", "provinces = [1, 2]\n"])
def test_a_map_without_a_list_of_provinces_says_so(provinces: str) -> None:
    with pytest.raises(BoardError, match=r"a map needs \[\[provinces\]\]"):
        parse_board('name = "ring"\n' + provinces)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('outline = ["aaa", "rimaaa", "-bbb"]\n', "", "aaa: either all provinces have an outline or none"),
        ('outline = ["aaa", "rimaaa", "-bbb"]', "outline = 3", "aaa: an outline is a list of lines"),
        ('"rimaaa", "-bbb"', '"rimxxx", "-bbb"', "aaa: its outline uses an unknown line 'rimxxx'"),
        ('"rimaaa", "-bbb"', '"-rimaaa", "-bbb"', "aaa: its outline does not close at"),
        ('"rimaaa", "-bbb"', '"-aaa"', "aaa: a line has at most two provinces, not aaa, aaa, hhh"),
        ('"rimaaa", "-bbb"', '"rimaaa", "-bbb", "ccc", "-ccc"', "a line has at most two provinces"),
        ('"rimaaa", "-bbb"', '"rimaaa", "-bbb", "rimeee", "-rimeee"', "does not close"),
        ('name = "rimaaa"', 'name = "rimbbb"', "rimbbb: every line has a name of its own"),
        ('name = "rimaaa"', "name = 1", "every line has a name of its own"),
        ("points = [[0, 0], [0, 9]]", "points = [[0, 0]]", "aaa: a line is at least two points"),
        ("points = [[0, 0], [0, 9]]", "points = [[0, 0], [0]]", "aaa: a line is at least two points"),
        ("points = [[0, 0], [0, 9]]", 'points = [[0, 0], [0, "9"]]', "aaa: a line is at least two points"),
        ("points = [[0, 0], [0, 9]]", "points = 0", "aaa: a line is at least two points"),
    ],
)
def test_a_faulty_drawing_gets_one_message_too(old: str, new: str, message: str) -> None:
    assert old in DRAWN
    with pytest.raises(BoardError) as caught:
        parse_board(DRAWN.replace(old, new))
    assert message in str(caught.value)


def test_provinces_that_share_a_line_must_be_adjacent() -> None:
    text = DRAWN.replace('"ccc-ddd", ', "").replace('"aaa-hhh"]', '"aaa-hhh", "aaa-ddd"]')
    with pytest.raises(BoardError, match="aaa-ddd: aaa and ddd share a border but no line"):
        parse_board(text)
    with pytest.raises(BoardError, match="ccc-ddd: ccc and ddd share a line but no border"):
        parse_board(DRAWN.replace('"ccc-ddd", ', ""))


def test_outlines_need_lines() -> None:
    with pytest.raises(BoardError, match="outlines need"):
        parse_board(DRAWN[: DRAWN.index("[[lines]]")])
    with pytest.raises(BoardError, match="every line has a name of its own"):
        parse_board("lines = [1]\n" + DRAWN[: DRAWN.index("[[lines]]")])


def test_a_map_is_loaded_by_name_or_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "ring.toml"
    file.write_text(PLAIN, encoding="utf-8")
    assert load_board(file) == load_board(str(file)) == parse_board(PLAIN)
    assert load_board("siam") is load_board("siam")
    assert load_board(file).file == file.resolve()
    assert load_board("siam").file is None


def test_a_copy_of_a_built_in_map_may_keep_its_name(tmp_path: Path) -> None:
    """With names in another language, or without its drawing, it is still the same map to the rules."""
    board = load_board("siam")
    lines = ['name = "siam"', "version = 1"]
    lines.append(f"borders = {[f'{board.codes[a]}-{board.codes[b]}' for a, b in board.borders]}")
    for province, code in enumerate(board.codes):
        home = board.home_of(province)
        lines += ["[[provinces]]", f'code = "{code}"', *([f'home = "{home.name.lower()}"'] if home is not None else [])]
    file = tmp_path / "plain.toml"
    file.write_text("\n".join(lines), encoding="utf-8")
    assert load_board(file).graph == board.graph


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match="there is no map 'atlantis'; built in: siam, albion"):
        load_board("atlantis")
    with pytest.raises(BoardError, match=r"none\.toml: No such file"):
        load_board(tmp_path / "none.toml")
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(BoardError, match=r"\.toml: "):
        load_board(tmp_path / "folder.toml")
    broken = tmp_path / "broken.toml"
    broken.write_bytes(b'name = "\xff"')
    with pytest.raises(BoardError, match=r"broken\.toml: not UTF-8"):
        load_board(broken)
    broken.write_text("name = 3", encoding="utf-8")
    with pytest.raises(BoardError, match=r"broken\.toml, line 1: a map needs a name"):
        load_board(broken)
