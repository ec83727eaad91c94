"""Self-play among players of many manners: TD(lambda) on afterstates, all of it compiled.

Players who learn from copies of themselves agree on one way to play, and know nothing of games in which somebody
plays otherwise. Here each seat has a manner of its own in each game: it likes or dislikes playing cards, now and then
draws a move or makes a random one, or is another evaluation altogether.
"""

from typing import NamedTuple

import numpy as np

from siam.engine.core.bits import IntArray, RandomState, below, float32, int64, pick
from siam.engine.core.compiling import kernel
from siam.engine.core.last_card import legal_steps
from siam.engine.core.layout import HANDS, MOVE, OVER, SEATS, SIZE, STAGE, TO_MOVE
from siam.engine.core.outcomes import is_decided
from siam.engine.core.playouts import deal
from siam.engine.core.states import copy_state
from siam.engine.core.steps import apply_step
from siam.engine.evaluation.features import write_slots
from siam.engine.evaluation.net import Net
from siam.engine.learning.self_play import MAX_TURNS, Lessons, note_chances, rehearse, scatter
from siam.engine.search.candidates import Candidates
from siam.engine.search.moves import score_moves
from siam.engine.search.workspace import Desk

_CERTAIN = 1e-6
"""Chances nearer than this to 0 or 1 count as so near."""


class Manners(NamedTuple):
    """How differently the seats of a game behave."""

    zealous_per_mille: int = 500
    """How many seats like or dislike playing cards."""
    zeal: float = 0.35
    """How strong such a liking is: the standard deviation of what it adds to the log odds of a card."""
    unruly_per_mille: int = 600
    """How many games have random moves."""
    random_per_mille: int = 40
    """How many moves of those games are made of random steps, in the mean."""
    drawn_per_mille: int = 30
    """How many moves are drawn from the best."""
    scattered_per_mille: int = 250
    """How many games begin after random moves."""
    rival_per_mille: int = 0
    """How many seats are taken by another evaluation."""


MANNERS = Manners()


class Terms(NamedTuple):
    """How widely moves are looked at, and how they are learned from."""

    boards: int = 4
    beam: int = 2
    trace: float = 0.85
    """The lambda of TD(lambda)."""
    repeats: int = 6
    """How many earlier afterstates are learned again for each new one: far cheaper than playing new ones."""


TERMS = Terms()


class Pupil(NamedTuple):
    """An evaluation, and room to choose moves by it."""

    net: Net
    desk: Desk
    candidates: Candidates


@kernel
def _normal(random: RandomState) -> float:
    """Draw a number that is nearly normally distributed: the sum of twelve uniform ones."""
    total = 0.0
    for _ in range(12):
        total += below(random, 1 << 20) / float(1 << 20)
    return total - 6.0


@kernel
def log_odds(chance: float) -> float:
    """Return the logarithm of the odds of a chance, kept finite."""
    bounded = min(max(chance, _CERTAIN), 1.0 - _CERTAIN)
    return float(np.log(bounded / (1.0 - bounded)))


@kernel
def zealous_choice(candidates: Candidates, count: int, zeal: float) -> int:
    """Return which candidate somebody chooses who likes playing cards so much: the best card, or passing."""
    card, passing = -1, 0
    for i in range(count):
        if candidates.paths[i, 0] == 0:
            passing = i
        elif card < 0:
            card = i
    if card < 0:
        return passing
    eager = log_odds(float(candidates.worth[card])) + zeal > log_odds(float(candidates.worth[passing]))
    return card if eager else passing


@kernel
def _move_at_random(ground: IntArray, state: IntArray, random: RandomState) -> None:
    apply_step(ground, state, pick(random, legal_steps(ground, state)))
    while state[STAGE] != MOVE and state[STAGE] != OVER:
        apply_step(ground, state, pick(random, legal_steps(ground, state)))


