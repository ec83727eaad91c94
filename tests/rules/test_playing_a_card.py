"""§5.1 to §5.5: what every card has in common, and the very last card of the game."""

from __future__ import annotations

import pytest

from tests.rules.tables import actions_of, after, field, line, moves_of, reason_against

FIVE_RAMA = "ayu=R suk=R kho=R chi=R ray=R"
LAST_STRUGGLE = f"{FIVE_RAMA} lua=L pat=L ked:R2L1"


def test_a_played_card_leaves_the_hand_for_good() -> None:
    """§5.1: cards never come back, whatever is passed or resolved."""
    position = after(line("ayu:R2 suk:L2", hands="KT/K"), "K ayu suk* +R@ayu", "pass", "pass")
    assert field(position, 2).startswith("suk=L,")
    assert field(position, 4).startswith("T:R1/K:")


def test_of_two_khon_thai_one_stays_in_the_hand() -> None:
    """§5.1, §1.4: the hand has the card twice; playing one keeps the other."""
    position = after(line("ayu:R2", hands="TT/K"), "T R@ayu L@ayu M@ayu +R@ayu")
    assert field(position, 4).startswith("T:")


def test_a_card_that_can_do_nothing_may_still_be_played() -> None:
    """§5.2: then nothing is done, and a follower is taken all the same."""
    assert moves_of(line("ayu:R1", hands="T/K", supply="-")) == ["T - +R@ayu", "pass"]
    assert after(line("ayu:R1", hands="1/K"), "1 - +R@ayu").split(" ")[7] == "-"


def test_a_card_that_can_be_carried_out_in_part_is_carried_out_in_part() -> None:
    """§5.2: as much as is legal is done."""
    assert actions_of(line(f"{FIVE_RAMA} lua=L pat=L ked:R1", hands="T/K", supply="R3M1"), "T") == ["R@ked M@ked"]
    assert actions_of(line("ayu:R1", hands="R/K", supply="R1"), "R") == ["kho", "ray", "suk"]


@pytest.mark.parametrize(
    ("hand", "supply", "move"),
    [
        ("T", "R1L1", "T R@ayu +R@ayu"),
        ("T", "R1L1", "T - +R@ayu"),
        ("R", "R2", "R suk +R@ayu"),
        ("R", "R2", "R - +R@ayu"),
        ("1", "-", "1 - +R@ayu"),
        ("2", "-", "2 R@ayu=L@suk +R@ayu"),
        ("2", "-", "2 - +R@ayu"),
        ("K", "-", "K - +R@ayu"),
    ],
)
def test_nobody_may_do_less_than_possible(hand: str, supply: str, move: str) -> None:
    """R-05 of §5.2."""
    position = line("ayu:R2 suk:L1", hands=f"{hand}/K", supply=supply)
    assert move not in moves_of(position)
    assert reason_against(position, move) is not None


@pytest.mark.parametrize("hand", ["T", "R", "L", "M"])
def test_no_follower_is_ever_put_into_a_controlled_province(hand: str) -> None:
    """§5.3: neither one's own faction's province nor a British one."""
    position = line("suk=R kho=B ray=M chi=L ayu:R1 ked:M1 lua:L1 pat:M1", hands=f"{hand}/K")
    placed = {word[-3:] for action in actions_of(position, hand) for word in action.split(" ")}
    assert placed
    assert placed.isdisjoint({"suk", "kho", "ray", "chi"})


def test_a_card_can_affect_any_open_province_not_only_the_contested_one() -> None:
    """§5.3."""
    position = line("suk:R1 ayu:R1", hands="T/K", supply="R1")
    assert actions_of(position, "T") == [
        f"R@{code}" for code in ("ayu", "chi", "ked", "kho", "lua", "pat", "ray", "suk")
    ]


def test_after_the_action_a_follower_is_taken_into_the_court() -> None:
    """§5.4: any follower, from any province, and it is a must."""
    position = line("lua=B ayu:R1 chi:L1 ked:M1", hands="L/K", courts="-/-")
    assert moves_of(position) == ["L - +L@chi", "L - +M@ked", "L - +R@ayu", "pass"]
    assert reason_against(position, "L - +-") is not None
    taken = after(position, "L - +L@chi")
    assert "chi:-" in field(taken, 2)
    assert field(taken, 4).startswith("-:L1/")


