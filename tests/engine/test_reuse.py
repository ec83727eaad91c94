"""A search goes on where the one before it stopped."""

import numpy as np
import pytest

from siam.engine.evaluation.shipped import evaluation_for
from siam.engine.search.limits import Limits
from siam.engine.search.search import Search
from siam.rules import deal, play


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_next_move_keeps_what_was_found_below_it(players: int) -> None:
    position = deal(players, 9)
    evaluation = evaluation_for(players, position.board)
    first = Search(position, evaluation)
    first.run(Limits(nodes=200))
    after = play(position, first.result().move).position
    second = Search(after, evaluation, previous=first)
    tree = second.tree
    children = slice(int(tree.first[0]), int(tree.first[0] + tree.width[0]))
    assert second.nodes > 1
    assert tree.visits[0] == 1 + tree.visits[children].sum()
    assert tree.sums[0].sum() == pytest.approx(tree.visits[0])
    second.run(Limits(nodes=second.nodes + 50))
    move = second.result().move
    assert play(after, move).position != after


def test_every_node_carried_over_follows_from_its_parent() -> None:
    position = deal(2, 9)
    evaluation = evaluation_for(2, position.board)
    first = Search(position, evaluation)
    first.run(Limits(nodes=300))
    second = Search(play(position, first.result().move).position, evaluation, previous=first)
    tree = second.tree
    hung = [
        child
        for node in range(int(tree.used[0]))
        if tree.first[node] >= 0
        for child in range(int(tree.first[node]), int(tree.first[node] + tree.width[node]))
    ]
    assert sorted(hung) == list(range(1, int(tree.used[0])))
    assert len(hung) > second.tree.width[0]


def test_another_game_begins_anew() -> None:
    evaluation = evaluation_for(2, deal(2, 9).board)
    first = Search(deal(2, 9), evaluation)
    first.run(Limits(nodes=50))
    assert Search(deal(2, 10), evaluation, previous=first).nodes == 0
    assert np.array_equal(Search(deal(2, 9), evaluation, previous=first).tree.states[0], first.tree.states[0])
