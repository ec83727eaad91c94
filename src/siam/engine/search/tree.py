"""A best-first tree of whole moves' afterstates (PUCT), grown one leaf at a time.

A node is an afterstate with the winning chance of each camp. Growing picks a leaf by visits, chances and
priors, scores its moves, and hangs the best of them below it; the leaf is then worth its best afterstate.
Two camps are zero-sum; three players each follow their own chance (max^n).
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray, float64, int64, lowest
from siam.engine.core.compiling import borrowing, inlined
from siam.engine.core.layout import CAMPS, CARDS, HANDS, SEATS, SIZE, TO_MOVE
from siam.engine.core.outcomes import frozen_winners, is_decided
from siam.engine.core.states import copy_state
from siam.engine.evaluation.elementary import exp
from siam.engine.evaluation.features import write_slots
from siam.engine.evaluation.net import Floats
from siam.engine.evaluation.quantized import Evaluation, chance_of, note_outputs, sum_slots
from siam.engine.search.candidates import Candidates
from siam.engine.search.endgame import settle_last_card
from siam.engine.search.workspace import MAX_PATH, NO_STEP, Desk

MAX_DEPTH: Final = 128
PROVEN: Final = 1
SETTLED: Final = 2
_VIRTUAL_LOSS: Final = 3
_CAMPS: Final = 3

Numbers = NDArray[Any]


class Tree(NamedTuple):
    """All nodes; node 0 is the position asked about."""

    states: IntArray
    first: NDArray[np.int32]
    """The first child; children lie side by side. -1 for a leaf."""
    width: NDArray[np.int32]
    """How many children there are."""
    visits: NDArray[np.int32]
    pending: NDArray[np.int32]
    """How often a node is being looked at by another thread."""
    sums: NDArray[np.float64]
    worth: NDArray[np.float64]
    """The winning chance of each camp as the evaluation sees it, or exactly if proven."""
    priors: Floats
    proven: NDArray[np.int8]
    """`PROVEN`, or `SETTLED` if the proof leaves out moves that differ in nothing but what may not be undone (5.10)."""
    paths: NDArray[np.int8]
    widened: NDArray[np.int8]
    """How often a node has been given more moves."""
    complete: NDArray[np.int8]
    """All moves of the node hang below it."""
    used: NDArray[np.int64]


def new_tree(room: int) -> Tree:
    """Make room for so many nodes."""
    return Tree(
        np.zeros((room, SIZE), np.int32),
        np.full(room, -1, np.int32),
        np.zeros(room, np.int32),
        np.zeros(room, np.int32),
        np.zeros(room, np.int32),
        np.zeros((room, _CAMPS), np.float64),
        np.zeros((room, _CAMPS), np.float64),
        np.zeros(room, np.float32),
        np.zeros(room, np.int8),
        np.full((room, MAX_PATH), NO_STEP, np.int8),
        np.zeros(room, np.int8),
        np.zeros(room, np.int8),
        np.zeros(1, np.int64),
    )


@inlined
def _copy_numbers(source: Numbers, old: int, target: Numbers, new: int) -> None:
    """Copy a row."""
    for i in range(source.shape[1]):
        target[new, i] = source[old, i]


@borrowing
def clear(tree: Tree, node: int) -> None:
    """Make a node a leaf that nobody has looked at."""
    tree.first[node] = -1
    tree.width[node] = tree.visits[node] = tree.pending[node] = 0
    tree.widened[node] = tree.complete[node] = tree.proven[node] = 0
    for camp in range(_CAMPS):
        tree.sums[node, camp] = 0.0


@borrowing
def begin(tree: Tree, state: IntArray) -> None:
    """Begin a tree at a position."""
    tree.used[0] = 1
    copy_state(state, tree.states[0])
    clear(tree, 0)


@borrowing
def copy_node(source: Tree, old: int, target: Tree, new: int) -> None:
    """Copy what is known of a node, without what hangs below it."""
    copy_state(source.states[old], target.states[new])
    clear(target, new)
    target.visits[new] = source.visits[old]
    _copy_numbers(source.sums, old, target.sums, new)
    _copy_numbers(source.worth, old, target.worth, new)
    target.priors[new] = source.priors[old]
    target.proven[new] = source.proven[old]
    _copy_numbers(source.paths, old, target.paths, new)


@borrowing
def camp_index(ground: IntArray, seat: int) -> int:
    """Number the camps by their first seat."""
    return lowest(int64(ground[CAMPS + seat]))


@borrowing
def exact_chances(ground: IntArray, winners: int, chances: NDArray[np.float64]) -> None:
    """Turn winning seats into each camp's share of the win."""
    camps = 3 if ground[SEATS] == 3 else 2
    shares = 0
    for camp in range(camps):
        shares += winners >> camp & 1
    for camp in range(camps):
        chances[camp] = (winners >> camp & 1) / shares if shares else 1.0 / camps


