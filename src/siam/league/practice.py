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
from siam.engine.core.layout import CARDS, HANDS, MOVE, OVER, SEATS, SIZE, STAGE, TO_MOVE
from siam.engine.core.outcomes import is_decided
from siam.engine.core.playouts import deal
from siam.engine.core.states import copy_state
from siam.engine.core.steps import apply_step
from siam.engine.evaluation.features import write_slots
from siam.engine.evaluation.quantized import quantize
from siam.engine.learning.replay import MAX_TURNS, ReplayBuffer, blend, replay, write_lesson
from siam.engine.learning.self_play import Learner, note_chances, scatter
from siam.engine.search.candidates import Candidates
from siam.engine.search.moves import score_moves
from siam.league.studies import Tower, learn_from_tree, look_ahead

_CHOSEN, _DRAWN, _STUDIED = 0, 1, 2
"""How a move came about."""
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
    explore_per_mille: int = 30
    """How many moves are drawn from the best."""
    scattered_per_mille: int = 250
    """How many games begin after random moves."""
    rival_per_mille: int = 0
    """How many seats are taken by another evaluation."""
    grudge_per_mille: int = 0
    """How many seats, with three players, hold a grudge against one of the others."""
    grudge: float = 0.5
    """How much the log odds of that other count beside the own ones."""


MANNERS = Manners()


class Terms(NamedTuple):
    """How widely moves are looked at, and how they are learned from."""

    boards: int = 4
    beam: int = 2
    td_lambda: float = 0.85
    """The lambda of TD(lambda)."""
    repeats: int = 6
    """How many earlier afterstates are learned again for each new one: far cheaper than playing new ones."""
    studied_per_mille: int = 0
    """How many turns are thought about with a tree."""
    trust: float = 0.5
    """How much of a studied position's worth is what the tree says; the rest is what came of it."""


TERMS = Terms()


class Pupil(NamedTuple):
    """A learner who may also look ahead."""

    learner: Learner
    tower: Tower


_NO_GRUDGE = -1


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
def grudging_choice(ground: IntArray, learner: Learner, count: int, seat: int, other: int, grudge: float) -> int:
    """Return which candidate somebody chooses who does not want that other seat to win."""
    candidates, chances = learner.candidates, np.zeros(4, np.float32)
    best, best_worth = 0, -np.inf
    for i in range(count):
        note_chances(ground, candidates.states[i], learner.net, learner.desk, chances)
        worth = log_odds(float(chances[seat])) - grudge * log_odds(float(chances[other]))
        if worth > best_worth:
            best, best_worth = i, worth
    return best


@kernel
def _move_at_random(ground: IntArray, state: IntArray, random: RandomState) -> None:
    apply_step(ground, state, pick(random, legal_steps(ground, state)))
    while state[STAGE] != MOVE and state[STAGE] != OVER:
        apply_step(ground, state, pick(random, legal_steps(ground, state)))


