"""§5.10: a swap may not be undone by the same card just after it."""

from __future__ import annotations

from tests.rules.tables import actions_of, after, field, line, reason_against


def test_one_vs_one_may_not_undo_the_one_vs_one_before_it() -> None:
    """§5.10."""
    position = line("ayu:L2 chi:R1M1", hands="1/K", swap="1R@ayu=L@chi", recency="2")
    assert actions_of(position, "1") == ["L@ayu=M@chi"]
    assert reason_against(position, "1 L@ayu=R@chi +R@ayu") is not None


def test_two_vs_one_may_not_undo_the_two_vs_one_before_it() -> None:
    """§5.10: ayu gave a Rama and a Lao for a Malay; the way back is closed, any other is open."""
    position = line("ayu:M1 suk:R1L1M1", hands="2/K", swap="2RL@ayu=M@suk", recency="2")
    assert actions_of(position, "2") == ["LM@suk=M@ayu", "RM@suk=M@ayu"]


def test_the_ban_is_for_the_same_two_provinces_only() -> None:
    """§5.10."""
    position = line("ayu:L1 chi:R1 ked:R1", hands="1/K", swap="1R@ayu=L@chi", recency="2")
    assert actions_of(position, "1") == ["L@ayu=R@ked", "R@chi=R@ked"]


def test_the_ban_is_between_cards_of_one_kind_only() -> None:
    """§5.10: 1 vs 1 after 2 vs 1 is free, and 2 vs 1 after 1 vs 1."""
    after_two = line("ayu:L1 suk:R1", hands="1/K", swap="2R@ayu=L@suk", recency="2")
    assert actions_of(after_two, "1") == ["L@ayu=R@suk"]
    after_one = line("ayu:L1 suk:R1", hands="2/K", swap="1R@ayu=L@suk", recency="2")
    assert actions_of(after_one, "2") == ["L@ayu=R@suk"]


def test_a_card_whose_every_swap_is_banned_has_no_effect() -> None:
    """§5.10 with §5.2: nothing legal is left to do."""
    position = line("ayu:L1 chi:R1", hands="1/K", swap="1R@ayu=L@chi", recency="2")
    assert actions_of(position, "1") == ["-"]
    reduced = line("ayu:L1 suk:R1", hands="2/K", swap="2R@ayu=L@suk", recency="2")
    assert actions_of(reduced, "2") == ["-"]


def test_two_vs_one_is_reduced_if_the_only_two_for_one_is_banned() -> None:
    """R-16 of §5.10, with R-10: a banned swap is not a legal one."""
    position = line("ayu:M1 suk:R1L1", hands="2/K", swap="2RL@ayu=M@suk", recency="2")
    assert actions_of(position, "2") == ["M@ayu=L@suk", "M@ayu=R@suk"]


def test_followers_of_a_faction_are_all_alike() -> None:
    """R-11 of §5.10: it does not help that chi has other Rama to give back."""
    position = line("ayu:L3 chi:R3", hands="1/K", swap="1R@ayu=L@chi", recency="2")
    assert actions_of(position, "1") == ["-"]


def test_passes_do_not_lift_the_ban() -> None:
    """R-11 of §5.10."""
    position = line("kho:- ayu:R2 chi:L1 ked:M1", hands="1/-/1")
    played = after(position, "1 R@ayu=L@chi +M@ked", "pass")
    assert field(played, 8) == "1R@ayu=L@chi"
    assert actions_of(played, "1") == ["R@ayu=R@chi"]


def test_a_resolved_struggle_does_not_lift_the_ban() -> None:
    """R-11 of §5.10: however many passes or struggles lie between."""
    position = line("kho:- ayu:R2 chi:L1 ked:M1", hands="K1/1")
    played = after(position, "1 R@ayu=L@chi +M@ked", "pass", "pass")
    assert field(played, 2).startswith("kho=B,")
    assert field(played, 8) == "1R@ayu=L@chi"
    assert actions_of(played, "1") == ["R@ayu=R@chi"]


def test_any_other_card_lifts_the_ban() -> None:
    """R-11 of §5.10."""
    position = line("kho:- ayu:R1 chi:L1 ked:M2", hands="K1/K1")
    played = after(position, "1 R@ayu=L@chi +M@ked", "K kho pat* +M@ked")
    assert field(played, 8) == "-"
    assert field(after(played, "pass"), 8) == "-"
    other = line("ayu:L1 chi:R1 ked:M1", hands="K/1/T", swap="1R@ayu=L@chi", recency="3")
    assert actions_of(after(other, "K kho pat* +M@ked"), "1") == ["L@ayu=R@chi"]


def test_a_swap_of_two_alike_followers_may_not_be_repeated() -> None:
    """R-11 of §5.10: it would be its own undoing."""
    position = line("ayu:R2 chi:R2 ked:M1", hands="1/1")
    played = after(position, "1 R@ayu=R@chi +M@ked")
    assert actions_of(played, "1") == ["-"]


def test_a_card_that_had_no_effect_bans_nothing() -> None:
    """R-11 of §5.10: and it comes between the swap and its undoing."""
    position = line("ayu:L1 chi:R1 ked:-", hands="2/K", swap="1R@ayu=L@chi", recency="2")
    played = after(position, "2 - +L@ayu")
    assert field(played, 8) == "-"


def test_the_swap_played_last_is_written_down() -> None:
    """§5.10: with its card, in the spelling of moves; the reduced one too."""
    one = line("ayu:R1 chi:L1 ked:M1", hands="1/1")
    assert field(after(one, "1 R@ayu=L@chi +M@ked"), 8) == "1R@ayu=L@chi"
    two = line("suk:M1 ayu:R1L1 ked:M1", hands="2/2")
    assert field(after(two, "2 RL@ayu=M@suk +M@ked"), 8) == "2RL@ayu=M@suk"
    reduced = line("suk:M1 ayu:R1 ked:M1", hands="2/2")
    assert field(after(reduced, "2 R@ayu=M@suk +M@ked"), 8) == "2R@ayu=M@suk"
