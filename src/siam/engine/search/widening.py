"""Looking at more moves of a node that has become important.

A leaf is grown by the few moves that the evaluation likes best. A reply that it misjudges is not among them, so a node
that has been visited often gets more moves, in the end all of them.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray
from siam.engine.core.compiling import borrowing
from siam.engine.core.layout import BAN_CARD, PROVINCES
from siam.engine.core.states import agree
from siam.engine.search.tree import Tree, copy_node, prove_by, settle
from siam.engine.search.workspace import MAX_BOARDS

NOBODY: Final = -1


class Breadth(NamedTuple):
    """How many moves a node gets once it has been visited so often."""

    visits: int
    moves: int
    boards: int
    beam: int

    def covers(self, count: int) -> bool:
        """Return whether so many moves found are all there are."""
        return count < self.moves and self.boards >= MAX_BOARDS and self.beam >= PROVINCES


@borrowing
def narrow_node(tree: Tree, line: NDArray[np.int64], depth: int, wider: NDArray[np.int64]) -> int:
    """Find the first node of a line that is due for more moves, and count it as done; `NOBODY` if there is none.

    `wider` has a row for each widening, which begins with how many visits it wants.
    """
    for i in range(depth + 1):
        node = line[i]
        done = tree.widened[node]
        if tree.first[node] < 0 or tree.proven[node] or done >= wider.shape[0]:
            continue
        if tree.visits[node] >= wider[done, 0]:
            tree.widened[node] += 1
            return node
    return NOBODY


@borrowing
def keep_known(ground: IntArray, tree: Tree, node: int, old: int, width: int, complete: bool) -> None:
    """Keep what is known of a node's moves after it was grown anew, from where they lay before.

    Another thread that is on its way through the old ones loses its visit.
    """
    first = tree.first[node]
    last = first + tree.width[node]
    for source in range(old, old + width):
        place = first
        # what may not be undone next does not tell moves apart
        while place < last and not agree(tree.states[place], tree.states[source], BAN_CARD):
            place += 1
        if place == last:  # the wider look has passed it over
            if last == tree.first.size:
                continue
            last += 1
            tree.priors[place] = tree.priors[source]
        prior = tree.priors[place]
        copy_node(tree, source, tree, place)
        tree.priors[place] = prior
        tree.first[place] = tree.first[source]
        tree.width[place] = tree.width[source]
        tree.widened[place] = tree.widened[source]
        tree.complete[place] = tree.complete[source]
    tree.used[0] = last
    tree.width[node] = last - first
    tree.complete[node] = complete
    for child in range(first, last):
        prove_by(ground, tree, node, child)
    settle(ground, tree, node)
