"""Self-play that teaches the evaluation: TD(lambda) on afterstates, all of it compiled.

A game is played by the evaluation itself, with some moves drawn instead of chosen. Each afterstate learns
towards a mixture of the later evaluations and the outcome; where a move was drawn the mixture begins anew
with the best move's worth. Afterstates of earlier games are learned again from a buffer. Many games begin
in the middle, after random moves.
"""

from typing import NamedTuple

import numpy as np

from siam.engine.core.bits import IntArray, RandomState, below, float32, int64, pick
from siam.engine.core.compiling import kernel
from siam.engine.core.effects import play_pass
from siam.engine.core.last_card import legal_steps
from siam.engine.core.layout import CAMPS, HANDS, MOVE, OVER, SEATS, SIZE, STAGE, TO_MOVE
from siam.engine.core.outcomes import frozen_winners, is_decided
from siam.engine.core.playouts import deal
from siam.engine.core.states import copy_state
from siam.engine.core.steps import apply_step
from siam.engine.evaluation.features import write_slots
from siam.engine.evaluation.net import Floats, Net, chance, refresh
from siam.engine.evaluation.quantized import Evaluation, quantize, quantized
from siam.engine.learning.plans import SelfPlay
from siam.engine.learning.replay import MAX_TURNS, ReplayBuffer, blend, replay, write_lesson
from siam.engine.search.candidates import Candidates, new_candidates
from siam.engine.search.moves import score_moves
from siam.engine.search.workspace import Desk, new_desk


class Learner(NamedTuple):
    """A net that learns, and what it chooses moves with."""

    net: Net
    evaluation: Evaluation
    """The net in small integers, as it was when the game began."""
    desk: Desk
    candidates: Candidates


def new_learner(net: Net, thread: int, candidates: int) -> Learner:
    """Make what one thread needs to play with a net."""
    return Learner(net, quantized(net), new_desk(net.bias.size, thread + 1), new_candidates(candidates))


@kernel
def note_chances(ground: IntArray, state: IntArray, net: Net, desk: Desk, chances: Floats) -> None:
    """Evaluate a position for each seat; exactly if it is decided."""
    seats = int64(ground[SEATS])
    if is_decided(state):
        winners = frozen_winners(ground, state)
        shares = 0
        for seat in range(seats):
            shares += winners >> seat & 1
        for seat in range(seats):
            chances[seat] = float32(1.0 / seats)
            if winners:
                won = winners >> seat & 1
                chances[seat] = float32(won)
                if winners & ~int64(ground[CAMPS + seat]) and won:
                    chances[seat] = float32(1.0 / shares) if seats == 3 else float32(0.5)
            elif seats != 3:
                chances[seat] = float32(0.5)
        return
    write_slots(ground, state, desk.slots[0])
    refresh(net, desk.slots[0], desk.hidden)
    for seat in range(seats):
        chances[seat] = chance(net, desk.hidden, (seat - int64(state[TO_MOVE]) + seats) % seats)


@kernel
def scatter(ground: IntArray, state: IntArray, random: RandomState) -> None:
    """Deal, and let each seat make random moves at a rate drawn for this game.

    Players who learn from each other alone spend their cards alike, and never see what a full hand is worth
    against an empty one.
    """
    seats = int64(ground[SEATS])
    inclined = np.empty(4, np.int64)
    while True:
        deal(ground, state, random)
        for seat in range(seats):
            inclined[seat] = below(random, 101)
        for _ in range(below(random, 10 * seats)):
            if is_decided(state):
                break
            seat = int64(state[TO_MOVE])
            if state[HANDS + seat] == 0 or below(random, 100) >= inclined[seat]:
                play_pass(ground, state)
                continue
            apply_step(ground, state, pick(random, legal_steps(ground, state)))
            while state[STAGE] != MOVE and state[STAGE] != OVER:
                apply_step(ground, state, pick(random, legal_steps(ground, state)))
        if not is_decided(state):
            return


@kernel
def self_play(ground: IntArray, learner: Learner, buffer: ReplayBuffer, random: RandomState, terms: SelfPlay) -> int:
    """Play a game by an evaluation and write what its net should learn of it; return the number of lessons."""
    net, desk, candidates = learner.net, learner.desk, learner.candidates
    keep = candidates.worth.size
    state = np.zeros(SIZE, np.int32)
    if below(random, 1000) < terms.scattered_per_mille:
        scatter(ground, state, random)
    else:
        deal(ground, state, random)
    turns = 0
    while not is_decided(state) and turns < MAX_TURNS:
        count = score_moves(ground, state, learner.evaluation, desk, candidates, keep, terms.boards, terms.beam)
        choice = 0
        buffer.drawn[turns] = 0
        if below(random, 1000) < terms.explore_per_mille:
            choice = below(random, count)
            buffer.drawn[turns] = choice > 0
        note_chances(ground, candidates.states[0], net, desk, buffer.best[turns])
        copy_state(candidates.states[choice], state)
        note_chances(ground, state, net, desk, buffer.chances[turns])
        write_slots(ground, state, buffer.game_slots[turns])
        buffer.seats[turns] = state[TO_MOVE]
        turns += 1
    if not is_decided(state):
        return 0
    goal, later = np.zeros(4, np.float32), float32(terms.td_lambda)
    note_chances(ground, state, net, desk, goal)
    for turn in range(turns - 2, -1, -1):
        if buffer.drawn[turn + 1]:
            goal[:] = buffer.best[turn + 1]
        write_lesson(ground, buffer, turn, goal)
        blend(ground, goal, buffer.chances[turn], later)
    return turns - 1


@kernel
def teach(
    ground: IntArray,
    learner: Learner,
    buffer: ReplayBuffer,
    random: RandomState,
    terms: SelfPlay,
    games: int,
    rate: float,
) -> float:
    """Play games and learn from them; return the mean squared error."""
    error, learned = 0.0, 0
    for _ in range(games):
        quantize(learner.net, learner.evaluation)
        written = self_play(ground, learner, buffer, random, terms)
        error += replay(learner.net, learner.desk.hidden, buffer, written, terms.repeats, rate, random)
        learned += written
    return error / max(learned, 1)