@kernel
def practise_game(
    ground: IntArray,
    learner: Pupil,
    rival: Pupil,
    lessons: Lessons,
    random: RandomState,
    manners: Manners,
    terms: Terms,
) -> int:
    """Play a game and write its lessons; return how many.

    What a seat does out of liking is learned from as it happened, so that a position is worth what it is among
    players of all manners; after a drawn or random move the best one counts instead.
    """
    net, desk = learner.net, learner.desk
    seats = int64(ground[SEATS])
    state = np.zeros(SIZE, np.int32)
    if below(random, 1000) < manners.scattered_per_mille:
        scatter(ground, state, random)
    else:
        deal(ground, state, random)
    zeal = np.zeros(4)
    rivals = 0
    for seat in range(seats):
        if below(random, 1000) < manners.zealous_per_mille:
            zeal[seat] = manners.zeal * _normal(random)
        if below(random, 1000) < manners.rival_per_mille:
            rivals |= 1 << seat
    random_per_mille = 0
    if below(random, 1000) < manners.unruly_per_mille:
        random_per_mille = below(random, 2 * manners.random_per_mille + 1)
    turns = 0
    while not is_decided(state) and turns < MAX_TURNS:
        seat = int64(state[TO_MOVE])
        lessons.drawn[turns] = 0
        if rivals >> seat & 1:
            _consider(ground, state, rival, terms, 0.0)
            copy_state(rival.candidates.states[0], state)
        else:
            choice, count = _consider(ground, state, learner, terms, zeal[seat])
            drawn = below(random, 1000) < manners.drawn_per_mille
            at_random = state[HANDS + seat] != 0 and below(random, 1000) < random_per_mille
            if drawn or at_random:
                lessons.drawn[turns] = 1
                note_chances(ground, learner.candidates.states[0], net, desk, lessons.best[turns])
            if at_random:
                _move_at_random(ground, state, random)
            else:
                copy_state(learner.candidates.states[below(random, count) if drawn else choice], state)
        note_chances(ground, state, net, desk, lessons.chances[turns])
        write_slots(ground, state, lessons.game_slots[turns])
        lessons.seats[turns] = state[TO_MOVE]
        turns += 1
    return _write_lessons(ground, lessons, state, turns, learner, float32(terms.trace))


@kernel
def _consider(ground: IntArray, state: IntArray, pupil: Pupil, terms: Terms, zeal: float) -> tuple[int, int]:
    """Score the moves of a turn; return which one is chosen, and how many there are."""
    candidates = pupil.candidates
    count = score_moves(
        ground, state, pupil.net, pupil.desk, candidates, candidates.worth.size, terms.boards, terms.beam
    )
    return (zealous_choice(candidates, count, zeal) if zeal != 0.0 else 0), count


@kernel
def _write_lessons(
    ground: IntArray, lessons: Lessons, state: IntArray, turns: int, learner: Pupil, trace: float
) -> int:
    """Let each afterstate of a game learn towards a mixture of the later ones and the outcome; return how many."""
    if not is_decided(state):
        return 0
    seats = int64(ground[SEATS])
    goal = np.zeros(4, np.float32)
    note_chances(ground, state, learner.net, learner.desk, goal)
    room = lessons.targets.shape[0]
    for turn in range(turns - 2, -1, -1):
        if lessons.drawn[turn + 1]:
            for seat in range(seats):
                goal[seat] = lessons.best[turn + 1, seat]
        place = lessons.filled[0] % room
        lessons.slots[place] = lessons.game_slots[turn]
        for i in range(1 if seats != 3 else 3):
            lessons.targets[place, i] = goal[(lessons.seats[turn] + i) % seats]
        lessons.filled[0] += 1
        for seat in range(seats):
            goal[seat] = (float32(1.0) - trace) * lessons.chances[turn, seat] + trace * goal[seat]
    return turns - 1


@kernel
def practise(
    ground: IntArray,
    learner: Pupil,
    rival: Pupil,
    lessons: Lessons,
    random: RandomState,
    manners: Manners,
    terms: Terms,
    games: int,
    rate: float,
) -> float:
    """Play games and learn from them; return the mean squared error."""
    error, learned = 0.0, 0
    for _ in range(games):
        written = practise_game(ground, learner, rival, lessons, random, manners, terms)
        error += rehearse(learner.net, lessons, written, terms.repeats, rate, learner.desk, random)
        learned += written
    return error / max(learned, 1)
