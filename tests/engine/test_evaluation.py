"""The evaluation's weights: what they were taught of kept cards, and how they are stored."""

from pathlib import Path

import numpy as np
import pytest

from siam.engine.core.codec import encode, position_ground
from siam.engine.evaluation.features import INPUTS, SLOT_COUNT, write_slots
from siam.engine.evaluation.net import chance, new_net, output, refresh
from siam.engine.evaluation.shipped import FORMER, LEVELS, load_net, net_for, net_from, save_net, with_card_worth
from siam.rules import Position, deal, load_board


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


def test_levels_and_the_former_champion_keep_their_weights() -> None:
    siam = deal(2, 1).board
    for players in (2, 3, 4):
        former = net_for(players, siam, FORMER)
        assert former.bias.size >= 128
        same = np.array_equal(net_for(players, siam, LEVELS).inputs, former.inputs)
        assert same == (players != 2), "with two players the levels were spaced with earlier weights"
    assert net_for(3, siam).bias.size == 64, "the latest ones are others"


def test_weights_of_a_file_play_where_they_fit(tmp_path: Path) -> None:
    board, net = load_board("siam"), new_net(INPUTS, 16, 3, seed=1)
    save_net(net, tmp_path / "own.npz")
    assert net_from(tmp_path / "own.npz", 3, board).inputs == pytest.approx(net.inputs, abs=1e-3)
    with pytest.raises(ValueError, match="not for 2 players"):
        net_from(tmp_path / "own.npz", 2, board)
    (tmp_path / "other.npz").write_text("words")
    (tmp_path / "empty.npz").touch()
    for name in ("other.npz", "empty.npz", "missing.npz"):
        with pytest.raises(ValueError, match="no weights"):
            net_from(tmp_path / name, 3, board)


def test_an_interrupted_write_leaves_the_weights_as_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "own.npz"
    save_net(new_net(INPUTS, 16, 1, seed=1), path)
    before = path.read_bytes()

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(np, "savez_compressed", interrupted)
    with pytest.raises(KeyboardInterrupt):
        save_net(new_net(INPUTS, 16, 1, seed=2), path)
    assert path.read_bytes() == before
