"""Where everything lies in the engine's arrays: no offset is written anywhere else.

A position is one row of small integers (`SIZE` of them), a started move included. What does not change
during a game (the board, the options, the number of players) lies in a second row, the *ground*.
"""

from typing import Final

# --- steps: the flat ids of siam.rules.half_move -------------------------------------------------------------
STEP_PASS: Final = 0
STEP_CARD: Final = 1
"""Plus the card: K T 1 2 R L M."""
STEP_CELL: Final = 8
"""Plus the cell: 3 * province + faction."""
STEP_PROVINCE: Final = 32
STEPS: Final = 40

PROVINCES: Final = 8
FACTIONS: Final = 3
CELL_COUNT: Final = 24
MAX_SEATS: Final = 4

BRITISH: Final = 3
NO_FACTION: Final = 3
"""In place of a second faction when only one is ranked (R-13)."""

CARD_MAHARACHA: Final = 0
CARD_KHON_THAI: Final = 1
CARD_ONE: Final = 2
CARD_TWO: Final = 3
CARD_FACTION: Final = 4
"""Plus the faction: Rama, Lao, Malai."""
CARD_KINDS: Final = 7
SECOND_KHON_THAI: Final = 7
"""The bit of a hand that is set while it holds both Khon Thai."""
FULL_HAND: Final = 0b1111_1111

# --- the position ----------------------------------------------------------------------------------------
CELLS: Final = 0
SUPPLY: Final = CELLS + CELL_COUNT
COURTS: Final = SUPPLY + FACTIONS
"""Three counts a seat."""
HANDS: Final = COURTS + FACTIONS * MAX_SEATS
"""One bit a kind of card, and one for the second Khon Thai."""
TRACK: Final = HANDS + MAX_SEATS
"""The province in each box; resolved ones come first."""
WON: Final = TRACK + PROVINCES
"""For Rama, Lao, Malay and the British: the boxes whose province they control, as bits."""
CONTROL: Final = WON + 4
"""The same as provinces."""
KINGS: Final = CONTROL + 4
"""Provinces whose tile has a king marker, as bits."""
RANKS: Final = KINGS + 1
"""For each seat 0 if it never played a card, else 1 for the oldest latest card, and so on."""
TO_MOVE: Final = RANKS + MAX_SEATS
PASSES: Final = TO_MOVE + 1
RESOLVED: Final = PASSES + 1
BAN_CARD: Final = RESOLVED + 1
"""The card whose swap may not be undone (5.10), or 0; the undoing swap is in the next three."""
BAN_A: Final = BAN_CARD + 1
BAN_B: Final = BAN_A + 1
BAN_C: Final = BAN_B + 1
"""A and B are the cells of a 1-for-1 swap (C is -1), or the two of a 2-for-1 swap and C the one."""
STAGE: Final = BAN_C + 1
"""What the next step of a started move picks; the next three remember what was picked."""
CARD: Final = STAGE + 1
PICK_A: Final = CARD + 1
PICK_B: Final = PICK_A + 1
CANONICAL: Final = PICK_B + 1
"""Everything before this is the position; what follows is derived from it."""
OPEN: Final = CANONICAL
"""Provinces not yet resolved, as bits."""
OCCUPIED: Final = OPEN + 1
"""Cells with a follower, as bits."""
CROWDED: Final = OCCUPIED + 1
"""Cells with at least two followers, as bits."""
CARDS: Final = CROWDED + 1
"""Cards left in all hands; the card of a started move counts until the move is complete."""
SIZE: Final = CARDS + 1

# --- stages of a move ------------------------------------------------------------------------------------
MOVE: Final = 0
KING_FIRST: Final = 1
KING_SECOND: Final = 2
THAI: Final = 3
"""Khon Thai: the province for faction `PICK_A`."""
ONE_FIRST: Final = 4
ONE_SECOND: Final = 5
TWO_FIRST: Final = 6
TWO_SECOND: Final = 7
TWO_OTHER: Final = 8
REDUCED_FIRST: Final = 9
REDUCED_SECOND: Final = 10
PLACE_FIRST: Final = 11
PLACE_SECOND: Final = 12
TAKE: Final = 13
OVER: Final = 14

# --- the ground ------------------------------------------------------------------------------------------
SEATS: Final = 0
BORDERS: Final = 1
"""For each province its neighbours as bits."""
CELL_BORDERS: Final = BORDERS + PROVINCES
"""For each province the cells of its neighbours as bits."""
HOMES: Final = CELL_BORDERS + PROVINCES
"""For each faction its home."""
FIRST_HIGHEST: Final = HOMES + FACTIONS
CAPITAL_LAST: Final = FIRST_HIGHEST + 1
COLONY_LOSES: Final = CAPITAL_LAST + 1
CAMPS: Final = COLONY_LOSES + 1
"""For each seat its camp as seat bits."""
GROUND_SIZE: Final = CAMPS + MAX_SEATS

# --- the last card: room for the steps that complete it ----------------------------------------------------
WAY_SIZE: Final = 8
