"""§6: resolving a power struggle."""

from __future__ import annotations

import pytest

from tests.rules.tables import after, field, line, moves_of


@pytest.mark.parametrize(
    ("followers", "controller"),
    [("R1", "R"), ("R1L2", "L"), ("R2L1M3", "M"), ("R3L2M2", "R"), ("L10M9", "L"), ("R1L1M2", "M")],
)
def test_the_faction_with_strictly_the_most_followers_controls_the_province(followers: str, controller: str) -> None:
    """§6.1."""
    position = line(f"suk:{followers} ayu:R1", hands="K/K")
    assert field(after(position, "pass", "pass"), 2).startswith(f"suk={controller},")


@pytest.mark.parametrize("followers", ["R1L1", "R2M2", "L3M3", "R1L2M2", "R2L2M2"])
def test_a_tie_for_the_most_lets_the_british_in(followers: str) -> None:
    """§6.2."""
    position = line(f"suk:{followers} ayu:R1", hands="K/K")
    assert field(after(position, "pass", "pass"), 2).startswith("suk=B,")


def test_an_empty_province_falls_to_the_british() -> None:
    """§6.2."""
    position = line("suk:- ayu:R1", hands="K/K")
    assert field(after(position, "pass", "pass"), 2).startswith("suk=B,")


def test_all_followers_of_the_resolved_province_go_to_the_supply() -> None:
    """§6.3."""
    position = line("suk:R3L1M2 ayu:R1", hands="K/K", supply="R1L5")
    assert field(after(position, "pass", "pass"), 3) == "R4L6M2"


def test_the_resolved_tile_is_turned_face_down_in_its_box() -> None:
    """§6.3: nothing else on the track moves, and the next tile is contested."""
    position = line("suk:R1 chi:L1 ayu:R1 ked:- kho:- lua:- pat:- ray:-", hands="K/K")
    assert field(after(position, "pass", "pass"), 2) == "suk=R,chi:L1,ayu:R1,ked:-,kho:-,lua:-,pat:-,ray:-"


def test_the_fourth_british_province_ends_the_game_at_once() -> None:
    """§6.4: two provinces stay open, and nobody is to move any more."""
    position = line("suk=B chi=R ayu=B ked=L kho=B lua:- pat:M1 ray:R1", hands="K/K")
    finished = after(position, "pass", "pass")
    assert field(finished, 2) == "suk=B,chi=R,ayu=B,ked=L,kho=B,lua=B,pat:M1,ray:R1"
    assert moves_of(finished) == []


def test_three_british_provinces_do_not_end_the_game() -> None:
    """§6.4."""
    position = line("suk=B chi=R ayu=B ked=L kho:- lua:- pat:M1 ray:R1", hands="K/K")
    assert "pass" in moves_of(after(position, "pass", "pass"))


def test_a_finished_game_keeps_the_turn_order_going() -> None:
    """R-17 of §4.4, §6.4: after the last resolution nobody has passed and the next seat is named."""
    position = line("suk=B chi=R ayu=B ked=L kho=B lua:- pat:M1 ray:R1", hands="K/K/K", seat=3, passes=2)
    finished = after(position, "pass")
    assert (field(finished, 5), field(finished, 6)) == ("1", "0")
