"""The outcome says why: every criterion of §7 that was needed, with its figures, in order."""

from __future__ import annotations

from siam.rules import Control, Criterion, Faction, FactionVerdict, SeatVerdict
from tests.rules.tables import FULL, outcome_of, settled

RAMA, LAO, MALAY, BRITISH = Control


def criteria(text: str, **options: object) -> list[str]:
    return [verdict.criterion.name for verdict in outcome_of(text, **options).trail]


def test_one_clear_ruler_and_one_clear_winner_need_two_criteria() -> None:
    """§7.1, §7.3a."""
    assert outcome_of(settled("RRRRLLLM", "R3/R5L1")).trail == (
        FactionVerdict(Criterion.MOST_PROVINCES, ((RAMA, 4), (LAO, 3), (MALAY, 1)), (RAMA,)),
        SeatVerdict(Criterion.MOST_OF_RULING, Faction.RAMA, (((0,), 3), ((1,), 5)), ((1,),)),
    )


def test_tied_factions_and_tied_players_are_all_told() -> None:
    """§7.1, §7.3: Lao came last; both have two Lao; seat 2 has more Rama."""
    assert outcome_of(settled("RRRMMLLL", "R1L2/R4L2")).trail == (
        FactionVerdict(Criterion.MOST_PROVINCES, ((RAMA, 3), (LAO, 3), (MALAY, 2)), (RAMA, LAO)),
        FactionVerdict(Criterion.LATEST_PROVINCE, ((RAMA, 3), (LAO, 8)), (LAO,)),
        SeatVerdict(Criterion.MOST_OF_RULING, Faction.LAO, (((0,), 2), ((1,), 2)), ((0,), (1,))),
        SeatVerdict(Criterion.MOST_OF_SECOND, Faction.RAMA, (((0,), 1), ((1,), 4)), ((1,),)),
    )


def test_the_last_card_criterion_ranks_how_late_each_played() -> None:
    """§7.3c, R-14: 0 never played, and the greater the later."""
    trail = outcome_of(settled("RRRRLLLM", "R4L2/R4L2/R4L2", hands=f"-/{FULL}/-", recency="31")).trail
    assert trail[-1] == SeatVerdict(Criterion.EARLIEST_LAST_CARD, None, (((0,), 2), ((1,), 0), ((2,), 1)), ((1,),))


def test_without_a_second_faction_its_criterion_is_skipped() -> None:
    """R-13 of §7.2."""
    assert criteria(settled("RRRRRBBB", "R3L1/R3L2", recency="12")) == [
        "MOST_PROVINCES",
        "MOST_OF_RULING",
        "EARLIEST_LAST_CARD",
    ]


def test_a_colony_names_its_four_provinces_and_the_sets() -> None:
    """§6.4, §7.4."""
    assert outcome_of(settled("BBBB", "R2L2M2/R1L1M3")).trail == (
        FactionVerdict(Criterion.COLONY, ((BRITISH, 4),), (BRITISH,)),
        SeatVerdict(Criterion.MOST_SETS, None, (((0,), 2), ((1,), 1)), ((0,),)),
    )


def test_tied_sets_are_decided_by_the_latest_card() -> None:
    """§7.4."""
    trail = outcome_of(settled("BBBB", "R2L2M2/R2L2M3", recency="12")).trail
    assert trail[-1] == SeatVerdict(Criterion.LATEST_CARD, None, (((0,), 1), ((1,), 2)), ((1,),))


def test_teams_count_their_sets_together_and_their_latest_card() -> None:
    """§7.5."""
    trail = outcome_of(settled("BBBB", "R2L2/R1L1M1/M2/R1L1M1", recency="1243")).trail
    assert trail[1:] == (
        SeatVerdict(Criterion.MOST_SETS, None, (((0, 2), 2), ((1, 3), 2)), ((0, 2), (1, 3))),
        SeatVerdict(Criterion.LATEST_CARD, None, (((0, 2), 4), ((1, 3), 3)), ((0, 2),)),
    )


def test_the_partner_who_wins_too_is_told_last() -> None:
    """§7.5."""
    trail = outcome_of(settled("RRRRLLLM", "R4/R5/R3/R1", recency="1234")).trail
    assert trail[-2:] == (
        SeatVerdict(Criterion.MOST_OF_RULING, Faction.RAMA, (((0,), 4), ((1,), 5), ((2,), 3), ((3,), 1)), ((1,),)),
        SeatVerdict(Criterion.PARTNER_WINS, None, (), ((1, 3),)),
    )


def test_a_colony_that_loses_says_so() -> None:
    """§8."""
    assert criteria(settled("BBBB", "R2L2M2/R1L1M3"), colony_loses=True) == ["COLONY", "NOBODY_WINS"]
    assert outcome_of(settled("BBBB", "R2L2M2/R1"), colony_loses=True).trail[-1] == SeatVerdict(
        Criterion.NOBODY_WINS, None, (), ()
    )


def test_every_criterion_cites_its_paragraph() -> None:
    assert {criterion.value.split("§")[1][0] for criterion in Criterion} == {"6", "7", "8"}
