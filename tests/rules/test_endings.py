"""§7: who rules Siam, and who wins."""

from __future__ import annotations

import pytest

from siam.rules import standing_controls
from tests.rules.tables import after, ending_of, line, moves_of, position_of, settled, winners_of


def test_the_game_ends_after_eight_struggles() -> None:
    """§7.1."""
    position = line("ayu=R chi=R ked=M kho=L lua=L pat=M ray=B suk:R1", hands="K/K")
    assert moves_of(after(position, "pass", "pass")) == []


@pytest.mark.parametrize(
    ("controllers", "ruler"),
    [("RRRRLLMM", "R"), ("LMLMLRRL", "L"), ("MMBBMBRL", "M"), ("BRBRBRLM", "R")],
)
def test_the_faction_with_the_most_provinces_rules_siam(controllers: str, ruler: str) -> None:
    """§7.1."""
    assert ending_of(settled(controllers, "R1/L1")) == ruler


@pytest.mark.parametrize(
    ("controllers", "ruler"),
    [("RRRLLLMM", "L"), ("LLLRRRMM", "R"), ("RLMRLMRL", "L"), ("MRLBBBLM", "M"), ("RRMMMLLR", "R")],
)
def test_of_tied_factions_the_one_that_gained_a_province_last_rules(controllers: str, ruler: str) -> None:
    """§7.1: British provinces and those of a third faction do not matter."""
    assert ending_of(settled(controllers, "R1/L1")) == ruler


def test_the_second_faction_is_ranked_like_the_first() -> None:
    """§7.2, R-13: Rama rules; Lao and Malay tie at two, Malay came last and is second."""
    assert winners_of(settled("RRRLLMMR", "R3L5/R3M1", recency="12")) == [2]
    assert winners_of(settled("RRRMLMLR", "R3L1/R3M5", recency="12")) == [1]


def test_a_tied_faction_that_does_not_rule_is_second() -> None:
    """§7.2, R-13: Rama and Lao tie at three, Lao came last; so Rama is second, ahead of Malay."""
    assert winners_of(settled("RRRLLLMM", "R1L2/L2M5", recency="12")) == [1]


def test_a_faction_without_a_province_is_not_ranked() -> None:
    """§7.2, R-13: only Rama is ranked, so neither Lao nor Malay breaks the tie; who played latest loses."""
    assert winners_of(settled("RRRBBBRR", "R3L9/R3M9", recency="12")) == [1]
    assert winners_of(settled("RRRBBBRR", "R3L9/R3M9", recency="21")) == [2]


def test_most_followers_of_the_ruling_faction_win() -> None:
    """§7.3a."""
    assert winners_of(settled("RRRRLLMM", "R3/R4/R2", recency="123")) == [2]


def test_among_those_tied_most_of_the_second_faction_win() -> None:
    """§7.3b: who is not tied for the first does not count any more."""
    assert winners_of(settled("RRRRLLLM", "R4L1/R4L2/R3L9", recency="312")) == [2]


def test_among_those_still_tied_who_played_latest_loses() -> None:
    """§7.3c."""
    assert winners_of(settled("RRRRLLLM", "R4L2/R4L2/R3L9", recency="312")) == [1]
    assert winners_of(settled("RRRRLLLM", "R4L2/R4L2/R3L9", recency="321")) == [2]


def test_with_several_tied_the_one_whose_latest_card_lies_furthest_back_wins() -> None:
    """R-14 of §7.3."""
    assert winners_of(settled("RRRRLLLM", "R4L2/R4L2/R4L2", recency="231")) == [2]
    assert winners_of(settled("RRRRLLLM", "R4L2/R4L2/R4L2", recency="132")) == [1]


def test_who_never_played_a_card_counts_as_furthest_back() -> None:
    """R-14 of §7.3."""
    assert winners_of(settled("RRRRLLLM", "R4L2/R4L2/R4L2", hands="-/KTT12RLM/-", recency="13")) == [2]


def test_several_who_never_played_share_the_win() -> None:
    """R-14 of §7.3."""
    full = "KTT12RLM"
    three = settled("RRRRLLLM", "R4L2/R4L2/R4L2", hands=f"{full}/-/{full}", recency="2")
    assert winners_of(three) == [1, 3]
    two = settled("RRRRLLLM", "R4L2/R4L2", hands=f"{full}/{full}", recency="-")
    assert winners_of(two) == [1, 2]


