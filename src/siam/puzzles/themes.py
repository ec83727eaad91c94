"""Decide what a puzzle is about, from its position, its solution and how it ends."""

from collections.abc import Iterator

from siam.puzzles.attempts import Status, attempt
from siam.puzzles.puzzle import Puzzle, Theme
from siam.rules import Control, Criterion, NoEffect, Play, Swap, SwapTiles, standing_outcome

_TIE_BREAKS = {
    Criterion.LATEST_PROVINCE,
    Criterion.MOST_OF_SECOND,
    Criterion.EARLIEST_LAST_CARD,
    Criterion.LATEST_CARD,
}


def themes_of(puzzle: Puzzle) -> tuple[Theme, ...]:
    """Name what a puzzle is about; the themes it may already carry do not matter."""
    return tuple(_themes(puzzle))


def _themes(puzzle: Puzzle) -> Iterator[Theme]:
    verdict = attempt(puzzle, [puzzle.solution])
    match puzzle.solution:
        case Play(_, effect, _):
            if len(puzzle.position.player.hand) == 1:
                yield Theme.LAST_CARD
            if verdict.status is Status.GO_ON:
                yield Theme.IN_TWO
            match effect:
                case Swap():
                    yield Theme.SWAP
                case SwapTiles():
                    yield Theme.ORDER
                case NoEffect():
                    yield Theme.NO_EFFECT
        case _:
            yield Theme.PASS
            if verdict.status is Status.GO_ON:
                yield Theme.IN_TWO
    end = standing_outcome(verdict.game.position)
    if verdict.status is Status.SOLVED and end.ending is Control.BRITISH:
        yield Theme.COLONY
    if verdict.status is Status.SOLVED and any(verdict.criterion in _TIE_BREAKS for verdict in end.trail):
        yield Theme.TIE_BREAK
