"""Decide what a puzzle is and how it is written: one line, its fields separated by bars."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources

from siam.notation import (
    NotationError,
    format_move,
    format_options,
    format_position,
    parse_move,
    parse_options,
    parse_position,
)
from siam.rules import Move, Position

GRADES = (1, 2, 3, 4, 5)
"""From what the gentlest level finds to what hardly any does."""


class Theme(StrEnum):
    """What a puzzle is about."""

    LAST_CARD = "last_card"
    IN_TWO = "in_two"
    PASS = "pass"
    SWAP = "swap"
    ORDER = "order"
    NO_EFFECT = "no_effect"
    COLONY = "colony"
    TIE_BREAK = "tie_break"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which exactly one move wins, whatever the others do; all hands are open."""

    id: str
    grade: int
    position: Position
    solution: Move
    themes: tuple[Theme, ...]

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.position.players)


def format_puzzle(puzzle: Puzzle) -> str:
    """Write a puzzle as a line."""
    position = puzzle.position
    fields = (
        puzzle.id,
        str(puzzle.grade),
        format_options(position.options) or "-",
        format_position(position),
        format_move(position.board, puzzle.solution),
        " ".join(puzzle.themes) or "-",
    )
    return " | ".join(fields)


def parse_puzzle(line: str) -> Puzzle:
    """Read a puzzle from its line."""
    fields = line.rstrip("\n").split(" | ")
    if len(fields) != 6:
        raise NotationError(f"a puzzle has six fields separated by bars, not {len(fields)}")
    name, grade, options, text, solution, themes = fields
    if grade not in map(str, GRADES):
        raise NotationError(f"{grade!r} is no grade: 1 to {GRADES[-1]}")
    position = parse_position(text, parse_options("" if options == "-" else options))
    try:
        tags = tuple(Theme(theme) for theme in themes.split(" ") if theme != "-")
    except ValueError as problem:
        raise NotationError(str(problem)) from None
    return Puzzle(name, int(grade), position, parse_move(position.board, solution), tags)


@cache
def puzzle_set() -> dict[str, Puzzle]:
    """Return the puzzles that come with the game, by their ids, in the order of the file."""
    text = resources.files("siam.puzzles").joinpath("puzzles.txt").read_text(encoding="utf-8")
    puzzles = [parse_puzzle(line) for line in text.splitlines() if line and not line.startswith("#")]
    return {puzzle.id: puzzle for puzzle in puzzles}
