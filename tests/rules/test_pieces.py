"""§1 and §2: what is in the box, and who plays with whom."""

from __future__ import annotations

import pytest

from siam.rules import (
    BUILT_IN,
    FACTIONS,
    FULL_HAND,
    HELP_CARDS,
    Card,
    Control,
    Faction,
    Followers,
    camp_of,
    camps,
    deal,
    load_board,
)
from tests.rules.tables import CODES, after, field, line


def test_there_are_three_factions_always_in_the_same_order() -> None:
    """§1.1."""
    assert [faction.name for faction in FACTIONS] == ["RAMA", "LAO", "MALAY"]
    assert "".join(faction.letter for faction in FACTIONS) == "RLM"


def test_the_british_control_provinces_but_are_no_faction() -> None:
    """§1.1, §6.2."""
    assert "".join(control.letter for control in Control) == "RLMB"
    assert [Control(faction).letter for faction in FACTIONS] == ["R", "L", "M"]
    assert "BRITISH" not in Faction.__members__


@pytest.mark.parametrize("players", [3, 4])
def test_there_are_54_followers_18_of_each_faction(players: int) -> None:
    """§1.2."""
    assert deal(players, seed=1).follower_count == Followers(18, 18, 18)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_board_has_eight_provinces_and_each_faction_one_home(name: str) -> None:
    """§1.3."""
    board = load_board(name)
    assert len(board.provinces) == len(set(board.codes)) == 8
    assert len(set(board.homes)) == 3
    assert [board.home_of(home) for home in board.homes] == list(FACTIONS)


def test_there_is_a_tile_for_each_province_and_a_box_for_each_tile() -> None:
    """§1.3."""
    assert sorted(deal(2, seed=1).track) == list(range(8))


def test_every_player_has_the_same_eight_cards() -> None:
    """§1.4: Khon Thai is there twice."""
    assert "".join(card.letter for card in FULL_HAND) == "KTT12RLM"
    assert all(player.hand == FULL_HAND for player in deal(4, seed=1).players)


def test_rama_lao_and_malai_call_their_faction_and_other_cards_none() -> None:
    """§1.4."""
    assert [card.faction for card in Card] == [None, None, None, None, *FACTIONS]


def test_three_help_cards_show_two_followers_of_different_factions() -> None:
    """§1.5: the fourth shows none."""
    assert sorted(HELP_CARDS) == [1, 2, 3]
    assert all(sorted(pair) == [0, 1, 1] for pair in HELP_CARDS.values())


def test_the_help_cards_show_these_pairs() -> None:
    """R-02 of §1.5."""
    assert {1: Followers(1, 1, 0), 2: Followers(0, 1, 1), 3: Followers(1, 0, 1)} == HELP_CARDS


def test_four_british_markers_are_enough() -> None:
    """§1.6, §6.4: with the fourth the game is over, so nobody ever needs a fifth."""
    position = after(line("ayu:-", hands="K/K"), *["pass"] * 8)
    assert field(position, 2).count("=B") == 4
    assert field(position, 2).count("=") == 4


def test_four_king_markers_are_enough() -> None:
    """§1.6: one for each player's Maharacha; the seven other cards place none."""
    moves = ["K ayu chi* +R@ayu", "K ked kho* +R@ayu", "K lua pat* +R@ayu", "K ray suk* +R@ayu"]
    position = after(line("ayu:R5", hands="K1/K1/K1/K1"), *moves)
    assert field(position, 2).count("*") == 4


def test_the_map_is_a_file_that_names_the_borders() -> None:
    """R-01 of §1.3: twelve borders of the reconstruction `siam`."""
    board = load_board("siam")
    borders = [f"{board.codes[a]}-{board.codes[b]}" for a, b in board.borders]
    assert borders == [
        *("ayu-kho", "ayu-ray", "ayu-suk", "chi-lua", "chi-suk", "ked-pat"),
        *("ked-ray", "kho-lua", "kho-suk", "lua-suk", "pat-ray", "ray-suk"),
    ]
    assert [board.codes[home] for home in board.homes] == ["ayu", "lua", "ked"]
    assert board.codes == CODES


def test_the_map_of_the_remake_has_thirteen_borders() -> None:
    """R-01 of §1.3."""
    board = load_board("albion")
    borders = [f"{board.codes[a]}-{board.codes[b]}" for a, b in board.borders]
    assert borders == [
        *("dev-ess", "dev-gwy", "dev-war", "ess-nor", "ess-war", "gwy-lan", "gwy-war"),
        *("lan-nor", "lan-str", "lan-war", "mor-str", "nor-str", "nor-war"),
    ]
    assert [board.codes[home] for home in board.homes] == ["ess", "gwy", "mor"]


def test_two_and_three_play_each_for_themselves() -> None:
    """§2.1."""
    assert camps(2) == ((0,), (1,))
    assert camps(3) == ((0,), (1,), (2,))
    assert [camp_of(3, seat) for seat in range(3)] == [(0,), (1,), (2,)]


def test_four_play_in_teams_of_those_who_sit_opposite() -> None:
    """§2.1: seats 1 and 3 against 2 and 4."""
    assert camps(4) == ((0, 2), (1, 3))
    assert [camp_of(4, seat) for seat in range(4)] == [(0, 2), (1, 3), (0, 2), (1, 3)]
