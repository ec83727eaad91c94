"""Decide how one small choice is written: `pass`, `K`, `R@ayu`, `ayu`."""

from siam.notation.errors import NotationError
from siam.notation.moves import PASS_TEXT
from siam.notation.words import format_cell
from siam.rules.boards import Board
from siam.rules.steps import STEPS, CardStep, FollowerStep, PassStep, ProvinceStep, Step


def format_step(board: Board, step: Step) -> str:
    """Write a step."""
    match step:
        case PassStep():
            return PASS_TEXT
        case CardStep(card=card):
            return card.letter
        case FollowerStep(cell=cell):
            return format_cell(board, cell)
        case ProvinceStep(province=province):
            return board.codes[province]


def parse_step(board: Board, text: str) -> Step:
    """Read a step."""
    for step in STEPS:
        if format_step(board, step) == text:
            return step
    raise NotationError(f"{text!r} is no step: pass, a card, a follower like R@{board.codes[0]}, or a province")
