"""New maps: begun from their borders, drawn, and refused with a word where they cannot be."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from siam.rules import load_board
from tests.cli.running import run

BORDERS = "eas-noe,nor-noe,nor-now,now-wes,sow-wes,sou-sow,soe-sou,eas-soe"


def test_a_map_is_begun_from_its_borders_and_drawn(tmp_path: Path) -> None:
    file = tmp_path / "ring.toml"
    result = run("map", "new", "ring", "--borders", BORDERS, "--homes", "nor,soe,sow", "--out", str(file))
    assert result.exit_code == 0, result.output
    board = load_board(file)
    assert [board.codes[home] for home in board.homes] == ["nor", "soe", "sow"]
    assert len(board.borders) == 8
    assert "version = 1" in file.read_text(encoding="utf-8")
    ElementTree.parse(file.with_suffix(".svg"))
    assert run("map", "check", str(file)).exit_code == 0
    assert run("perft", "1", "--map", str(file)).exit_code == 0


@pytest.mark.parametrize(
    ("name", "borders", "homes", "said"),
    [
        ("siam", BORDERS, "nor,soe,sow", "another map is called siam already"),
        ("ring", BORDERS, "nor,soe", "three different homes"),
        ("ring", BORDERS, "nor,soe,xxx", "xxx is a home, but no border leads there"),
        ("ring", "eas-noe", "eas,noe,noe", "three different homes"),
        ("ring", BORDERS.replace("eas-noe,", "").replace(",eas-soe", ""), "nor,soe,sow", "eight provinces, not 7"),
        ("no ring", BORDERS, "nor,soe,sow", "a map needs a name"),
    ],
)
def test_what_cannot_be_a_map_is_told(name: str, borders: str, homes: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "new.toml"
    result = run("map", "new", name, "--borders", borders, "--homes", homes, "--out", str(file))
    assert result.exit_code == 1
    assert said in result.output
    assert not file.exists()


def test_a_name_that_a_map_beside_it_has_is_refused(tmp_path: Path) -> None:
    words = ("--borders", BORDERS, "--homes", "nor,soe,sow", "--out")
    assert run("map", "new", "ring", *words, str(tmp_path / "first.toml")).exit_code == 0
    second = run("map", "new", "ring", *words, str(tmp_path / "second.toml"))
    assert second.exit_code == 1
    assert "first.toml is called ring already" in second.output


def test_a_map_is_drawn(tmp_path: Path) -> None:
    assert run("map", "draw", "albion", str(tmp_path / "albion.svg"), "--dark").exit_code == 0
    ElementTree.parse(tmp_path / "albion.svg")
    assert "ends in .svg" in run("map", "draw", "albion", str(tmp_path / "albion.png")).output
