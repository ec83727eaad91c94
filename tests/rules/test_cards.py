"""§5.6 to §5.9: Maharacha, Khon Thai, 1 vs 1 and 2 vs 1."""

from __future__ import annotations

from tests.rules.tables import actions_of, after, field, line, moves_of, reason_against

CODES = ("ayu", "chi", "ked", "kho", "lua", "pat", "ray", "suk")


def test_maharacha_swaps_two_tiles_and_marks_one_of_them() -> None:
    """§5.6: the second tile named gets the king marker, and keeps it where it goes."""
    position = line("suk:R1 ayu:L1 chi:M1 ked:- kho:- lua:- pat:- ray:-", hands="K/K")
    assert field(after(position, "K chi suk* +R@suk"), 2) == ("chi:M1,ayu:L1,suk*:-,ked:-,kho:-,lua:-,pat:-,ray:-")
    assert field(after(position, "K suk chi* +R@suk"), 2) == ("chi*:M1,ayu:L1,suk:-,ked:-,kho:-,lua:-,pat:-,ray:-")


def test_maharacha_may_choose_any_two_face_up_tiles_and_either_for_the_marker() -> None:
    """§5.6."""
    position = line("suk=R kho=L ayu:R1", hands="K/K")
    still_open = [code for code in CODES if code not in ("suk", "kho")]
    assert actions_of(position, "K") == sorted(f"{a} {b}*" for a in still_open for b in still_open if a != b)


def test_a_tile_with_a_king_marker_cannot_be_swapped_again() -> None:
    """§5.6."""
    position = line("suk=R kho=L chi=L lua=L pat=M ayu*:R1 ked:M1 ray:-", hands="K/T")
    assert actions_of(position, "K") == ["ked ray*", "ray ked*"]
    assert reason_against(position, "K ayu ked* +R@ayu") is not None
    assert reason_against(position, "K ked ayu* +R@ayu") is not None


def test_a_resolved_tile_cannot_be_swapped() -> None:
    """§5.6: only face-up tiles."""
    position = line("suk=R ayu:R1 ked:M1", hands="K/K")
    assert reason_against(position, "K suk ayu* +R@ayu") is not None
    assert reason_against(position, "K ayu suk* +R@ayu") is not None


def test_the_contested_tile_may_be_swapped_and_the_other_is_contested_now() -> None:
    """R-08 of §5.6."""
    position = after(line("suk:R1 ayu:L1", hands="K/K"), "K ayu suk* +L@ayu", "pass", "pass")
    assert field(position, 2).startswith("ayu=B,suk*:R1,")


def test_with_fewer_than_two_tiles_to_swap_nothing_happens_and_no_marker_is_placed() -> None:
    """R-08 of §5.6."""
    position = line("suk=R kho=L chi=L lua=L pat=M ayu*:R1 ked*:- ray:-", hands="K/T/T")
    assert moves_of(position) == ["K - +R@ayu", "pass"]
    assert field(after(position, "K - +R@ayu"), 2).endswith("ayu*:-,ked*:-,ray:-")


def test_a_king_marker_goes_when_its_tile_is_resolved() -> None:
    """§5.6, §6.3: the marker lies on the tile, and a face-down tile shows its controller only."""
    position = after(line("suk*:R1 ayu:L1", hands="K/T"), "pass", "pass")
    assert field(position, 2).startswith("suk=R,ayu:L1,")


def test_khon_thai_puts_one_follower_of_each_faction_anywhere() -> None:
    """§5.7: eight provinces for each of three followers."""
    position = line("suk:R1", hands="T/K", supply="R2L2M2")
    assert len(actions_of(position, "T")) == 8**3
    placed = after(position, "T R@ayu L@chi M@ayu +R@suk")
    assert "ayu:R1M1" in field(placed, 2)
    assert "chi:L1" in field(placed, 2)
    assert field(placed, 3) == "R1L1M1"


def test_khon_thai_may_put_all_into_the_same_province() -> None:
    """§5.7."""
    position = line("suk:R1", hands="T/K")
    assert "suk:R1L1M1" in field(after(position, "T R@suk L@suk M@suk +R@suk"), 2)


