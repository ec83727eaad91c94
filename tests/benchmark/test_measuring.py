"""The benchmark: results repeat, everybody is held to the same terms, and failures are counted."""

from dataclasses import replace
from pathlib import Path

import pytest

from siam.benchmark import SEED, TASKS, Compute, Figure, measure
from siam.benchmark.paced import PacedAgent, TooSlowError
from siam.benchmark.unseen_maps import unseen_map, write_unseen_maps
from siam.rules import PASS, Move, Position, deal, load_board, parse_board
from tests.cli.running import run

BY_NAME = {task.name: task for task in TASKS}
QUICK = {name: replace(task, opponents=("random", "greedy"), deals=(2, 2)) for name, task in BY_NAME.items()}
DUEL = replace(QUICK["two-players"], opponents=("random",))
HERE = "py:tests.benchmark.test_measuring"


class Failing:
    """Gives up."""

    def choose(self, position: Position) -> Move:
        raise RuntimeError("no idea")


class Sleeper:
    """Takes its time."""

    def choose(self, position: Position, *, seconds: float | None = None) -> Move:
        assert seconds == 1e-9
        return PASS


def test_every_task_has_a_name_of_its_own_and_is_listed_with_its_compute() -> None:
    told = run("benchmark", "tasks").output
    assert len(BY_NAME) == len(TASKS)
    for task in TASKS:
        (line,) = [line for line in told.splitlines() if line.startswith(f"{task.name}: ")]
        assert line.endswith(f"compute {task.compute}")


@pytest.mark.parametrize("name", ["two-players", "three-players-limited", "four-players", "unseen-maps"])
def test_the_same_agent_gives_the_same_figures_whatever_the_number_of_processes(name: str) -> None:
    task = replace(QUICK[name], deals=(1, 1))
    first = list(measure("random", (task,), "small"))
    again = list(measure("random", (task,), "small", processes=2))
    assert first == again
    games = {2: 2, 3: 6, 4: 2}[task.players] * task.map_count
    assert [figure.count for figure in first] == [games, games]


def test_another_seed_is_another_test() -> None:
    (ours, fresh) = (list(measure("random", (QUICK["unseen-maps"],), "small", seed=seed)) for seed in (SEED, 1))
    assert ours != fresh


def test_unseen_maps_are_sound_alike_for_one_seed_and_different_for_another(tmp_path: Path) -> None:
    graphs = set()
    for number in range(40):
        board = parse_board(unseen_map("unseen_1", str(number)))
        assert unseen_map("unseen_1", str(number)) == unseen_map("unseen_1", str(number))
        assert 7 <= len(board.borders) <= 15
        graphs.add((board.homes, board.neighbours))
    assert len(graphs) == 40
    boards = [load_board(file) for file in write_unseen_maps(4, SEED, tmp_path)]
    assert [board.name for board in boards] == ["unseen_1", "unseen_2", "unseen_3", "unseen_4"]
    assert len({board.graph for board in boards}) == 4


def test_who_fails_loses_and_is_counted() -> None:
    (figure,) = measure(f"{HERE}:Failing", (DUEL,), "small")
    assert (figure.share, figure.given_up, figure.count) == (0.0, 4, 4)
    (solved,) = measure(f"{HERE}:Failing", (BY_NAME["puzzles"],), "small")
    assert (solved.share, solved.given_up) == (0.0, solved.count)


def test_limited_compute_is_told_to_the_agent_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("siam.benchmark.paced.START_SECONDS", 0.0)
    sleeper = PacedAgent(f"{HERE}:Sleeper", 1e-9)
    with pytest.raises(TooSlowError, match="s a move, where 1e-09 s are given"):
        sleeper.choose(deal(2, 1))
    (figure,) = measure(f"{HERE}:Sleeper", (replace(DUEL, compute=Compute("limited", 1e-9)),), "small")
    assert figure.given_up == figure.count == 4


def test_an_agent_within_its_time_plays_as_it_does_without() -> None:
    free = list(measure("random", (DUEL,), "small"))
    assert list(measure("random", (replace(DUEL, compute=Compute("limited", 1.0)),), "small")) == free


def test_puzzles_are_figures_too() -> None:
    (figure,) = measure("greedy", (BY_NAME["puzzles"],), "small")
    assert figure == Figure("puzzles", "the set", figure.share, figure.low, figure.high, 18)
