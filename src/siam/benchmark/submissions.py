"""Decide what a submission is, how its results are kept, and where they differ from what comes out again."""

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Final, cast, get_args

from siam.arena.play.entrants import parse_entrant
from siam.benchmark.measuring import Figure
from siam.benchmark.tasks import TASKS, Budget, Task
from siam.provenance import Provenance, provenance
from siam.rules import SiamError

SUBMISSION: Final = "submission.json"
RESULTS: Final = "results.json"


class SubmissionError(SiamError):
    """A directory that is no submission, or results that are none."""


@dataclass(frozen=True, slots=True)
class Submission:
    """An agent that somebody submits; `data` says what it learned from, if that was the fixed data set alone."""

    name: str
    agent: str
    data: str = ""

    def may_enter(self, task: Task) -> bool:
        """Return whether the agent may enter a task."""
        return bool(self.data) or not task.needs_data


@dataclass(frozen=True, slots=True)
class Results:
    """The figures of a submission, with what is needed to make them again."""

    agent: str
    budget: Budget
    seed: int
    figures: tuple[Figure, ...]
    seconds: dict[str, float] = field(default_factory=dict)
    """How long each task took; it need not come out again."""
    made_by: Provenance = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Write the results down."""
        figures = [asdict(figure) for figure in self.figures]
        head = {"agent": self.agent, "budget": self.budget, "seed": self.seed}
        return {**head, **(self.made_by or provenance()), "seconds": self.seconds, "figures": figures}


def read_submission(directory: Path) -> Submission:
    """Read what a submission says of itself."""
    content = _read(directory / SUBMISSION)
    if not isinstance(content, dict) or not all(isinstance(content.get(key), str) for key in ("name", "agent")):
        raise SubmissionError(f"{directory / SUBMISSION}: a submission has a name and an agent")
    if not isinstance(content.get("data", ""), str):
        raise SubmissionError(f"{directory / SUBMISSION}: data says in words what the agent has learned from")
    parse_entrant(f"submission={content['agent']}")
    return Submission(content["name"], content["agent"], content.get("data", ""))


def read_results(directory: Path) -> Results:
    """Read the results of a submission."""
    file = directory / RESULTS
    content = _read(file)
    try:
        if not isinstance(content, dict) or content["budget"] not in get_args(Budget):
            raise TypeError
        figures = tuple(_figure(one) for one in content["figures"])
        agent, seed, seconds = content["agent"], content["seed"], content.get("seconds", {})
        if not isinstance(agent, str) or not isinstance(seed, int) or not isinstance(seconds, dict):
            raise TypeError
    except (KeyError, TypeError):
        raise SubmissionError(f"{file}: these are no results that siam benchmark run has written") from None
    made_by = {name: content.get(name) for name in ("siam", "commit", "signature", "weights")}
    return Results(agent, cast("Budget", content["budget"]), seed, figures, seconds, made_by)


def tasks_of(results: Results) -> tuple[Task, ...]:
    """Return the tasks of which results claim figures; SubmissionError if there is no such task, or nothing claimed."""
    known = {task.name: task for task in TASKS}
    if not results.figures:
        raise SubmissionError("these results claim no figure")
    names = dict.fromkeys(figure.task for figure in results.figures)
    for name in names:
        if name not in known:
            raise SubmissionError(f"there is no task {name!r}; known: {', '.join(known)}")
    return tuple(known[name] for name in names)


def differences(claimed: Sequence[Figure], found: Sequence[Figure]) -> list[str]:
    """List where claims differ from what was measured again: each claim needs its figure, each figure its claim."""
    said = []
    measured = {(figure.task, figure.against): figure for figure in found}
    for figure in claimed:
        again = measured.pop((figure.task, figure.against), None)
        name = f"{figure.task} against {figure.against}"
        if again is None:
            said.append(f"{name} is claimed, and not measured here, or claimed twice")
        elif again != figure:
            said.append(f"{name}: {_told(again)}, not {_told(figure)}")
    return said + [f"{task} against {against} is missing" for task, against in measured]


def format_table(found: Mapping[str, Results]) -> str:
    """Write results beside each other: a line for each task and opponent, a column for each submission."""
    rows = dict.fromkeys((figure.task, figure.against) for results in found.values() for figure in results.figures)
    order = {task.name: number for number, task in enumerate(TASKS)}
    lines = [
        f"| task | against | {' | '.join(found)} |",
        f"|---|---|{'---:|' * len(found)}",
    ]
    for row in sorted(rows, key=lambda row: order.get(row[0], len(order))):
        claims = ({(one.task, one.against): one for one in results.figures} for results in found.values())
        cells = [_cell(claimed.get(row)) for claimed in claims]
        lines.append(f"| `{row[0]}` | {row[1]} | {' | '.join(cells)} |")
    minutes = [sum(results.seconds.values()) / 60 for results in found.values()]
    lines.append(f"| minutes | | {' | '.join(f'{time:.1f}' for time in minutes)} |")
    return "\n".join(lines)


def _cell(figure: Figure | None) -> str:
    """Write a share in whole per cent with its interval."""
    if figure is None:
        return "–"
    return f"{100 * figure.share:.0f} ({100 * figure.low:.0f}–{100 * figure.high:.0f})"


@contextmanager
def at_home(directory: Path) -> Iterator[None]:
    """Work inside a submission's directory: its modules, weights and programs are named from there."""
    before, path, python_path = Path.cwd(), list(sys.path), os.environ.get("PYTHONPATH")
    home = str(directory.resolve())
    os.chdir(home)
    sys.path.insert(0, home)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (home, python_path)))
    try:
        yield
    finally:
        os.chdir(before)
        sys.path[:] = path
        if python_path is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = python_path


def _told(figure: Figure) -> str:
    given_up = f", {figure.given_up} given up" if figure.given_up else ""
    return f"{figure.share:.2%} ({figure.low:.2%} to {figure.high:.2%}) of {figure.count}{given_up}"


def _figure(content: Any) -> Figure:
    if not isinstance(content, dict):
        raise TypeError
    kinds: dict[object, Any] = {str: str, int: int, float: int | float}
    for part in fields(Figure):
        if part.name in content and not isinstance(content[part.name], kinds[part.type]):
            raise TypeError
    return Figure(**content)


def _read(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SubmissionError(f"there is no {file.name} in {file.parent.resolve()}") from None
    except (OSError, ValueError) as problem:
        raise SubmissionError(f"{file}: {problem}") from None
