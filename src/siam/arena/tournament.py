"""Decide the course of a tournament: results are taken in the order of the plan.

So nothing depends on how many processes play it, when it was interrupted, or which game happened to end first.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from siam.arena.figures.standings import DealScores
from siam.arena.play.archive import open_archive
from siam.arena.play.crews import Crew, HereCrew, ProcessCrew, RayCrew
from siam.arena.play.games import Result
from siam.arena.play.plans import Job, Plan
from siam.arena.play.sequential import Decision
from siam.provenance import provenance, told

Watcher = Callable[[Sequence[Result]], None]
"""Is shown all results so far, after each game."""


def run(
    plan: Plan,
    directory: Path | str | None = None,
    *,
    processes: int = 1,
    ray: str | None = None,
    watch: Watcher | None = None,
) -> list[Result]:
    """Play a tournament, or the rest of it if the directory holds its beginning."""
    results: list[Result] = []
    with closing(play_games(plan, directory, processes=processes, ray=ray)) as played:
        for result in played:
            results.append(result)
            if watch:
                watch(results)
    return results


def play_games(
    plan: Plan, directory: Path | str | None = None, *, processes: int = 1, ray: str | None = None
) -> Generator[Result, None, None]:
    """Return the results of a tournament one after the other; those that the directory holds come first."""
    keeping = nullcontext() if directory is None else open_archive(Path(directory), plan)
    with keeping as archive, closing(crew_for(plan, processes, ray)) as crew:
        kept = [result for result in archive.results if result.deal < plan.deals] if archive else []
        decided = _DecidedMatches(plan)
        for result in kept:
            decided.note(result)
            yield result
        last = kept[-1].number if kept else -1
        software = told(provenance())
        jobs = (replace(job, software=software) for job in plan.jobs() if job.number > last)
        for result in play_in_order(jobs, crew, decided.is_wanted):
            decided.note(result)
            if archive:
                archive.append(result)
            yield result


def crew_for(plan: Plan, processes: int, ray: str | None) -> Crew:
    """Return the workers that will play the games."""
    if ray is not None:
        return RayCrew(plan, ray, processes if processes > 1 else None)
    if processes > 1:
        return ProcessCrew(plan, processes)
    return HereCrew(plan)


def play_in_order(jobs: Iterable[Job], crew: Crew, is_wanted: Callable[[Job], bool]) -> Iterator[Result]:
    """Play jobs ahead of time and yield their results in order; unwanted ones are dropped."""
    waiting: deque[tuple[Job, Any]] = deque()
    source = iter(jobs)
    is_dry = False
    while True:
        while not is_dry and len(waiting) < crew.lookahead:
            job = next(source, None)
            if job is None:
                is_dry = True
            elif is_wanted(job):
                waiting.append((job, crew.submit(job)))
        if not waiting:
            return
        job, promise = waiting.popleft()
        result = crew.result(promise)
        if is_wanted(job):
            yield result


class _DecidedMatches:
    """Knows which matches are decided; whether a game is wanted depends only on the deals before its own."""

    def __init__(self, plan: Plan) -> None:
        self._sprt = plan.sprt
        self._matches = [DealScores(plan, members) for members in plan.matches]
        self._decided: set[int] = set()

    def note(self, result: Result) -> None:
        match = self._matches[result.match]
        is_whole = match.add(result)
        if self._sprt and is_whole and self._sprt.verdict(match.scores).decision is not Decision.UNDECIDED:
            self._decided.add(result.match)

    def is_wanted(self, job: Job) -> bool:
        return job.match not in self._decided
