"""The baselines of the benchmark: every task has some, and the page shows what they claim."""

from pathlib import Path

import pytest

from siam.benchmark.submissions import format_table, read_results, read_submission, tasks_of
from siam.benchmark.tasks import TASKS
from tests.cli.running import run
from tests.docs.pages import ROOT

BASELINES = sorted((ROOT / "benchmarks").iterdir())
PAGE = (ROOT / "docs" / "benchmark.md").read_text(encoding="utf-8")
ORDER = ("random", "from-data", "greedy", "ppo", "level-3", "uct")
"""As the page shows them."""


@pytest.mark.parametrize("baseline", BASELINES, ids=lambda path: path.name)
def test_a_baseline_claims_what_it_was_measured_in(baseline: Path) -> None:
    submission, results = read_submission(baseline), read_results(baseline)
    assert all(submission.may_enter(task) for task in tasks_of(results))
    assert results.agent == submission.agent
    assert sum(figure.given_up for figure in results.figures) == 0


def test_every_task_has_a_baseline() -> None:
    claimed = {task for baseline in BASELINES for task in tasks_of(read_results(baseline))}
    assert claimed == set(TASKS)


def test_the_page_shows_what_the_baselines_claim() -> None:
    assert {path.name for path in BASELINES} == set(ORDER)
    folders = [ROOT / "benchmarks" / name for name in ORDER]
    table = format_table({read_submission(folder).name: read_results(folder) for folder in folders})
    assert table in PAGE


@pytest.mark.parametrize("name", ["greedy", "from-data"])
def test_a_claim_of_a_baseline_comes_out_again(name: str) -> None:
    done = run("benchmark", "verify", str(ROOT / "benchmarks" / name), "--task", "puzzles")
    assert done.exit_code == 0, done.output
