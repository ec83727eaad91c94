"""A search with everything it works on, grown by one compiled loop.

Several threads may grow one tree, each with a session of its own: they hold its lock while they pick a leaf and while
they write down what they found, and score moves side by side.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray, int64
from siam.engine.core.compiling import borrowing
from siam.engine.core.layout import CARDS, PROVINCES, SEATS, TO_MOVE
from siam.engine.core.locks import acquire, release
from siam.engine.core.states import copy_state
from siam.engine.evaluation.quantized import Evaluation
from siam.engine.search.candidates import Candidates
from siam.engine.search.endgame import LOSS, UNKNOWN, WIN, Endgame, solve
from siam.engine.search.moves import score_moves
from siam.engine.search.tree import PROVEN, Tree, back_up, camp_index, grow, pick_leaf
from siam.engine.search.widening import NOBODY, keep_known, narrow_node
from siam.engine.search.workspace import MAX_BOARDS, Desk

# --- the numbers of a style, in order ----------------------------------------------------------------------
STYLE = (
    "curiosity",
    "foresight",
    "temperature",
    "root_moves",
    "root_boards",
    "moves",
    "boards",
    "beam",
    "leaf_proofs",
    "leaf_proof_cards",
)
CURIOSITY, FORESIGHT, TEMPERATURE = 0, 1, 2
ROOT_MOVES, ROOT_BOARDS, MOVES, BOARDS, BEAM = 3, 4, 5, 6, 7
LEAF_PROOFS, LEAF_PROOF_CARDS = 8, 9
STYLE_SIZE = len(STYLE)
BREADTH_SIZE = 4
"""Visits, moves, boards and beam of a widening."""
KNOWN_PROOFS = 1 << 10
"""How many positions are remembered while a leaf is proven."""


class Session(NamedTuple):
    """A tree, how it is grown, and room for one thread to do so."""

    ground: IntArray
    evaluation: Evaluation
    tree: Tree
    lock: NDArray[np.int64]
    """Of the tree, and of the depth."""
    depth: NDArray[np.int64]
    """How many moves deep the tree has been looked into."""
    style: NDArray[np.float64]
    wider: NDArray[np.int64]
    """A row of visits, moves, boards and beam for each widening."""
    desk: Desk
    candidates: Candidates
    more: Candidates
    endgames: Endgame
    line: NDArray[np.int64]


@borrowing
def score_root(session: Session) -> int:
    """Score the moves of the root into the candidates; return how many there are."""
    root_moves, root_boards = int64(session.style[ROOT_MOVES]), int64(session.style[ROOT_BOARDS])
    return score_moves(
        *(session.ground, session.tree.states[0], session.evaluation, session.desk, session.candidates),
        *(root_moves, root_boards, PROVINCES),
    )


@borrowing
def _score(session: Session, node: int) -> int:
    if node == 0:
        return score_root(session)
    style = session.style
    return score_moves(
        *(session.ground, session.tree.states[node], session.evaluation, session.desk, session.candidates),
        *(int64(style[MOVES]), int64(style[BOARDS]), int64(style[BEAM])),
    )


@borrowing
def _prove(session: Session, leaf: int) -> int:
    """Return what a leaf near the end is worth to who moves there, if that does not take long to find out."""
    style, endgames, state = session.style, session.endgames, session.tree.states[leaf]
    cards = int64(state[CARDS])
    if cards > style[LEAF_PROOF_CARDS] or session.ground[SEATS] == 3:
        return UNKNOWN
    endgames.budget[0] = int64(style[LEAF_PROOFS]) * (cards - 1)
    copy_state(state, endgames.rows[0, 0])
    return solve(session.ground, endgames, 0, LOSS, WIN)


@borrowing
def _note_proof(session: Session, leaf: int, worth: int) -> None:
    tree = session.tree
    camp = camp_index(session.ground, tree.states[leaf, TO_MOVE])
    tree.worth[leaf, camp] = worth / WIN
    tree.worth[leaf, 1 - camp] = 1 - worth / WIN
    tree.proven[leaf] = PROVEN


@borrowing
def _widen(session: Session, node: int, stage: int) -> None:
    ground, tree, wider = session.ground, session.tree, session.wider
    moves, boards, beam = wider[stage, 1], wider[stage, 2], wider[stage, 3]
    count = score_moves(
        *(ground, tree.states[node], session.evaluation, session.desk, session.more, moves, boards, beam)
    )
    acquire(session.lock)
    old, width = int64(tree.first[node]), int64(tree.width[node])
    tree.first[node] = -1
    grow(ground, tree, node, session.more, count, session.desk, session.style[TEMPERATURE])
    if tree.first[node] < 0:  # there was no room
        tree.first[node] = old
    else:
        covers = count < moves and boards >= MAX_BOARDS and beam >= PROVINCES
        keep_known(ground, tree, node, old, width, covers)
    release(session.lock)


@borrowing
def is_done(session: Session, nodes: int) -> bool:
    """Return whether a tree has so many nodes, or more would change nothing: all is decided, or there is no room."""
    tree, style = session.tree, session.style
    if tree.visits[0] >= nodes:
        return True
    if tree.visits[0] > 0 and (tree.proven[0] != 0 or tree.width[0] == 1):
        return True
    return tree.used[0] + 2 * int64(style[MOVES]) + int64(style[ROOT_MOVES]) > tree.first.size


@borrowing
def grow_tree(session: Session, nodes: int, at_most: int) -> bool:
    """Look at leaves until the tree has so many nodes, but at most at so many of them; return whether it is done."""
    ground, tree, line, style = session.ground, session.tree, session.line, session.style
    foresight = style[FORESIGHT] if ground[SEATS] != 3 else 0.0
    for _ in range(at_most):
        acquire(session.lock)
        if is_done(session, nodes):
            release(session.lock)
            return True
        depth = pick_leaf(ground, tree, style[CURIOSITY], foresight, line)
        leaf = line[depth]
        is_proven = leaf != 0 and tree.proven[leaf] != 0
        release(session.lock)
        worth, count = int64(UNKNOWN), int64(0)
        if not is_proven:
            if leaf != 0:
                worth = _prove(session, leaf)
            if worth == UNKNOWN:
                count = _score(session, leaf)
        acquire(session.lock)
        if worth != UNKNOWN:
            _note_proof(session, leaf, worth)
        elif count:
            grow(ground, tree, leaf, session.candidates, count, session.desk, style[TEMPERATURE])
        back_up(ground, tree, line, depth)
        session.depth[0] = max(session.depth[0], depth + 1)
        node = narrow_node(tree, line, depth, session.wider)
        stage = int64(tree.widened[max(node, 0)]) - 1
        release(session.lock)
        if node != NOBODY:
            _widen(session, node, stage)
    return False
