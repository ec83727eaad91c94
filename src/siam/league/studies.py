"""Looking ahead in practice games: a small tree tells what a position is worth, and what was seen below it.

One move ahead the evaluation learns from what it believes itself. A tree looks behind that, also at moves that nobody
in the game would make, so that every node that was visited more than once is a lesson of its own.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray, float32, int64
from siam.engine.core.compiling import kernel
from siam.engine.core.layout import SEATS, TO_MOVE
from siam.engine.evaluation.features import write_slots
from siam.engine.evaluation.net import Floats
from siam.engine.evaluation.quantized import Evaluation
from siam.engine.learning.endings import think
from siam.engine.learning.plans import Study
from siam.engine.learning.replay import ReplayBuffer
from siam.engine.search.candidates import Candidates, new_candidates
from siam.engine.search.tree import MAX_DEPTH, Tree, begin, best_child, camp_index, new_tree, node_worth
from siam.engine.search.workspace import Desk

_LEAST_VISITS = 3
"""From how many visits on a node is learned from."""
_BEST_LINE_WEIGHT = 0.4
"""How much the best line below a node counts beside the mean of all that was seen there."""


class Tower(NamedTuple):
    """Where a pupil looks ahead from: how it does so, and room for it."""

    study: Study
    tree: Tree
    candidates: Candidates
    line: NDArray[np.int64]


def new_tower(nodes: int, players: int) -> Tower:
    """Make room for trees of `nodes` nodes."""
    study = Study(nodes=nodes, best_line_weight=0.0 if players == 3 else _BEST_LINE_WEIGHT, boards=6, beam=3)
    return Tower(study, new_tree((nodes + 2) * study.moves), new_candidates(study.moves), np.zeros(MAX_DEPTH, np.int64))


@kernel
def look_ahead(
    ground: IntArray, state: IntArray, evaluation: Evaluation, desk: Desk, tower: Tower, chances: Floats
) -> int:
    """Grow a tree from a position and note its chances for each seat; return the node of the move to make."""
    tree = tower.tree
    begin(tree, state)
    think(ground, tree, evaluation, desk, tower.candidates, tower.line, tower.study)
    choice = best_child(ground, tree, 0)
    for seat in range(int64(ground[SEATS])):
        chances[seat] = float32(node_worth(tree, choice, camp_index(ground, seat)))
    return choice


@kernel
def learn_from_tree(ground: IntArray, tower: Tower, buffer: ReplayBuffer) -> int:
    """Write what the tree says of each node that it has visited some times, the root apart; return how many."""
    tree, seats = tower.tree, int64(ground[SEATS])
    room = buffer.targets.shape[0]
    written = 0
    for node in range(1, tree.used[0]):
        visits = tree.visits[node]
        if visits < _LEAST_VISITS or tree.first[node] < 0:
            continue
        state = tree.states[node]
        place = buffer.filled[0] % room
        write_slots(ground, state, buffer.slots[place])
        for i in range(3 if seats == 3 else 1):
            camp = camp_index(ground, (int64(state[TO_MOVE]) + i) % seats)
            mean = tree.sums[node, camp] / visits
            if not tree.proven[node]:
                mean += tower.study.best_line_weight * (tree.worth[node, camp] - mean)
            else:
                mean = tree.worth[node, camp]
            buffer.targets[place, i] = float32(mean)
        buffer.filled[0] += 1
        written += 1
    return written