def test_the_follower_taken_may_be_one_that_the_action_just_put_there() -> None:
    """§5.4."""
    position = line("suk:-", hands="T/K", supply="M1")
    assert "T M@ked +M@ked" in moves_of(position)
    assert "T M@ked +M@suk" not in moves_of(position)


def test_a_follower_that_left_its_province_cannot_be_taken_there() -> None:
    """§5.4: the follower is taken after the action."""
    position = line("ayu:R1 suk:L1", hands="1/K")
    assert moves_of(position) == ["1 R@ayu=L@suk +L@ayu", "1 R@ayu=L@suk +R@suk", "pass"]


def test_if_no_province_holds_a_follower_nothing_is_taken() -> None:
    """R-06 of §5.4."""
    position = line("suk:-", hands="1/K", courts="R1/-")
    assert moves_of(position) == ["1 - +-", "pass"]
    assert field(after(position, "1 - +-"), 4).startswith("-:R1/")


def test_the_very_last_card_may_only_be_played_if_it_wins() -> None:
    """§5.5: Rama rules for certain; only one more Rama in the court puts seat 1 ahead."""
    position = line(LAST_STRUGGLE, hands="1/-", courts="R3L1/R3L9", recency="12")
    assert moves_of(position) == ["1 - +R@ked", "pass"]


def test_the_last_card_may_not_be_played_if_it_only_ties_and_loses_the_tie() -> None:
    """§5.5 with §7.3c: who played latest loses the tie."""
    position = line(LAST_STRUGGLE, hands="1/-", courts="R3L2/R4L2", recency="12")
    assert moves_of(position) == ["pass"]
    assert reason_against(position, "1 - +R@ked") is not None


def test_the_last_card_may_be_played_if_it_ties_and_wins_on_the_second_faction() -> None:
    """§5.5 with §7.3b."""
    position = line(LAST_STRUGGLE, hands="1/-", courts="R3L3/R4L2", recency="12")
    assert moves_of(position) == ["1 - +R@ked", "pass"]


def test_the_last_card_may_be_played_if_the_partner_wins_by_it() -> None:
    """§5.5: in a team of four players the partner's victory is as good."""
    partner_ahead = line(LAST_STRUGGLE, hands="1/-/-/-", courts="-/R3/R5/R2", recency="1234")
    assert moves_of(partner_ahead) == ["1 - +L@ked", "1 - +R@ked", "pass"]
    opponent_ahead = line(LAST_STRUGGLE, hands="1/-/-/-", courts="-/R5/R3/R2", recency="1234")
    assert moves_of(opponent_ahead) == ["pass"]


def test_a_card_that_is_not_the_very_last_need_not_win() -> None:
    """§5.5: another player's card is still to come."""
    position = line(LAST_STRUGGLE, hands="1/K", courts="-/R5", recency="12")
    assert moves_of(position) == ["1 - +L@ked", "1 - +R@ked", "pass"]


def test_the_last_card_is_judged_with_every_remaining_struggle_resolved_as_it_stands() -> None:
    """R-07 of §5.5: both open provinces count; who takes the Rama of pat hands Siam to the Lao."""
    position = line(
        "lua=L chi=L suk=R ayu=R kho=R ray=B ked*:L2M1 pat:R1", hands="K/-", courts="R6L6/R5L8", recency="12"
    )
    assert moves_of(position) == ["K - +L@ked", "K - +M@ked", "pass"]


def test_with_the_last_card_the_own_camp_must_win_alone() -> None:
    """R-07 of §5.5: if nobody wins, as when a colony loses, the last card stays in the hand."""
    colony = line("ayu=B suk=B kho=B chi=R ked:-", hands="1/-", courts="R9L9M9/-", recency="12")
    assert moves_of(colony) == ["1 - +-", "pass"]
    assert moves_of(colony, colony_loses=True) == ["pass"]
