"""What a search found."""

from dataclasses import dataclass

from siam.rules import Move


@dataclass(frozen=True, slots=True)
class Line:
    """A first move, what would follow, and the winning chance of each camp (in the order of `camps`)."""

    moves: tuple[Move, ...]
    value_by_camp: tuple[float, ...]
    visits: int
    proven: bool


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The move to play, with the winning chance of each camp and the best lines."""

    move: Move
    value_by_camp: tuple[float, ...]
    lines: tuple[Line, ...]
    nodes: int
    depth: int
    proven: bool
