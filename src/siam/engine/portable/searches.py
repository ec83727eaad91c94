"""A search behind one address: begun, grown in slices, asked, and ended.

It does what `siam.engine.search.search.Search` does on one thread, node for node.
"""

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray, int64
from siam.engine.core.compiling import kernel
from siam.engine.core.layout import CARDS, GROUND_SIZE, OVER, SEATS, SIZE, STAGE, TO_MOVE
from siam.engine.core.outcomes import frozen_winners
from siam.engine.core.states import copy_state
from siam.engine.core.steps import apply_step
from siam.engine.evaluation import quantized
from siam.engine.evaluation.quantized import Evaluation
from siam.engine.portable.boundary import Address, Bits, Count, Real, exported, floats, integers
from siam.engine.portable.nets import evaluation_at
from siam.engine.portable.shelf import shelf_for
from siam.engine.search import candidates as candidates_module
from siam.engine.search import endgame as endgame_module
from siam.engine.search import tree as tree_module
from siam.engine.search import workspace
from siam.engine.search.beginner import choose_as_it_stands
from siam.engine.search.endgame import LOSS, WIN, solve
from siam.engine.search.noise import noisy_choice
from siam.engine.search.reuse import continue_from
from siam.engine.search.session import (
    BREADTH_SIZE,
    KNOWN_PROOFS,
    MOVES,
    ROOT_MOVES,
    STYLE_SIZE,
    Session,
    grow_tree,
    is_done,
)
from siam.engine.search.tree import MAX_DEPTH, PROVEN, best_child, camp_index, node_worth, plant
from siam.engine.search.workspace import MAX_PATH, NO_STEP

new_tree = kernel(tree_module.new_tree)
new_desk = kernel(workspace.new_desk)
new_candidates = kernel(candidates_module.new_candidates)
new_endgame = kernel(endgame_module.new_endgame)
_NO_LIMIT = 1 << 62

LINE_MOVES = 8
LINE_SIZE = 5 + LINE_MOVES * MAX_PATH
"""Of a line: visits, whether it is proven, how many moves; two places left free; then the steps of each move."""


@kernel
def _make(
    ground: IntArray, evaluation: Evaluation, style: NDArray[np.float64], wider: NDArray[np.int64], room: int
) -> Session:
    keep = int64(max(style[ROOT_MOVES], style[MOVES]))
    more = int64(0)
    for i in range(wider.shape[0]):
        more = max(more, wider[i, 1])
    return Session(
        ground,
        evaluation,
        new_tree(room),
        np.zeros(1, np.int64),
        np.zeros(1, np.int64),
        style,
        wider,
        new_desk(evaluation.bias.size, 1),
        new_candidates(keep),
        new_candidates(more),
        new_endgame(0, KNOWN_PROOFS),
        np.zeros(MAX_DEPTH, np.int64),
    )


def _example() -> Session:
    """Make a small session, to name its type."""
    return Session(
        np.zeros(GROUND_SIZE, np.int32),
        quantized.new_evaluation(1, 1, 1),
        tree_module.new_tree(1),
        np.zeros(1, np.int64),
        np.zeros(1, np.int64),
        np.zeros(STYLE_SIZE),
        np.zeros((1, BREADTH_SIZE), np.int64),
        workspace.new_desk(1),
        candidates_module.new_candidates(1),
        candidates_module.new_candidates(1),
        endgame_module.new_endgame(0),
        np.zeros(1, np.int64),
    )


keep_session, session_at, drop_session = shelf_for(_example())


@exported
def new_search(
    ground: Address, state: Address, evaluation: Address, style: Address, widenings: Count, room_for: Count
) -> Address:
    """Begin a search of a position, with room for so many nodes.

    The style is given as floats: its ten numbers, then four for each widening.
    """
    field = integers(ground, GROUND_SIZE).copy()
    row = integers(state, SIZE)
    count = widenings if field[SEATS] != 3 else 0
    wider = np.zeros((count, BREADTH_SIZE), np.int64)
    for i in range(count):
        for k in range(BREADTH_SIZE):
            wider[i, k] = int64(floats(style, STYLE_SIZE + BREADTH_SIZE * count)[STYLE_SIZE + BREADTH_SIZE * i + k])
    session = _make(field, evaluation_at(evaluation), floats(style, STYLE_SIZE).copy(), wider, room_for)
    plant(field, session.tree, row, session.evaluation, session.desk)
    return keep_session(session)


@exported
def continue_search(handle: Address, previous: Address) -> Count:
    """Keep what an earlier search of the same game knows of the position; one if it knew it, else zero.

    Both must have the same evaluation, and this one must not have been grown yet.
    """
    return 1 if continue_from(session_at(handle), session_at(previous)) else 0


@exported
def grow_search(handle: Address, nodes: Count) -> Count:
    """Grow a search until it has so many nodes, if it comes to that; give how many it has."""
    session = session_at(handle)
    if session.tree.visits[0] == 0:
        grow_tree(session, 1, 1)
        session.desk.random[0] = 1  # what follows does not depend on how the root was looked at
    grow_tree(session, nodes, _NO_LIMIT)
    return session.tree.visits[0]


@exported
def is_finished(handle: Address) -> Count:
    """Return whether more nodes would change nothing: everything is decided, or there is no room."""
    session = session_at(handle)
    return 1 if is_done(session, _NO_LIMIT) else 0


