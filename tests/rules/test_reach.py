"""How far a card reaches, held to the moves that it allows."""

import pytest
from hypothesis import given

from siam.rules import PASS, Card, Game, Place, Swap, SwapTiles, deal
from siam.rules.effects import effects
from siam.rules.reach import reach
from tests.properties.games import games


def touched(effect: object) -> set[int]:
    match effect:
        case SwapTiles(left, right) | Swap(left=left, right=right):
            return {left, right}
        case Place(cells):
            return {cell.province for cell in cells}
    return set()


@given(games())
def test_a_card_reaches_exactly_where_some_effect_of_it_happens(game: Game) -> None:
    position = game.position
    if position.is_over:
        return
    for card in Card:
        happens = {province for effect in effects(position, card) for province in touched(effect)}
        assert set(reach(position, card)) == happens


def test_at_the_start_the_rama_card_reaches_the_neighbours_of_its_home() -> None:
    """§5.11, the example of the rules page."""
    position = deal(players=2, seed=11)
    assert [position.board.codes[province] for province in reach(position, Card.RAMA)] == ["kho", "ray", "suk"]


@pytest.mark.parametrize("card", [Card.KHON_THAI, Card.RAMA, Card.LAO, Card.MALAI])
def test_followers_are_never_put_where_it_is_decided(card: Card) -> None:
    """§5.3."""
    game = Game(deal(players=2, seed=11)).play(PASS).play(PASS)
    decided = game.setup.track[0]
    assert decided not in reach(game.position, card)
