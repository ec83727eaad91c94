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
from siam.engine.evaluation.net import Net
from siam.engine.learning.self_play import MAX_TURNS, Lessons, rehearse, scatter
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


class Study(NamedTuple):
    """How endings are studied."""

    nodes: int = 24
    """How many leaves are looked at for a lesson."""
    first_cards: int = 9
    """An ending begins with a random number of cards from three up to this."""
    sure_cards: int = 3
    """So few cards left are proven, if looking at so many positions suffices."""
    proofs: int = 20_000
    drawn_per_mille: int = 100
    trace: float = 0.6
    repeats: int = 3
    curiosity: float = 0.6
    foresight: float = 0.0
    temperature: float = 0.06
    moves: int = 16
    boards: int = 8
    beam: int = 4


STUDY = Study()


class Room(NamedTuple):
    """Room to study in; one for each thread."""

    tree: Tree
    endgame: Endgame
    line: NDArray[np.int64]


def new_room(study: Study) -> Room:
    """Make room to study in."""
    return Room(new_tree((study.nodes + 2) * study.moves), new_endgame(0, known=1 << 14), np.zeros(MAX_DEPTH, np.int64))


@kernel
def think(
    ground: IntArray,
    tree: Tree,
    net: Net,
    desk: Desk,
    candidates: Candidates,
    line: NDArray[np.int64],
    study: Study,
) -> None:
    """Grow a planted tree."""
    while tree.visits[0] < study.nodes and not tree.proven[0]:
        depth = pick_leaf(ground, tree, study.curiosity, study.foresight, line)
        leaf = line[depth]
        if not tree.proven[leaf]:
            state = tree.states[leaf]
            count = score_moves(ground, state, net, desk, candidates, study.moves, study.boards, study.beam)
            grow(ground, tree, leaf, candidates, count, net, desk, study.temperature)
        back_up(ground, tree, line, depth)


@kernel
def _come_to_an_ending(
    ground: IntArray, net: Net, desk: Desk, candidates: Candidates, state: IntArray, cards: int, random: RandomState
) -> None:
    """Play from a deal until so few cards are left; every other game begins with random moves."""
    if below(random, 2):
        scatter(ground, state, random)
    else:
        deal(ground, state, random)
    while not is_decided(state) and state[CARDS] > cards:
        count = score_moves(ground, state, net, desk, candidates, candidates.worth.size, 4, 2)
        choice = 0 if below(random, 100) < 80 else below(random, count)
        copy_state(candidates.states[choice], state)


@kernel
def study_ending(
    ground: IntArray,
    net: Net,
    desk: Desk,
    candidates: Candidates,
    lessons: Lessons,
    room: Room,
    random: RandomState,
    study: Study,
) -> int:
    """Play an ending by search and write its lessons; give how many."""
    tree, endgame = room.tree, room.endgame
    seats = int64(ground[SEATS])
    state = np.zeros(SIZE, np.int32)
    _come_to_an_ending(ground, net, desk, candidates, state, 3 + below(random, study.first_cards - 2), random)
    turns = 0
    while not is_decided(state) and state[CARDS] > 1 and turns < MAX_TURNS:
        seat = int64(state[TO_MOVE])
        write_slots(ground, state, lessons.game_slots[turns])
        lessons.seats[turns] = seat
        lessons.drawn[turns] = 0
        if seats != 3 and state[CARDS] <= study.sure_cards:
            endgame.budget[0] = study.proofs
            copy_state(state, endgame.rows[0, 0])
            worth = solve(ground, endgame, 0, LOSS, WIN)
            if worth != UNKNOWN:
                for other in range(seats):
                    allied = camp_index(ground, other) == camp_index(ground, seat)
                    lessons.chances[turns, other] = float32((worth if allied else WIN - worth) / WIN)
                turns += 1
                break
        begin(tree, state)
        think(ground, tree, net, desk, candidates, room.line, study)
        choice = best_child(ground, tree, 0)
        for other in range(seats):
            lessons.chances[turns, other] = float32(node_worth(tree, choice, camp_index(ground, other)))
        if tree.proven[0] == PROVEN:
            turns += 1
            break
        if below(random, 1000) < study.drawn_per_mille:
            choice = tree.first[0] + below(random, tree.width[0])
            lessons.drawn[turns] = 1
        copy_state(tree.states[choice], state)
        turns += 1
    return _write_lessons(lessons, turns, seats, float32(study.trace))


@kernel
def _write_lessons(lessons: Lessons, turns: int, seats: int, trace: float) -> int:
    """Let each position learn what the search said of it, and a part of what the search said later."""
    room = lessons.targets.shape[0]
    goal = np.zeros(4, np.float32)
    for turn in range(turns - 1, -1, -1):
        blend = float32(0.0) if turn == turns - 1 or lessons.drawn[turn] else trace
        for seat in range(seats):
            goal[seat] = (float32(1.0) - blend) * lessons.chances[turn, seat] + blend * goal[seat]
        place = lessons.filled[0] % room
        lessons.slots[place] = lessons.game_slots[turn]
        for i in range(1 if seats != 3 else 3):
            lessons.targets[place, i] = goal[(lessons.seats[turn] + i) % seats]
        lessons.filled[0] += 1
    return turns


@kernel
def study_endings(
    ground: IntArray,
    net: Net,
    desk: Desk,
    candidates: Candidates,
    lessons: Lessons,
    room: Room,
    random: RandomState,
    study: Study,
    endings: int,
    rate: float,
) -> float:
    """Play endings and learn from them; give the mean squared error."""
    error, learned = 0.0, 0
    for _ in range(endings):
        written = study_ending(ground, net, desk, candidates, lessons, room, random, study)
        error += rehearse(net, lessons, written, study.repeats, rate, desk, random)
        learned += written
    return error / max(learned, 1)
