"""Decide what an observation holds: one row of small integers, seen from a seat.

Whoever looks comes first, then the others in turn order. `FIELDS` names every part with its place and size; the
kernel that fills it in is in `siam.rl.kernels`. Nothing is hidden: King of Siam has no secrets after the set-up.
"""

from typing import Final, NamedTuple

ACTIONS: Final = 40
SEATS: Final = 4

# For each province of the board, in alphabetical order of its code:
FOLLOWERS: Final = 0
"""24: followers of Rama, Lao, Malay in each province."""
CONTROL: Final = FOLLOWERS + 24
"""32: controlled by Rama, Lao, Malay, the British; nothing while the province is open."""
LEADING: Final = CONTROL + 32
"""32: who would control it as it stands; nothing once it is resolved."""
KING: Final = LEADING + 32
"""8: its tile has a king marker."""
DISTANCE: Final = KING + 8
"""64: how many struggles come before its own, 0 to 7; nothing once it is resolved."""
SUPPLY: Final = DISTANCE + 64
"""3: followers in the supply."""

# For each seat, from the one that looks; seats that nobody holds are all 0:
COURTS: Final = SUPPLY + 3
"""12: followers in the court."""
HANDS: Final = COURTS + 12
"""28: cards held: Maharacha, Khon Thai (0 to 2), 1 vs 1, 2 vs 1, Rama, Lao, Malai."""
LATEST: Final = HANDS + 28
"""4: rank of the latest card: 0 never played, then 1 for the oldest."""
TO_MOVE: Final = LATEST + 4
"""4: whose turn it is."""
CAMP: Final = TO_MOVE + 4
"""4: wins with the one that looks."""
WINNING: Final = CAMP + 4
"""4: would win if everybody passed from here on."""

RULING: Final = WINNING + 4
"""4: would rule if everybody passed from here on: Rama, Lao, Malay, the British (a colony)."""
PASSES: Final = RULING + 4
"""1: players who have passed in a row."""
CARDS: Final = PASSES + 1
"""1: cards left in all hands."""
BAN: Final = CARDS + 1
"""26: the swap that may not be undone: by 1 vs 1 or 2 vs 1, then the cells that the undoing swap would take."""
STAGE: Final = BAN + 26
"""14: what the next step chooses."""
CARD: Final = STAGE + 14
"""7: the card that is being played."""
PICKED: Final = CARD + 7
"""35: what was picked for it: 24 cells, 8 provinces, and for Khon Thai the faction that is placed next."""
SIZE: Final = PICKED + 35


class Field(NamedTuple):
    """One part of an observation."""

    name: str
    start: int
    size: int
    most: int
    meaning: str


FIELDS: Final = (
    Field("followers", FOLLOWERS, 24, 18, "followers of Rama, Lao, Malay in each province"),
    Field("control", CONTROL, 32, 1, "each province is controlled by Rama, Lao, Malay, the British"),
    Field("leading", LEADING, 32, 1, "who would control each open province as it stands, in the same order"),
    Field("king", KING, 8, 1, "the tile of each province has a king marker"),
    Field("distance", DISTANCE, 64, 1, "for each open province: how many struggles come before its own, 0 to 7"),
    Field("supply", SUPPLY, 3, 18, "followers in the supply"),
    Field("courts", COURTS, 12, 18, "for each seat: followers of Rama, Lao, Malay in its court"),
    Field("hands", HANDS, 28, 2, "for each seat: cards of the kinds K T 1 2 R L M"),
    Field("latest", LATEST, 4, 4, "for each seat: 0 if it never played, else 1 for the oldest latest card, and so on"),
    Field("to_move", TO_MOVE, 4, 1, "for each seat: it is its turn"),
    Field("camp", CAMP, 4, 1, "for each seat: it wins with the one that looks"),
    Field("winning", WINNING, 4, 1, "for each seat: it would win if everybody passed from here on"),
    Field("ruling", RULING, 4, 1, "who would rule if everybody passed: Rama, Lao, Malay, the British"),
    Field("passes", PASSES, 1, 3, "players who have passed in a row"),
    Field("cards", CARDS, 1, 32, "cards left in all hands"),
    Field("ban", BAN, 26, 2, "the swap that would undo the last one: card 1 or 2, then its 24 cells"),
    Field("stage", STAGE, 14, 1, "what the next step chooses (`siam.engine.core.layout`, from MOVE to TAKE)"),
    Field("card", CARD, 7, 1, "the card that is being played"),
    Field("picked", PICKED, 35, 2, "what was picked for it: 24 cells, 8 provinces, 3 factions (Khon Thai's next)"),
)
