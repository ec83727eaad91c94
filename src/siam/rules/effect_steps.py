"""Decide how a card's effect is put together from single picks, card by card (§5.6–5.11).

The undo ban and the last-card rule are left aside here: `siam.rules.half_move` looks ahead for them.
"""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from siam.rules.boards import PROVINCES, Province
from siam.rules.cards import Card, called_faction
from siam.rules.effects import (
    factions_in_supply,
    present,
    swappable_tiles,
    targets,
)
from siam.rules.followers import CELLS, Cell
from siam.rules.moves import NO_EFFECT, Effect, Place, SwapTiles, place, swap
from siam.rules.position import Position
from siam.rules.steps import FOLLOWER_STEPS, PROVINCE_STEPS, FollowerStep, ProvinceStep, Step

PlacingCard: TypeAlias = Literal[Card.KHON_THAI, Card.RAMA, Card.LAO, Card.MALAI]


def effect_choices(position: Position, card: Card, picks: tuple[Step, ...], length: int) -> tuple[Step, ...]:
    """List what can be picked next, where `length` picks make up the effect."""
    match card:
        case Card.MAHARACHA:
            chosen = _provinces(picks)
            return _province_steps(tile for tile in swappable_tiles(position) if tile not in chosen)
        case Card.KHON_THAI:
            return _province_steps(position.open_provinces)
        case Card.ONE_VS_ONE:
            return _swap_choices(position, _cells(picks), _EVERYWHERE_ELSE)
        case Card.TWO_VS_ONE if length == 3:
            return _two_for_one_choices(position, _cells(picks))
        case Card.TWO_VS_ONE:
            return _swap_choices(position, _cells(picks), position.board.neighbours)
        case Card.RAMA | Card.LAO | Card.MALAI:
            return _province_steps(targets(position, called_faction(card)))


def effect_made(position: Position, card: Card, picks: tuple[Step, ...]) -> Effect:
    """Put the effect together once all of its picks are there."""
    if not picks:
        return NO_EFFECT
    match card:
        case Card.MAHARACHA:
            return SwapTiles(*_provinces(picks))
        case Card.ONE_VS_ONE | Card.TWO_VS_ONE:
            *given, received = _cells(picks)
            return swap(given[0].province, [cell.faction for cell in given], received.province, [received.faction])
        case Card.KHON_THAI | Card.RAMA | Card.LAO | Card.MALAI:
            return _placed(position, card, picks)


def effect_so_far(position: Position, card: Card, picks: tuple[Step, ...], length: int) -> Effect:
    """Return what the picks have done up to now: followers are placed one by one, swaps wait until they are whole."""
    if len(picks) == length:
        return effect_made(position, card, picks)
    match card:
        case Card.MAHARACHA | Card.ONE_VS_ONE | Card.TWO_VS_ONE:
            return NO_EFFECT
        case Card.KHON_THAI | Card.RAMA | Card.LAO | Card.MALAI:
            return _placed(position, card, picks) if picks else NO_EFFECT


def _placed(position: Position, card: PlacingCard, picks: tuple[Step, ...]) -> Place:
    provinces = _provinces(picks)
    if card is Card.KHON_THAI:
        return Place(tuple([CELLS[p][f] for f, p in zip(factions_in_supply(position), provinces, strict=False)]))
    faction = called_faction(card)
    return place(CELLS[province][faction] for province in provinces)


def _provinces(picks: tuple[Step, ...]) -> list[Province]:
    return [pick.province for pick in picks if isinstance(pick, ProvinceStep)]


def _cells(picks: tuple[Step, ...]) -> list[Cell]:
    return [pick.cell for pick in picks if isinstance(pick, FollowerStep)]


def _province_steps(provinces: Iterable[Province]) -> tuple[Step, ...]:
    return tuple([PROVINCE_STEPS[province] for province in provinces])


def _follower_steps(position: Position, provinces: Iterable[Province]) -> tuple[Step, ...]:
    return tuple(
        [
            FOLLOWER_STEPS[province][faction]
            for province in provinces
            for faction in present(position.followers[province])
        ]
    )


_EVERYWHERE_ELSE = tuple(tuple(other for other in PROVINCES if other != province) for province in PROVINCES)


def _swap_choices(
    position: Position, chosen: list[Cell], partners: tuple[tuple[Province, ...], ...]
) -> tuple[Step, ...]:
    """List the next pick of a one-for-one swap: any follower that has a partner, then its partners (§5.8)."""
    if chosen:
        return _follower_steps(position, partners[chosen[0].province])
    return _follower_steps(position, _with_partner(position, partners, least=1))


def _two_for_one_choices(position: Position, chosen: list[Cell]) -> tuple[Step, ...]:
    """List the next pick of a two-for-one swap: two of one province, then one from next door (§5.9)."""
    neighbours = position.board.neighbours
    if not chosen:
        return _follower_steps(position, _with_partner(position, neighbours, least=2))
    first = chosen[0]
    if len(chosen) == 2:
        return _follower_steps(position, neighbours[first.province])
    left = position.followers[first.province].minus(first.faction)
    return tuple([FOLLOWER_STEPS[first.province][faction] for faction in present(left)])


def _with_partner(position: Position, partners: tuple[tuple[Province, ...], ...], *, least: int) -> list[Province]:
    """List the provinces with at least `least` followers that have a swap partner with any."""
    totals = [sum(there) for there in position.followers]
    return [
        province
        for province in PROVINCES
        if totals[province] >= least and any(totals[other] for other in partners[province])
    ]
