"""A node that is visited often gets more moves, in the end all of them."""

from dataclasses import replace
from random import Random

import pytest

from siam.engine.core.codec import encode
from siam.engine.core.layout import BAN_CARD, PROVINCES
from siam.engine.search.proofs import prove
from siam.engine.search.search import STYLE, Search
from siam.engine.search.tree import SETTLED
from siam.engine.search.widening import Breadth
from siam.engine.search.workspace import MAX_BOARDS
from siam.rules import advance, deal, legal_moves
from tests.engine.positions import small_ending
from tests.engine.searches import searched

VISITS = 30
ALL_MOVES = replace(STYLE, leaf_proof_cards=0, wider=(Breadth(VISITS, 2000, MAX_BOARDS, PROVINCES),))


def children(search: Search, node: int) -> range:
    tree = search.tree
    return range(int(tree.first[node]), int(tree.first[node] + tree.width[node]))


@pytest.mark.parametrize("players", [2, 4])
def test_a_node_keeps_its_moves_and_their_visits_when_it_gets_more(players: int) -> None:
    position = deal(players, 4)
    before, after = searched(position, VISITS - 1, ALL_MOVES), searched(position, VISITS, ALL_MOVES)
    visits = [
        {search.tree.states[child].tobytes(): int(search.tree.visits[child]) for child in children(search, 0)}
        for search in (before, after)
    ]
    assert len(visits[1]) > len(visits[0]) == STYLE.root_moves
    for state, count in visits[0].items():
        assert 0 <= visits[1][state] - count <= 1
    tree = after.tree
    assert tree.priors[list(children(after, 0))].sum() == pytest.approx(1.0, abs=1e-5)
    assert sum(visits[1].values()) == tree.visits[0] - 1


@pytest.mark.parametrize("players", [2, 4])
def test_in_the_end_every_move_is_looked_at(players: int) -> None:
    position = small_ending(Random(players), players, open_provinces=4, cards=players + 1)
    search = searched(position, VISITS + 1, ALL_MOVES)
    afterstates = {tuple(encode(advance(position, move).position)[:BAN_CARD]) for move in legal_moves(position)}
    found = {tuple(search.tree.states[child][:BAN_CARD]) for child in children(search, 0)}
    assert found == afterstates


def test_three_players_are_looked_at_as_narrowly_as_ever() -> None:
    search = searched(deal(3, 4), VISITS + 1, ALL_MOVES)
    assert search.tree.width[0] == STYLE.root_moves


def test_every_visit_below_a_node_is_counted_once() -> None:
    search = searched(deal(2, 4), 400, ALL_MOVES)
    tree = search.tree
    nodes, wide = [0], 0
    while nodes:
        node = nodes.pop()
        if tree.first[node] >= 0:
            hung = children(search, node)
            assert tree.visits[node] == 1 + sum(int(tree.visits[child]) for child in hung)
            assert not tree.pending[node]
            wide += tree.widened[node]
            nodes += hung
    assert wide > 1


def test_a_tree_of_all_moves_settles_an_ending_as_it_is() -> None:
    random = Random(8)
    settled = lost = 0
    for _ in range(30):
        position = small_ending(random, 2, open_provinces=3, cards=2)
        search, proof = searched(position, 20_000, ALL_MOVES), prove(position, 1_000_000)
        assert proof is not None
        if search.tree.proven[0]:
            assert search.result().value_by_camp == proof.value_by_camp
            settled += 1
            lost += search.tree.proven[0] == SETTLED
    assert settled > 20
    assert lost > 0, "a loss is settled only where all moves are known"


def test_what_is_only_settled_is_not_called_proven() -> None:
    random = Random(8)
    while True:
        search = searched(small_ending(random, 2, open_provinces=3, cards=2), 20_000, ALL_MOVES)
        if search.tree.proven[0] == SETTLED:
            break
    assert not search.result().proven
