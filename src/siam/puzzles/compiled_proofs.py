"""The compiled proof that a camp wins whatever the others do: quick enough to look for puzzles with it."""

from siam.engine.core.codec import encode, position_ground
from siam.engine.core.forced_wins import forces
from siam.engine.core.layout import CAMPS
from siam.rules import Position, Seat


def forces_win(position: Position, camp: tuple[Seat, ...]) -> bool:
    """Return whether a camp wins alone from here, whatever the others do; a partner plays along."""
    ground = position_ground(position)
    return bool(forces(ground, encode(position), int(ground[CAMPS + camp[0]])))
