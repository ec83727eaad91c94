"""Decide what is seen while a tournament runs: a bar, the leader's running score and its interval."""

from collections.abc import Sequence
from types import TracebackType
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from siam.arena.games import Result
from siam.arena.plans import Plan
from siam.arena.standings import score_of


class ProgressBar:
    """Shows how far a tournament is and how its first match stands."""

    def __init__(self, plan: Plan, console: Console | None = None, title: str = "") -> None:
        self._plan = plan
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[standing]}"),
            console=console,
        )
        self._task: Any = self._progress.add_task(
            title or f"{plan.players} players", total=plan.deals * plan.games_per_deal, standing=""
        )

    def __call__(self, results: Sequence[Result]) -> None:
        """Show the results so far."""
        match = results[-1].match if results else 0
        members = self._plan.matches[match]
        own = [result for result in results if result.match == match]
        standing = ""
        if own and len(members) > 1:
            names = [self._plan.entrants[member].name for member in members]
            standing = f"{names[0]} – {', '.join(names[1:])}: {score_of(members[0], own)}"
        self._progress.update(self._task, completed=len(results), standing=standing)

    def __enter__(self) -> "ProgressBar":
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()
