"""Going on with an earlier search: the part of its tree below a position becomes a tree of its own."""

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray
from siam.engine.core.compiling import borrowing, kernel
from siam.engine.core.layout import CANONICAL, GROUND_SIZE
from siam.engine.core.states import agree
from siam.engine.search.session import TEMPERATURE, Session, score_root
from siam.engine.search.tree import Tree, copy_node, grow


@borrowing
def find_node(tree: Tree, state: IntArray) -> int:
    """Find the most visited node of a position; -1 if there is none that has been looked into."""
    best, most = -1, 0
    for node in range(tree.used[0]):
        if tree.visits[node] > most and tree.first[node] >= 0 and agree(tree.states[node], state, CANONICAL):
            best, most = node, tree.visits[node]
    return best


@borrowing
def _copy_below(source: Tree, target: Tree, copied: NDArray[np.int64], first: int) -> None:
    """Hang all descendants below copied nodes, level by level; `copied` tells where each node comes from."""
    node = first
    while node < target.used[0]:
        old = copied[node]
        if old >= 0 and source.first[old] >= 0:
            width = source.width[old]
            if target.used[0] + width > target.first.size:
                return
            begin = target.used[0]
            for i in range(width):
                copied[begin + i] = source.first[old] + i
                copy_node(source, source.first[old] + i, target, begin + i)
            target.used[0] += width
            target.width[node] = width
            target.widened[node] = source.widened[old]
            target.complete[node] = source.complete[old]
            target.first[node] = begin
        node += 1


@kernel
def take_over(source: Tree, node: int, target: Tree) -> None:
    """Let a tree, begun at a node of another and grown once, keep what is known of the moves there."""
    copied = np.full(target.first.size, -1, np.int64)
    target.visits[0] = 1
    target.sums[0] = target.worth[0]
    for child in range(target.first[0], target.first[0] + target.width[0]):
        for old in range(source.first[node], source.first[node] + source.width[node]):
            if source.visits[old] > 0 and agree(target.states[child], source.states[old], CANONICAL):
                prior = target.priors[child]
                copy_node(source, old, target, child)
                target.priors[child] = prior
                copied[child] = old
                target.visits[0] += target.visits[child]
                target.sums[0] += target.sums[child]
                break
    _copy_below(source, target, copied, target.first[0])


@kernel
def continue_from(session: Session, before: Session) -> bool:
    """Let a search that was just begun keep what an earlier one knows of its position; return whether that was much.

    Both must have the same evaluation.
    """
    if not agree(session.ground, before.ground, GROUND_SIZE):
        return False
    node = find_node(before.tree, session.tree.states[0])
    if node < 0:
        return False
    count = score_root(session)
    temperature = session.style[TEMPERATURE]
    grow(session.ground, session.tree, 0, session.candidates, count, session.desk, temperature)
    session.desk.random[0] = 1  # what follows does not depend on how the root was looked at
    take_over(before.tree, node, session.tree)
    return True
