"""Judging tries at puzzles: whether a win is forced, what answers a right try, what refutes a wrong one."""

from typing import Final

from siam.engine.core import forced_wins
from siam.engine.core.layout import CAMPS, GROUND_SIZE, SIZE
from siam.engine.portable.boundary import Address, Count, exported, integers

MOVE_STEPS: Final = forced_wins.MAX_STEPS
"""Room for the steps of a move."""


@exported
def forces_win(ground: Address, state: Address, seat: Count) -> Count:
    """Return whether the camp of a seat wins alone from here, whatever the others do."""
    field, row = integers(ground, GROUND_SIZE), integers(state, SIZE)
    return forced_wins.forces(field, row, field[CAMPS + seat])


@exported
def winning_move(ground: Address, state: Address, target: Address) -> Count:
    """Write the first move after which the mover's camp forces the win; give how many steps it has, or 0."""
    return forced_wins.winning_move(integers(ground, GROUND_SIZE), integers(state, SIZE), integers(target, MOVE_STEPS))


@exported
def refuting_move(ground: Address, state: Address, seat: Count, target: Address) -> Count:
    """Write what is played so that a seat's camp, which forces no win here, misses it; give how many steps it has."""
    field = integers(ground, GROUND_SIZE)
    return forced_wins.refuting_move(field, integers(state, SIZE), field[CAMPS + seat], integers(target, MOVE_STEPS))


@exported
def answer_to(ground: Address, state: Address, solver: Count, target: Address) -> Count:
    """Write what follows a right try; give how many steps it has, or 0 where the solver has something to decide."""
    field, row = integers(ground, GROUND_SIZE), integers(state, SIZE)
    return forced_wins.answer_to(field, row, solver, integers(target, MOVE_STEPS))
