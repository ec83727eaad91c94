"""Games between two evaluations with a fixed number of nodes a move, all of it compiled."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray, int64
from siam.engine.core.compiling import kernel
from siam.engine.core.layout import PROVINCES, TO_MOVE
from siam.engine.core.outcomes import is_decided
from siam.engine.core.states import copy_state
from siam.engine.evaluation.net import Net
from siam.engine.evaluation.quantized import Evaluation, quantized
from siam.engine.learning.endings import think
from siam.engine.learning.plans import Study
from siam.engine.search.candidates import Candidates, new_candidates
from siam.engine.search.moves import score_moves
from siam.engine.search.tree import MAX_DEPTH, Tree, back_up, begin, best_child, grow, new_tree, pick_leaf
from siam.engine.search.workspace import Desk, new_desk

MAX_POSITIONS: Final = 200
"""More than a game has: eight cards and nine passes a seat, and as many passes after each card."""
_ROOT_MOVES: Final = 40
_ROOT_BOARDS: Final = 40


class Contestant(NamedTuple):
    """One side of a contest: its evaluation, how it searches, and room to do so."""

    net: Net
    evaluation: Evaluation
    study: Study
    desk: Desk
    root: Candidates
    candidates: Candidates
    tree: Tree
    line: NDArray[np.int64]


def new_contestant(net: Net, nodes: int) -> Contestant:
    """Make a side that looks at `nodes` leaves a move; with one it looks one move ahead."""
    study = Study(nodes=nodes, best_line_weight=0.4 if net.output_bias.size == 1 else 0.0)
    room = (nodes + 1) * study.moves + _ROOT_MOVES + 1
    return Contestant(
        *(net, quantized(net), study, new_desk(net.bias.size)),
        *(new_candidates(_ROOT_MOVES), new_candidates(study.moves)),
        *(new_tree(room), np.zeros(MAX_DEPTH, np.int64)),
    )


@kernel
def advance_by(ground: IntArray, state: IntArray, contestant: Contestant) -> None:
    """Replace a position by the one after the move that a contestant chooses."""
    evaluation, study, desk = contestant.evaluation, contestant.study, contestant.desk
    tree, root = contestant.tree, contestant.root
    count = score_moves(ground, state, evaluation, desk, root, root.worth.size, _ROOT_BOARDS, PROVINCES)
    if study.nodes == 1:
        copy_state(root.states[0], state)
        return
    begin(tree, state)
    depth = pick_leaf(ground, tree, study.exploration, study.best_line_weight, contestant.line)
    grow(ground, tree, 0, root, count, desk, study.temperature)
    back_up(ground, tree, contestant.line, depth)
    think(ground, tree, evaluation, desk, contestant.candidates, contestant.line, study)
    copy_state(tree.states[best_child(ground, tree, 0)], state)


@kernel
def play_contest(
    ground: IntArray, first: Contestant, second: Contestant, seats_of_second: int, positions: IntArray
) -> int:
    """Play a game from the first of the positions and write the others behind it; return the place of the last.

    `seats_of_second` tells as bits where the second contestant sits.
    """
    turn = 0
    while not is_decided(positions[turn]) and turn + 1 < MAX_POSITIONS:
        state = positions[turn + 1]
        copy_state(positions[turn], state)
        if seats_of_second >> int64(state[TO_MOVE]) & 1:
            advance_by(ground, state, second)
        else:
            advance_by(ground, state, first)
        turn += 1
    return turn
