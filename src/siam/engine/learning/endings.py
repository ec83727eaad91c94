"""Learning endings from search, all of it compiled.

Played by the evaluation alone, an ending is full of mistakes on both sides, and so are the lessons of its outcome. Here
each position of an ending is searched a little, the tree's answer is the lesson, and what can be proven is learned
as it is. The games come to their endings by the evaluation alone, or by random moves.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray, RandomState, below, float32, int64
from siam.engine.core.compiling import kernel
from siam.engine.core.layout import CARDS, SEATS, SIZE, TO_MOVE
from siam.engine.core.outcomes import is_decided
from siam.engine.core.playouts import deal
from siam.engine.core.states import copy_state
from siam.engine.evaluation.features import write_slots
from siam.engine.evaluation.quantized import Evaluation, quantize
from siam.engine.learning.plans import Study
from siam.engine.learning.replay import MAX_TURNS, ReplayBuffer, blend, replay, write_lesson
from siam.engine.learning.self_play import Learner, scatter
from siam.engine.search.candidates import Candidates
from siam.engine.search.endgame import LOSS, UNKNOWN, WIN, Endgame, new_endgame, solve
from siam.engine.search.moves import score_moves
from siam.engine.search.tree import (
    MAX_DEPTH,
    PROVEN,
    Tree,
    back_up,
    begin,
    best_child,
    camp_index,
    grow,
    new_tree,
    node_worth,
    pick_leaf,
)
from siam.engine.search.workspace import Desk

_BOARDS, _BEAM = 4, 2
"""How widely moves are looked at on the way to an ending."""
_CHOSEN_PER_CENT = 80
"""How many of them are chosen; the others are drawn."""


class StudySpace(NamedTuple):
    """The tree and the proofs of the ending that is studied; one for each thread."""

    tree: Tree
    endgame: Endgame
    line: NDArray[np.int64]


def new_space(study: Study) -> StudySpace:
    """Make the space to study in."""
    return StudySpace(
        new_tree((study.nodes + 2) * study.moves), new_endgame(0, known=1 << 14), np.zeros(MAX_DEPTH, np.int64)
    )


@kernel
def think(
    ground: IntArray,
    tree: Tree,
    evaluation: Evaluation,
    desk: Desk,
    candidates: Candidates,
    line: NDArray[np.int64],
    study: Study,
) -> None:
    """Grow a planted tree."""
    while tree.visits[0] < study.nodes and not tree.proven[0]:
        depth = pick_leaf(ground, tree, study.exploration, study.best_line_weight, line)
        leaf = line[depth]
        if not tree.proven[leaf]:
            state = tree.states[leaf]
            count = score_moves(ground, state, evaluation, desk, candidates, study.moves, study.boards, study.beam)
            grow(ground, tree, leaf, candidates, count, desk, study.temperature)
        back_up(ground, tree, line, depth)


@kernel
def _come_to_an_ending(ground: IntArray, learner: Learner, state: IntArray, cards: int, random: RandomState) -> None:
    """Play from a deal until this few cards are left; every other game begins with random moves."""
    candidates = learner.candidates
    if below(random, 2):
        scatter(ground, state, random)
    else:
        deal(ground, state, random)
    while not is_decided(state) and state[CARDS] > cards:
        count = score_moves(
            ground, state, learner.evaluation, learner.desk, candidates, candidates.worth.size, _BOARDS, _BEAM
        )
        choice = 0 if below(random, 100) < _CHOSEN_PER_CENT else below(random, count)
        copy_state(candidates.states[choice], state)


@kernel
def study_ending(
    ground: IntArray, learner: Learner, buffer: ReplayBuffer, space: StudySpace, random: RandomState, study: Study
) -> int:
    """Play an ending by search and write its lessons; return how many."""
    tree, endgame = space.tree, space.endgame
    seats = int64(ground[SEATS])
    state = np.zeros(SIZE, np.int32)
    _come_to_an_ending(ground, learner, state, 3 + below(random, study.first_cards - 2), random)
    turns = 0
    while not is_decided(state) and state[CARDS] > 1 and turns < MAX_TURNS:
        seat = int64(state[TO_MOVE])
        write_slots(ground, state, buffer.game_slots[turns])
        buffer.seats[turns] = seat
        buffer.drawn[turns] = 0
        if seats != 3 and state[CARDS] <= study.sure_cards:
            endgame.budget[0] = study.proofs
            copy_state(state, endgame.rows[0, 0])
            worth = solve(ground, endgame, 0, LOSS, WIN)
            if worth != UNKNOWN:
                for other in range(seats):
                    allied = camp_index(ground, other) == camp_index(ground, seat)
                    buffer.chances[turns, other] = float32((worth if allied else WIN - worth) / WIN)
                turns += 1
                break
        begin(tree, state)
        think(ground, tree, learner.evaluation, learner.desk, learner.candidates, space.line, study)
        choice = best_child(ground, tree, 0)
        for other in range(seats):
            buffer.chances[turns, other] = float32(node_worth(tree, choice, camp_index(ground, other)))
        if tree.proven[0] == PROVEN:
            turns += 1
            break
        if below(random, 1000) < study.explore_per_mille:
            choice = tree.first[0] + below(random, tree.width[0])
            buffer.drawn[turns] = 1
        copy_state(tree.states[choice], state)
        turns += 1
    return _write_lessons(ground, buffer, turns, float32(study.td_lambda))


@kernel
def _write_lessons(ground: IntArray, buffer: ReplayBuffer, turns: int, td_lambda: float) -> int:
    """Let each position learn what the search said of it, and a part of what the search said later."""
    goal = np.zeros(4, np.float32)
    for turn in range(turns - 1, -1, -1):
        is_fresh = turn == turns - 1 or buffer.drawn[turn]
        blend(ground, goal, buffer.chances[turn], float32(0.0) if is_fresh else td_lambda)
        write_lesson(ground, buffer, turn, goal)
    return turns


@kernel
def study_endings(
    ground: IntArray,
    learner: Learner,
    buffer: ReplayBuffer,
    space: StudySpace,
    random: RandomState,
    study: Study,
    endings: int,
    rate: float,
) -> float:
    """Play endings and learn from them; return the mean squared error."""
    error, learned = 0.0, 0
    for _ in range(endings):
        quantize(learner.net, learner.evaluation)
        written = study_ending(ground, learner, buffer, space, random, study)
        error += replay(learner.net, learner.desk.hidden, buffer, written, study.repeats, rate, random)
        learned += written
    return error / max(learned, 1)
