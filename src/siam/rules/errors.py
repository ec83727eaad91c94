"""Say what can go wrong with the rules, each as an error of its own."""

from enum import Enum

A_POSITION = "a position is needed, as deal or Position.from_text make one"
A_BOARD = "a board is needed, as load_board makes one"
A_MOVE = "a move is PASS or a Play (Game.push and siam.notation.parse_move read texts)"
A_TEXT = "a text is needed"


def wrong_type(wanted: str, given: object) -> TypeError:
    """Return the sentence for something of another type than is wanted."""
    return TypeError(f"{wanted}, not {f'{type(given).__name__} {given!r}'[:80]}")


class SiamError(ValueError):
    """Anything that this package rejects."""


class BoardError(SiamError):
    """A map file that cannot be a board (R-01)."""


class OptionError(SiamError):
    """An option or value that no table has (§8)."""


class Illegality(Enum):
    """Why a move may not be played here; clients translate the member, people read the value."""

    GAME_OVER = "the game is over"
    CARD_NOT_IN_HAND = "the player does not hold this card"
    WRONG_ACTION = "this card has another action"
    TOO_LITTLE = "the card can do more than that, and must (§5.2)"
    PROVINCE_CONTROLLED = "no follower may be put into a controlled province (§5.3)"
    NOT_IN_SUPPLY = "the supply has no such follower left (§5.7, §5.11)"
    WRONG_FACTION = "this card calls another faction (§5.11)"
    NOT_REACHABLE = "the province is not adjacent to the faction's home or provinces (§5.11)"
    NO_SUCH_FOLLOWER = "no such follower stands there"
    SAME_PROVINCE = "the two provinces must be different (§5.8)"
    NOT_ADJACENT = "the two provinces must be adjacent (§5.9)"
    WRONG_NUMBER = "a 2 vs 1 swaps two for one, one for one only if it must (§5.9)"
    UNDOES_LAST_SWAP = "the swap would undo the card played before (§5.10)"
    TILE_FIXED = "this tile can't be swapped (§5.6)"
    NOTHING_TAKEN = "a follower must be taken (§5.4)"
    NOT_TAKEABLE = "the follower to take is not there (§5.4)"
    LAST_CARD_MUST_WIN = "the last card of the game may be played only to win (§5.5)"

    def __repr__(self) -> str:
        return f"Illegality.{self.name}"

    def __str__(self) -> str:
        return str(self.value)


class IllegalMoveError(SiamError):
    """A well-formed move that may not be played in this position."""

    def __init__(self, reason: Illegality) -> None:
        super().__init__(reason.value)
        self.reason = reason
