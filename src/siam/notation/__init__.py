"""Text forms of the game: moves, positions, records; standard library only."""

from siam.notation.errors import NotationError
from siam.notation.graphs import format_graph
from siam.notation.moves import format_move, parse_move
from siam.notation.options import format_options, parse_options
from siam.notation.positions import format_position, parse_position
from siam.notation.records import Record, format_record, format_records, parse_record, parse_records
from siam.notation.steps import format_step, parse_step
from siam.notation.words import format_counts, parse_counts

__all__ = [
    "NotationError",
    "Record",
    "format_counts",
    "format_graph",
    "format_move",
    "format_options",
    "format_position",
    "format_record",
    "format_records",
    "format_step",
    "parse_counts",
    "parse_move",
    "parse_options",
    "parse_position",
    "parse_record",
    "parse_records",
    "parse_step",
]
