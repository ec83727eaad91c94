"""Decide how the graph of a map of one's own is written: homes and borders, `R@nor L@soe M@sow eas-nor eas-soe`."""

from siam.notation.words import check_board
from siam.rules import FACTIONS, Board


def format_graph(board: Board) -> str:
    """Write all that the rules ask of a board: maps of one name with different graphs are different maps.

    >>> from siam.rules import load_board
    >>> format_graph(load_board("siam"))[:42]
    'R@ayu L@lua M@ked ayu-kho ayu-ray ayu-suk '
    """
    check_board(board)
    homes = [f"{faction.letter}@{board.codes[board.homes[faction]]}" for faction in FACTIONS]
    return " ".join((*homes, *(f"{board.codes[a]}-{board.codes[b]}" for a, b in board.borders)))
