"""`siam train` tells what has been played, not that nothing has."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from siam.engine.evaluation.features import INPUTS
from siam.engine.evaluation.net import Net, new_net
from siam.engine.learning import training
from siam.engine.learning.runs import Progress
from tests.cli.running import run


def test_nothing_is_told_before_the_first_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def learned(_plan: Any, _start: Path | None, report: Callable[[Progress, Net], None]) -> Net:
        net = new_net(INPUTS, 8, 1, seed=1)
        for progress in (Progress(10, 0, 0.0), Progress(20, 30, 0.25)):
            report(progress, net)
        return net

    monkeypatch.setattr(training, "train", learned)
    result = run("train", str(tmp_path / "mine.npz"))
    assert result.exit_code == 0
    assert [line.split()[2:4] for line in result.output.splitlines()] == [["30", "games"]]
    assert (tmp_path / "mine.npz").exists()
