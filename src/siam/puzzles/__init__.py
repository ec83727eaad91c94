"""Endings with one winning move: the set, how a try is judged, and how new ones are found."""

from siam.puzzles.attempts import Judgement, Status, attempt
from siam.puzzles.puzzle import Puzzle, Theme, format_puzzle, parse_puzzle, puzzle_set

__all__ = [
    "Judgement",
    "Puzzle",
    "Status",
    "Theme",
    "attempt",
    "format_puzzle",
    "parse_puzzle",
    "puzzle_set",
]
