"""Networks that were trained elsewhere play by NumPy alone, and enter the arena by the name of their file."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from siam.arena import check_agent
from siam.arena.play.entrants import EntrantError, make, parse_entrant
from siam.rl import observation
from siam.rl.policies import Policy, dqn, likings_of, ppo, read_layers, save_layers
from siam.rules import PASS, SiamError, deal, legal_moves


def network(path: Path, favourite: int, inputs: int = observation.SIZE) -> Path:
    """Write a network that likes one action best, whatever it sees."""
    bias = np.zeros(observation.ACTIONS)
    bias[favourite] = 1
    save_layers([(np.zeros((inputs, 8)), np.ones(8)), (np.zeros((8, observation.ACTIONS)), bias)], path)
    return path


def test_a_network_is_written_and_read_again(tmp_path: Path) -> None:
    layers = read_layers(network(tmp_path / "mine.npz", favourite=3))
    assert likings_of(layers, np.zeros(observation.SIZE, np.int8)).argmax() == 3


def test_it_takes_the_step_that_it_likes_best(tmp_path: Path) -> None:
    position = deal(3, 1)
    assert Policy(network(tmp_path / "pass.npz", favourite=0)).choose(position) is PASS
    move = Policy(network(tmp_path / "khon.npz", favourite=2)).choose(position)
    assert move in legal_moves(position)
    assert "KHON_THAI" in repr(move)


def test_it_enters_the_arena_by_its_file(tmp_path: Path) -> None:
    file = network(tmp_path / "mine.npz", favourite=0)
    assert make(parse_entrant(f"py:siam.rl.policies:Policy[weights={file}]")).choose(deal(2, 1)) is PASS
    with pytest.raises(EntrantError, match="key=value"):
        parse_entrant("py:siam.rl.policies:Policy[nonsense]")


def test_a_wrong_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "junk.npz").write_text("nonsense")
    network(tmp_path / "narrow.npz", favourite=0, inputs=12)
    for name in ("junk.npz", "narrow.npz", "missing.npz"):
        with pytest.raises(SiamError, match=name):
            Policy(tmp_path / name)


@pytest.mark.parametrize("shipped", [ppo, dqn])
def test_a_network_that_ships_plays_at_every_table(shipped: Callable[[], Policy]) -> None:
    assert check_agent(shipped(), games=1) == []
