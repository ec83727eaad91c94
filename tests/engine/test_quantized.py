"""The evaluation in small integers: close to the weights it was made of, and never beyond its words."""

from random import Random
from typing import Any

import numpy as np
import pytest
from numba import njit

from siam.engine.core.codec import encode, position_ground
from siam.engine.core.layout import SEATS, TO_MOVE
from siam.engine.evaluation.features import INPUTS, SLOT_COUNT, inputs_of_slots
from siam.engine.evaluation.integers import LANES, add_row, copy_row, exchange_row, rectified_sum, sum_rows
from siam.engine.evaluation.net import Net, chance, new_net, refresh
from siam.engine.evaluation.quantized import Evaluation, chance_of, quantized
from siam.engine.evaluation.shipped import FORMER, LATEST, LEVELS, net_for
from siam.engine.search.workspace import new_desk
from siam.rules import load_board
from tests.engine.positions import random_position
from tests.engine.reference import outputs_alone, slots_of

SHIPPED = [(players, edition) for players in (2, 3, 4) for edition in (LATEST, LEVELS, FORMER)]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", ["siam", "albion"])
def test_every_slot_holds_only_inputs_of_its_own(players: int, board: str) -> None:
    spans, random = inputs_of_slots(), Random(players)
    for _ in range(150):
        position = random_position(random, players, moves=random.randrange(60), board=load_board(board))
        slots = slots_of(position_ground(position), encode(position))
        active = np.flatnonzero(slots)
        assert (spans[active, 0] <= slots[active]).all()
        assert (slots[active] < spans[active, 1]).all()
    assert spans.max() == INPUTS


def wild(players: int) -> Net:
    """Make weights as large and uneven as they come."""
    net, random = new_net(INPUTS, 23, 3 if players == 3 else 1, seed=1), np.random.default_rng(1)
    net.inputs[1:] *= 10.0 ** random.uniform(-3, 4, (INPUTS - 1, 1))
    net.outputs[:] *= 10.0 ** random.uniform(-3, 4, 23)
    net.bias[:5] = 1e4
    net.inputs[:, 7] = 0
    net.bias[7] = 0
    return net


def evaluations() -> list[Evaluation]:
    """List the evaluations that are shipped, on both kinds of boards, and wild ones."""
    boards = [load_board("siam"), load_board("albion")]
    nets = [net_for(players, board, edition) for players, edition in SHIPPED for board in boards]
    return [quantized(net) for net in (*nets, wild(2), wild(3))]


def test_no_position_whatever_goes_beyond_the_words() -> None:
    spans = inputs_of_slots()
    for evaluation in evaluations():
        inputs = evaluation.inputs.astype(np.int64)
        lowest = highest = evaluation.bias[0].astype(np.int64)
        for first, last in spans[spans[:, 1] > 0]:
            lowest = lowest + np.minimum(inputs[first:last].min(axis=0), 0)
            highest = highest + np.maximum(inputs[first:last].max(axis=0), 0)
        assert lowest.min() >= -(2**15)
        assert highest.max() < 2**15
        weights = evaluation.outputs.astype(np.int64)
        assert (np.maximum(weights, 0) @ np.maximum(highest, 0)).max() < 2**31
        assert (np.minimum(weights, 0) @ np.maximum(highest, 0)).min() >= -(2**31)


@pytest.mark.parametrize(("players", "edition"), SHIPPED)
def test_chances_hardly_change(players: int, edition: str) -> None:
    net, random = net_for(players, load_board("siam"), edition), Random(players)
    evaluation, hidden, camps = quantized(net), np.zeros(net.bias.size, np.float32), 3 if players == 3 else 2
    differences = []
    for _ in range(200):
        position = random_position(random, players, moves=random.randrange(40))
        ground, state = position_ground(position), encode(position)
        refresh(net, slots_of(ground, state), hidden)
        outputs = outputs_alone(evaluation, ground, state).reshape(1, -1)
        for camp in range(camps):
            relative = (camp - int(state[TO_MOVE])) % int(ground[SEATS])
            differences.append(abs(chance_of(outputs, 0, camps, relative) - chance(net, hidden, relative)))
    assert np.mean(differences) < 0.001
    assert max(differences) < 0.005


@njit
def worked_out(rows: Any, target: Any) -> Any:
    copy_row(target, 0, rows, 1)
    add_row(target, 0, rows, 2)
    exchange_row(target, 0, rows, 3, 4)
    sum_rows(target, 1, target, 0, rows, 5, 6, 7, rows, 8)
    return rectified_sum(target, 1, rows, 9)


@pytest.mark.parametrize("blocks", [1, 2, 5])
def test_sums_of_rows_are_those_of_numbers(blocks: int) -> None:
    random = np.random.default_rng(blocks)
    rows = random.integers(-3000, 3000, (10, LANES * blocks)).astype(np.int16)
    target = np.zeros((2, LANES * blocks), np.int16)
    wide = rows.astype(np.int64)
    first = wide[1] + wide[2] - wide[3] + wide[4]
    second = first + wide[5] + wide[6] + wide[7] + wide[8]
    assert worked_out(rows, target) == np.maximum(second, 0) @ wide[9]
    assert np.array_equal(target, [first, second])


def test_units_that_are_stored_for_whole_blocks_weigh_nothing() -> None:
    evaluation = quantized(new_net(INPUTS, 23, 1, seed=1))
    assert evaluation.inputs.shape == (INPUTS, LANES)
    assert not evaluation.inputs[:, 23:].any()
    assert not evaluation.outputs[:, 23:].any()
    assert new_desk(23).sums.units.shape == (1, LANES)
    assert not evaluation.inputs[0].any()
    assert len(inputs_of_slots()) == SLOT_COUNT