@borrowing
def exact_node_chances(ground: IntArray, state: IntArray, desk: Desk, chances: NDArray[np.float64]) -> bool:
    """Work out the chance of each camp if that can be done exactly; return whether it can."""
    if is_decided(state):
        exact_chances(ground, frozen_winners(ground, state), chances)
        return True
    if state[CARDS] == 1:
        copy_state(state, desk.stack[0])
        winners = settle_last_card(ground, desk.stack[0], desk.stack[1], desk.way, desk.random)
        exact_chances(ground, winners, chances)
        return True
    return False


@borrowing
def evaluate(
    ground: IntArray, state: IntArray, evaluation: Evaluation, desk: Desk, chances: NDArray[np.float64]
) -> None:
    """Evaluate a position for each camp, exactly where that can be done."""
    if exact_node_chances(ground, state, desk, chances):
        return
    write_slots(ground, state, desk.slots[2])
    sum_slots(evaluation, desk.slots[2], desk.sums.units, 0)
    note_outputs(evaluation, desk.sums.units, 0, desk.outputs, 0)
    seats = int64(ground[SEATS])
    camps = 3 if seats == 3 else 2
    for camp in range(camps):
        chances[camp] = chance_of(desk.outputs, 0, camps, (camp - int64(state[TO_MOVE]) + seats) % seats)


@borrowing
def plant(ground: IntArray, tree: Tree, state: IntArray, evaluation: Evaluation, desk: Desk) -> None:
    """Begin a tree at a position, and evaluate that."""
    begin(tree, state)
    evaluate(ground, tree.states[0], evaluation, desk, tree.worth[0])
    tree.proven[0] = PROVEN if is_decided(tree.states[0]) else 0
    desk.random[0] = 1  # what follows does not depend on how the root was evaluated


@borrowing
def pick_leaf(ground: IntArray, tree: Tree, curiosity: float, foresight: float, line: NDArray[np.int64]) -> int:
    """Go down to a leaf or a proven node and mark the way; give its depth. The way is left in `line`.

    `foresight` tells how much the best line below a node counts beside the mean of all that was seen there.
    """
    node = 0
    depth = 0
    line[0] = 0
    tree.pending[0] += 1
    while tree.first[node] >= 0 and (depth == 0 or not tree.proven[node]) and depth + 1 < MAX_DEPTH:
        camp = camp_index(ground, tree.states[node, TO_MOVE])
        scale = curiosity * np.sqrt(float(tree.visits[node] + tree.pending[node]))
        best, best_worth = -1, -1.0
        for child in range(tree.first[node], tree.first[node] + tree.width[node]):
            visits = tree.visits[child]
            pending = _VIRTUAL_LOSS * tree.pending[child]
            if visits == 0 or tree.proven[child]:
                worth = tree.worth[child, camp] if not pending else 0.0
            else:
                total = tree.sums[child, camp]
                total += foresight * (visits * tree.worth[child, camp] - total)
                worth = total / (visits + pending)
            if not (tree.proven[child] and tree.complete[node]):
                worth += scale * tree.priors[child] / (1 + visits + pending)
            if worth > best_worth:
                best, best_worth = child, worth
        node = best
        depth += 1
        line[depth] = node
        tree.pending[node] += 1
    return depth


