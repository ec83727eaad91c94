"""What is seen while a tournament runs."""

import io

import pytest
from rich.console import Console

from siam.arena import Entrant, Plan, run, standings
from siam.arena.figures.estimates import Tally
from siam.arena.play.games import Result
from siam.arena.progress import ProgressBar


def seen(plan: Plan, results: list[Result]) -> str:
    """Watch a tournament game by game, and give what stands on the screen at the end."""
    screen = Console(file=io.StringIO(), width=200, force_terminal=True, color_system=None)
    with ProgressBar(plan, screen) as bar:
        for count in range(len(results) + 1):
            bar(results[:count])
    assert isinstance(screen.file, io.StringIO)
    return screen.file.getvalue()


@pytest.mark.parametrize("name", ["uct[nodes=20]", "bots:Ok:", "exec:true [/x]", "{0}"])
def test_a_name_is_shown_as_it_is_written(name: str) -> None:
    plan = Plan((Entrant(name, "random"), "b=random"), deals=1)
    assert f"{name} – b: " in seen(plan, run(plan))


def test_the_running_score_is_that_of_the_table() -> None:
    plan = Plan(("a=random", "b=random"), deals=4, players=3)
    results = run(plan)
    assert f"a – b: {standings(plan, results).matches[0].score}" in seen(plan, results)


def test_each_result_is_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = []
    monkeypatch.setattr(Tally, "add", lambda self, value, cluster: counted.append(cluster))
    plan = Plan(("a=random", "b=random"), deals=3)
    seen(plan, run(plan))
    assert counted == [0, 0, 1, 1, 2, 2]
