"""Decide how a swap is written: `R@ayu=L@chi`, `RL@ayu=L@chi`."""

from siam.notation.errors import NotationError
from siam.notation.words import parse_faction, parse_province
from siam.rules import Board, Faction, Province, Swap, swap


def format_swap(board: Board, swapped: Swap) -> str:
    """Write a swap."""
    left = _format_side(board, swapped.left, swapped.left_given)
    return f"{left}={_format_side(board, swapped.right, swapped.right_given)}"


def parse_swap(board: Board, text: str, *, most: int) -> Swap:
    """Read a swap whose left side gives at most `most` followers; only the canonical order is accepted."""
    left, equals, right = text.partition("=")
    if not equals:
        raise NotationError(f"{text!r} is no swap like R@{board.codes[0]}=L@{board.codes[1]}")
    (a, a_given), (b, b_given) = _parse_side(board, left), _parse_side(board, right)
    if not 1 <= len(a_given) <= most or len(b_given) != 1:
        numbers = "two followers for one, or one for one" if most == 2 else "one follower for one"
        raise NotationError(f"{text!r} does not swap {numbers}, the two on the left")
    if a == b:
        raise NotationError(f"{text!r} swaps within one province")
    canonical = swap(a, a_given, b, b_given)
    if canonical != Swap(a, a_given, b, b_given):
        raise NotationError(f"{text!r} is spelled {format_swap(board, canonical)}")
    return canonical


def _format_side(board: Board, province: Province, given: tuple[Faction, ...]) -> str:
    return "".join(faction.letter for faction in given) + "@" + board.codes[province]


def _parse_side(board: Board, text: str) -> tuple[Province, tuple[Faction, ...]]:
    letters, at, code = text.partition("@")
    if not at:
        raise NotationError(f"{text!r} is no follower in a province like R@{board.codes[0]}")
    return parse_province(board, code), tuple(map(parse_faction, letters))
