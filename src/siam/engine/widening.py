"""Looking at more moves of a node that has become important.

A leaf is grown by the few moves that the evaluation likes best. A reply that it misjudges is not among them, so a node
that has been visited often gets more moves, in the end all of them.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siam.engine.bits import IntArray
from siam.engine.candidates import Candidates
from siam.engine.compiling import kernel
from siam.engine.desks import MAX_BOARDS, Desk
from siam.engine.layout import PROVINCES, TO_MOVE
from siam.engine.net import Net
from siam.engine.tree import Tree, camp_index, copy_node, is_same, node_chances, prove_by, settle

NOBODY: Final = -1


class Breadth(NamedTuple):
    """How many moves a node gets once it has been visited so often."""

    visits: int
    moves: int
    boards: int
    beam: int

    def covers(self, count: int) -> bool:
        """Say whether so many moves found are all there are."""
        return count < self.moves and self.boards >= MAX_BOARDS and self.beam >= PROVINCES


@kernel
def narrow_node(tree: Tree, line: NDArray[np.int64], depth: int, visits: NDArray[np.int64]) -> int:
    """Find the first node of a line that is due for more moves, and count it as done; `NOBODY` if there is none.

    `visits` tells how many are wanted for each widening.
    """
    for i in range(depth + 1):
        node = line[i]
        done = tree.widened[node]
        if tree.first[node] >= 0 and not tree.proven[node] and done < visits.size and tree.visits[node] >= visits[done]:
            tree.widened[node] += 1
            return node
    return NOBODY


@kernel
def widen(
    ground: IntArray,
    tree: Tree,
    node: int,
    candidates: Candidates,
    count: int,
    net: Net,
    desk: Desk,
    temperature: float,
    complete: bool,
) -> None:
    """Hang those scored moves below a node that do not hang there yet.

    Children lie side by side, so the old ones move; another thread that is on its way through them loses its visit.
    """
    old, width = tree.first[node], tree.width[node]
    if tree.used[0] + width + count > tree.first.size:
        return
    first = tree.used[0]
    for i in range(width):
        copy_node(tree, old + i, tree, first + i)
        tree.first[first + i] = tree.first[old + i]
        tree.width[first + i] = tree.width[old + i]
        tree.widened[first + i] = tree.widened[old + i]
        tree.complete[first + i] = tree.complete[old + i]
    last = first + width
    for i in range(count):
        known = False
        for child in range(first, first + width):
            known = known or is_same(tree.states[child], candidates.states[i])
        if not known:
            tree.states[last] = candidates.states[i]
            tree.first[last] = -1
            tree.width[last] = tree.visits[last] = tree.pending[last] = tree.widened[last] = tree.complete[last] = 0
            tree.sums[last] = 0
            tree.paths[last] = candidates.paths[i]
            tree.proven[last] = node_chances(ground, candidates.states[i], net, desk, tree.worth[last])
            last += 1
    tree.used[0] = last
    _share_priors(ground, tree, node, first, last, net, desk, temperature)
    tree.width[node] = last - first
    tree.first[node] = first
    tree.complete[node] = complete
    for child in range(first, last):
        prove_by(ground, tree, node, child)
    settle(ground, tree, node)


@kernel
def _share_priors(
    ground: IntArray, tree: Tree, node: int, first: int, last: int, net: Net, desk: Desk, temperature: float
) -> None:
    """Share the curiosity out anew among all children, by what the evaluation says of each."""
    camp = camp_index(ground, tree.states[node, TO_MOVE])
    chances = np.zeros(3)
    total = 0.0
    for child in range(first, last):
        node_chances(ground, tree.states[child], net, desk, chances)
        tree.priors[child] = np.exp((chances[camp] - 1.0) / temperature)
        total += tree.priors[child]
    for child in range(first, last):
        tree.priors[child] /= total