def test_in_a_colony_most_complete_sets_win() -> None:
    """§7.4: a set is one follower of each faction; the rest count nothing."""
    assert winners_of(settled("BBBB", "R9L9M1/R2L2M2/R1L1M1", recency="231")) == [2]
    assert ending_of(settled("BBBB", "R1L1M1/R1")) == "B"


def test_in_a_colony_of_those_tied_the_latest_to_play_wins() -> None:
    """§7.4."""
    assert winners_of(settled("BBRLBB", "R2L2M2/R3L2M2/R1L1M9", recency="213")) == [1]
    assert winners_of(settled("BBRLBB", "R2L2M2/R3L2M2/R1L1M9", recency="123")) == [2]


def test_in_a_colony_who_played_beats_who_never_did() -> None:
    """§7.4: among those tied."""
    tied = settled("BBRLBB", "R2L2M2/R3L2M2/R1L1M9", hands="KTT12RLM/-/-", recency="32")
    assert winners_of(tied) == [2]


def test_in_a_colony_those_tied_share_the_win_if_none_of_them_ever_played() -> None:
    """R-15 of §7.4."""
    full = "KTT12RLM"
    tied = settled("BBBB", "R1L1M1/R1L1M1/R5L5", hands=f"{full}/{full}/-", recency="3")
    assert winners_of(tied) == [1, 2]


def test_a_colony_may_come_with_the_last_struggle() -> None:
    """§6.4, §7.1: the fourth British province of eight still makes a colony."""
    assert ending_of(settled("RRRRBBBB", "R5/R1L5M5")) == "B"
    assert winners_of(settled("RRRRBBBB", "R5/R1L5M5")) == [2]


def test_the_partner_of_the_best_player_wins_too() -> None:
    """§7.5: one player's followers decide, not the team's sum."""
    assert winners_of(settled("RRRRLLLM", "R4/R1/R4/R5", recency="1234")) == [2, 4]


def test_partners_who_tie_still_win_together() -> None:
    """§7.5: whichever of them 7.3 finds."""
    assert winners_of(settled("RRRRLLLM", "R5/R1/R5/R4", recency="1234")) == [1, 3]


def test_four_players_who_share_after_never_playing_all_win() -> None:
    """§7.5 with R-14: one of each team is left."""
    full = "KTT12RLM"
    tied = settled("RRRRLLLM", "R2L2/R2L2/R2L2/R2L1", hands=f"{full}/{full}/-/-", recency="34")
    assert winners_of(tied) == [1, 2, 3, 4]


def test_a_colony_counts_the_sets_of_both_courts_put_together() -> None:
    """§7.5: alone 1 and 3 have no set, together they have three."""
    assert winners_of(settled("BBBB", "R3L3/R1L1M1/M3/R1L1M1", recency="1234")) == [1, 3]


def test_of_teams_tied_in_a_colony_the_one_whose_member_played_latest_wins() -> None:
    """§7.5."""
    assert winners_of(settled("BBBB", "R2L2/R1L1M1/M2/R1L1M1", recency="1234")) == [2, 4]
    assert winners_of(settled("BBBB", "R2L2/R1L1M1/M2/R1L1M1", recency="1243")) == [1, 3]


def test_tied_teams_share_a_colony_if_nobody_ever_played() -> None:
    """§7.5 with R-15."""
    full = "/".join(["KTT12RLM"] * 4)
    assert winners_of(settled("BBBB", "R2L2/R1L1M1/M2/R1L1M1", hands=full, recency="-")) == [1, 2, 3, 4]


def test_before_the_end_the_outcome_is_that_of_everybody_passing() -> None:
    """§7.1 with §6: the open provinces are resolved in the order of their boxes."""
    position = line("ayu=R chi=L ked:L2 kho:R2M1 lua:- pat:- ray:L1 suk:R1", courts="R1/L1")
    assert ending_of(position) == "R"
    swapped = line("ayu=R chi=L ked:L2 kho:R2M1 lua:- pat:- suk:R1 ray:L1", courts="R1/L1")
    assert ending_of(swapped) == "L"
    assert winners_of(swapped) == [2]


def test_if_passing_brings_the_fourth_british_province_later_provinces_do_not_count() -> None:
    """§6.4: the colony comes with lua, before the three Rama provinces are resolved."""
    position = line("ayu=B chi=B ked=B kho=R lua:- pat:R1 ray:R1 suk:R1", courts="R5/R1L1M1")
    assert ending_of(position) == "B"
    assert [control.letter for control in standing_controls(position_of(position))] == list("BBBRB")
