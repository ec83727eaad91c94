"""The map in the terminal: every province is on it, and none covers another."""

from dataclasses import replace

import pytest

from siam.cli.terminal.chart import chart
from siam.cli.terminal.names import Cast
from siam.notation import parse_position
from siam.rules import Position, deal, load_board
from siam.translation import LANGUAGES, translator


def drawn(position: Position, language: str = "en") -> str:
    picture = chart(Cast(translator(language), position.board, ("Anna", "Bertha")), position)
    assert picture
    return picture.plain


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["siam", "albion"])
def test_every_province_is_on_the_map(name: str, language: str) -> None:
    board = load_board(name)
    text = drawn(deal(2, 3, board=board), language)
    assert all(f"{province.code} {province.name(language)}"[:18] in text for province in board.provinces)
    assert text.count("●") == text.count("▲") == text.count("■") == 8
    assert max(map(len, text.splitlines())) <= 80


def test_a_resolved_province_shows_its_controller() -> None:
    position = parse_position("siam ayu=R,chi=B,ked*:R2M2,kho:-,lua:-,pat:-,ray:-,suk:- R13L15M13 -:R1L1/-:M1 1 0 12 -")
    text = drawn(position)
    assert "● Rama" in text
    assert "⚑ British" in text
    assert "ked Kedah ⌂M ♔" in text


def test_a_map_without_capitals_is_not_drawn() -> None:
    board = replace(load_board("siam"), drawing={})
    assert chart(Cast(translator("en"), board, ()), deal(2, 3, board=board)) is None
