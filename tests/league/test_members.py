"""Who takes part in a league."""

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from siam.engine.evaluation.features import INPUTS
from siam.engine.evaluation.net import new_net
from siam.engine.evaluation.shipped import save_net
from siam.league.__main__ import main
from siam.league.contests import new_contestant
from siam.league.matches import Match, play_match
from siam.league.members import member_net, member_title


def test_members_are_called_by_their_whole_names() -> None:
    names = ["champion", "champion-0.1", "champion-0.1:0.2", "champion:-0.30", "some/where/mine.npz"]
    assert [member_title(name) for name in names] == [
        "champion",
        "champion-0.1",
        "champion-0.1, patient (+0.2)",
        "champion, hasty (-0.3)",
        "mine",
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_loves_no_cards_passes_less(players: int) -> None:
    hasty, patient = (new_contestant(member_net(f"champion:{worth}", players), 1) for worth in (-2, 2))
    passed = play_match(Match(players, deals=2, seed=1), hasty, patient).turns.sum(axis=1)
    shares = passed[:, 1] / passed[:, 0]
    assert shares[0] < shares[1]


def test_a_worth_of_nothing_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "one.npz"
    save_net(new_net(INPUTS, 16, 3, 1), path)
    plain, named = member_net(str(path), 3), member_net(f"{path}:0", 3)
    assert all(np.array_equal(*parts) for parts in zip(plain, named, strict=True))


def test_weights_for_another_table_are_named(tmp_path: Path) -> None:
    path = tmp_path / "three.npz"
    save_net(new_net(INPUTS, 16, 3, 1), path)
    none = tmp_path / "none.npz"
    for words in (["match", str(path), "champion", "--players", "2"], ["table", "champion", str(none)]):
        done = CliRunner().invoke(main, [*words, "--deals", "1"])
        assert done.exit_code == 1
        assert done.output.startswith(f"Error: {tmp_path}")