@kernel
def practise_game(
    ground: IntArray,
    pupil: Pupil,
    rival: Learner,
    buffer: ReplayBuffer,
    random: RandomState,
    manners: Manners,
    terms: Terms,
) -> int:
    """Play a game and write its lessons; return how many.

    What a seat does out of liking is learned from as it happened, so that a position is worth what it is among
    players of all manners; after a drawn or random move the best one counts instead.
    """
    learner = pupil.learner
    net, desk = learner.net, learner.desk
    seats = int64(ground[SEATS])
    state = np.zeros(SIZE, np.int32)
    if below(random, 1000) < manners.scattered_per_mille:
        scatter(ground, state, random)
    else:
        deal(ground, state, random)
    zeal, grudges, rivals = np.zeros(4), np.full(4, _NO_GRUDGE), 0
    for seat in range(seats):
        if below(random, 1000) < manners.zealous_per_mille:
            zeal[seat] = manners.zeal * _normal(random)
        if below(random, 1000) < manners.rival_per_mille:
            rivals |= 1 << seat
        if seats == 3 and below(random, 1000) < manners.grudge_per_mille:
            grudges[seat] = (seat + 1 + below(random, 2)) % 3
    random_per_mille = 0
    if below(random, 1000) < manners.unruly_per_mille:
        random_per_mille = below(random, 2 * manners.random_per_mille + 1)
    turns, written = 0, 0
    while not is_decided(state) and turns < MAX_TURNS:
        seat = int64(state[TO_MOVE])
        buffer.drawn[turns] = _CHOSEN
        if rivals >> seat & 1:
            _consider(ground, state, rival, terms, 0.0)
            copy_state(rival.candidates.states[0], state)
        elif state[CARDS] > 1 and below(random, 1000) < terms.studied_per_mille:
            choice = look_ahead(ground, state, learner.evaluation, desk, pupil.tower, buffer.best[turns])
            written += learn_from_tree(ground, pupil.tower, buffer)
            buffer.drawn[turns] = _STUDIED
            copy_state(pupil.tower.tree.states[choice], state)
        else:
            choice, count = _consider(ground, state, learner, terms, zeal[seat])
            if grudges[seat] != _NO_GRUDGE:
                choice = grudging_choice(ground, learner, count, seat, grudges[seat], manners.grudge)
            drawn = below(random, 1000) < manners.explore_per_mille
            at_random = state[HANDS + seat] != 0 and below(random, 1000) < random_per_mille
            if drawn or at_random:
                buffer.drawn[turns] = _DRAWN
                note_chances(ground, learner.candidates.states[0], net, desk, buffer.best[turns])
            if at_random:
                _move_at_random(ground, state, random)
            else:
                copy_state(learner.candidates.states[below(random, count) if drawn else choice], state)
        note_chances(ground, state, net, desk, buffer.chances[turns])
        write_slots(ground, state, buffer.game_slots[turns])
        buffer.seats[turns] = state[TO_MOVE]
        turns += 1
    return written + _write_lessons(ground, buffer, state, turns, learner, terms)


@kernel
def _consider(ground: IntArray, state: IntArray, learner: Learner, terms: Terms, zeal: float) -> tuple[int, int]:
    """Score the moves of a turn; return which one is chosen, and how many there are."""
    candidates = learner.candidates
    count = score_moves(
        ground, state, learner.evaluation, learner.desk, candidates, candidates.worth.size, terms.boards, terms.beam
    )
    return (zealous_choice(candidates, count, zeal) if zeal != 0.0 else 0), count


@kernel
def _write_lessons(
    ground: IntArray, buffer: ReplayBuffer, state: IntArray, turns: int, learner: Learner, terms: Terms
) -> int:
    """Let each afterstate of a game learn towards a mixture of the later ones and the outcome; return how many."""
    if not is_decided(state):
        return 0
    seats, later = int64(ground[SEATS]), float32(terms.td_lambda)
    goal = np.zeros(4, np.float32)
    note_chances(ground, state, learner.net, learner.desk, goal)
    for turn in range(turns - 2, -1, -1):
        if buffer.drawn[turn + 1] != _CHOSEN:
            trust = float32(1.0 if buffer.drawn[turn + 1] == _DRAWN else terms.trust)
            for seat in range(seats):
                goal[seat] += trust * (buffer.best[turn + 1, seat] - goal[seat])
        write_lesson(ground, buffer, turn, goal)
        blend(ground, goal, buffer.chances[turn], later)
    return turns - 1


@kernel
def practise(
    ground: IntArray,
    pupil: Pupil,
    rival: Learner,
    buffer: ReplayBuffer,
    random: RandomState,
    manners: Manners,
    terms: Terms,
    games: int,
    rate: float,
) -> float:
    """Play games and learn from them; return the mean squared error."""
    learner = pupil.learner
    error, learned = 0.0, 0
    for _ in range(games):
        quantize(learner.net, learner.evaluation)
        written = practise_game(ground, pupil, rival, buffer, random, manners, terms)
        error += replay(learner.net, learner.desk.hidden, buffer, written, terms.repeats, rate, random)
        learned += written
    return error / max(learned, 1)
