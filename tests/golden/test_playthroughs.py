"""Golden playthroughs: pages that a person can read and that the rules still write letter by letter."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from siam.rules import NO_EFFECT, Card, Control, Play
from tests.golden.playthroughs import Playthrough, pages, read, write
from tests.golden.rulings import IN_PLAY, Recogniser

EVERY_PAGE = pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)


@pytest.fixture(scope="module")
def golden() -> list[Playthrough]:
    return [read(page) for page in pages()]


@EVERY_PAGE
def test_the_rules_write_the_page_as_it_is(page: Path) -> None:
    assert write(read(page)) == page.read_text(encoding="utf-8")


@EVERY_PAGE
def test_the_seed_still_deals_the_setup_of_the_page(page: Path) -> None:
    playthrough = read(page)
    assert playthrough.dealt in (None, playthrough.game.setup)


@EVERY_PAGE
def test_the_game_on_the_page_is_played_to_its_end(page: Path) -> None:
    assert read(page).game.outcome is not None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_is_a_whole_game_for_every_number_of_players(golden: list[Playthrough], players: int) -> None:
    dealt = [page for page in golden if page.seed and len(page.game.setup.players) == players]
    assert any(len(page.game.turns) > 8 * players + 8 for page in dealt)


@pytest.mark.parametrize("card", list(Card))
def test_every_card_is_played_with_effect_and_without(golden: list[Playthrough], card: Card) -> None:
    moves = [move for page in golden for move in page.game.moves if isinstance(move, Play) and move.card is card]
    assert {move.effect == NO_EFFECT for move in moves} == {True, False}


@pytest.mark.parametrize("ending", list(Control))
def test_every_ending_occurs(golden: list[Playthrough], ending: Control) -> None:
    assert ending in {page.game.outcome.ending for page in golden if page.game.outcome}


@pytest.mark.parametrize(
    ("ruling", "recogniser"),
    [(ruling, recogniser) for ruling, recognisers in IN_PLAY.items() for recogniser in recognisers],
)
def test_every_ruling_occurs(golden: list[Playthrough], ruling: str, recogniser: Recogniser) -> None:
    assert any(recogniser(page) for page in golden), ruling


def test_no_ruling_is_forgotten() -> None:
    """R-04 only says what is seen of a discard pile."""
    rules = Path(__file__).parents[2] / "docs" / "rules.md"
    written = set(re.findall(r"R-\d\d", rules.read_text(encoding="utf-8")))
    assert written - set(IN_PLAY) == {"R-04"}
