"""How many rating points lie between the levels."""

import pytest

from siam.arena.figures.estimates import ELO, Estimate
from siam.arena.strength.ladders import Rung
from siam.arena.strength.level_ratings import expected_share, heights, lead_of, ratings_section


def rung(upper: str, lower: str, share: float, players: int = 2) -> Rung:
    return Rung(upper, lower, players, Estimate(share, share - 0.05, share + 0.05, 400), "")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_lead_is_worth_what_it_is_expected_to_win(players: int) -> None:
    for lead in (-100.0, 0.0, 40.0, 250.0):
        share = expected_share(lead / ELO, players)
        assert lead_of(Estimate(share, share, share, 1), players).points == pytest.approx(lead, abs=1e-6)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_equals_share_the_wins(players: int) -> None:
    assert expected_share(0.0, players) == pytest.approx(0.5)


def test_ten_to_one_is_four_hundred_points() -> None:
    assert lead_of(Estimate(10 / 11, 0.8, 0.95, 1), 2).points == pytest.approx(400)


def test_points_add_up_from_the_lowest_level_and_so_do_their_errors() -> None:
    found = heights([rung("3", "2", 0.8), rung("2", "1", 10 / 11)])
    assert list(found) == ["1", "2", "3"]
    assert found["1"].points == 0
    assert found["3"].points == pytest.approx(400 + ELO * 1.386294, abs=0.01)
    assert found["3"].reach > found["2"].reach > found["1"].reach == 0


def test_levels_that_beat_each_other_in_a_circle_and_two_above_one_are_told_once() -> None:
    found = heights([rung("2", "1", 0.7), rung("3", "2", 0.7), rung("2", "3", 0.7), rung("4", "2", 0.6)])
    assert list(found) == ["1", "2", "3", "4"]
    assert found["3"].points > found["4"].points > found["2"].points
    assert heights([rung("3", "2", 0.7), rung("2", "3", 0.7)]) == {}


def test_who_never_lost_has_a_finite_rating() -> None:
    assert 400 < lead_of(Estimate(1.0, 0.9, 1.0, 40), 2).points < 5000


def test_the_page_tells_them_for_every_number_of_players() -> None:
    lines = ratings_section([rung("2", "1", 10 / 11), rung("2", "1", 0.5, players=4), rung("3", "2", 0.8)])
    assert lines[-3:] == [
        "| 1 | 0 | 0 |",
        f"| 2 | 400 ± {heights([rung('2', '1', 10 / 11)])['2'].reach:.0f} | 0 ± 35 |",
        f"| 3 | 641 ± {heights([rung('2', '1', 10 / 11), rung('3', '2', 0.8)])['3'].reach:.0f} | – |",
    ]
