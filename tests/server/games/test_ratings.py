"""Ratings: winners rise, losers fall, teams share, surprises move more."""

import pytest

from siam.ratings import Rating, rated

NEW = Rating()


def test_the_winner_rises_and_the_loser_falls() -> None:
    ((winner,), (loser,)) = rated([[NEW], [NEW]], [True, False])
    assert winner.mu > NEW.mu > loser.mu
    assert winner.sigma < NEW.sigma
    assert NEW.points == 1500


def test_a_surprise_moves_more_than_the_expected() -> None:
    strong, weak = Rating(35, 4), Rating(20, 4)
    ((_,), (upset,)) = rated([[strong], [weak]], [False, True])
    ((expected,), (_,)) = rated([[strong], [weak]], [True, False])
    assert upset.mu - weak.mu > expected.mu - strong.mu


def test_partners_rise_and_fall_together() -> None:
    after = rated([[NEW, NEW], [NEW, NEW]], [True, False])
    assert after[0][0] == after[0][1]
    assert after[0][0].mu > after[1][0].mu


def test_with_three_players_the_losers_share_the_last_place() -> None:
    ((winner,), (second,), (third,)) = rated([[NEW], [NEW], [NEW]], [False, True, False])
    assert winner.mu == third.mu < second.mu


def test_a_game_of_one_is_none() -> None:
    with pytest.raises(ValueError, match="at least two"):
        rated([[NEW]], [True])
