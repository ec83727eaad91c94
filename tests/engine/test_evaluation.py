"""The evaluation's weights: what they were taught of kept cards, and how they are stored."""

from pathlib import Path

import numpy as np
import pytest

from siam.engine.core.codec import encode, position_ground
from siam.engine.evaluation.features import SLOT_COUNT, write_slots
from siam.engine.evaluation.net import chance, output, refresh
from siam.engine.evaluation.shipped import load_net, net_for, save_net, with_card_worth
from siam.rules import Position, deal


def _outputs(position: Position, worth: float) -> list[float]:
    net = with_card_worth(net_for(len(position.players), position.board), worth)
    slots, hidden = np.zeros(SLOT_COUNT, np.int16), np.zeros(net.bias.size, np.float32)
    write_slots(position_ground(position), encode(position), slots)
    refresh(net, slots, hidden)
    return [float(output(net, hidden, index)) for index in range(net.output_bias.size)]


def test_a_card_more_is_worth_what_was_added() -> None:
    for players, expected in ((2, [0.0]), (3, [0.8, 0.8, 0.8]), (4, [0.0])):
        position = deal(players, 3)
        added = np.subtract(_outputs(position, 0.1), _outputs(position, 0.0))
        assert added == pytest.approx(expected, abs=1e-3), "eight cards each"


def test_weights_survive_their_file(tmp_path: Path) -> None:
    net = net_for(3, deal(3, 1).board)
    save_net(net, tmp_path / "weights.npz")
    again = load_net(tmp_path / "weights.npz")
    assert all(np.array_equal(left, right) for left, right in zip(net, again, strict=True))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_add_up_to_one(players: int) -> None:
    position = deal(players, 8)
    net = net_for(players, position.board)
    slots, hidden = np.zeros(SLOT_COUNT, np.int16), np.zeros(net.bias.size, np.float32)
    write_slots(position_ground(position), encode(position), slots)
    refresh(net, slots, hidden)
    camps = 3 if players == 3 else 2
    assert sum(chance(net, hidden, seat) for seat in range(camps)) == pytest.approx(1.0, abs=1e-5)


def test_levels_keep_the_weights_that_they_were_spaced_with() -> None:
    siam = deal(2, 1).board
    for players in (2, 3):
        latest, frozen_weights = net_for(players, siam), net_for(players, siam, frozen_weights=True)
        assert not np.array_equal(latest.inputs, frozen_weights.inputs)
    assert np.array_equal(net_for(4, siam).inputs, net_for(4, siam, frozen_weights=True).inputs), "there is but one"
