"""The page about map files: its examples are maps that load."""

import tomllib

from siam.rules.boards import parse_board
from siam.rules.drawings import check_drawing
from tests.docs.pages import ROOT, blocks

WHOLE_MAP, DRAWING = blocks(ROOT / "docs" / "maps.md", "toml")


def test_the_whole_map_of_the_page_loads() -> None:
    board = parse_board(WHOLE_MAP)
    assert board.name == "ring"
    assert all(len(neighbours) == 2 for neighbours in board.neighbours)


def test_the_drawing_of_the_page_agrees_with_its_border() -> None:
    check_drawing(tomllib.loads(DRAWING), {("eas", "wes")})
