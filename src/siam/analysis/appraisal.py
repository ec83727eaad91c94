"""Ask the engine what a position is worth, move by move, for comments on a game."""

from siam.analysis.annotations import Appraisal
from siam.engine.search.limits import Limits
from siam.engine.search.search import analyse
from siam.rules import Position

ALL_LINES = 1000


def appraise(position: Position, limits: Limits) -> Appraisal:
    """Search a position and return what it and its moves are worth."""
    found = analyse(position, limits, lines=ALL_LINES)
    values = {line.moves[0]: line.value_by_camp for line in found.lines}
    return Appraisal(found.move, found.value_by_camp, values, found.lines[0].moves[1:])
