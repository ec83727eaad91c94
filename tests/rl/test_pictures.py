"""What the drawings show. `python -m tests.rl.test_pictures` draws the picture of the page about siam_v0 anew."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread, imsave

from siam.notation import parse_position
from siam.rl.pictures import draw, draw_rgb
from siam.rl.pixel_font import write
from siam.rl.stepped_game import SteppedGame
from siam.rules import deal, load_board

PICTURE = Path(__file__).parents[2] / "docs" / "rl" / "siam_v0.png"
ON_THE_PICTURE = (
    "siam lua=B,kho=M,ayu=R,suk*:L3M2,ked*:L1M2,pat:L2M1,chi:R4,ray:R3L1M3 R3L6M6 "
    "TLM:R3L2M2/KT12M:R2L2M1/T1RLM:R3L1M1 2 0 321 -"
)


def _on_the_picture() -> SteppedGame:
    return SteppedGame(parse_position(ON_THE_PICTURE))


def test_the_text_shows_track_players_and_the_move_that_is_being_made() -> None:
    table = SteppedGame(deal(4, 1))
    table.step(2)
    text = draw(table, "ansi")
    assert isinstance(text, str)
    assert "1>" in text
    assert "player_3" in text
    assert text.count("KTT12RLM") == 4  # in the order in which people read hands
    assert "so far T" in text


def test_a_human_reads_the_text(capsys: pytest.CaptureFixture[str]) -> None:
    table = SteppedGame(deal(2, 1))
    assert draw(table, "human") is None
    assert capsys.readouterr().out == draw(table, "ansi")


def test_without_a_mode_nothing_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    assert draw(SteppedGame(deal(2, 1)), None) is None
    assert capsys.readouterr().out == ""


def test_the_picture_names_the_provinces() -> None:
    """On another board the same counts of followers lie in provinces of other names."""
    here = deal(2, 1)
    there = here._replace(board=load_board("albion"))
    assert not np.array_equal(draw_rgb(SteppedGame(here)), draw_rgb(SteppedGame(there)))


def test_the_picture_follows_the_game() -> None:
    table = SteppedGame(deal(3, 1))
    seen = [draw_rgb(table)]
    while not table.is_over:
        table.step(0)
        seen.append(draw_rgb(table))
    assert seen[0].dtype == np.uint8
    assert {picture.shape for picture in seen} == {seen[0].shape}
    assert all(not np.array_equal(before, after) for before, after in pairwise(seen))


def test_a_letter_is_five_pixels_high_and_wide() -> None:
    paper = np.zeros((5, 5, 3), np.uint8)
    write(paper, 0, 0, "T", (1, 1, 1))
    assert ["".join(".#"[pixel] for pixel in row) for row in paper[:, :, 0]] == [
        "#####",
        "..#..",
        "..#..",
        "..#..",
        "..#..",
    ]


def test_the_page_shows_the_picture_as_it_is_drawn_now() -> None:
    shown = (imread(PICTURE)[:, :, :3] * 255).round().astype(np.uint8)
    assert np.array_equal(shown, draw_rgb(_on_the_picture()))


if __name__ == "__main__":
    imsave(PICTURE, draw_rgb(_on_the_picture()))
