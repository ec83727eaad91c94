"""What kernels of every kind work out on a sample, as digests that one process can compare with another's.

`python -m tests.engine.figures broad` prints them, for a process with its own settings of the compiler. The small
sample is for kernels that run as plain Python.
"""

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np

from siam.engine.core.bits import float32, random_state
from siam.engine.core.codec import encode, ground_of, position_ground
from siam.engine.core.layout import CAMPS, TO_MOVE
from siam.engine.core.outcomes import frozen_winners
from siam.engine.core.playouts import random_games, signature_of
from siam.engine.evaluation.features import INPUTS
from siam.engine.evaluation.net import Net, new_net
from siam.engine.evaluation.quantized import quantized
from siam.engine.evaluation.shipped import evaluation_for
from siam.engine.learning.endings import new_space, study_endings
from siam.engine.learning.plans import STUDY, SelfPlay
from siam.engine.learning.replay import new_buffer
from siam.engine.learning.self_play import new_learner, teach
from siam.engine.search.candidates import new_candidates
from siam.engine.search.duels import can_be_shared, decide, new_known, new_room
from siam.engine.search.endgame import LOSS, WIN, new_endgame, solve, solve_three
from siam.engine.search.limits import Limits
from siam.engine.search.packed import pack
from siam.engine.search.search import Search, Style
from siam.engine.search.uct import choose_by_playouts
from siam.engine.search.widening import Breadth
from siam.rl.batch import BatchSimulator
from siam.rules import BOOK, Position, deal, load_board, play
from tests.engine.positions import random_position, small_ending

UNITS = 23
"""Of untrained nets: a number that leaves something over whatever the lanes are."""


class Sample(NamedTuple):
    """How much is worked out."""

    nodes: int
    positions: int
    endings: int
    proof_budget: int
    playouts: int
    games: int
    lessons: int
    shipped: bool
    """Search with the weights that are shipped, not with an untrained net."""
    style: Style


BROAD = Sample(
    nodes=50, positions=4, endings=40, proof_budget=2000, playouts=400, games=30, lessons=4, shipped=True,
    style=Style(wider=(Breadth(8, 30, 40, 4), Breadth(30, 200, 1600, 8))),
)  # fmt: skip
SMALL = Sample(
    nodes=4, positions=1, endings=2, proof_budget=30, playouts=2, games=1, lessons=1, shipped=False,
    style=Style(root_moves=6, root_boards=3, moves=4, boards=2, beam=1, wider=(Breadth(2, 6, 3, 1),)),
)  # fmt: skip
SAMPLES = {"broad": BROAD, "small": SMALL}


def digest(parts: Iterable[Any]) -> str:
    """Return a short hash of arrays and whatever else."""
    total = hashlib.sha256()
    for part in parts:
        total.update(part.tobytes() if isinstance(part, np.ndarray) else repr(part).encode())
    return total.hexdigest()[:16]


def tree_digest(search: Search) -> str:
    """Return a hash of a whole tree, every float bit for bit."""
    used = int(search.tree.used[0])
    return digest(field[:used] for field in search.tree)


def untrained(players: int) -> Net:
    """Make a small net."""
    return new_net(INPUTS, UNITS, 3 if players == 3 else 1, players)


def positions(players: int, sample: Sample) -> list[Position]:
    """Return some positions from the opening to the ending."""
    random = Random(players)
    middle = [random_position(random, players, moves=3 * number) for number in range(sample.positions)]
    return [*middle, small_ending(random, players, open_provinces=3, cards=4)]


def searches(players: int, sample: Sample) -> Iterator[str]:
    """Search positions, and go on after a move that was found."""
    for position in positions(players, sample):
        evaluation = evaluation_for(players, position.board) if sample.shipped else quantized(untrained(players))
        first = Search(position, evaluation, sample.style, room=20_000)
        first.run(Limits(nodes=sample.nodes))
        yield tree_digest(first)
        after = play(position, first.result().move).position
        if not after.is_over:
            second = Search(after, evaluation, sample.style, room=20_000, previous=first)
            second.run(Limits(nodes=second.nodes + sample.nodes // 2))
            yield tree_digest(second)


def decided(ending: Position, budget: int) -> tuple[int, ...]:
    """Return what a solver of endings that nobody can share finds out, with the move and what is left of its budget."""
    ground, known, room = position_ground(ending), new_known(64), new_room()
    state, row = encode(ending), room.rows[0]
    pack(state, row)
    if can_be_shared(ground, row):
        return ()
    room.budget[0] = budget
    stands = int(frozen_winners(ground, state)) == int(ground[CAMPS + state[TO_MOVE]])
    return int(decide(ground, known, room, 0, stands)), int(room.best[0]), int(room.budget[0])


def proofs(players: int, sample: Sample) -> Iterator[tuple[int, ...]]:
    """Prove endings one after the other with one solver, as far as its budget goes."""
    random, endgame = Random(players), new_endgame(0)
    for _ in range(sample.endings):
        ending = small_ending(random, players, open_provinces=random.randint(1, 4), cards=random.randint(1, 3))
        endgame.budget[0] = sample.proof_budget
        endgame.rows[0, 0] = encode(ending)
        ground = position_ground(ending)
        worth = solve_three(ground, endgame, 0) if players == 3 else solve(ground, endgame, 0, LOSS, WIN)
        yield int(worth), int(endgame.budget[0])
        if players != 3:
            yield decided(ending, sample.proof_budget)


def playouts(players: int, sample: Sample) -> Iterator[Any]:
    """Play random games, and let `uct` choose by them."""
    ground = ground_of(players, load_board("siam"), BOOK)
    yield int(random_games(ground, sample.games, random_state(1)))
    yield int(signature_of(ground, sample.games, 2))
    if sample.playouts >= 100:  # it makes a hundred at a time
        yield choose_by_playouts(deal(players, 1), Limits(nodes=sample.playouts), seed=3)


def lessons(players: int, sample: Sample) -> Net:
    """Teach an untrained net by games and endings."""
    net, ground = untrained(players), ground_of(players, load_board("siam"), BOOK)
    learner, buffer, random = new_learner(net, 0, 4), new_buffer(500), random_state(4)
    study = STUDY._replace(nodes=3, first_cards=4, moves=4, proofs=sample.proof_budget)
    terms = SelfPlay(2, 1, explore_per_mille=100, scattered_per_mille=1000, td_lambda=0.5, repeats=1)
    rate = float32(0.01)
    teach(ground, learner, buffer, random, terms, sample.lessons, rate)
    student = learner._replace(candidates=new_candidates(4))
    study_endings(ground, student, buffer, new_space(study), random, study, sample.lessons, rate)
    return net


def observations(players: int, sample: Sample) -> Iterator[Any]:
    """Step games of the environment for learners."""
    simulator = BatchSimulator(4, players, threads=1)
    simulator.reset(seed=5)
    for _ in range(10 * sample.games):
        shown = simulator.step(simulator.sample())
        yield from (array.copy() for array in shown)


def figures(name: str) -> dict[str, str]:
    """Work out a sample for tables of two, three and four."""
    sample = SAMPLES[name]
    return {
        f"{kind.__name__} {players}": digest(kind(players, sample))
        for kind in (searches, proofs, playouts, lessons, observations)
        for players in (2, 3, 4)
    }


if __name__ == "__main__":
    print(json.dumps(figures(sys.argv[1])))
