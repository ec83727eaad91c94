"""Short rounds of chaos: a server does nothing that can't be, and one with a bug in it is found out.

`make chaos` plays longer ones.
"""

from pathlib import Path

import pytest
from bench.chaos.rounds import Plan, play_round

FAULTS = 10
ROUNDS = 6


@pytest.mark.parametrize("setup", ["sqlite", "two"])
async def test_nothing_happens_that_can_not_be(setup: str, tmp_path: Path) -> None:
    report = await play_round(Plan(setup, seed=1, faults=FAULTS), tmp_path)
    assert not report.anomalies, str(report)
    assert report.faults.total() == FAULTS
    assert report.counts["deeds"] > FAULTS


@pytest.mark.parametrize("bug", ["acknowledge_early", "forget_keys", "show_stale_states"])
async def test_a_planted_bug_is_found(bug: str, tmp_path: Path) -> None:
    for seed in range(1, 1 + ROUNDS):
        folder = tmp_path / str(seed)
        folder.mkdir()
        report = await play_round(Plan("sqlite", seed, FAULTS, planted=bug), folder)
        if report.anomalies:
            return
    pytest.fail(f"{ROUNDS} rounds showed nothing")
