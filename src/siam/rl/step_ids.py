"""Between whole moves and the flat ids of their steps."""

from siam.engine.core.layout import STEP_CARD, STEP_CELL, STEP_PASS, STEP_PROVINCE
from siam.rules import Card, Cell, Move, NoEffect, Pass, Place, Swap, SwapTiles


def steps_of(move: Move) -> list[int]:
    """Return the steps that make a move, in their order."""
    if isinstance(move, Pass):
        return [STEP_PASS]
    steps = [STEP_CARD + move.card]
    match move.action:
        case NoEffect():
            pass
        case SwapTiles(moved, king):
            steps += [STEP_PROVINCE + moved, STEP_PROVINCE + king]
        case Place(cells):
            ordered = sorted(cells) if move.card is Card.KHON_THAI else cells
            steps += [STEP_PROVINCE + cell.province for cell in ordered]
        case Swap(left, left_given, right, right_given):
            steps += [_cell(Cell(faction, left)) for faction in left_given]
            steps += [_cell(Cell(faction, right)) for faction in right_given]
    if move.taken is not None:
        steps.append(_cell(move.taken))
    return steps


def _cell(cell: Cell) -> int:
    return STEP_CELL + 3 * cell.province + cell.faction
