"""Plain UCT with random playouts over single steps: the reference opponent.

Nothing is learned or known here but the rules. Steps are tree nodes, so a move is several levels of the
tree; each camp follows its own mean result.
"""

import time
from threading import Event
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray, RandomState, int64, lowest, pick, random_state
from siam.engine.core.codec import encode, move_of, position_ground
from siam.engine.core.compiling import kernel
from siam.engine.core.last_card import legal_steps
from siam.engine.core.layout import MOVE, OVER, SIZE, STAGE, STEPS, TO_MOVE, WAY_SIZE
from siam.engine.core.playouts import play_out
from siam.engine.core.states import copy_state
from siam.engine.core.steps import apply_step
from siam.engine.evaluation.elementary import log1p
from siam.engine.search.limits import Limits
from siam.engine.search.tree import camp_index, exact_chances
from siam.rules import PASS, Move, Position

CURIOSITY: Final = 2.8
"""The exploration constant; the textbook's 1.4 makes more playouts weaker here (docs/engine.md)."""
_ROOM: Final = 150_000
_SLICE: Final = 100
_SHARES: Final = (0.4, 0.2, 0.2, 0.1, 0.1)
"""How the limits are shared out among the steps of a move."""


class StepTree(NamedTuple):
    """All nodes; node 0 is the position asked about, and no child is numbered 0."""

    children: NDArray[np.int32]
    visits: NDArray[np.int32]
    sums: NDArray[np.float64]
    used: NDArray[np.int64]


@kernel
def grow_by_playouts(
    ground: IntArray, tree: StepTree, root: int, start: IntArray, playouts: int, curiosity: float, random: RandomState
) -> None:
    """Add so many playouts below a node whose position is `start`."""
    state = np.empty(SIZE, np.int32)
    trial = np.empty(SIZE, np.int32)
    way = np.empty(WAY_SIZE, np.int64)
    chances = np.zeros(3)
    line = np.zeros(512, np.int64)
    for _ in range(playouts):
        copy_state(start, state)
        node = root
        depth = 0
        line[0] = root
        while state[STAGE] != OVER and depth < 500:
            steps = legal_steps(ground, state)
            camp = camp_index(ground, state[TO_MOVE])
            untried = int64(0)
            best, best_worth = 0, -1.0
            scale = curiosity * np.sqrt(log1p(tree.visits[node]))
            left = steps
            while left:
                step = lowest(left)
                left &= left - 1
                child = tree.children[node, step]
                if child == 0:
                    untried |= 1 << step
                elif not untried:
                    visits = tree.visits[child]
                    worth = tree.sums[child, camp] / visits + scale / np.sqrt(visits)
                    if worth > best_worth:
                        best, best_worth = step, worth
            if untried:
                step = pick(random, untried)
                apply_step(ground, state, step)
                if tree.used[0] < tree.visits.size:
                    child = tree.used[0]
                    tree.used[0] += 1
                    tree.children[node, step] = child
                    depth += 1
                    line[depth] = child
                break
            apply_step(ground, state, best)
            node = tree.children[node, best]
            depth += 1
            line[depth] = node
        while state[STAGE] != MOVE and state[STAGE] != OVER:
            apply_step(ground, state, pick(random, legal_steps(ground, state)))
        exact_chances(ground, play_out(ground, state, trial, way, random), chances)
        for i in range(depth + 1):
            tree.visits[line[i]] += 1
            tree.sums[line[i]] += chances


@kernel
def most_visited(tree: StepTree, node: int, steps: int, random: RandomState) -> int:
    """Choose one of the steps."""
    best, most = -1, 0
    left = steps
    while left:
        step = lowest(left)
        left &= left - 1
        child = tree.children[node, step]
        if child and tree.visits[child] > most:
            best, most = step, tree.visits[child]
    return best if best >= 0 else pick(random, steps)


def choose_by_playouts(
    position: Position, limits: Limits, *, seed: int = 0, curiosity: float = CURIOSITY, stop: Event | None = None
) -> tuple[Move, int]:
    """Find a move by playouts, as good as it gets until `stop` is set; give it and how many playouts were made."""
    ground, state = position_ground(position), encode(position)
    tree = StepTree(
        np.zeros((_ROOM, STEPS), np.int32), np.zeros(_ROOM, np.int32), np.zeros((_ROOM, 3)), np.ones(1, np.int64)
    )
    random = random_state(seed)
    start = time.monotonic()
    share, done, node = 0.0, 0, 0
    steps: list[int] = []
    while not steps or state[STAGE] != MOVE:
        share += _SHARES[len(steps)] if len(steps) < len(_SHARES) else 0.0
        legal = int(legal_steps(ground, state))
        while legal & (legal - 1):
            if limits.seconds is not None and time.monotonic() - start >= share * limits.seconds and done:
                break
            if limits.nodes is not None and done >= share * limits.nodes:
                break
            if stop is not None and stop.is_set() and done:
                break
            grow_by_playouts(ground, tree, node, state, _SLICE, curiosity, random)
            done += _SLICE
        step = int(most_visited(tree, node, legal, random))
        steps.append(step)
        apply_step(ground, state, step)
        if step == 0:
            return PASS, done
        node = int(tree.children[node, step])
        if node == 0:
            tree.children[:] = 0
            tree.visits[:] = 0
            tree.sums[:] = 0
            tree.used[0] = 1
    return move_of(position, steps), done
