"""Decide how a card's action is put together from single picks, card by card (§5.6–5.11).

The undo ban and the last-card rule are left aside here: `siam.rules.half_move` looks ahead for them.
"""

from collections.abc import Iterable

from siam.rules.boards import PROVINCES, Province
from siam.rules.cards import Card
from siam.rules.effects import (
    factions_in_supply,
    has_two_for_one,
    legal_swaps,
    placements,
    present,
    swappable_tiles,
    targets,
)
from siam.rules.factions import FACTIONS
from siam.rules.followers import CELLS, Cell
from siam.rules.moves import NO_EFFECT, Action, Place, SwapTiles, place, swap
from siam.rules.position import Position
from siam.rules.steps import FOLLOWER_STEPS, PROVINCE_STEPS, FollowerStep, ProvinceStep, Step


def action_length(position: Position, card: Card) -> int:
    """Return how many picks the card's action takes here; none if it can do nothing."""
    match card:
        case Card.MAHARACHA:
            return 2 if len(swappable_tiles(position)) >= 2 else 0
        case Card.KHON_THAI:
            return len(factions_in_supply(position))
        case Card.TWO_VS_ONE if has_two_for_one(position):
            return 3
        case Card.ONE_VS_ONE | Card.TWO_VS_ONE:
            return 2 if any(True for _ in legal_swaps(position, card)) else 0
        case Card.RAMA | Card.LAO | Card.MALAI:
            return placements(position, FACTIONS[card - Card.RAMA])


def action_choices(position: Position, card: Card, picks: tuple[Step, ...], length: int) -> tuple[Step, ...]:
    """List what can be picked next for an action of so many picks."""
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
            return _province_steps(targets(position, FACTIONS[card - Card.RAMA]))


def action_made(position: Position, card: Card, picks: tuple[Step, ...]) -> Action:
    """Put the action together once all of its picks are there."""
    if not picks:
        return NO_EFFECT
    match card:
        case Card.MAHARACHA:
            return SwapTiles(*_provinces(picks))
        case Card.KHON_THAI:
            factions = factions_in_supply(position)
            return Place(tuple([CELLS[p][f] for f, p in zip(factions, _provinces(picks), strict=True)]))
        case Card.ONE_VS_ONE | Card.TWO_VS_ONE:
            *given, received = _cells(picks)
            return swap(given[0].province, [cell.faction for cell in given], received.province, [received.faction])
        case Card.RAMA | Card.LAO | Card.MALAI:
            faction = FACTIONS[card - Card.RAMA]
            return place(CELLS[province][faction] for province in _provinces(picks))


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
    """List the provinces with at least so many followers that have a partner with any."""
    totals = [sum(there) for there in position.followers]
    return [
        province
        for province in PROVINCES
        if totals[province] >= least and any(totals[other] for other in partners[province])
    ]
