"""Decide how hard a puzzle is: by the first level of play that finds its solution."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from siam.agents import agent, levels
from siam.puzzles.puzzle import GRADES, Puzzle

GRADING_LEVELS = levels()[:-1]
"""The highest level sees such endings to the end: what it alone finds has the highest grade anyway."""
_TRIES = 3
"""How often a level may try; it finds the solution if most tries do."""


def grade(puzzle: Puzzle, names: Sequence[str] = GRADING_LEVELS) -> Puzzle:
    """Return the puzzle with its grade: 1 if the gentlest level finds it, the highest if none does.

    With more levels than grades the levels are spread over them.
    """
    first = next((place for place, name in enumerate(names) if finds(name, puzzle)), len(names))
    return replace(puzzle, grade=GRADES[first * (len(GRADES) - 1) // len(names)])


def arranged(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Number puzzles anew for each number of players, the easy ones first."""
    counts: Counter[int] = Counter()
    numbered: list[Puzzle] = []
    for puzzle in sorted(puzzles, key=lambda puzzle: (puzzle.players, puzzle.grade)):
        counts[puzzle.players] += 1
        numbered.append(replace(puzzle, id=f"{puzzle.players}-{counts[puzzle.players]:02}"))
    return numbered


def finds(name: str, puzzle: Puzzle) -> bool:
    """Return whether most tries of a level begin with the solution."""
    player = agent(name)
    found = sum(player.choose(puzzle.position, seed=seed) == puzzle.solution for seed in range(_TRIES))
    return found * 2 > _TRIES
