"""Recognises in a finished game which rulings came up in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TypeAlias

from siam.rules import (
    BOOK,
    HELP_CARDS,
    NO_EFFECT,
    Card,
    Criterion,
    FirstPlayer,
    Place,
    Play,
    Position,
    SeatVerdict,
    Swap,
    SwapTiles,
    Turn,
    deal,
    legal_moves,
    ranking,
    standing_controls,
)
from tests.golden.playthroughs import Playthrough

Recogniser: TypeAlias = Callable[[Playthrough], bool]


def plays(page: Playthrough) -> Iterator[tuple[Position, Play]]:
    """Return every card played, with the position before it."""
    for before, turn in zip(page.game.positions, page.game.turns, strict=False):
        if isinstance(turn.move, Play):
            yield before, turn.move


def criteria(page: Playthrough) -> dict[Criterion, SeatVerdict]:
    """Return the verdicts on seats that decided the game."""
    outcome = page.game.outcome
    assert outcome is not None, f"{page.title} is not played to its end"
    return {verdict.criterion: verdict for verdict in outcome.trail if isinstance(verdict, SeatVerdict)}


def is_partial(position: Position, move: Play) -> bool:
    if not isinstance(move.effect, Place):
        return False
    return len(move.effect.cells) < (3 if move.card is Card.KHON_THAI else 2)


def is_reduced(move: Play) -> bool:
    return move.card is Card.TWO_VS_ONE and isinstance(move.effect, Swap) and len(move.effect.left_given) == 1


def last_card_is_played(page: Playthrough) -> bool:
    return any(position.card_count == 1 for position, _ in plays(page))


def last_card_is_held_back(page: Playthrough) -> bool:
    return any(
        position.card_count == 1 and position.player.hand and len(legal_moves(position)) == 1
        for position in page.game.positions
    )


def contested_tile_is_swapped(page: Playthrough) -> bool:
    return any(
        isinstance(move.effect, SwapTiles) and position.contested in move.effect for position, move in plays(page)
    )


def maharacha_does_nothing(page: Playthrough) -> bool:
    return any(move.card is Card.MAHARACHA and move.effect == NO_EFFECT for _, move in plays(page))


def distant_provinces_swap(page: Playthrough) -> bool:
    return any(
        isinstance(move.effect, Swap) and move.effect.right not in position.board.neighbours[move.effect.left]
        for position, move in plays(page)
    )


def ban_outlasts_passes(page: Playthrough) -> bool:
    """The same swap card again, after passes, while its undoing was banned and possible."""
    return any(
        position.last_swap is not None
        and position.last_swap.card == move.card
        and position.passes > 0
        and _frees_a_swap(position, move.card)
        for position, move in plays(page)
    )


def reduced_by_the_ban(page: Playthrough) -> bool:
    return any(
        is_reduced(move) and position.last_swap is not None and _two_for_one_without_ban(position)
        for position, move in plays(page)
    )


def _frees_a_swap(position: Position, card: Card) -> bool:
    free = position._replace(last_swap=None)
    return len(_swaps(free, card)) > len(_swaps(position, card))


def _two_for_one_without_ban(position: Position) -> bool:
    free = position._replace(last_swap=None)
    return any(len(swap.left_given) == 2 for swap in _swaps(free, Card.TWO_VS_ONE))


def _swaps(position: Position, card: Card) -> set[Swap]:
    moves = (move for move in legal_moves(position) if isinstance(move, Play) and move.card is card)
    return {move.effect for move in moves if isinstance(move.effect, Swap)}


def home_is_a_target(page: Playthrough) -> bool:
    return any(
        move.card >= Card.RAMA
        and isinstance(move.effect, Place)
        and any(position.board.homes[cell.faction] == cell.province for cell in move.effect.cells)
        for position, move in plays(page)
    )


def second_faction_decides(page: Playthrough) -> bool:
    return Criterion.MOST_OF_SECOND in criteria(page)


def there_is_no_second(page: Playthrough) -> bool:
    return len(ranking(standing_controls(page.game.position))) == 1 and page.game.position.resolved_count == 8


def furthest_back_wins(page: Playthrough) -> bool:
    verdict = criteria(page).get(Criterion.EARLIEST_LAST_CARD)
    return verdict is not None and len(verdict.figures) > 2 and len(verdict.left) == 1


def kingdom_is_shared(page: Playthrough) -> bool:
    verdict = criteria(page).get(Criterion.EARLIEST_LAST_CARD)
    return verdict is not None and len(verdict.left) > 1


def colony_is_shared(page: Playthrough) -> bool:
    verdict = criteria(page).get(Criterion.LATEST_CARD)
    return verdict is not None and len(verdict.left) > 1


def starts_with_highest(page: Playthrough) -> bool:
    options = page.game.setup.options
    if page.dealt is None or options.first_player is not FirstPlayer.HIGHEST:
        return False
    lowest = deal(len(page.game.setup.players), page.seed, board=page.game.setup.board, options=BOOK)
    return lowest.to_move != page.game.setup.to_move


def courts_are_help_cards(page: Playthrough) -> bool:
    return page.dealt is not None and all(player.court in HELP_CARDS.values() for player in page.dealt.players)


def a_neighbour_is_copied(page: Playthrough) -> bool:
    if page.dealt is None or len(page.dealt.players) != 4:
        return False
    courts = [player.court for player in page.dealt.players]
    return any(here == left for here, left in pairwise([*courts, courts[0]]))


def ends_with_next_seat(page: Playthrough) -> bool:
    last: Turn = page.game.turns[-1]
    return last.position.passes == 0 and last.position.to_move == (last.seat + 1) % len(last.position.players)


# R-04 is about what is seen of a discard pile; it leaves no trace in a game.
IN_PLAY: dict[str, tuple[Recogniser, ...]] = {
    "R-01": (lambda page: page.game.setup.board.name == "siam", lambda page: page.game.setup.board.name == "albion"),
    "R-02": (courts_are_help_cards,),
    "R-03": (starts_with_highest,),
    "R-05": (lambda page: any(is_partial(position, move) for position, move in plays(page)),),
    "R-06": (lambda page: any(move.taken is None for _, move in plays(page)),),
    "R-07": (last_card_is_played, last_card_is_held_back),
    "R-08": (contested_tile_is_swapped, maharacha_does_nothing),
    "R-09": (distant_provinces_swap,),
    "R-10": (lambda page: any(is_reduced(move) for _, move in plays(page)),),
    "R-11": (ban_outlasts_passes,),
    "R-12": (home_is_a_target,),
    "R-13": (second_faction_decides, there_is_no_second),
    "R-14": (furthest_back_wins, kingdom_is_shared),
    "R-15": (colony_is_shared,),
    "R-16": (reduced_by_the_ban,),
    "R-17": (ends_with_next_seat,),
    "R-18": (a_neighbour_is_copied,),
}
