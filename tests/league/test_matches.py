"""Matches between evaluations."""

import numpy as np
import pytest

from siam.engine.evaluation.features import INPUTS
from siam.engine.evaluation.net import Net, new_net
from siam.league.contests import new_contestant
from siam.league.matches import Match, play_match, seatings

UNITS = 16


def net_of(players: int, seed: int = 1) -> Net:
    return new_net(INPUTS, UNITS, 3 if players == 3 else 1, seed)


@pytest.mark.parametrize("nodes", [1, 4])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_equals_share_the_wins_as_they_share_the_seats(players: int, nodes: int) -> None:
    net = net_of(players)
    found = play_match(Match(players, deals=2, seed=1), new_contestant(net, nodes), new_contestant(net, nodes))
    fair = {"even": 1 / 2, "alone against two": 1 / 3, "two against one": 2 / 3}
    assert found.shares
    for seating, shares in found.shares.items():
        assert np.mean(shares) == pytest.approx(fair[seating])


def test_each_contestant_sits_everywhere() -> None:
    for players in (2, 3, 4):
        masks = [seats for _, seats in seatings(players)]
        everybody = (1 << players) - 1
        assert sorted(masks) == sorted(everybody & ~seats for seats in masks)


def test_who_knows_nothing_is_as_surprised_as_a_guess() -> None:
    blank = Net(*(np.zeros_like(part) for part in net_of(3)))
    found = play_match(Match(3, deals=3, seed=1), new_contestant(blank, 1), new_contestant(net_of(3), 1))
    seen = found.surprise[0][found.surprise[0] > 0]
    assert len(seen)
    assert seen == pytest.approx(np.full(len(seen), np.log(3)), abs=1e-5)


def test_who_looks_on_foretells_what_a_player_with_the_same_weights_does() -> None:
    first, second, other = net_of(3), net_of(3, 2), net_of(3, 4)
    contestants = new_contestant(first, 1), new_contestant(second, 1)
    found = play_match(Match(3, deals=2, seed=3), *contestants, [second, other])
    unwatched = play_match(Match(3, deals=2, seed=3), *contestants)
    assert len(found.forecasts) == len(found.mean_surprise) == 4
    assert np.array_equal(found.forecasts[1], found.forecasts[2])
    assert not np.array_equal(found.forecasts[2], found.forecasts[3])
    assert found.shares == unwatched.shares


def test_a_match_repeats_exactly() -> None:
    match = Match(3, deals=2, seed=7)
    first, second = new_contestant(net_of(3), 3), new_contestant(net_of(3, 2), 3)
    assert play_match(match, first, second).shares == play_match(match, first, second).shares
