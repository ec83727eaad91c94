"""`siam benchmark`: measure an agent in the named tasks, or check a submission."""

import json
import time
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from siam.benchmark.measuring import Figure, measure
from siam.benchmark.submissions import (
    RESULTS,
    Results,
    Submission,
    SubmissionError,
    at_home,
    differences,
    format_table,
    read_results,
    read_submission,
    tasks_of,
)
from siam.benchmark.tasks import SEED, TASKS, Budget, Task
from siam.cli.files import check_writable
from siam.cli.modules import find_modules_here
from siam.provenance import provenance
from siam.rules import SiamError

_tasks = click.option(
    "--task", "names", multiple=True, type=click.Choice([task.name for task in TASKS]), help="Only this."
)
_budget = click.option("--budget", type=click.Choice(["small", "full"]), default="small", show_default=True)
_processes = click.option("--processes", type=click.IntRange(1), default=1, show_default=True)


@click.group()
def benchmark() -> None:
    """Measure agents by a fixed protocol (docs/benchmark.md)."""
    find_modules_here()


@benchmark.command()
def tasks() -> None:
    """List the tasks."""
    for task in TASKS:
        against = f"{task.players} players, against {', '.join(task.opponents)}; " if task.opponents else ""
        click.echo(f"{task.name}: {task.about}; {against}compute {task.compute}")


@benchmark.command()
@click.argument("agent")
@_tasks
@_budget
@_processes
@click.option(
    "--seed", type=int, default=SEED, show_default=True, help="Of deals and maps: another one is a fresh test."
)
@click.option("--out", type=click.Path(path_type=Path), help="Write the results here, as JSON.")
def run(agent: str, names: tuple[str, ...], budget: Budget, processes: int, seed: int, out: Path | None) -> None:
    """Measure AGENT, a name as the arena knows it or the directory of a submission."""
    directory = Path(agent) if Path(agent).is_dir() else None
    try:
        submission = read_submission(directory) if directory else Submission(agent, agent)
        out = out or (directory / RESULTS if directory else None)
        check_writable(out)
        out = out and out.resolve()
        chosen = _chosen(submission, names)
        with at_home(directory) if directory else nullcontext():
            results = _measured(submission.agent, chosen, budget, processes, seed)
    except (SiamError, OSError) as problem:
        raise click.ClickException(str(problem)) from None
    if out:
        out.write_text(json.dumps(results.to_json(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


@benchmark.command()
@click.argument("directory", type=click.Path(path_type=Path, exists=True, file_okay=False))
@_tasks
@_processes
def verify(directory: Path, names: tuple[str, ...], processes: int) -> None:
    """Play the games of a submission again, and compare every figure that it claims."""
    try:
        agent, claimed = read_submission(directory).agent, read_results(directory)
        if claimed.agent != agent:
            raise SubmissionError(f"the results are of {claimed.agent!r}, the submission is {agent!r}")
        chosen = [task for task in tasks_of(claimed) if not names or task.name in names]
        if missing := set(names) - {task.name for task in chosen}:
            raise SubmissionError(f"the results claim nothing of {', '.join(sorted(missing))}")
        _compare_makers(claimed)
        with at_home(directory):
            found = _measured(agent, chosen, claimed.budget, processes, claimed.seed)
    except (SiamError, OSError) as problem:
        raise click.ClickException(str(problem)) from None
    wanted = {task.name for task in chosen}
    wrong = differences([figure for figure in claimed.figures if figure.task in wanted], found.figures)
    for one in wrong:
        click.echo(one)
    if wrong:
        raise click.ClickException(f"{len(wrong)} figures do not come out again")
    click.echo(f"Every figure came out again ({len(found.figures)} figures).")


@benchmark.command()
@click.argument("directories", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, file_okay=False))
def table(directories: tuple[Path, ...]) -> None:
    """Print the results of submissions beside each other, as a table in Markdown."""
    try:
        found = {read_submission(directory).name: read_results(directory) for directory in directories}
    except SiamError as problem:
        raise click.ClickException(str(problem)) from None
    click.echo(format_table(found))


def _chosen(submission: Submission, names: Sequence[str]) -> tuple[Task, ...]:
    """Return the tasks that are wanted; one that the agent may not enter is refused if it is named."""
    for task in TASKS:
        if task.name in names and not submission.may_enter(task):
            raise SubmissionError(
                f"{task.name} is for agents that learned from the fixed data set alone: "
                "say what data that was in submission.json, under data"
            )
    return tuple(task for task in TASKS if (task.name in names if names else submission.may_enter(task)))


def _compare_makers(claimed: Results) -> None:
    """Tell of another engine: its opponents play otherwise, so figures may differ for that alone."""
    here = provenance()
    for name in ("signature", "weights"):
        if claimed.made_by.get(name) != here[name]:
            click.echo(f"note: the results are of {name} {claimed.made_by.get(name)}, this is {here[name]}", err=True)


def _measured(agent: str, tasks: Sequence[Task], budget: Any, processes: int, seed: int) -> Results:
    figures: list[Figure] = []
    seconds: dict[str, float] = {}
    for task in tasks:
        begun = time.monotonic()
        for figure in measure(agent, (task,), budget, processes=processes, seed=seed):
            interval = f"({figure.low:.1%} to {figure.high:.1%}, {figure.count})"
            given_up = f", {figure.given_up} given up" if figure.given_up else ""
            click.echo(f"{figure.task:21} {figure.against:19} {figure.share:6.1%}  {interval}{given_up}")
            figures.append(figure)
        seconds[task.name] = round(time.monotonic() - begun, 1)
    return Results(agent, budget, seed, tuple(figures), seconds)
