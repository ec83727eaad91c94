"""What was seen in games and what it should be worth; learned now, and again later."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray, RandomState, below, float32, float64, int64, uint64
from siam.engine.core.compiling import kernel
from siam.engine.core.layout import SEATS
from siam.engine.evaluation.elementary import logistic
from siam.engine.evaluation.features import SLOT_COUNT, Slots
from siam.engine.evaluation.net import Floats, Net, chance, output, refresh

MAX_TURNS = 160


class ReplayBuffer(NamedTuple):
    """Lessons, the latest in the place of the oldest, and what is noted of the game being played; one a thread."""

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


def new_buffer(lessons: int) -> ReplayBuffer:
    """Make a buffer for a number of lessons."""
    return ReplayBuffer(
        np.zeros((lessons, SLOT_COUNT), np.int16),
        np.zeros((lessons, 3), np.float32),
        np.zeros(1, np.int64),
        np.zeros((MAX_TURNS, SLOT_COUNT), np.int16),
        np.zeros(MAX_TURNS, np.int64),
        np.zeros((MAX_TURNS, 4), np.float32),
        np.zeros((MAX_TURNS, 4), np.float32),
        np.zeros(MAX_TURNS, np.int8),
    )


@kernel
def write_lesson(ground: IntArray, buffer: ReplayBuffer, turn: int, goal: Floats) -> None:
    """Write what the position of a turn should be worth, given each seat's chance."""
    seats = int64(ground[SEATS])
    place = buffer.filled[0] % buffer.targets.shape[0]
    buffer.slots[place] = buffer.game_slots[turn]
    for i in range(1 if seats != 3 else 3):
        buffer.targets[place, i] = goal[(buffer.seats[turn] + i) % seats]
    buffer.filled[0] += 1


@kernel
def blend(ground: IntArray, goal: Floats, chances: Floats, later: float) -> None:
    """Mix what a position seemed to be worth with what came later, which counts for the share `later`."""
    for seat in range(int64(ground[SEATS])):
        goal[seat] = (float32(1.0) - later) * chances[seat] + later * goal[seat]


@kernel
def learn(net: Net, slots: Slots, target: Floats, rate: float, hidden: Floats, gradient: Floats) -> float:
    """Move the net a little towards a target; return the squared error before."""
    refresh(net, slots, hidden)
    units, outputs = net.bias.size, net.output_bias.size
    for k in range(units):
        gradient[k] = float32(0.0)
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
            gradient[k] += step * net.outputs[index, k]
        for k in range(units):
            net.outputs[index, k] += step * max(hidden[k], float32(0.0))
    for k in range(units):
        if hidden[k] <= float32(0.0):
            gradient[k] = float32(0.0)
        net.bias[k] += gradient[k]
    for i in range(SLOT_COUNT):
        row = uint64(slots[i])
        if row:
            for k in range(units):
                net.inputs[row, k] += gradient[k]
    return error


@kernel
def replay(
    net: Net, hidden: Floats, buffer: ReplayBuffer, written: int, repeats: int, rate: float, random: RandomState
) -> float:
    """Learn the latest lessons, and `repeats` earlier ones for each; return the sum of the latest's errors."""
    room = buffer.targets.shape[0]
    filled = min(buffer.filled[0], room)
    gradient = np.zeros(net.bias.size, np.float32)
    error = float64(0.0)
    for i in range(written * (1 + repeats)):
        place = below(random, filled)
        if i < written:
            place = (buffer.filled[0] - 1 - i) % room
        squared = learn(net, buffer.slots[place], buffer.targets[place], rate, hidden, gradient)
        if i < written:
            error += squared
    return error
