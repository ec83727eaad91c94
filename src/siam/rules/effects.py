"""Decide what each card can do and does: its effect in full, in part or not at all (§5.6–5.11)."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product

from siam.rules.boards import PROVINCES, Province, reachable
from siam.rules.cards import Card, called_faction
from siam.rules.factions import FACTIONS, Faction
from siam.rules.followers import CELLS, Cell, Followers
from siam.rules.moves import NO_EFFECT, Effect, NoEffect, Place, Swap, SwapTiles
from siam.rules.position import Position


def effects(position: Position, card: Card) -> Iterator[Effect]:
    """List every way to carry out a card, each once; `NO_EFFECT` alone if it can do nothing (§5.2, R-05)."""
    some = False
    for effect in _effects_of(position, card):
        some = True
        yield effect
    if not some:
        yield NO_EFFECT


def _effects_of(position: Position, card: Card) -> Iterator[Effect]:
    match card:
        case Card.MAHARACHA:
            tiles = swappable_tiles(position)
            yield from (SwapTiles(moved, king) for moved in tiles for king in tiles if moved != king)
        case Card.KHON_THAI:
            factions = factions_in_supply(position)
            if factions:
                for provinces in product(position.open_provinces, repeat=len(factions)):
                    yield Place(
                        tuple(CELLS[province][faction] for faction, province in zip(factions, provinces, strict=True))
                    )
        case Card.ONE_VS_ONE | Card.TWO_VS_ONE:
            yield from legal_swaps(position, card)
        case Card.RAMA | Card.LAO | Card.MALAI:
            faction = called_faction(card)
            number = placements(position, faction)
            if number:
                for provinces in combinations_with_replacement(targets(position, faction), number):
                    yield Place(tuple(CELLS[province][faction] for province in provinces))


def swappable_tiles(position: Position) -> tuple[Province, ...]:
    """List the face-up tiles without a king marker, in track order; `capital_last` fixes one more (§5.6, §8)."""
    fixed = position.board.homes[Faction.RAMA] if position.options.capital_last else None
    kings = position.kings
    return tuple([province for province in position.open_track if not kings[province] and province != fixed])


def factions_in_supply(position: Position) -> tuple[Faction, ...]:
    """List the factions of which Khon Thai puts a follower (§5.7)."""
    return tuple(present(position.supply))


def targets(position: Position, faction: Faction) -> tuple[Province, ...]:
    """List the provinces into which a faction's own card may put followers (§5.11)."""
    return reachable(position.board, position.controls, faction)


def placements(position: Position, faction: Faction) -> int:
    """Return how many followers a faction's own card puts: two, or one, or none (§5.11)."""
    return min(2, position.supply[faction]) if targets(position, faction) else 0


def legal_swaps(position: Position, card: Card) -> Iterator[Swap]:
    """List the swaps that a 1 vs 1 or a 2 vs 1 may make (§5.8–5.10, R-10)."""
    if card is Card.ONE_VS_ONE:
        yield from _allowed(position, card, _one_for_one(position, combinations(PROVINCES, 2)))
    elif has_two_for_one(position):
        yield from _allowed(position, card, _two_for_one(position))
    else:
        yield from _allowed(position, card, _one_for_one(position, position.board.borders))


def has_two_for_one(position: Position) -> bool:
    """Return whether a 2-for-1 swap is legal anywhere; if not, 2 vs 1 swaps one for one (R-10)."""
    return any(True for _ in _allowed(position, Card.TWO_VS_ONE, _two_for_one(position)))


def banned_swap(position: Position, card: Card) -> Swap | None:
    """Return the one swap that would undo the card played before, if that was the same card (§5.10, R-11)."""
    last = position.last_swap
    return last.swap.reverse if last and last.card == card else None


def _allowed(position: Position, card: Card, swaps: Iterator[Swap]) -> Iterator[Swap]:
    banned = banned_swap(position, card)
    return (swap for swap in swaps if swap != banned)


def _one_for_one(
    position: Position, pairs: Iterator[tuple[Province, Province]] | tuple[tuple[Province, Province], ...]
) -> Iterator[Swap]:
    for left, right in pairs:
        for given in present(position.followers[left]):
            for received in present(position.followers[right]):
                yield Swap(left, (given,), right, (received,))


def _two_for_one(position: Position) -> Iterator[Swap]:
    for left in PROVINCES:
        pairs = _pairs(position.followers[left])
        if not pairs:
            continue
        for right in position.board.neighbours[left]:
            for received in present(position.followers[right]):
                for pair in pairs:
                    yield Swap(left, pair, right, (received,))


@cache
def present(followers: Followers) -> tuple[Faction, ...]:
    """List the factions that have a follower here."""
    return tuple(faction for faction in FACTIONS if followers[faction])


@cache
def _pairs(followers: Followers) -> tuple[tuple[Faction, Faction], ...]:
    return tuple(
        (first, second)
        for first, second in combinations_with_replacement(FACTIONS, 2)
        if followers[first] and followers[second] > (first == second)
    )


def followers_after(position: Position, effect: Effect) -> tuple[Followers, ...]:
    """Return the followers in all provinces once an effect is carried out."""
    match effect:
        case NoEffect() | SwapTiles():
            return position.followers
        case Place(cells):
            followers = list(position.followers)
            for faction, province in cells:
                followers[province] = followers[province].plus(faction)
            return tuple(followers)
        case Swap(left, left_given, right, right_given):
            followers = list(position.followers)
            followers[left] = exchanged(followers[left], left_given, right_given)
            followers[right] = exchanged(followers[right], right_given, left_given)
            return tuple(followers)


def exchanged(followers: Followers, given: tuple[Faction, ...], received: tuple[Faction, ...]) -> Followers:
    """Return a province's followers after some left and others came."""
    counts = list(followers)
    for faction in given:
        counts[faction] -= 1
    for faction in received:
        counts[faction] += 1
    return Followers(*counts)


def supply_after(position: Position, effect: Effect) -> Followers:
    """Return the supply once an effect is carried out."""
    if not isinstance(effect, Place):
        return position.supply
    return exchanged(position.supply, tuple([faction for faction, _ in effect.cells]), ())


def track_after(position: Position, effect: Effect) -> tuple[tuple[Province, ...], tuple[bool, ...]]:
    """Return the track and the king markers once an effect is carried out (§5.6)."""
    if not isinstance(effect, SwapTiles):
        return position.track, position.kings
    track, kings = list(position.track), list(position.kings)
    first, second = track.index(effect.moved), track.index(effect.king)
    track[first], track[second] = track[second], track[first]
    kings[effect.king] = True
    return tuple(track), tuple(kings)


def takeable(followers: tuple[Followers, ...]) -> list[Cell]:
    """List the followers that a player may take, in the order of the board (§5.4)."""
    return [cells[faction] for cells, there in zip(CELLS, followers, strict=True) for faction in present(there)]