@exported
def depth_of(handle: Address) -> Count:
    """Return how many moves deep a search has looked."""
    return session_at(handle).depth[0]


@kernel
def _ranked(session: Session) -> NDArray[np.int64]:
    """Order the moves of the root: the one to play, then by visits, then by chances."""
    tree = session.tree
    best = best_child(session.ground, tree, 0)
    camp = camp_index(session.ground, tree.states[0, TO_MOVE])
    ranked = np.empty(tree.width[0], np.int64)
    ranked[0] = best
    count = 1
    for child in range(tree.first[0], tree.first[0] + tree.width[0]):
        if child == best:
            continue
        place = count
        while place > 1:
            other = ranked[place - 1]
            if tree.visits[other] > tree.visits[child]:
                break
            same = tree.visits[other] == tree.visits[child]
            if same and node_worth(tree, other, camp) >= node_worth(tree, child, camp):
                break
            ranked[place] = other
            place -= 1
        ranked[place] = child
        count += 1
    return ranked


@exported
def moves_found(handle: Address) -> Count:
    """Return how many moves of the position a search knows."""
    return session_at(handle).tree.width[0]


@exported
def line_found(handle: Address, number: Count, target: Address, chances: Address) -> None:
    """Write the so-manieth best line: at the target its visits, whether it is proven, how many moves, and their steps.

    The steps of each move take six places, -1 where there are none. The winning chances of the camps are written
    as three floats.
    """
    session = session_at(handle)
    tree = session.tree
    node = _ranked(session)[number]
    told = integers(target, LINE_SIZE)
    told[:] = NO_STEP
    values = floats(chances, 3)
    for camp in range(3):
        values[camp] = node_worth(tree, node, camp) if camp < 2 or session.ground[SEATS] == 3 else 0.0
    told[0] = tree.visits[node]
    told[1] = int64(tree.proven[node] == PROVEN)
    count = 0
    while True:
        for i in range(MAX_PATH):
            told[5 + MAX_PATH * count + i] = tree.paths[node, i]
        count += 1
        if tree.first[node] < 0 or tree.states[node, STAGE] == OVER or count >= LINE_MOVES:
            break
        node = best_child(session.ground, tree, node)
    told[2] = count


@exported
def is_certain(handle: Address) -> Count:
    """Return whether the move to play is proven to be a best one."""
    session = session_at(handle)
    tree = session.tree
    best = best_child(session.ground, tree, 0)
    if session.tree.states[0, CARDS] <= 1:
        return 1
    camp = camp_index(session.ground, tree.states[0, TO_MOVE])
    wins = node_worth(tree, best, camp) == 1.0 or tree.proven[0] == PROVEN
    return 1 if tree.proven[best] == PROVEN and wins else 0


@exported
def noisy_move(handle: Address, lines: Count, noise: Real, seed: Bits) -> Count:
    """Return which of the best lines seems best to somebody who misjudges every chance a little.

    Nobody gives a win away that they hold as it stands: then it is -1 for passing, if no line holds it.
    """
    session = session_at(handle)
    tree = session.tree
    ranked = _ranked(session)[:lines]
    camp = camp_index(session.ground, tree.states[0, TO_MOVE])
    seat = int64(tree.states[0, TO_MOVE])
    passed = session.desk.stack[0]
    copy_state(tree.states[0], passed)
    apply_step(session.ground, passed, 0)
    holds = frozen_winners(session.ground, passed) >> seat & 1
    chances = np.empty(ranked.size, np.float64)
    allowed = np.ones(ranked.size, np.int8)
    for i in range(ranked.size):
        chances[i] = node_worth(tree, ranked[i], camp)
        if holds:
            allowed[i] = frozen_winners(session.ground, tree.states[ranked[i]]) >> seat & 1
    return noisy_choice(chances, allowed, noise, seed)


@exported
def end_search(handle: Address) -> None:
    """Forget a search."""
    drop_session(handle)


@exported
def prove(ground: Address, state: Address, budget: Count, remembered: Count, target: Address) -> Count:
    """Search an ending of two camps to the end: 2 if who is to move wins, 0 if they lose, 1 if it is shared.

    It gives -1 if looking at so many positions does not suffice. A move that keeps the outcome is written at the
    target as eight steps, -1 where there are none, and after them how many positions were looked at. How many
    positions are remembered is a power of two.
    """
    endgame = new_endgame(budget, remembered)
    copy_state(integers(state, SIZE), endgame.rows[0, 0])
    worth = solve(integers(ground, GROUND_SIZE), endgame, 0, LOSS, WIN)
    told = integers(target, 9)
    for i in range(8):
        told[i] = endgame.paths[0, i]
    told[8] = budget - endgame.budget[0]
    return worth


@exported
def standing_move(ground: Address, state: Address, ideas: Count, seed: Bits, target: Address) -> None:
    """Write the best of passing and so many moves drawn, if everybody passed from then on, at the target.

    It takes six steps, -1 where there are none.
    """
    path = np.empty(MAX_PATH, np.int8)
    choose_as_it_stands(integers(ground, GROUND_SIZE), integers(state, SIZE), ideas, seed, path)
    told = integers(target, MAX_PATH)
    for i in range(MAX_PATH):
        told[i] = path[i]
