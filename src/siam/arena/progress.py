"""Decide what is seen while a tournament runs: a bar, the leader's running score and its interval."""

from collections import defaultdict
from collections.abc import Sequence
from types import TracebackType
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from siam.arena.figures.estimates import Tally
from siam.arena.play.games import Result
from siam.arena.play.plans import Plan


class ProgressBar:
    """Shows how far a tournament is and how the match of its last game stands."""

    def __init__(self, plan: Plan, console: Console | None = None, title: str = "") -> None:
        self._plan = plan
        self._counted = 0
        self._tallies: defaultdict[int, Tally] = defaultdict(Tally)
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[standing]}", markup=False),
            console=console,
        )
        self._task: Any = self._progress.add_task(
            title or f"{plan.players} players", total=plan.deals * plan.games_per_deal, standing=""
        )

    def __call__(self, results: Sequence[Result]) -> None:
        """Show the results so far."""
        matches = self._plan.matches
        for result in results[self._counted :]:
            self._tallies[result.match].add(result.share_of(matches[result.match][0]), result.deal)
        self._counted = len(results)
        standing = self._standing(results[-1].match) if results else ""
        self._progress.update(self._task, completed=len(results), standing=standing)

    def _standing(self, match: int) -> str:
        first, *others = (self._plan.names[member] for member in self._plan.matches[match])
        return f"{first} – {', '.join(others)}: {self._tallies[match].share}" if others else ""

    def __enter__(self) -> "ProgressBar":
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()
