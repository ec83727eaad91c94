"""Decide how fair the game is: the questions of a designer, answered by games of an agent against itself.

Whatever is compared is compared inside a deal, so that the luck of the deal cancels out: a card with the mean of the
cards, a help card and a place at the table with a fair share of the wins, which is the mean of those in the game.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple, TypeAlias

from siam.arena.balance.plans import BalancePlan, OneShort, SevenEach, Start, Variation, help_cards_of, variations
from siam.arena.figures.estimates import Z95, Estimate, proportion
from siam.arena.play.games import Result
from siam.rules import FACTIONS, Control, Seat, SiamError, camp_of, camps


class BalanceError(SiamError):
    """Games that tell nothing about the balance, because an agent gave them up."""


class Sample(NamedTuple):
    """One measurement, from a deal or a game of it, about one faction, place or card."""

    thing: int
    deal: int
    value: float


@dataclass(frozen=True, slots=True)
class Balance:
    """What the games of one plan say about each question."""

    board: str
    players: int
    games: int
    turns: float
    rulers: tuple[Sample, ...]
    """By control: 1 where it rules in the end."""
    homes: tuple[Sample, ...]
    """By faction, in kingdoms only: 1 where it rules, less a third."""
    places: tuple[Sample, ...]
    """By place after the starting player, which is 0: the share of the win, less a fair share."""
    help_cards: tuple[Sample, ...]
    """By help card: the share of the win, less a fair share."""
    price: tuple[Sample, ...]
    """What a player loses of the win who alone is short of a card; all cards are one thing, 0."""
    cards: tuple[Sample, ...]
    """By card: what a player loses of the win who is short of it, less the mean over all cards."""


Aspect: TypeAlias = Callable[[Balance], Sequence[Sample]]


def balance_of(plan: BalancePlan, results: Sequence[Result]) -> Balance:
    """Work out what the games of a plan say; BalanceError if any of them was given up."""
    faults = [result.fault for result in results if result.fault]
    if faults:
        raise BalanceError(f"{len(faults)} of {len(results)} games were given up; the first: {faults[0]}")
    deals = list(_deals(plan, results))
    return Balance(
        board=plan.board,
        players=plan.players,
        games=len(results),
        turns=sum(result.turns for one in deals for result in one.started) / sum(len(one.started) for one in deals),
        rulers=tuple(sample for one in deals for sample in _rulers(one)),
        homes=tuple(sample for one in deals for sample in _homes(one)),
        places=tuple(sample for one in deals for sample in _places(one)),
        help_cards=tuple(sample for one in deals for sample in _help_cards(one)),
        price=tuple(_price(one) for one in deals),
        cards=tuple(sample for one in deals for sample in _cards(one)),
    )


def fair_share(players: int) -> float:
    """Return each camp's share of the wins in a perfectly fair game."""
    return 1 / len(camps(players))


def shares_of(found: Sequence[Balance], aspect: Aspect) -> dict[int, Estimate]:
    """Estimate the share of each faction, place or card, over all these games together."""
    return {
        thing: proportion([value for _, value in pairs], [deal for deal, _ in pairs])
        for thing, pairs in _pairs(found, aspect).items()
    }


def points_of(found: Sequence[Balance], aspect: Aspect) -> dict[int, Estimate]:
    """Estimate by how much each faction, place or card is above or below zero, over all these games together."""
    return {thing: _mean(pairs) for thing, pairs in _pairs(found, aspect).items()}


def stands_out(estimate: Estimate, *, among: int) -> bool:
    """Return whether a figure differs from 0 by more than the largest of `among` figures would by chance."""
    wider = NormalDist().inv_cdf(1 - 0.025 / among) / Z95
    return abs(estimate.value) > wider * (estimate.high - estimate.low) / 2


_Deal: TypeAlias = tuple[str, int, int]
"""The map, the number of players and the number of a deal: games of one deal are one observation."""


