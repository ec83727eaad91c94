"""Decide the course of a tournament: results are taken in the order of the plan.

So nothing depends on how many processes play it, when it was interrupted, or which game happened to end first.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

from siam.arena.archive import Archive, open_archive
from siam.arena.crews import Crew, HereCrew, ProcessCrew, RayCrew
from siam.arena.games import Result
from siam.arena.plans import Job, Plan, seatings
from siam.arena.sequential import Decision

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
    keeping = nullcontext() if directory is None else open_archive(Path(directory), plan)
    with keeping as archive, closing(crew_for(plan, processes, ray)) as crew:
        return _play_all(plan, crew, archive, watch)


def crew_for(plan: Plan, processes: int, ray: str | None) -> Crew:
    """Gather those who will play the games."""
    if ray is not None:
        return RayCrew(plan, ray, processes if processes > 1 else None)
    if processes > 1:
        return ProcessCrew(plan, processes)
    return HereCrew(plan)


def play_in_order(jobs: Iterable[Job], crew: Crew, is_wanted: Callable[[Job], bool]) -> Iterator[Result]:
    """Play jobs ahead of need and give their results in order; what is no longer wanted is thrown away."""
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


def _play_all(plan: Plan, crew: Crew, archive: Archive | None, watch: Watcher | None) -> list[Result]:
    results = [result for result in archive.results if result.deal < plan.deals] if archive else []
    course = _Course(plan)
    for result in results:
        course.note(result)
    last = results[-1].number if results else -1
    if watch:
        watch(results)
    jobs = (job for job in plan.jobs() if job.number > last)
    for result in play_in_order(jobs, crew, course.is_wanted):
        results.append(result)
        course.note(result)
        if archive:
            archive.append(result)
        if watch:
            watch(results)
    return results


class _Course:
    """Knows which matches are decided: whether a game is wanted depends on the deals before its own only."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._sizes = [len(seatings(plan.players, members)) for members in plan.matches]
        self._deals: dict[int, list[float]] = {match: [] for match in range(len(plan.matches))}
        self._open: dict[int, list[float]] = {match: [] for match in range(len(plan.matches))}
        self._decided: set[int] = set()

    def note(self, result: Result) -> None:
        first = self._plan.matches[result.match][0]
        scores = self._open[result.match]
        scores.append(result.share_of(first))
        if len(scores) < self._sizes[result.match]:
            return
        self._deals[result.match].append(sum(scores) / len(scores))
        scores.clear()
        sprt = self._plan.sprt
        if sprt and sprt.verdict(self._deals[result.match]).decision is not Decision.UNDECIDED:
            self._decided.add(result.match)

    def is_wanted(self, job: Job) -> bool:
        return job.match not in self._decided
