"""Every example printed in the five rulebooks, with the names of the Spanish one where it has them."""

from __future__ import annotations

import pytest

from tests.rules.tables import after, ending_of, field, line, moves_of, settled, winners_of


def test_benjamin_passes_last_so_charles_starts_the_next_struggle() -> None:
    """§4.4, §4.5: the table of passes, in all five rulebooks (Karel, An and Peter in the Dutch one)."""
    alfred_benjamin_and_charles = line("suk:R2L1 ayu:R2 chi:L2 ked:M2", hands="K/K/K")
    first_round = after(alfred_benjamin_and_charles, "pass", "pass", "K ayu chi* +R@ayu")
    second_round = after(first_round, "pass", "K kho lua* +R@ayu", "pass")
    third_round = after(second_round, "pass")
    assert "=" not in field(third_round, 2)
    resolved = after(third_round, "pass")
    assert field(resolved, 2).startswith("suk=R,")
    assert field(resolved, 5) == "3"


def test_alfred_may_play_the_twenty_fourth_card_only_if_he_wins_by_it() -> None:
    """§5.5: in a game of three players all other cards have been played."""
    last_struggle = "ayu=R suk=R kho=R chi=R ray=R lua=L pat=L ked:R1M1"
    he_can_win = line(last_struggle, hands="1/-/-", courts="R4/R4/R2", recency="123")
    assert moves_of(he_can_win) == ["1 - +R@ked", "pass"]
    he_cannot = line(last_struggle, hands="1/-/-", courts="R3/R5/R2", recency="123")
    assert moves_of(he_cannot) == ["pass"]


def test_more_rama_than_any_other_colour_gives_rama_the_province() -> None:
    """§6.1: the picture of the majority, in the Italian and Dutch rulebooks."""
    position = line("suk:R3L2M1 ayu:R1", hands="K/K")
    assert field(after(position, "pass", "pass"), 2).startswith("suk=R,")


def test_a_tie_between_two_factions_gives_the_british_the_province() -> None:
    """§6.2: the picture of the tie, in the Italian and Dutch rulebooks."""
    position = line("suk:R2L2M1 ayu:R1", hands="K/K")
    assert field(after(position, "pass", "pass"), 2).startswith("suk=B,")


@pytest.mark.parametrize("controllers", ["LRLMRLBR", "LLLRRRMM", "RLRLLBMR"])
def test_lao_and_rama_have_three_provinces_each_and_rama_came_last_so_rama_rules(controllers: str) -> None:
    """§7.1: the row of control markers, in the Italian and Dutch rulebooks."""
    assert controllers.count("L") == controllers.count("R") == 3
    assert ending_of(settled(controllers, "R1/L1")) == "R"


def test_the_fourth_british_province_after_struggle_six_makes_a_colony_at_once() -> None:
    """§6.4: in the Italian and Dutch rulebooks."""
    before = line("ayu=R suk=B kho=B chi=L ray=B lua:R1L1 pat:M3 ked:M2", hands="K/K", courts="R1L1M1/L2")
    finished = after(before, "pass", "pass")
    assert field(finished, 2).endswith("lua=B,pat:M3,ked:M2")
    assert moves_of(finished) == []
    assert ending_of(finished) == "B"


def test_charles_wins_the_colony_with_two_complete_sets_against_one_and_one() -> None:
    """§7.4: in the French, Italian and Dutch rulebooks."""
    assert winners_of(settled("BBRLBB", "R3L1M2/R1L4M1/R2L2M2", recency="312")) == [3]


def test_alfred_and_benjamin_tie_on_lao_and_alfred_wins_with_more_rama() -> None:
    """§7.3: in the French, Italian and Dutch rulebooks; the Dutch one counts four Lao and one Rama more."""
    assert winners_of(settled("LLLLRRRM", "R3L4/R2L4/R5L3", recency="231")) == [1]


def test_three_sets_of_alfred_and_alice_lose_to_four_of_benjamin_and_bertha() -> None:
    """§7.5: 7 blue, 3 red and 6 yellow followers are three sets; in all five rulebooks."""
    alfred, alice = "R4L1M3", "R2L2M4"
    benjamin, bertha = "R3L1M2", "R1L3M2"
    assert winners_of(settled("BBBB", f"{alfred}/{benjamin}/{alice}/{bertha}", recency="2413")) == [2, 4]


def test_benjamin_has_five_rama_and_wins_together_with_bertha() -> None:
    """§7.5: Alfred 4, Alice 3, Benjamin 5, Bertha 1; in all five rulebooks."""
    assert winners_of(settled("RRRRLLLM", "R4/R5/R3/R1", recency="1234")) == [2, 4]
