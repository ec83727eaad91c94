"""Decide what an instant of the game holds: everything needed to go on playing."""

from typing import Any, NamedTuple

from siam.rules.boards import Board, Province
from siam.rules.cards import Hand
from siam.rules.display import PICTURE_WIDTH, explained, shown_by
from siam.rules.factions import Control
from siam.rules.followers import PROVINCE_COUNT, Followers
from siam.rules.moves import LastSwap
from siam.rules.options import BOOK, Options
from siam.rules.seats import Seat

BRITISH_LIMIT = 4


@explained(hand="The cards still held, in their order.", court="The followers taken so far.")
class Player(NamedTuple):
    """What lies before a player: the cards still held and the court, which is always open (§3.2)."""

    hand: Hand
    court: Followers


@explained(
    board="The map that the game is played on.",
    track="The provinces in the order of the boxes 1 to 8.",
    controls="For each province who controls it, or None while it is open.",
    kings="For each province whether a king marker fixes its tile (§5.6).",
    followers="For each province the followers in it.",
    supply="The followers that are neither on the board nor in a court.",
    players="For each seat its hand and its court.",
    to_move="The seat whose turn it is, counted from 0.",
    passes="How many have passed in a row; when all have, the struggle is resolved.",
    recency="The seats that have played a card, the latest last: some ties are broken by it (§7.3).",
    last_swap="The last card, if it was a swap: the next player may not undo it (§5.10).",
    options="The options of the table (§8).",
)
class Position(NamedTuple):
    """An instant of the game. Provinces index `controls`, `kings` and `followers`; boxes index `track`.

    >>> from siam.rules import deal
    >>> deal(players=2, seed=7).players[0]
    Player(hand=(Card.MAHARACHA, Card.KHON_THAI, Card.KHON_THAI, Card.ONE_VS_ONE, Card.TWO_VS_ONE, Card.RAMA, \
Card.LAO, Card.MALAI), court=Followers(rama=0, lao=1, malay=1))
    """

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

    @classmethod
    def from_text(cls, text: str, *, options: Options | str = BOOK, board: Board | None = None) -> "Position":
        """Read a position in the notation; `board` is the map it names, if that is none of the built-in ones.

        >>> text = "siam ayu=R,chi=L,ked=R,kho=M,lua=L,pat:R1L1,ray:R2,suk:M2 R10L14M12 1L:R2/T:R1L1M2 1 0 12 -"
        >>> Position.from_text(text).contested
        5
        """
        position: Position = shown_by("position_from_text")(text, options, board)
        return position

    @property
    def text(self) -> str:
        """The position in the notation: one line, enough to go on playing."""
        return str(shown_by("format_position")(self))

    def __repr__(self) -> str:
        return str(shown_by("position_repr")(self))

    def __str__(self) -> str:
        return str(shown_by("position_text")(self))

    def svg(self, **how: Any) -> str:
        """Draw the position; `siam.drawing.position_svg` tells what can be chosen. A `move` may be a text."""
        return str(shown_by("picture")(self, **how))

    def _repr_svg_(self) -> str:
        return self.svg(width=PICTURE_WIDTH)

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
