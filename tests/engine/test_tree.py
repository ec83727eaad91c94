"""What a tree of whole moves knows of its nodes."""

import pytest

from siam.engine.core.layout import TO_MOVE
from siam.engine.search.results import SearchResult
from siam.engine.search.search import Style
from siam.engine.search.tree import camp_index
from siam.rules import deal
from tests.engine.searches import searched


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_node_is_worth_the_best_of_its_moves(players: int) -> None:
    search = searched(deal(players, 5), 200, Style(wider=()))
    tree = search.tree
    grown = [node for node in range(int(tree.used[0])) if tree.first[node] >= 0 and not tree.proven[node]]
    assert len(grown) > 100
    for node in grown:
        camp = int(camp_index(search.ground, tree.states[node, TO_MOVE]))
        moves = slice(int(tree.first[node]), int(tree.first[node] + tree.width[node]))
        assert tree.worth[node, camp] == max(tree.worth[moves, camp])


def blind_and_foreseeing(players: int) -> list[SearchResult]:
    return [searched(deal(players, 5), 200, Style(foresight=foresight)).result(40) for foresight in (0.0, 0.4)]


@pytest.mark.parametrize("players", [2, 4])
def test_foresight_leads_elsewhere(players: int) -> None:
    blind, foreseeing = ([line.visits for line in found.lines] for found in blind_and_foreseeing(players))
    assert blind != foreseeing


def test_three_players_do_without_foresight() -> None:
    blind, foreseeing = blind_and_foreseeing(3)
    assert blind == foreseeing
