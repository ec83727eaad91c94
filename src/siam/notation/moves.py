"""Decide how a move is written: `K ayu suk* +L@chi`, `1 R@ayu=L@chi +M@ked`, `pass`; one spelling each."""

from siam.notation.errors import NotationError
from siam.notation.swaps import format_swap, parse_swap
from siam.notation.words import NOTHING, check_board, check_text, format_cell, parse_card, parse_cell, parse_province
from siam.rules import (
    CELLS,
    NO_EFFECT,
    PASS,
    Board,
    Card,
    Cell,
    Effect,
    FactionCard,
    Move,
    NoEffect,
    Pass,
    Place,
    Play,
    Swap,
    SwapTiles,
    called_faction,
    place,
)
from siam.rules.errors import A_MOVE, wrong_type

PASS_TEXT = "pass"


def format_move(board: Board, move: Move) -> str:
    """Write a move.

    >>> from siam.rules import Card, Cell, Faction, Play, load_board, place
    >>> lao = Play(Card.LAO, place([Cell(Faction.LAO, 1), Cell(Faction.LAO, 7)]), Cell(Faction.MALAY, 5))
    >>> format_move(load_board("siam"), lao)
    'L chi suk +M@pat'
    """
    check_board(board)
    match move:
        case Pass():
            return PASS_TEXT
        case Play(card, effect, taken):
            taken_text = format_cell(board, taken) if taken else NOTHING
            return f"{card.letter} {_format_effect(board, card, effect)} +{taken_text}"
    raise wrong_type(A_MOVE, move)


def parse_move(board: Board, text: str) -> Move:
    """Read a move; it may still be illegal where it is played.

    >>> from siam.rules import load_board
    >>> siam = load_board("siam")
    >>> parse_move(siam, "pass")
    PASS
    >>> parse_move(siam, "K ayu suk* +L@chi").effect
    SwapTiles(0, 7)
    """
    check_board(board)
    check_text(text)
    if text == PASS_TEXT:
        return PASS
    card_text, *words = text.split(" ")
    if not words or not words[-1].startswith("+"):
        raise NotationError(f"{text!r} is no move: pass, or a card, what it does, and +the follower taken")
    *effect_words, taken_text = words
    card = parse_card(card_text)
    taken = None if taken_text == "+-" else parse_cell(board, taken_text[1:])
    return Play(card, _parse_effect(board, card, effect_words), taken)


def _format_effect(board: Board, card: Card, effect: Effect) -> str:
    match effect:
        case NoEffect():
            return NOTHING
        case SwapTiles(moved, king):
            return f"{board.codes[moved]} {board.codes[king]}*"
        case Place(cells) if card is Card.KHON_THAI:
            return " ".join(format_cell(board, cell) for cell in cells)
        case Place(cells):
            return " ".join(board.codes[cell.province] for cell in cells)
        case Swap():
            return format_swap(board, effect)


def _parse_effect(board: Board, card: Card, words: list[str]) -> Effect:
    if not words:
        raise NotationError(f"what does {card.letter} do? A dash says nothing at all")
    if words == [NOTHING]:
        return NO_EFFECT
    match card:
        case Card.MAHARACHA:
            return _parse_tiles(board, words)
        case Card.KHON_THAI:
            return _parse_khon_thai(board, words)
        case Card.ONE_VS_ONE | Card.TWO_VS_ONE:
            if len(words) != 1:
                raise NotationError(f"{' '.join(words)!r} is not one swap")
            return parse_swap(board, words[0], most=2 if card is Card.TWO_VS_ONE else 1)
        case Card.RAMA | Card.LAO | Card.MALAI:
            return _parse_faction_card(board, card, words)


def _parse_tiles(board: Board, words: list[str]) -> SwapTiles:
    if len(words) != 2 or not words[1].endswith("*"):
        raise NotationError(f"{' '.join(words)!r} does not swap two tiles, the second marked with *")
    moved, king = parse_province(board, words[0]), parse_province(board, words[1][:-1])
    if moved == king:
        raise NotationError(f"{' '.join(words)!r} swaps a tile with itself")
    return SwapTiles(moved, king)


def _parse_khon_thai(board: Board, words: list[str]) -> Place:
    cells = tuple(parse_cell(board, word) for word in words)
    factions = [cell.faction for cell in cells]
    if factions != sorted(set(factions)):
        raise NotationError(f"{' '.join(words)!r} does not put one follower of each faction, in the order R L M")
    return Place(cells)


def _parse_faction_card(board: Board, card: FactionCard, words: list[str]) -> Place:
    if len(words) > 2:
        raise NotationError(f"{' '.join(words)!r} names more than two provinces")
    faction = called_faction(card)
    cells: tuple[Cell, ...] = tuple(CELLS[parse_province(board, word)][faction] for word in words)
    if place(cells).cells != cells:
        raise NotationError(f"{' '.join(words)!r}: provinces stand in alphabetical order")
    return Place(cells)
