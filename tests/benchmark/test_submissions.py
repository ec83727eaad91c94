"""Submissions: what is none is told in a sentence, and every claim is checked."""

import json
from pathlib import Path
from typing import Any

import pytest

from siam.benchmark import Figure, differences, read_submission
from siam.benchmark.submissions import RESULTS, SUBMISSION
from tests.cli.running import run

FIGURE = Figure("puzzles", "the set", 0.5, 0.4, 0.6, 18)
CODE = """
from siam.rules import PASS

class Agent:
    def choose(self, position):
        return PASS
"""


def submitted(folder: Path, **more: Any) -> Path:
    folder.mkdir()
    content = {"name": "ours", "agent": "random", **more}
    (folder / SUBMISSION).write_text(json.dumps(content), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The results of a submission, made by the command from another folder than the submission's."""
    folder = submitted(tmp_path_factory.mktemp("made") / "mine", agent="py:own_agent:Agent")
    (folder / "own_agent.py").write_text(CODE, encoding="utf-8")
    done = run("benchmark", "run", str(folder), "--task", "puzzles")
    assert done.exit_code == 0, done.output
    content: dict[str, Any] = json.loads((folder / RESULTS).read_text(encoding="utf-8"))
    return content


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The submission whose results those are."""
    folder = submitted(tmp_path / "mine", agent="py:own_agent:Agent")
    (folder / "own_agent.py").write_text(CODE, encoding="utf-8")
    return folder


def verified(folder: Path, content: object, *words: str) -> tuple[int, str]:
    (folder / RESULTS).write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    done = run("benchmark", "verify", str(folder), *words)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done.exit_code, done.output


def claimed(results: dict[str, Any], more: tuple[dict[str, Any], ...] = (), **figure: Any) -> dict[str, Any]:
    return {**results, "figures": [{**results["figures"][0], **figure}, *more]}


def test_what_was_measured_from_anywhere_comes_out_again(results: dict[str, Any], folder: Path) -> None:
    assert {"siam", "commit", "signature", "weights", "seed", "budget", "seconds", "figures"} <= set(results)
    assert list(results["seconds"]) == ["puzzles"]
    code, said = verified(folder, results)
    assert (code, said.splitlines()[-1]) == (0, "Every figure came out again (1 figures).")


ANOTHER = {"task": "puzzles", "share": 1.0, "low": 1.0, "high": 1.0, "count": 9}


@pytest.mark.parametrize(
    "changes",
    [
        {"share": 1.0},
        {"share": 0.0001},
        {"low": 0.0123},
        {"high": 0.9999},
        {"count": 90},
        {"given_up": 3},
        {"against": "nobody"},
        {"more": ({**ANOTHER, "against": "another set"},)},
        {"more": ({**ANOTHER, "against": "the set"},)},
    ],
)
def test_a_false_claim_is_caught(changes: dict[str, Any], results: dict[str, Any], folder: Path) -> None:
    code, said = verified(folder, claimed(results, **changes))
    assert code == 1
    assert "not come out again" in said


NONE = "these are no results that siam benchmark run has written"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"figures": [{**ANOTHER, "task": "chess", "against": "the set"}]}, "there is no task 'chess'"),
        ({"agent": "greedy"}, "the results are of 'greedy', the submission is 'py:own_agent:Agent'"),
        ({"budget": "huge"}, NONE),
        ({"budget": []}, NONE),
        ({"seed": "one"}, NONE),
        ({"figures": "many"}, NONE),
        ({"figures": 7}, NONE),
        ({"figures": [[]]}, NONE),
        ({"figures": [{"task": "puzzles"}]}, NONE),
        ({"figures": [{**ANOTHER, "against": "the set", "share": "all"}]}, NONE),
        ({"figures": [{**ANOTHER, "against": "the set", "luck": 1}]}, NONE),
        ({"figures": []}, "these results claim no figure"),
    ],
)
def test_results_that_are_none_are_told_in_a_sentence(
    changes: dict[str, Any], said: str, results: dict[str, Any], folder: Path
) -> None:
    code, told = verified(folder, {**results, **changes})
    assert code == 1
    assert told.startswith("Error: ")
    assert said in " ".join(told.split())


@pytest.mark.parametrize("content", ["[]", "7", "nonsense", "null"])
def test_a_file_of_results_of_the_wrong_type_is_told_in_a_sentence(content: str, folder: Path) -> None:
    code, told = verified(folder, content)
    assert (code, len(told.splitlines())) == (1, 1)


def test_another_engine_is_noted(results: dict[str, Any], folder: Path) -> None:
    _code, said = verified(folder, {**results, "signature": "0123456789abcdef"})
    assert "note: the results are of signature 0123456789abcdef" in said


def test_a_task_without_a_claim_cannot_be_verified(results: dict[str, Any], folder: Path) -> None:
    assert "claim nothing of two-players" in verified(folder, results, "--task", "two-players")[1]


def test_an_output_that_cannot_be_written_fails_before_the_first_game(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    done = run("benchmark", "run", "random", "--out", str(nowhere / "x"))
    assert (done.exit_code, done.output) == (1, f"Error: {nowhere / 'x'}: there is no folder {nowhere}\n")


def test_the_fixed_data_task_is_for_those_who_learned_from_it(tmp_path: Path) -> None:
    done = run("benchmark", "run", str(submitted(tmp_path / "plain")), "--task", "fixed-data")
    assert done.exit_code == 1
    assert "say what data that was in submission.json" in " ".join(done.output.split())
    assert read_submission(submitted(tmp_path / "other", data="make data GAMES=1000")).data


@pytest.mark.parametrize(
    "content", ["[]", "{}", '{"name": "x", "agent": "nobody"}', '{"name": "x", "agent": "7", "data": 5}', "nonsense"]
)
def test_what_is_no_submission_is_told(content: str, tmp_path: Path) -> None:
    folder = submitted(tmp_path / "mine")
    (folder / SUBMISSION).write_text(content, encoding="utf-8")
    done = run("benchmark", "run", str(folder))
    assert done.exit_code == 1
    assert done.output.startswith("Error: ")


def test_every_difference_is_told() -> None:
    other = Figure("two-players", "random", 0.5, 0.4, 0.6, 10)
    surplus = "puzzles against the set is claimed, and not measured here, or claimed twice"
    assert differences([FIGURE, other], [other]) == [surplus]
    assert differences([FIGURE, FIGURE], [FIGURE]) == [surplus]
    assert differences([other], [other, FIGURE]) == ["puzzles against the set is missing"]
    assert differences([FIGURE], [FIGURE]) == []


def test_submissions_are_shown_beside_each_other(results: dict[str, Any], folder: Path) -> None:
    (folder / RESULTS).write_text(json.dumps(results), encoding="utf-8")
    said = run("benchmark", "table", str(folder)).output.splitlines()
    assert said[0] == "| task | against | ours |"
    assert said[2].startswith("| `puzzles` | the set | ")
