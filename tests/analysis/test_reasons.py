"""Why a move is better: every claim is true by the rules, and a false one is found."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace

import pytest

from siam.analysis.reasons import (
    Claim,
    Gains,
    Horizon,
    KeepsCard,
    Leads,
    ProvinceGoes,
    Reason,
    Rules,
    Wins,
    reason_against,
)
from siam.notation import parse_move, parse_position
from siam.rules import PASS, Control, Criterion, Faction, Position, camp_of
from tests.analysis.claims import falsehoods
from tests.analysis.random_lines import random_reasons


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_claim_is_true_by_the_rules(players: int) -> None:
    reasons = random_reasons(players)
    assert len({position for position, _ in reasons}) > 1000
    for position, reason in reasons:
        assert falsehoods(position, reason) == [], (position.text, reason)


def test_every_kind_of_claim_and_criterion_was_among_them() -> None:
    reasons = [reason for players in (2, 3, 4) for _, reason in random_reasons(players)]
    claims = [claim for reason in reasons for claim in reason.claims]
    assert {type(claim) for claim in claims} == {Rules, Wins, Leads, Gains, KeepsCard}
    assert {reason.horizon for reason in reasons} == set(Horizon)
    leads = Counter(claim.criterion for claim in claims if isinstance(claim, Leads))
    assert set(leads) == {
        Criterion.MOST_OF_RULING,
        Criterion.MOST_OF_SECOND,
        Criterion.EARLIEST_LAST_CARD,
        Criterion.MOST_SETS,
        Criterion.LATEST_CARD,
    }
    causes = Counter(len(claim.because) for claim in claims if isinstance(claim, Rules))
    assert set(causes) == {0, 1, 2}


def lies(position: Position, claim: Claim) -> Iterator[Claim]:
    """Change a claim in one place at a time, so that it can't be true any more."""
    seats = range(len(position.players))
    others = tuple(seat for seat in seats if seat not in camp_of(len(seats), position.to_move))
    match claim:
        case Rules(ruler, instead, because):
            yield from (replace(claim, ruler=other) for other in Control if other is not ruler)
            yield from (replace(claim, instead=other) for other in Control if other is not instead)
            for change in because:
                for control in Control:
                    if control is not change.control:
                        yield replace(claim, because=(replace(change, control=control),))
                    if control is not change.instead:
                        yield replace(claim, because=(replace(change, instead=control),))
        case Wins(winners, instead_winners):
            yield replace(claim, seats=others)
            yield replace(claim, instead=winners)
            yield replace(claim, instead=tuple(seats) if instead_winners != tuple(seats) else ())
        case Leads(_, criterion, faction, figure, rival):
            yield replace(claim, seats=others[:1])
            yield replace(claim, figure=figure + 1)
            yield replace(claim, rival=rival + 1)
            if faction is not None:
                yield from (replace(claim, faction=other) for other in Faction if other is not faction)
                yield replace(claim, criterion=Criterion.MOST_SETS, faction=None)
            if criterion in (Criterion.MOST_SETS, Criterion.LATEST_CARD):
                yield replace(claim, criterion=Criterion.MOST_OF_RULING, faction=Faction.RAMA)
        case Gains(_, faction, figure, rival, instead_faction, instead_figure, instead_rival):
            yield replace(claim, seats=others[:1])
            yield replace(claim, figure=figure + 1)
            yield replace(claim, rival=rival - 1)
            yield replace(claim, instead_figure=instead_figure - 1)
            yield replace(claim, instead_rival=instead_rival + 1)
            if faction is not None:
                yield replace(claim, faction=Faction((faction + 1) % 3))
            if instead_faction is not None:
                yield replace(claim, instead_faction=Faction((instead_faction + 1) % 3))
        case KeepsCard(_, cards):
            yield replace(claim, seat=others[0])
            yield replace(claim, cards=cards + 1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_planted_falsehood_is_found(players: int) -> None:
    planted = Counter[tuple[type, str]]()
    for position, reason in random_reasons(players)[::5]:
        for at, claim in enumerate(reason.claims):
            for lie in lies(position, claim):
                claims = (*reason.claims[:at], lie, *reason.claims[at + 1 :])
                assert falsehoods(position, replace(reason, claims=claims)), (position.text, lie)
                planted.update((type(lie), one.name) for one in fields(lie) if _differs(lie, claim, one.name))
    assert {(kind, one.name) for kind in (Rules, Wins, Leads, Gains, KeepsCard) for one in fields(kind)} == set(planted)


def _differs(lie: Claim, claim: Claim, name: str) -> bool:
    return bool(getattr(lie, name) != getattr(claim, name))


def test_provinces_that_decide_nothing_are_found_out() -> None:
    """A cause must be one: with the province gone the other way somebody else would rule."""
    found = 0
    for position, reason in random_reasons(2):
        for claim in reason.claims:
            if isinstance(claim, Rules) and len(claim.because) == 2:
                for change in claim.because:  # the fewest were told, so one alone decides nothing
                    lie = replace(claim, because=(change,))
                    assert "the provinces do not decide who rules" in falsehoods(
                        position, replace(reason, claims=(lie,))
                    )
                    found += 1
    assert found > 10


def test_a_province_that_decides_who_rules_is_named_with_the_win() -> None:
    position = parse_position(
        "siam ayu=R,chi=L,ked=R,kho=M,lua=L,pat:R1L1,ray:R2,suk:M2 R10L14M12 1L:R2/T:R1L1M2 1 0 12 -"
    )
    ray = next(at for at, province in enumerate(position.board.provinces) if province.code == "ray")
    played = parse_move(position.board, "1 R@ray=M@suk +R@suk")
    assert reason_against(position, (PASS,), (played,)) == Reason(
        (PASS,),
        (played,),
        Horizon.MOVES,
        (
            Rules(Control.RAMA, Control.MALAY, (ProvinceGoes(ray, Control.RAMA, Control.BRITISH),)),
            Wins((0,), (1,)),
            Leads((0,), Criterion.MOST_OF_RULING, Faction.RAMA, 2, 1),
        ),
    )
