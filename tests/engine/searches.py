"""Searches for tests, small enough to look into."""

from siam.engine.evaluation.shipped import evaluation_for
from siam.engine.search.limits import Limits
from siam.engine.search.search import Search, Style
from siam.rules import Position


def searched(position: Position, nodes: int, style: Style) -> Search:
    """Search a position with the weights that are shipped."""
    search = Search(position, evaluation_for(len(position.players), position.board), style)
    search.run(Limits(nodes=nodes))
    return search
