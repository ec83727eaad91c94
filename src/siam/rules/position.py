"""Decide what an instant of the game holds: everything needed to go on playing."""

from typing import NamedTuple

from siam.rules.boards import Board, Province
from siam.rules.cards import Hand
from siam.rules.factions import Control
from siam.rules.followers import PROVINCE_COUNT, Followers
from siam.rules.moves import LastSwap
from siam.rules.options import BOOK, Options
from siam.rules.seats import Seat

BRITISH_LIMIT = 4


class Player(NamedTuple):
    """What lies before a player: the cards still held and the court, which is always open (§3.2)."""

    hand: Hand
    court: Followers


class Position(NamedTuple):
    """An instant of the game. Provinces index `controls`, `kings` and `followers`; boxes index `track`."""

    board: Board
    track: tuple[Province, ...]
    controls: tuple[Control | None, ...]
    kings: tuple[bool, ...]
    followers: tuple[Followers, ...]
    supply: Followers
    players: tuple[Player, ...]
    to_move: Seat
    passes: int = 0
    recency: tuple[Seat, ...] = ()
    last_swap: LastSwap | None = None
    options: Options = BOOK

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.to_move]

    @property
    def resolved_count(self) -> int:
        """How many struggles are resolved; the resolved tiles fill the first boxes."""
        return PROVINCE_COUNT - self.controls.count(None)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended: eight struggles, or the fourth British province (§6.4, §7.1)."""
        return None not in self.controls or self.controls.count(Control.BRITISH) >= BRITISH_LIMIT

    @property
    def contested(self) -> Province | None:
        """The province whose face-up tile lies in the lowest box (§4.1); none when the game is over."""
        return None if self.is_over else self.track[self.resolved_count]

    @property
    def open_track(self) -> tuple[Province, ...]:
        """The provinces still to be resolved, in the order of their struggles."""
        return self.track[self.resolved_count :]

    @property
    def open_provinces(self) -> tuple[Province, ...]:
        """The provinces still to be resolved, in the order of the board."""
        return tuple([province for province, control in enumerate(self.controls) if control is None])

    @property
    def follower_count(self) -> Followers:
        """All followers of the game: in provinces, courts and supply. It never changes."""
        total = self.supply
        for group in (*self.followers, *(player.court for player in self.players)):
            total = total.union(group)
        return total

    @property
    def card_count(self) -> int:
        """How many cards all players together still hold."""
        return sum(len(player.hand) for player in self.players)
