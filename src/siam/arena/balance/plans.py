"""Decide which games tell how fair the game is: an agent plays each deal with itself, varied in three ways.

Every seat starts once, so that the value of the start is not mixed up with that of the help card which decides it.
One player is short of a card that all others have: the price of any card. And one player is short of each card in
turn while everybody else is short of another one: all have seven, so that only the choice of the card tells.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from siam.arena.play.plans import Job, Plan, seed_of
from siam.notation import format_options, format_position
from siam.rules import Card, Position, Seat, deal, load_board
from siam.rules.cards import without
from siam.rules.setups import COPYING_HELP_CARD, HELP_CARDS


@dataclass(frozen=True, slots=True)
class Start:
    """The deal with this seat starting."""

    seat: Seat

    def __str__(self) -> str:
        return f"seat {self.seat + 1} starts"


@dataclass(frozen=True, slots=True)
class OneShort:
    """The deal with this seat short of a card that all others have."""

    seat: Seat
    card: Card

    def __str__(self) -> str:
        return f"seat {self.seat + 1} without {self.card.letter}"


@dataclass(frozen=True, slots=True)
class SevenEach:
    """The deal with this seat short of one card and all others short of another, or of the same."""

    seat: Seat
    card: Card
    others: Card

    def __str__(self) -> str:
        return f"seat {self.seat + 1} without {self.card.letter}, others without {self.others.letter}"


Variation: TypeAlias = Start | OneShort | SevenEach


class BalancePlan(Plan):
    """The games of one report, for one map and one number of players."""

    __slots__ = ()

    def setups(self) -> Iterator[Position]:
        """Deal all deals; every map has its own."""
        board = load_board(self.board)
        for index in range(self.deals):
            yield deal(
                self.players, f"{self.seed}/{board.name}/{self.players}/{index}", board=board, options=self.options
            )

    def jobs(self) -> Iterator[Job]:
        """List all games: each deal with its variations."""
        number = 0
        for index, setup in enumerate(self.setups()):
            for variation in variations(self.players, index):
                yield Job(
                    number=number,
                    match=0,
                    deal=index,
                    setup=format_position(varied(setup, variation)),
                    options=format_options(self.options),
                    board=self.board,
                    seats=(0,) * self.players,
                    seed=seed_of(self.seed, setup.board.name, self.players, number),
                    label=str(variation),
                )
                number += 1

    @property
    def games_per_deal(self) -> int:
        """How many games one deal makes."""
        return self.players + 1 + len(Card)

    def to_json(self) -> dict[str, Any]:
        """Write the plan down, marked so that no tournament takes it for its own."""
        return {**super().to_json(), "kind": "balance"}


def variations(players: int, index: int) -> list[Variation]:
    """List how a deal is varied; who is short of a card, and of which, goes round from deal to deal."""
    seat, card = index % players, Card(index // players % len(Card))
    starts = [Start(starting) for starting in range(players)]
    return [*starts, OneShort(seat, card), *(SevenEach(seat, missed, card) for missed in Card)]


def varied(setup: Position, variation: Variation) -> Position:
    """Return the position from which a variation of a deal is played."""
    match variation:
        case Start(seat):
            return setup._replace(to_move=seat)
        case OneShort(seat, card):
            return _short(setup, {seat: card})
        case SevenEach(seat, card, others):
            return _short(setup, {**dict.fromkeys(range(len(setup.players)), others), seat: card})


def _short(setup: Position, missed: dict[Seat, Card]) -> Position:
    players = (
        player._replace(hand=without(player.hand, missed[seat])) if seat in missed else player
        for seat, player in enumerate(setup.players)
    )
    return setup._replace(players=tuple(players))


def help_cards_of(setup: Position) -> list[int]:
    """Read off the courts who was dealt which help card; card 4 copies the next seat's (§3.2)."""
    courts = [player.court for player in setup.players]
    by_court = {court: card for card, court in HELP_CARDS.items()}
    cards = [by_court[court] for court in courts]
    if len(courts) == 4:
        copying = next(seat for seat in range(4) if courts[seat] == courts[(seat + 1) % 4])
        cards[copying] = COPYING_HELP_CARD
    return cards
