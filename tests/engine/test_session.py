"""Threads that grow one tree side by side."""

import threading
from typing import Any

import numpy as np
import pytest
from numba import njit

from siam.engine.core.locks import acquire, release
from siam.engine.evaluation.shipped import evaluation_for
from siam.engine.search.limits import Limits
from siam.engine.search.search import Search
from siam.rules import deal

TURNS = 200_000


@njit(nogil=True)
def count_up(lock: Any, counts: Any, turns: int) -> None:
    for _ in range(turns):
        acquire(lock)
        counts[0] += 1
        counts[1] = counts[0] - counts[1]
        release(lock)


def test_a_lock_lets_one_thread_in_at_a_time() -> None:
    lock, counts = np.zeros(1, np.int64), np.zeros(2, np.int64)
    count_up(lock, counts, 0)
    threads = [threading.Thread(target=count_up, args=(lock, counts, TURNS)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts[0] == 3 * TURNS
    assert counts[1] == 3 * TURNS // 2
    assert lock[0] == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_threads_leave_a_whole_tree(players: int) -> None:
    position = deal(players, 4)
    search = Search(position, evaluation_for(players, position.board))
    search.run(Limits(seconds=600, nodes=3000))
    tree = search.tree
    assert search.nodes >= 3000
    nodes, lost, widened = [0], 0, 0
    while nodes:
        node = nodes.pop()
        assert tree.pending[node] == 0
        assert tree.sums[node].sum() == pytest.approx(tree.visits[node], abs=1e-3)
        if tree.first[node] >= 0:
            children = range(int(tree.first[node]), int(tree.first[node] + tree.width[node]))
            assert tree.priors[list(children)].min() >= 0
            # whoever comes to a leaf while another grows it leaves a visit there, and none below
            lost += max(0, 1 + sum(int(tree.visits[child]) for child in children) - int(tree.visits[node]))
            widened += int(tree.widened[node])
            nodes += children
    assert lost <= widened, "whoever is below a node that is widened meanwhile loses a visit"
    assert search.result().lines[0].visits > 1
