"""Decide what a seat or a watcher may see: courts are open, hands and buried discards are not (§3.2, §5.1, R-04).

A view is built from what may be shown; nothing hidden is ever in it.
"""

from dataclasses import dataclass

from siam.rules.cards import Card, Hand
from siam.rules.game import Game
from siam.rules.moves import Play
from siam.rules.options import Discards
from siam.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class SeatView:
    """What is seen of one player's cards. `hand` is None where it is hidden; `discards` ends with the top card."""

    hand_size: int
    hand: Hand | None
    discards: tuple[Card, ...]


def discard_piles(game: Game) -> tuple[tuple[Card, ...], ...]:
    """Return each seat's discard pile, the top card last (§5.1)."""
    piles: list[list[Card]] = [[] for _ in game.setup.players]
    for turn in game.turns:
        if isinstance(turn.move, Play):
            piles[turn.seat].append(turn.move.card)
    return tuple(map(tuple, piles))


def seat_views(game: Game, watcher: Seat | None) -> tuple[SeatView, ...]:
    """Show every player's cards as far as a seat, or somebody without a seat (None), may see them.

    Open discards tell what is left in every hand, so hands are shown with them; and once the game is over
    nothing is hidden any more.
    """
    everything = game.setup.options.discards is Discards.OPEN or game.position.is_over
    return tuple(
        SeatView(
            hand_size=len(player.hand),
            hand=player.hand if everything or seat == watcher else None,
            discards=pile if everything else pile[-1:],
        )
        for seat, (player, pile) in enumerate(zip(game.position.players, discard_piles(game), strict=True))
    )
