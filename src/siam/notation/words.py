"""Decide how the smallest parts are written: factions, cards, provinces, counts, cells (one spelling each)."""

import re
from functools import cache

from siam.notation.errors import NotationError
from siam.rules import (
    CARDS,
    CELLS,
    CONTROLS,
    FACTIONS,
    FULL_HAND,
    Board,
    Card,
    Cell,
    Control,
    Faction,
    Followers,
    Hand,
    Position,
    Province,
)
from siam.rules.errors import A_BOARD, A_POSITION, A_TEXT, wrong_type

NOTHING = "-"

_COUNTS = re.compile(r"(?:R([1-9][0-9]?))?(?:L([1-9][0-9]?))?(?:M([1-9][0-9]?))?")
_CARDS = {card.letter: card for card in CARDS}
_FACTIONS = {faction.letter: faction for faction in FACTIONS}
_CONTROLS = {control.letter: control for control in CONTROLS}


def check_board(board: object) -> None:
    """Refuse what is no board."""
    if not isinstance(board, Board):
        raise wrong_type(A_BOARD, board)


def check_position(position: object) -> None:
    """Refuse what is no position."""
    if not isinstance(position, Position):
        raise wrong_type(A_POSITION, position)


def check_text(text: object) -> None:
    """Refuse what is no text."""
    if not isinstance(text, str):
        raise wrong_type(A_TEXT, text)


@cache
def format_counts(followers: Followers) -> str:
    """Write followers as `R2L1`; nobody as `-`.

    >>> from siam.rules import Followers
    >>> format_counts(Followers(rama=2, malay=1)), format_counts(Followers())
    ('R2M1', '-')
    """
    counts = (f"{faction.letter}{followers[faction]}" for faction in FACTIONS if followers[faction])
    return "".join(counts) or NOTHING


def parse_counts(text: str) -> Followers:
    """Read followers written as `R2L1` or `-`.

    >>> parse_counts("R2L1")
    Followers(rama=2, lao=1, malay=0)
    """
    check_text(text)
    if text == NOTHING:
        return Followers()
    match = _COUNTS.fullmatch(text)
    if not match or not text:
        raise NotationError(f"{text!r} is no count of followers like R2L1, or - for none")
    return Followers(*(int(count or 0) for count in match.groups()))


@cache
def format_hand(hand: Hand) -> str:
    """Write a hand as `KTT12RLM`; no card as `-`."""
    return "".join(card.letter for card in hand) or NOTHING


def parse_hand(text: str) -> Hand:
    """Read a hand: some of `KTT12RLM`, in that order, or `-`."""
    if text == NOTHING:
        return ()
    hand = tuple(_CARDS[letter] for letter in text if letter in _CARDS)
    if len(hand) != len(text) or not hand:
        raise NotationError(f"{text!r} is no hand: cards are K T 1 2 R L M, or - for none")
    if list(hand) != sorted(hand):
        raise NotationError(f"the hand {text!r} is not in the order KTT12RLM")
    if any(hand.count(card) > FULL_HAND.count(card) for card in hand):
        raise NotationError(f"the hand {text!r} has a card too often")
    return hand


def parse_card(text: str) -> Card:
    """Read a card's letter."""
    if text not in _CARDS:
        raise NotationError(f"{text!r} is no card: K T 1 2 R L M")
    return _CARDS[text]


def parse_faction(text: str) -> Faction:
    """Read a faction's letter."""
    if text not in _FACTIONS:
        raise NotationError(f"{text!r} is no faction: R L M")
    return _FACTIONS[text]


def parse_control(text: str) -> Control:
    """Read who controls a province."""
    if text not in _CONTROLS:
        raise NotationError(f"{text!r} controls no province: R L M B do")
    return _CONTROLS[text]


def parse_province(board: Board, text: str) -> Province:
    """Read a province's code."""
    if text not in board.codes:
        raise NotationError(f"{text!r} is no province of {board.name}: {' '.join(board.codes)}")
    return board.province(text)


def format_cell(board: Board, cell: Cell) -> str:
    """Write a follower in its place as `R@ayu`."""
    return f"{cell.faction.letter}@{board.codes[cell.province]}"


def parse_cell(board: Board, text: str) -> Cell:
    """Read a follower in its place, written as `R@ayu`."""
    faction, at, code = text.partition("@")
    if not at:
        raise NotationError(f"{text!r} is no follower in a province like R@{board.codes[0]}")
    return CELLS[parse_province(board, code)][parse_faction(faction)]