def _pairs(found: Sequence[Balance], aspect: Aspect) -> dict[int, list[tuple[_Deal, float]]]:
    pairs: dict[int, list[tuple[_Deal, float]]] = {}
    for one in found:
        for thing, deal, value in aspect(one):
            pairs.setdefault(thing, []).append(((one.board, one.players, deal), value))
    return dict(sorted(pairs.items()))


def _mean(pairs: Sequence[tuple[_Deal, float]]) -> Estimate:
    """Estimate a mean whose values come in deals."""
    count = len(pairs)
    mean = sum(value for _, value in pairs) / count
    sums: dict[_Deal, float] = {}
    for deal, value in pairs:
        sums[deal] = sums.get(deal, 0.0) + value - mean
    # two imagined deals, half above and half below, keep the interval from vanishing
    squares = sum(total**2 for total in sums.values()) + (count / len(sums)) ** 2 / 2
    reach = Z95 * sqrt(squares / count**2 * len(sums) / max(1, len(sums) - 1))
    return Estimate(mean, mean - reach, mean + reach, count)


@dataclass(frozen=True, slots=True)
class _Played:
    """The games of one deal: by the seat that starts in them, as dealt, and with cards missing."""

    index: int
    help_cards: list[int]
    started: list[Result]
    dealt: Result
    short: tuple[OneShort, Result]
    seven: list[tuple[SevenEach, Result]]


def _deals(plan: BalancePlan, results: Sequence[Result]) -> Iterator[_Played]:
    """Group the games of each deal by what is varied in them."""
    size = plan.games_per_deal
    for index, setup in enumerate(plan.setups()):
        games: list[tuple[Variation, Result]] = list(
            zip(variations(plan.players, index), results[index * size : (index + 1) * size], strict=True)
        )
        started = [result for variation, result in games if isinstance(variation, Start)]
        yield _Played(
            index,
            help_cards_of(setup),
            started,
            started[setup.to_move],
            next((variation, result) for variation, result in games if isinstance(variation, OneShort)),
            [(variation, result) for variation, result in games if isinstance(variation, SevenEach)],
        )


def _rulers(deal: _Played) -> Iterator[Sample]:
    for result in deal.started:
        for control in Control:
            yield Sample(control, deal.index, float(result.ending == control.letter))


def _homes(deal: _Played) -> Iterator[Sample]:
    """Compare the factions: with every seat starting once, nothing but their homes tells them apart."""
    for result in deal.started:
        if result.ending != Control.BRITISH.letter:
            for faction in FACTIONS:
                yield Sample(faction, deal.index, float(result.ending == Control(faction).letter) - 1 / 3)


def _places(deal: _Played) -> Iterator[Sample]:
    """Compare the camps by how soon they come after the starting player."""
    players = len(deal.started)
    for starting, result in enumerate(deal.started):
        for place in range(len(camps(players))):
            seat = (starting + place) % players
            yield Sample(place, deal.index, _camp_share(result, seat) - fair_share(players))


def _help_cards(deal: _Played) -> Iterator[Sample]:
    """Compare who holds which help card, whoever starts."""
    for result in deal.started:
        for seat, card in enumerate(deal.help_cards):
            yield Sample(card, deal.index, _camp_share(result, seat) - fair_share(len(result.seats)))


def _price(deal: _Played) -> Sample:
    short, result = deal.short
    return Sample(0, deal.index, _camp_share(deal.dealt, short.seat) - _camp_share(result, short.seat))


def _cards(deal: _Played) -> Iterator[Sample]:
    shares = {seven.card: _camp_share(result, seven.seat) for seven, result in deal.seven}
    mean = sum(shares.values()) / len(shares)
    for card, share in shares.items():
        yield Sample(card, deal.index, mean - share)


def _camp_share(result: Result, seat: Seat) -> float:
    return sum(result.shares[member] for member in camp_of(len(result.seats), seat))