def test_khon_thai_skips_a_faction_without_followers_in_the_supply() -> None:
    """§5.7."""
    position = line("suk=R kho=L chi=L lua=L pat=M ayu=R ked:R1 ray:-", hands="T/K", supply="R1M4")
    assert actions_of(position, "T") == [
        "R@ked M@ked",
        "R@ked M@ray",
        "R@ray M@ked",
        "R@ray M@ray",
    ]


def test_one_vs_one_swaps_followers_of_two_provinces() -> None:
    """§5.8."""
    position = after(line("ayu:R2 chi:L1M1", hands="1/K"), "1 R@ayu=M@chi +R@ayu")
    assert field(position, 2).startswith("ayu:M1,chi:R1L1,")


def test_one_vs_one_may_swap_followers_of_the_same_faction() -> None:
    """§5.8: it changes nothing on the board."""
    position = line("ayu:R2 chi:R1", hands="1/K")
    assert actions_of(position, "1") == ["R@ayu=R@chi"]
    assert field(after(position, "1 R@ayu=R@chi +R@ayu"), 2).startswith("ayu:R1,chi:R1,")


def test_one_vs_one_never_swaps_within_a_province() -> None:
    """§5.8: it takes another province."""
    position = line("ayu:R2L2", hands="1/K")
    assert actions_of(position, "1") == ["-"]


def test_one_vs_one_takes_adjacent_provinces_and_others_alike() -> None:
    """R-09 of §5.8: they need not be adjacent, and they may be."""
    position = line("ked:M1 ray:L1 chi:R1", hands="1/K")
    assert actions_of(position, "1") == ["M@ked=L@ray", "R@chi=L@ray", "R@chi=M@ked"]


def test_two_vs_one_swaps_two_followers_for_one_of_an_adjacent_province() -> None:
    """§5.9."""
    position = after(line("ayu:R1L1M1 suk:M1", hands="2/K"), "2 RL@ayu=M@suk +M@ayu")
    assert field(position, 2).startswith("ayu:M1,suk:R1L1,")


def test_two_vs_one_goes_both_ways_between_neighbours_only() -> None:
    """§5.9: chi and ayu are no neighbours, suk touches both."""
    position = line("ayu:R2 suk:L2 chi:M2", hands="2/K")
    assert actions_of(position, "2") == ["LL@suk=M@chi", "LL@suk=R@ayu", "MM@chi=L@suk", "RR@ayu=L@suk"]
    assert reason_against(position, "2 RR@ayu=M@chi +R@ayu") is not None


def test_two_vs_one_may_swap_followers_of_the_same_faction() -> None:
    """§5.9: one more of the same then changes sides."""
    position = after(line("ayu:R3 suk:R1", hands="2/K"), "2 RR@ayu=R@suk +R@suk")
    assert field(position, 2).startswith("ayu:R2,suk:R1,")


def test_two_vs_one_becomes_one_for_one_if_no_two_for_one_is_legal_anywhere() -> None:
    """R-10 of §5.9: between adjacent provinces only."""
    position = line("ayu:R1 suk:L1 ked:M1", hands="2/K")
    assert actions_of(position, "2") == ["R@ayu=L@suk"]
    assert field(after(position, "2 R@ayu=L@suk +M@ked"), 2).startswith("ayu:L1,suk:R1,ked:-,")
    assert reason_against(position, "2 M@ked=L@suk +R@ayu") is not None


def test_two_vs_one_is_not_reduced_while_a_two_for_one_is_legal_somewhere() -> None:
    """R-10 of §5.9: ked and pat could swap two for one."""
    position = line("ayu:R1 suk:L1 ked:M2 pat:M1", hands="2/K")
    assert actions_of(position, "2") == ["MM@ked=M@pat"]
    assert reason_against(position, "2 R@ayu=L@suk +R@suk") is not None


def test_two_vs_one_is_reduced_though_a_lonely_province_holds_two() -> None:
    """R-10 of §5.9: the two of chi have no neighbour with a follower."""
    position = line("ayu:R1 kho:L1 chi:M2", hands="2/K")
    assert actions_of(position, "2") == ["R@ayu=L@kho"]


def test_a_swap_has_at_least_one_follower_on_each_side() -> None:
    """R-10 of §5.9: without two inhabited neighbours 2 vs 1 does nothing."""
    position = line("ayu:R3 chi:L1", hands="2/K")
    assert actions_of(position, "2") == ["-"]
    assert moves_of(line("ayu:R3", hands="2/K")) == ["2 - +R@ayu", "pass"]
