"""Decide how an agent is measured in a task: the games, the puzzles, and the figures that come of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from siam.arena.figures.estimates import wilson
from siam.arena.figures.standings import standings
from siam.arena.play.entrants import Chooser, dismiss, make, parse_entrant
from siam.arena.play.plans import Plan, seed_of
from siam.arena.tournament import run
from siam.benchmark.paced import PacedAgent
from siam.benchmark.tasks import SEED, Budget, Task
from siam.benchmark.unseen_maps import write_unseen_maps
from siam.puzzles import Puzzle, Status, attempt, puzzle_set

if TYPE_CHECKING:
    from siam.arena.play.games import Result
    from siam.rules import Move

THE_SET = "the set"


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a task: a share with its 95 % interval, of how many games or puzzles; some may be given up."""

    task: str
    against: str
    share: float
    low: float
    high: float
    count: int
    given_up: int = 0
    """In how many of them the agent failed to give a legal move in time: they count as lost."""


def measure(
    agent: str, tasks: Sequence[Task], budget: Budget, *, processes: int = 1, seed: int = SEED
) -> Iterator[Figure]:
    """Measure an agent in some tasks; the same agent gives the same figures wherever it uses no clock."""
    for task in tasks:
        yield from _played(agent, task, budget, processes, seed) if task.opponents else (_solved(agent, budget, seed),)


def _played(agent: str, task: Task, budget: Budget, processes: int, seed: int) -> Iterator[Figure]:
    submission: Any = f"submission={agent}"
    if task.compute.seconds is not None:
        submission = PacedAgent(agent, task.compute.seconds)
    entrants = (submission, *(f"opponent-{number}={name}" for number, name in enumerate(task.opponents, start=1)))
    deals = task.deals[budget == "full"]
    with TemporaryDirectory() as folder:
        boards = (*task.boards, *map(str, write_unseen_maps(task.unseen_maps, seed, Path(folder))))
        results: list[Result] = []
        for number, board in enumerate(boards):
            plan = Plan(entrants, players=task.players, deals=deals, seed=seed, format="gauntlet", board=board)
            played = run(plan, processes=processes)
            results += [replace(result, deal=result.deal + number * deals) for result in played]
    if isinstance(submission, PacedAgent):
        submission.close()
    matches = standings(replace(plan, deals=deals * len(boards)), results).matches
    for index, (match, opponent) in enumerate(zip(matches, task.opponents, strict=True)):
        score = match.score
        share, low, high = round(score.value, 4), round(score.low, 4), round(score.high, 4)
        given_up = sum(result.match == index and result.fault.startswith("submission ") for result in results)
        yield Figure(task.name, opponent, share, low, high, score.games, given_up)


def _solved(agent: str, budget: Budget, seed: int) -> Figure:
    """Count the puzzles that an agent solves at the first try."""
    chosen = list(puzzle_set().values())[:: 1 if budget == "full" else 5]
    player = make(parse_entrant(agent))
    try:
        told = [_solves(player, puzzle, seed_of(seed, number)) for number, puzzle in enumerate(chosen)]
    finally:
        dismiss(player)
    share = told.count(True) / len(chosen)
    low, high = wilson(share, len(chosen))
    figures = (round(share, 4), round(low, 4), round(high, 4))
    return Figure("puzzles", THE_SET, *figures, len(chosen), told.count(None))


def _solves(player: Chooser, puzzle: Puzzle, seed: int) -> bool | None:
    """Return whether an agent solves a puzzle; None if it fails to give a legal move."""
    moves: list[Move] = []
    position = puzzle.position
    while True:
        try:
            move = player.choose(position, seed=seed_of(seed, len(moves)))
            verdict = attempt(puzzle, [*moves, move])
        except (Exception, SystemExit):  # somebody else's code, or a move that is none
            return None
        if verdict.status is not Status.GO_ON:
            return verdict.status is Status.SOLVED
        moves.append(move)
        position = verdict.game.position
