"""Decide how one small choice is written: `pass`, `K`, `R@ayu`, `ayu`."""

from siam.notation.errors import NotationError
from siam.notation.moves import PASS_TEXT
from siam.notation.words import check_board, check_text, format_cell
from siam.rules import STEPS, Board, CardStep, FollowerStep, PassStep, ProvinceStep, Step
from siam.rules.errors import wrong_type


def format_step(board: Board, step: Step) -> str:
    """Write a step.

    >>> from siam.rules import STEPS, load_board
    >>> siam = load_board("siam")
    >>> [format_step(siam, step) for step in STEPS[:10]]
    ['pass', 'K', 'T', '1', '2', 'R', 'L', 'M', 'R@ayu', 'L@ayu']
    """
    check_board(board)
    match step:
        case PassStep():
            return PASS_TEXT
        case CardStep(card=card):
            return card.letter
        case FollowerStep(cell=cell):
            return format_cell(board, cell)
        case ProvinceStep(province=province):
            return board.codes[province]
    raise wrong_type("a step is one of siam.rules.STEPS", step)


def parse_step(board: Board, text: str) -> Step:
    """Read a step.

    >>> from siam.rules import load_board
    >>> parse_step(load_board("siam"), "M@ked")
    FollowerStep(16, Cell(Faction.MALAY, 2))
    """
    check_board(board)
    check_text(text)
    for step in STEPS:
        if format_step(board, step) == text:
            return step
    raise NotationError(f"{text!r} is no step: pass, a card, a follower like R@{board.codes[0]}, or a province")
