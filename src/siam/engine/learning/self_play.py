"""Self-play that teaches the evaluation: TD(lambda) on afterstates, all of it compiled.

A game is played by the evaluation itself, with some moves drawn instead of chosen. Each afterstate learns
towards a mixture of the later evaluations and the outcome; where a move was drawn the mixture begins anew
with the best move's worth. Afterstates of earlier games are learned again from a buffer. Many games begin
in the middle, after random moves.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray, RandomState, below, float32, float64, int64, pick, uint64
from siam.engine.core.compiling import kernel
from siam.engine.core.effects import play_pass
from siam.engine.core.last_card import legal_steps
from siam.engine.core.layout import CAMPS, HANDS, MOVE, OVER, SEATS, SIZE, STAGE, TO_MOVE
from siam.engine.core.outcomes import frozen_winners, is_decided
from siam.engine.core.playouts import deal
from siam.engine.core.states import copy_state
from siam.engine.core.steps import apply_step
from siam.engine.evaluation.elementary import logistic
from siam.engine.evaluation.features import SLOT_COUNT, Slots, write_slots
from siam.engine.evaluation.net import Floats, Net, chance, output, refresh
from siam.engine.search.candidates import Candidates
from siam.engine.search.moves import score_moves
from siam.engine.search.workspace import Desk

MAX_TURNS = 160


class Lessons(NamedTuple):
    """What was seen and what it should be worth; one for each thread."""

    slots: NDArray[np.int16]
    targets: Floats
    filled: NDArray[np.int64]
    """How many lessons were ever written."""
    game_slots: NDArray[np.int16]
    seats: NDArray[np.int64]
    """Who was to move in each afterstate of the game."""
    chances: Floats
    """The evaluation of each afterstate, by seat."""
    best: Floats
    """The evaluation of the best afterstate that could have followed, by seat."""
    drawn: NDArray[np.int8]


def new_lessons(room: int) -> Lessons:
    """Make a buffer for so many lessons."""
    return Lessons(
        np.zeros((room, SLOT_COUNT), np.int16),
        np.zeros((room, 3), np.float32),
        np.zeros(1, np.int64),
        np.zeros((MAX_TURNS, SLOT_COUNT), np.int16),
        np.zeros(MAX_TURNS, np.int64),
        np.zeros((MAX_TURNS, 4), np.float32),
        np.zeros((MAX_TURNS, 4), np.float32),
        np.zeros(MAX_TURNS, np.int8),
    )


@kernel
def learn(net: Net, slots: Slots, target: Floats, rate: float, hidden: Floats, blame: Floats) -> float:
    """Move the net a little towards a target; give the squared error before."""
    refresh(net, slots, hidden)
    units, outputs = net.bias.size, net.output_bias.size
    for k in range(units):
        blame[k] = float32(0.0)
    error = float32(0.0)
    for index in range(outputs):
        if outputs == 1:
            delta = target[0] - logistic(output(net, hidden, 0))
        else:
            delta = target[index] - chance(net, hidden, index)
        error += delta * delta
        step = rate * delta
        net.output_bias[index] += step
        for k in range(units):
            blame[k] += step * net.outputs[index, k]
        for k in range(units):
            net.outputs[index, k] += step * max(hidden[k], float32(0.0))
    for k in range(units):
        if hidden[k] <= float32(0.0):
            blame[k] = float32(0.0)
        net.bias[k] += blame[k]
    for i in range(SLOT_COUNT):
        row = uint64(slots[i])
        if row:
            for k in range(units):
                net.inputs[row, k] += blame[k]
    return error


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
    write_slots(ground, state, desk.slots[3])
    refresh(net, desk.slots[3], desk.hidden[3])
    for seat in range(seats):
        chances[seat] = chance(net, desk.hidden[3], (seat - int64(state[TO_MOVE]) + seats) % seats)


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
def self_play(
    ground: IntArray,
    net: Net,
    desk: Desk,
    candidates: Candidates,
    lessons: Lessons,
    random: RandomState,
    wide: int,
    beam: int,
    drawn_per_mille: int,
    scattered_per_mille: int,
    trace: float,
) -> int:
    """Play a game and write its lessons; give how many."""
    seats = int64(ground[SEATS])
    keep = candidates.worth.size
    state = np.zeros(SIZE, np.int32)
    if below(random, 1000) < scattered_per_mille:
        scatter(ground, state, random)
    else:
        deal(ground, state, random)
    turns = 0
    while not is_decided(state) and turns < MAX_TURNS:
        count = score_moves(ground, state, net, desk, candidates, keep, wide, beam)
        choice = 0
        lessons.drawn[turns] = 0
        if below(random, 1000) < drawn_per_mille:
            choice = below(random, count)
            lessons.drawn[turns] = choice > 0
        note_chances(ground, candidates.states[0], net, desk, lessons.best[turns])
        copy_state(candidates.states[choice], state)
        note_chances(ground, state, net, desk, lessons.chances[turns])
        write_slots(ground, state, lessons.game_slots[turns])
        lessons.seats[turns] = state[TO_MOVE]
        turns += 1
    goal = np.zeros(4, np.float32)
    note_chances(ground, state, net, desk, goal)
    room = lessons.targets.shape[0]
    first = turns - 2 if is_decided(state) else turns - 1
    if not is_decided(state):
        return 0
    for turn in range(first, -1, -1):
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
    return first + 1


@kernel
def rehearse(
    net: Net, lessons: Lessons, written: int, repeats: int, rate: float, desk: Desk, random: RandomState
) -> float:
    """Learn the latest lessons, and as many earlier ones for each as wanted; give the sum of the latest's errors."""
    room = lessons.targets.shape[0]
    filled = min(lessons.filled[0], room)
    blame = np.zeros(net.bias.size, np.float32)
    error = float64(0.0)
    for i in range(written * (1 + repeats)):
        place = below(random, filled)
        if i < written:
            place = (lessons.filled[0] - 1 - i) % room
        squared = learn(net, lessons.slots[place], lessons.targets[place], rate, desk.hidden[3], blame)
        if i < written:
            error += squared
    return error


@kernel
def teach(
    ground: IntArray,
    net: Net,
    desk: Desk,
    candidates: Candidates,
    lessons: Lessons,
    random: RandomState,
    games: int,
    wide: int,
    beam: int,
    drawn_per_mille: int,
    scattered_per_mille: int,
    trace: float,
    rate: float,
    repeats: int,
) -> float:
    """Play games and learn from them; give the mean squared error."""
    error, learned = 0.0, 0
    for _ in range(games):
        written = self_play(
            *(ground, net, desk, candidates, lessons, random, wide, beam),
            *(drawn_per_mille, scattered_per_mille, trace),
        )
        error += rehearse(net, lessons, written, repeats, rate, desk, random)
        learned += written
    return error / max(learned, 1)