@borrowing
def foresee(ground: IntArray, tree: Tree, node: int) -> None:
    """Let a node be worth the best of its moves, as far as they are known."""
    camp = camp_index(ground, tree.states[node, TO_MOVE])
    best = tree.first[node]
    for child in range(best + 1, best + tree.width[node]):
        if tree.worth[child, camp] > tree.worth[best, camp]:
            best = child
    _copy_numbers(tree.worth, best, tree.worth, node)


@borrowing
def grow(
    ground: IntArray,
    tree: Tree,
    node: int,
    candidates: Candidates,
    count: int,
    desk: Desk,
    temperature: float,
) -> None:
    """Hang scored moves below a leaf, which is then worth its best afterstate."""
    if tree.first[node] >= 0 or tree.used[0] + count > tree.first.size:
        return
    camp = camp_index(ground, tree.states[node, TO_MOVE])
    first = tree.used[0]
    total = float64(0.0)
    for i in range(count):
        child = first + i
        copy_state(candidates.states[i], tree.states[child])
        clear(tree, child)
        _copy_numbers(candidates.paths, i, tree.paths, child)
        is_exact = exact_node_chances(ground, candidates.states[i], desk, tree.worth[child])
        tree.proven[child] = PROVEN if is_exact else 0
        if not is_exact:
            _copy_numbers(candidates.chances, i, tree.worth, child)
        tree.priors[child] = exp((tree.worth[child, camp] - 1.0) / temperature)
        total += tree.priors[child]
    for child in range(first, first + count):
        tree.priors[child] /= total
    tree.width[node] = count
    tree.used[0] += count
    tree.first[node] = first
    foresee(ground, tree, node)


@borrowing
def prove_by(ground: IntArray, tree: Tree, node: int, child: int) -> None:
    """Prove a node by a child: a win for who moves there, or the only move there is."""
    camp = camp_index(ground, tree.states[node, TO_MOVE])
    if tree.proven[node] or not tree.proven[child]:
        return
    forced = tree.states[node, HANDS + tree.states[node, TO_MOVE]] == 0
    if tree.worth[child, camp] == 1.0 or forced:
        tree.proven[node] = tree.proven[child]
        _copy_numbers(tree.worth, child, tree.worth, node)


@borrowing
def settle(ground: IntArray, tree: Tree, node: int) -> None:
    """Settle a node all of whose moves are proven: it is worth the best of them."""
    if tree.proven[node] or not tree.complete[node]:
        return
    for child in range(tree.first[node], tree.first[node] + tree.width[node]):
        if not tree.proven[child]:
            return
    tree.proven[node] = SETTLED
    foresee(ground, tree, node)


@borrowing
def back_up(ground: IntArray, tree: Tree, line: NDArray[np.int64], depth: int) -> None:
    """Carry a leaf's worth up to the root."""
    leaf = line[depth]
    for i in range(depth, -1, -1):
        node = line[i]
        tree.visits[node] += 1
        tree.pending[node] -= 1
        for camp in range(_CAMPS):
            tree.sums[node, camp] += tree.worth[leaf, camp]
        if i < depth:
            prove_by(ground, tree, node, line[i + 1])
            if tree.proven[line[i + 1]]:
                settle(ground, tree, node)
            if not tree.proven[node]:
                foresee(ground, tree, node)
        elif tree.first[node] >= 0:
            for child in range(tree.first[node], tree.first[node] + tree.width[node]):
                prove_by(ground, tree, node, child)


@borrowing
def node_worth(tree: Tree, node: int, camp: int) -> float:
    """Return what is known of a node for a camp."""
    if tree.proven[node] or tree.visits[node] == 0:
        return tree.worth[node, camp]
    return tree.sums[node, camp] / tree.visits[node]


@borrowing
def best_child(ground: IntArray, tree: Tree, node: int) -> int:
    """Choose a move: a proven win, else the most visited that is not a proven loss, else the best."""
    camp = camp_index(ground, tree.states[node, TO_MOVE])
    best, best_rank = -1, -1.0
    for child in range(tree.first[node], tree.first[node] + tree.width[node]):
        worth = node_worth(tree, child, camp)
        rank = tree.visits[child] + worth
        if tree.proven[child]:
            if worth == 1.0:
                rank = 1e12
            elif worth == 0.0:
                rank = 0.0
        if rank > best_rank:
            best, best_rank = child, rank
    return best
