"""Decide which moves may be played: the list, its length, and why a move is not on it (§4.3, §5)."""

from collections.abc import Iterator
from itertools import islice
from operator import index
from random import Random
from typing import SupportsIndex, overload

from siam.rules.cards import Card, called_faction
from siam.rules.effects import (
    banned_swap,
    effects,
    factions_in_supply,
    followers_after,
    has_two_for_one,
    legal_swaps,
    placements,
    swappable_tiles,
    takeable,
    targets,
)
from siam.rules.errors import A_MOVE, A_POSITION, Illegality, wrong_type
from siam.rules.factions import FACTIONS, Faction
from siam.rules.followers import Cell, Followers
from siam.rules.last_card import FinishLine, is_last_card
from siam.rules.moves import PASS, Move, NoEffect, Pass, Place, Play, Swap, SwapTiles, swap
from siam.rules.position import Position


class LegalMoves:
    """The moves that may be played here: lists lazily, counts without listing, knows its members.

    A finished game has none; otherwise passing is always among them (§4.3), and it comes first; then the cards in
    their order. An index counts in this order, so `random.choice` works too.

    >>> from siam.rules import deal
    >>> moves = LegalMoves(deal(players=2, seed=7))
    >>> moves
    <16218 legal moves of seat 1>
    >>> moves[0]
    PASS
    """

    def __init__(self, position: Position) -> None:
        if not isinstance(position, Position):
            raise wrong_type(A_POSITION, position)
        self.position = position

    def __bool__(self) -> bool:
        return not self.position.is_over

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Pass | Play) and why_illegal(self.position, move) is None

    def __iter__(self) -> Iterator[Move]:
        if self.position.is_over:
            return
        yield PASS
        if is_last_card(self.position):
            yield from FinishLine(self.position).winning_moves(self.position.player.hand[0])
            return
        for card in dict.fromkeys(self.position.player.hand):
            yield from moves_with(self.position, card)

    @overload
    def __getitem__(self, place: SupportsIndex) -> Move: ...

    @overload
    def __getitem__(self, place: slice) -> list[Move]: ...

    def __getitem__(self, place: SupportsIndex | slice) -> Move | list[Move]:
        if isinstance(place, slice):
            return list(self)[place]
        count = len(self)
        number = index(place)
        if not -count <= number < count:
            raise IndexError(f"there are {count} legal moves, none with the index {number}")
        return self._at(number % count)

    def _at(self, number: int) -> Move:
        """Find a move by its place; whole cards are skipped by their counts."""
        if number == 0 or is_last_card(self.position):
            return next(islice(self, number, None))
        number -= 1
        for card in dict.fromkeys(self.position.player.hand):
            count = _count_with(self.position, card)
            if number < count:
                return next(islice(moves_with(self.position, card), number, None))
            number -= count
        raise AssertionError("counts and lists differ")

    def sample(self, random: Random) -> Move:
        """Draw a move so that each whole move is equally likely.

        That is not how the agent `random` plays: it draws one step after the other, so that passing, which is one move
        of thousands, is one of about eight first steps.
        """
        if not self:
            raise ValueError("the game is over: there is no legal move")
        return self[random.randrange(len(self))]

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves of seat {self.position.to_move + 1}>"

    def __len__(self) -> int:
        if self.position.is_over:
            return 0
        if is_last_card(self.position):
            return sum(1 for _ in self)
        return 1 + sum(_count_with(self.position, card) for card in set(self.position.player.hand))


def legal_moves(position: Position) -> LegalMoves:
    """Return the moves that may be played in a position.

    >>> from siam.rules import PASS, deal
    >>> moves = legal_moves(deal(players=2, seed=7))
    >>> len(moves), PASS in moves
    (16218, True)
    """
    return LegalMoves(position)


def moves_with(position: Position, card: Card) -> Iterator[Play]:
    """List the moves with a card, the last-card rule left aside."""
    for effect in effects(position, card):
        cells = takeable(followers_after(position, effect))
        if not cells:
            yield Play(card, effect, None)
        for cell in cells:
            yield Play(card, effect, cell)


def _count_with(position: Position, card: Card) -> int:
    """Count the moves with a card: for each effect, the cells that then hold a follower (§5.4, R-06)."""
    before = sum(1 for there in position.followers for count in there if count)
    match card:
        case Card.MAHARACHA:
            tiles = len(swappable_tiles(position))
            return max(1, tiles * (tiles - 1)) * max(1, before)
        case Card.KHON_THAI:
            return _count_khon_thai(position, before)
        case Card.ONE_VS_ONE | Card.TWO_VS_ONE:
            gains = [_cells_gained(position, swap) for swap in legal_swaps(position, card)]
            return before * len(gains) + sum(gains) if gains else max(1, before)
        case Card.RAMA | Card.LAO | Card.MALAI:
            return _count_faction_card(position, called_faction(card), before)


def _count_khon_thai(position: Position, before: int) -> int:
    factions, provinces = factions_in_supply(position), position.open_provinces
    if not factions:
        return max(1, before)
    empty = sum(1 for f in factions for province in provinces if not position.followers[province][f])
    others: int = len(provinces) ** (len(factions) - 1)
    return others * len(provinces) * before + others * empty


