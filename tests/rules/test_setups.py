"""§3: how a game is set up."""

from __future__ import annotations

from itertools import permutations

import pytest

from siam.notation import format_counts
from siam.rules import (
    FACTIONS,
    HELP_CARDS,
    Followers,
    OptionError,
    Options,
    Position,
    courts_for,
    deal,
    load_board,
    starting_seat,
)

SEEDS = range(40)
COUNTS = (2, 3, 4)


def deals(players: int, options: Options | None = None) -> list[Position]:
    return [deal(players, seed, options=options or Options()) for seed in SEEDS]


def test_two_players_remove_two_followers_of_each_faction() -> None:
    """§3.1: 48 stay."""
    assert {position.follower_count for position in deals(2)} == {Followers(16, 16, 16)}


@pytest.mark.parametrize("players", COUNTS)
def test_each_court_begins_with_the_two_followers_of_a_help_card(players: int) -> None:
    """§3.2: no two players hold the same card, so with two or three no two courts are alike."""
    pairs = set(HELP_CARDS.values())
    for position in deals(players):
        courts = [player.court for player in position.players]
        assert set(courts) <= pairs
        assert len(set(courts)) == min(players, 3)


def test_help_cards_are_dealt_at_random() -> None:
    """§3.2: every pair of courts comes up."""
    seen = {tuple(player.court for player in deal(2, seed).players) for seed in range(200)}
    assert seen == set(permutations(HELP_CARDS.values(), 2))


@pytest.mark.parametrize(
    ("help_cards", "courts"),
    [
        ((3, 1, 4, 2), ["R1M1", "R1L1", "L1M1", "L1M1"]),
        ((3, 1, 2, 4), ["R1M1", "R1L1", "L1M1", "R1M1"]),
        ((4, 1, 2, 3), ["R1L1", "R1L1", "L1M1", "R1M1"]),
    ],
)
def test_who_holds_card_four_takes_the_same_as_the_player_on_the_left(
    help_cards: tuple[int, ...], courts: list[str]
) -> None:
    """§3.2, R-18: the next in turn order; the left neighbour of seat 4 is seat 1."""
    assert [format_counts(court) for court in courts_for(help_cards)] == courts


@pytest.mark.parametrize("players", COUNTS)
def test_every_province_gets_four_followers(players: int) -> None:
    """§3.3."""
    assert all(there.total == 4 for position in deals(players) for there in position.followers)


@pytest.mark.parametrize("players", COUNTS)
def test_a_home_gets_two_of_its_own_and_two_at_random(players: int) -> None:
    """§3.3: never fewer than two natives, sometimes more."""
    natives = [
        position.followers[position.board.homes[faction]][faction]
        for position in deals(players)
        for faction in FACTIONS
    ]
    assert min(natives) == 2
    assert max(natives) > 2


@pytest.mark.parametrize(("players", "supply"), [(2, 12), (3, 16), (4, 14)])
def test_what_is_left_is_the_supply(players: int, supply: int) -> None:
    """§3.4."""
    assert {position.supply.total for position in deals(players)} == {supply}


def test_the_tiles_lie_in_random_order_without_king_markers() -> None:
    """§3.5: every province comes up in the first box and in the last."""
    positions = [deal(2, seed) for seed in range(150)]
    assert {position.track[0] for position in positions} == set(range(8))
    assert {position.track[7] for position in positions} == set(range(8))
    assert all(sorted(position.track) == list(range(8)) for position in positions)
    assert not any(any(position.kings) for position in positions)


def test_the_lowest_help_card_starts() -> None:
    """§3.6."""
    assert starting_seat((3, 1, 4, 2), Options()) == 1
    assert starting_seat((2, 3), Options()) == 0


def test_lowest_is_the_rule_and_highest_an_option() -> None:
    """R-03 of §3.6, §8: the Italian texts say highest."""
    highest = Options.from_values({"first_player": "highest"})
    assert starting_seat((3, 1, 4, 2), highest) == 2
    assert starting_seat((2, 3), highest) == 1
    assert starting_seat((2, 3), Options()) == 0


@pytest.mark.parametrize("players", COUNTS)
def test_any_seat_may_start(players: int) -> None:
    """§3.6: the help cards fall at random."""
    assert {position.to_move for position in deals(players)} == set(range(players))


def test_a_game_begins_with_nothing_played_and_nothing_resolved() -> None:
    """§3: and nobody has passed."""
    position = deal(3, seed=7)
    assert position.resolved_count == position.passes == 0
    assert position.recency == ()
    assert position.last_swap is None
    assert position.card_count == 24


def test_the_same_seed_deals_the_same_position_and_another_seed_another() -> None:
    assert deal(4, 5) == deal(4, 5) == deal(4, "5")
    assert len({deal(2, seed) for seed in SEEDS}) == len(SEEDS)


def test_capital_last_puts_the_rama_home_into_box_eight() -> None:
    """§8: on either map."""
    options = Options.from_values({"capital_last": True})
    for name in ("siam", "albion"):
        board = load_board(name)
        tracks = [deal(2, seed, board=board, options=options).track for seed in SEEDS]
        assert {track[7] for track in tracks} == {board.homes[0]}
        assert {track[0] for track in tracks} == set(range(8)) - {board.homes[0]}


def test_a_deal_keeps_the_board_and_the_options_of_the_table() -> None:
    """§8."""
    options = Options.from_values({"colony_loses": True})
    position = deal(2, 1, board=load_board("albion"), options=options)
    assert position.board.name == "albion"
    assert position.options == options


@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_two_to_four_can_play(players: int) -> None:
    """§2.1."""
    with pytest.raises(OptionError, match="two, three or four"):
        deal(players, seed=1)
