"""The page about map files: its examples are maps that load."""

import tomllib
from pathlib import Path

from siam.notation import Record, format_record, parse_record
from siam.rules import Game, deal, load_board, parse_board
from siam.rules.drawings import check_drawing
from tests.cli.running import run
from tests.docs.pages import ROOT, blocks

OWN_SIAM, WHOLE_MAP, DRAWING = blocks(ROOT / "docs" / "maps.md", "toml")


def test_the_map_to_copy_is_siam_under_another_name() -> None:
    board = parse_board(OWN_SIAM)
    assert board.graph == load_board("siam").graph
    assert board.name == "mysiam"


def test_a_border_is_changed_as_the_page_says(tmp_path: Path) -> None:
    file = tmp_path / "mysiam.toml"
    file.write_text(OWN_SIAM.replace('"ayu-kho", ', '"ayu-ked", "ayu-kho", '), encoding="utf-8")
    answer = run("map", "check", str(file))
    assert answer.exit_code == 0
    assert "13" in answer.output
    board = load_board(file)
    record = Record.of(Game(deal(2, seed=1, board=board)))
    assert parse_record(format_record(record), find_board=lambda name: board).game == record.game


def test_the_whole_map_of_the_page_loads() -> None:
    board = parse_board(WHOLE_MAP)
    assert board.name == "ring"
    assert all(len(neighbours) == 2 for neighbours in board.neighbours)


def test_the_drawing_of_the_page_agrees_with_its_border() -> None:
    check_drawing(tomllib.loads(DRAWING), {("eas", "wes")})