def _count_faction_card(position: Position, faction: Faction, before: int) -> int:
    number = placements(position, faction)
    if not number:
        return max(1, before)
    reached = targets(position, faction)
    empty = sum(1 for province in reached if not position.followers[province][faction])
    if number == 1:
        return len(reached) * before + empty
    pairs = len(reached) * (len(reached) + 1) // 2
    return pairs * before + empty * len(reached)  # each target is in as many pairs as there are targets


def _cells_gained(position: Position, swap: Swap) -> int:
    """Return by how many cells more (or fewer) hold a follower after a swap."""
    return _gained(position.followers[swap.left], swap.left_given, swap.right_given) + _gained(
        position.followers[swap.right], swap.right_given, swap.left_given
    )


def _gained(there: Followers, given: tuple[Faction, ...], received: tuple[Faction, ...]) -> int:
    gained = 0
    for faction in FACTIONS:
        leaving, coming = given.count(faction), received.count(faction)
        if leaving != coming:
            gained += (there[faction] - leaving + coming > 0) - (there[faction] > 0)
    return gained


def why_illegal(position: Position, move: Move) -> Illegality | None:
    """Return why a move may not be played here; None if it may."""
    if not isinstance(move, Pass | Play):
        raise wrong_type(A_MOVE, move)
    if not isinstance(position, Position):
        raise wrong_type(A_POSITION, position)
    if position.is_over:
        return Illegality.GAME_OVER
    if isinstance(move, Pass):
        return None
    if move.card not in position.player.hand:
        return Illegality.CARD_NOT_IN_HAND
    problem = _effect_problem(position, move) or _take_problem(position, move)
    if problem:
        return problem
    if is_last_card(position) and not FinishLine(position).wins(move.effect, move.taken):
        return Illegality.LAST_CARD_MUST_WIN
    return None


def _effect_problem(position: Position, move: Play) -> Illegality | None:
    match move.card, move.effect:
        case card, NoEffect():
            return None if NoEffect() in effects(position, card) else Illegality.TOO_LITTLE
        case Card.MAHARACHA, SwapTiles(moved, king):
            return _tiles_problem(position, moved, king)
        case Card.KHON_THAI, Place(cells):
            return _khon_thai_problem(position, cells)
        case ((Card.ONE_VS_ONE | Card.TWO_VS_ONE as card), Swap() as effect):
            return _swap_problem(position, card, effect)
        case ((Card.RAMA | Card.LAO | Card.MALAI as card), Place(cells)):
            return _faction_card_problem(position, called_faction(card), cells)
        case _:
            return Illegality.WRONG_ACTION


def _tiles_problem(position: Position, moved: int, king: int) -> Illegality | None:
    if moved == king:
        return Illegality.SAME_PROVINCE
    free = swappable_tiles(position)
    return None if moved in free and king in free else Illegality.TILE_FIXED


def _khon_thai_problem(position: Position, cells: tuple[Cell, ...]) -> Illegality | None:
    factions = [cell.faction for cell in cells]
    if sorted(set(factions)) != factions:
        return Illegality.WRONG_ACTION
    if not all(position.supply[faction] for faction in factions):
        return Illegality.NOT_IN_SUPPLY
    if len(factions) < len(factions_in_supply(position)):
        return Illegality.TOO_LITTLE
    return _closed_problem(position, cells)


def _faction_card_problem(position: Position, faction: Faction, cells: tuple[Cell, ...]) -> Illegality | None:
    if any(cell.faction != faction for cell in cells):
        return Illegality.WRONG_FACTION
    if list(cells) != sorted(cells) or len(cells) > 2:
        return Illegality.WRONG_ACTION
    if len(cells) > position.supply[faction]:
        return Illegality.NOT_IN_SUPPLY
    problem = _closed_problem(position, cells)
    if problem:
        return problem
    reached = targets(position, faction)
    if any(cell.province not in reached for cell in cells):
        return Illegality.NOT_REACHABLE
    return Illegality.TOO_LITTLE if len(cells) < placements(position, faction) else None


def _closed_problem(position: Position, cells: tuple[Cell, ...]) -> Illegality | None:
    closed = any(position.controls[cell.province] is not None for cell in cells)
    return Illegality.PROVINCE_CONTROLLED if closed else None


def _swap_problem(position: Position, card: Card, effect: Swap) -> Illegality | None:
    if effect.left == effect.right:
        return Illegality.SAME_PROVINCE
    if effect != swap(*effect):
        return Illegality.WRONG_ACTION
    if card is Card.TWO_VS_ONE and effect.right not in position.board.neighbours[effect.left]:
        return Illegality.NOT_ADJACENT
    numbers = (len(effect.left_given), len(effect.right_given))
    two_for_one = card is Card.TWO_VS_ONE and (numbers == (2, 1) or has_two_for_one(position))
    if numbers != ((2, 1) if two_for_one else (1, 1)):
        return Illegality.WRONG_NUMBER
    for province, given in ((effect.left, effect.left_given), (effect.right, effect.right_given)):
        there = position.followers[province]
        if any(there[faction] < given.count(faction) for faction in given):
            return Illegality.NO_SUCH_FOLLOWER
    return Illegality.UNDOES_LAST_SWAP if effect == banned_swap(position, card) else None


def _take_problem(position: Position, move: Play) -> Illegality | None:
    followers = followers_after(position, move.effect)
    if move.taken is None:
        return Illegality.NOTHING_TAKEN if takeable(followers) else None
    there = followers[move.taken.province]
    return None if there[move.taken.faction] else Illegality.NOT_TAKEABLE
