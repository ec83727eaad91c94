"""What a tree of whole moves knows of its nodes."""

import pytest

from siam.engine.evaluation import net_for
from siam.engine.layout import TO_MOVE
from siam.engine.limits import Limits
from siam.engine.search import Search, Style
from siam.engine.tree import camp_index
from siam.rules import deal


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_node_is_worth_the_best_of_its_moves(players: int) -> None:
    position = deal(players, 5)
    search = Search(position, net_for(players, position.board), Style(wider=()))
    search.run(Limits(nodes=200))
    tree = search.tree
    grown = [node for node in range(int(tree.used[0])) if tree.first[node] >= 0 and not tree.proven[node]]
    assert len(grown) > 100
    for node in grown:
        camp = int(camp_index(search.ground, tree.states[node, TO_MOVE]))
        moves = slice(int(tree.first[node]), int(tree.first[node] + tree.width[node]))
        assert tree.worth[node, camp] == max(tree.worth[moves, camp])


def test_foresight_leads_elsewhere() -> None:
    position = deal(2, 5)
    net = net_for(2, position.board)
    visits = []
    for foresight in (0.0, 0.4):
        search = Search(position, net, Style(foresight=foresight))
        search.run(Limits(nodes=200))
        visits.append([line.visits for line in search.result(40).lines])
    assert visits[0] != visits[1]


def test_three_players_do_without_foresight() -> None:
    position = deal(3, 5)
    net = net_for(3, position.board)
    found = []
    for foresight in (0.0, 0.4):
        search = Search(position, net, Style(foresight=foresight))
        search.run(Limits(nodes=100))
        found.append(search.result(40))
    assert found[0] == found[1]
