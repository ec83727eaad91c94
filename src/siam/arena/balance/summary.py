"""Decide how the balance is summed up in a few sentences; what chance may explain is not called a difference."""

from collections.abc import Sequence

from siam.arena.balance.figures import Balance, fair_share, points_of, shares_of, stands_out
from siam.arena.balance.sections import (
    RULER_NAMES,
    Section,
    cards,
    for_each_number,
    help_cards,
    homes,
    on_each_map,
)
from siam.arena.figures.estimates import Estimate
from siam.arena.reports.report import PLAYER_WORDS
from siam.arena.strength.ladders import share_text
from siam.rules import FACTIONS, Control


def summary(found: Sequence[Balance]) -> list[str]:
    """Tell the balance, a sentence or two for each question."""
    return [
        *_rulers(found),
        _compared(homes(found), "Homes that rule more than a third of the kingdoms", "less"),
        _starts(found),
        _compared(help_cards(found), "Help cards better than a fair share", "worse"),
        _price(found),
        _compared(cards(found), "Action cards worth more than their mean", "less"),
    ]


def points_text(estimate: Estimate) -> str:
    """Write a difference in percentage points, with the reach of its interval."""
    return f"{100 * estimate.value:+.1f} ± {_reach(estimate)}"


def _rulers(found: Sequence[Balance]) -> list[str]:
    told = []
    for board, tables in on_each_map(found):
        shares = shares_of(tables, lambda one: one.rulers)
        rulers = [f"{RULER_NAMES[faction]} rules {share_text(shares[faction])}" for faction in FACTIONS]
        colony = share_text(shares[Control.BRITISH])
        told.append(f"On {board.name} {', '.join(rulers)} of the games; {colony} end in a colony.")
    return told


def _starts(found: Sequence[Balance]) -> str:
    told = []
    counts = for_each_number(found)
    for count, tables in counts:
        lead, fair = points_of(tables, lambda one: one.places)[0], fair_share(count)
        verdict = "within chance of"
        if stands_out(lead, among=len(counts)):
            verdict = "more than" if lead.value > 0 else "less than"
        wins = f"{fair + lead.value:.1%} ± {_reach(lead)}"
        told.append(f"{wins} with {PLAYER_WORDS[count]} players ({verdict} a fair {fair:.1%})")
    return f"Who starts, or whose partner does, wins {', '.join(told)}."


def _price(found: Sequence[Balance]) -> str:
    prices = []
    for count, tables in for_each_number(found):
        price = points_of(tables, lambda one: one.price)[0]
        prices.append(f"{100 * price.value:.1f} ± {_reach(price)} with {PLAYER_WORDS[count]} players")
    return f"One card less than the others costs, in points of the wins, {', '.join(prices)}."


def _compared(section: Section, more: str, less: str) -> str:
    """Name what is above and what is below zero in the last column, which covers all tables together."""
    column = section.columns[-1]
    out = [(figures[column], row) for row, figures in section.rows.items() if section.stands_out(row, column)]
    out.sort(key=lambda pair: -abs(pair[0].value))
    above, below = (
        ", ".join(f"{row} {points_text(estimate)}" for estimate, row in out if (estimate.value > 0) is is_above)
        for is_above in (True, False)
    )
    return f"{more}: {above or 'none beyond chance'}; {less}: {below or 'none beyond chance'}."


def _reach(estimate: Estimate) -> str:
    return f"{50 * (estimate.high - estimate.low):.1f}"
