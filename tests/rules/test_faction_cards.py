"""§5.11: Rama, Lao and Malai."""

from __future__ import annotations

import pytest

from tests.rules.tables import actions_of, after, field, line, moves_of, reason_against


@pytest.mark.parametrize(
    ("card", "neighbours_of_home"),
    [("R", ["kho", "ray", "suk"]), ("L", ["chi", "kho", "suk"]), ("M", ["pat", "ray"])],
)
def test_a_faction_card_puts_two_followers_next_to_the_home(card: str, neighbours_of_home: list[str]) -> None:
    """§5.11: into one or two provinces; ayu, lua and ked are the homes."""
    pairs = [f"{a} {b}" for a in neighbours_of_home for b in neighbours_of_home if a <= b]
    position = line("chi:R1 pat:R1", hands=f"{card}/K")
    assert actions_of(position, card) == pairs


def test_both_followers_may_go_to_one_province_or_to_two() -> None:
    """§5.11."""
    position = line("chi:M1", hands="R/K", supply="R3")
    assert "suk:R2" in field(after(position, "R suk suk +M@chi"), 2)
    both = after(position, "R kho suk +M@chi")
    assert "kho:R1" in field(both, 2)
    assert "suk:R1" in field(both, 2)
    assert field(both, 3) == "R1"


def test_a_faction_card_reaches_provinces_adjacent_to_one_that_the_faction_controls() -> None:
    """§5.11: pat is Rama's; its neighbours ked and ray are targets besides those of ayu."""
    position = line("pat=R chi:M1", hands="R/K", supply="R1")
    assert actions_of(position, "R") == ["ked", "kho", "ray", "suk"]


@pytest.mark.parametrize("controller", ["L", "M", "B"])
def test_a_home_controlled_by_another_faction_or_the_british_gives_no_targets(controller: str) -> None:
    """§5.11."""
    position = line(f"ayu={controller} chi:M1", hands="R/K")
    assert moves_of(position) == ["R - +M@chi", "pass"]
    assert reason_against(position, "R suk suk +R@suk") is not None


def test_a_home_controlled_by_its_own_faction_gives_targets() -> None:
    """§5.11."""
    position = line("ayu=R chi:M1", hands="R/K", supply="R1")
    assert actions_of(position, "R") == ["kho", "ray", "suk"]


def test_with_one_in_the_supply_one_is_put() -> None:
    """§5.11."""
    position = line("chi:M1", hands="M/K", supply="M1")
    assert actions_of(position, "M") == ["pat", "ray"]
    assert field(after(position, "M pat +M@pat"), 3) == "-"


def test_with_none_in_the_supply_nothing_is_put() -> None:
    """§5.11."""
    assert moves_of(line("chi:M1", hands="L/K", supply="R5")) == ["L - +M@chi", "pass"]


def test_with_no_such_province_open_nothing_is_put() -> None:
    """§5.11: the neighbours of ked are pat and ray."""
    position = line("pat=L ray=B suk:M1", hands="M/K")
    assert moves_of(position) == ["M - +M@suk", "pass"]


def test_the_home_itself_is_no_target_by_being_home() -> None:
    """R-12 of §5.11."""
    position = line("chi:M1", hands="R/K")
    assert all("ayu" not in action for action in actions_of(position, "R"))


def test_the_home_is_a_target_if_the_faction_controls_a_province_next_to_it() -> None:
    """R-12 of §5.11."""
    position = line("kho=R chi:M1", hands="R/K", supply="R1")
    assert actions_of(position, "R") == ["ayu", "lua", "ray", "suk"]


def test_a_controlled_province_that_is_adjacent_is_no_target() -> None:
    """§5.11 with §5.3: kho touches the home ayu, but it is controlled."""
    position = line("kho=B suk=L chi:M1", hands="R/K", supply="R1")
    assert actions_of(position, "R") == ["ray"]
