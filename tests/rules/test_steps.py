"""A move made one small choice at a time: the same game as with whole moves."""

from __future__ import annotations

import pytest

from siam.notation import format_move, format_step, parse_step
from siam.rules import CARDS, STEPS, HalfMove, Part, PassStep, cards_without_effect
from tests.rules.tables import line, position_of, settled

CODES = "ayu chi ked kho lua pat ray suk"


def half_move(text: str, *steps: str, **options: object) -> HalfMove:
    """Choose steps, each of which must be offered."""
    half = HalfMove(position_of(text, **options))
    for written in steps:
        step = parse_step(half.position.board, written)
        assert step in half.legal_steps, f"{written} is not offered after {half.steps}"
        half = half.then(step)
    return half


def offered(text: str, *steps: str, **options: object) -> str:
    half = half_move(text, *steps, **options)
    return " ".join(format_step(half.position.board, step) for step in half.legal_steps)


def made(text: str, *steps: str, **options: object) -> str | None:
    half = half_move(text, *steps, **options)
    return None if half.move is None else format_move(half.position.board, half.move)


def test_there_are_forty_steps_and_each_knows_its_number() -> None:
    assert [step.id for step in STEPS] == list(range(40))
    assert isinstance(STEPS[0], PassStep)


def test_first_comes_pass_or_a_card_each_once() -> None:
    """§4.2."""
    assert offered(line("ayu:R1")) == "pass K T 1 2 R L M"
    assert offered(line("ayu:R1", hands="TT/K")) == "pass T"


def test_a_pass_is_complete_at_once() -> None:
    assert made(line("ayu:R1"), "pass") == "pass"
    assert offered(line("ayu:R1"), "pass") == ""


def test_nothing_is_chosen_yet_so_there_is_no_move() -> None:
    assert made(line("ayu:R1")) is None
    assert made(line("ayu:R1"), "K") is None


def test_maharacha_asks_for_two_tiles_then_for_the_follower() -> None:
    """§5.6: in the order of the track; the second gets the marker."""
    table = line("suk=R lua=L kho=B pat=M ayu*:R1 ked:M1 chi:- ray:-", hands="K/T")
    assert offered(table, "K") == "ked chi ray"
    assert offered(table, "K", "chi") == "ked ray"
    assert offered(table, "K", "chi", "ray") == "R@ayu M@ked"
    assert made(table, "K", "chi", "ray", "M@ked") == "K chi ray* +M@ked"


def test_khon_thai_asks_for_a_province_for_each_faction_of_the_supply() -> None:
    """§5.7."""
    table = line("suk:L1", hands="T/K", supply="R1M1")
    assert offered(table, "T") == offered(table, "T", "ked") == CODES
    assert offered(table, "T", "ked", "ayu") == "M@ayu R@ked L@suk"
    assert made(table, "T", "ked", "ayu", "L@suk") == "T R@ked M@ayu +L@suk"


def test_one_vs_one_takes_its_followers_in_either_order() -> None:
    """§5.8."""
    table = line("ayu:R1L1 chi:M1", hands="1/K")
    assert offered(table, "1") == "R@ayu L@ayu M@chi"
    assert offered(table, "1", "R@ayu") == "M@chi"
    assert offered(table, "1", "M@chi") == "R@ayu L@ayu"
    assert offered(table, "1", "M@chi", "L@ayu") == "R@ayu M@ayu L@chi"
    assert made(table, "1", "M@chi", "L@ayu", "L@chi") == "1 L@ayu=M@chi +L@chi"
    assert made(table, "1", "L@ayu", "M@chi", "L@chi") == "1 L@ayu=M@chi +L@chi"


def test_two_vs_one_asks_for_the_two_then_for_the_one() -> None:
    """§5.9: ked has two but no inhabited neighbour, chi no two."""
    table = line("ayu:R2L1 suk:M1 chi:L1 ked:M2", hands="2/K")
    assert offered(table, "2") == "R@ayu L@ayu"
    assert offered(table, "2", "L@ayu") == "R@ayu"
    assert offered(table, "2", "R@ayu") == "R@ayu L@ayu"
    assert offered(table, "2", "R@ayu", "L@ayu") == "M@suk"
    assert made(table, "2", "L@ayu", "R@ayu", "M@suk", "M@ked") == "2 RL@ayu=M@suk +M@ked"


def test_a_reduced_two_vs_one_asks_for_one_and_one_next_door() -> None:
    """R-10 of §5.9."""
    table = line("ayu:R1 suk:M1 ked:M2", hands="2/K")
    assert offered(table, "2") == "R@ayu M@suk"
    assert offered(table, "2", "M@suk") == "R@ayu"
    assert made(table, "2", "M@suk", "R@ayu", "M@ked") == "2 R@ayu=M@suk +M@ked"


def test_a_faction_card_takes_its_provinces_in_either_order() -> None:
    """§5.11."""
    table = line("chi:M1", hands="R/K")
    assert offered(table, "R") == offered(table, "R", "suk") == "kho ray suk"
    assert made(table, "R", "suk", "kho", "R@suk") == "R kho suk +R@suk"
    assert offered(line("chi:M1", hands="R/K", supply="R1"), "R", "suk") == "M@chi R@suk"


@pytest.mark.parametrize("card", ["K", "T", "1", "2", "R", "L", "M"])
def test_a_card_without_effect_asks_only_for_the_follower(card: str) -> None:
    """§5.2: nothing can be done, so nothing is chosen."""
    track = "suk=R lua=B ked=B pat=R ray=R kho=R chi=R ayu:L3"
    table = line(track, hands=f"{card}/K", supply="-")
    assert offered(table, card) == "L@ayu"
    assert made(table, card, "L@ayu") == f"{card} - +L@ayu"


def test_with_nothing_to_do_and_nobody_to_take_the_card_is_all() -> None:
    """R-06 of §5.4."""
    assert made(line("suk:-", hands="1/K"), "1") == "1 - +-"


def test_with_nobody_to_take_the_last_pick_of_the_action_is_the_end() -> None:
    """R-06 of §5.4."""
    assert made(line("suk:-", hands="K/K"), "K", "ayu", "suk") == "K ayu suk* +-"


def test_steps_that_can_only_end_in_the_banned_swap_are_not_offered() -> None:
    """§5.10: from ayu or chi only ked is left."""
    table = line("ayu:L1 chi:R1 ked:M1", hands="1/K", swap="1R@ayu=L@chi", recency="2")
    assert offered(table, "1", "L@ayu") == "M@ked"
    assert offered(table, "1", "R@chi") == "M@ked"


def test_the_ban_looks_ahead_through_a_two_vs_one() -> None:
    """§5.10, R-16: with the Rama and the Lao chosen only the way back would be left."""
    table = line("ayu:M1 suk:R1L1M1", hands="2/K", swap="2RL@ayu=M@suk", recency="2")
    assert offered(table, "2", "R@suk") == "M@suk"
    assert offered(table, "2", "M@suk") == "R@suk L@suk"
    lonely = line("ayu:M1 suk:R2L1", hands="2/K", swap="2RL@ayu=M@suk", recency="2")
    assert offered(lonely, "2") == "R@suk"


def test_with_the_last_card_only_steps_that_can_still_win_are_offered() -> None:
    """§5.5."""
    track = "ayu=R suk=R kho=R chi=R ray=R lua=L pat=L ked:R2L1"
    table = line(track, hands="1/-", courts="R3/R3L9")
    assert offered(table) == "pass 1"
    assert offered(table, "pass") == ""
    assert offered(table, "1") == "R@ked"
    assert offered(line(track, hands="1/-", courts="R3/R5")) == "pass"


def test_the_last_card_looks_ahead_through_its_action() -> None:
    """§5.5: four Rama and four Lao provinces, and who comes last rules; only Lao wins for seat 1."""
    track = "ayu=R suk=R kho=L chi=L ray=R lua=L pat:R2 ked:L2"
    table = line(track, hands="T/-", courts="L5/R6", supply=None)
    assert offered(table) == "pass T"
    half = half_move(table, "T")
    assert all(half.then(step).legal_steps for step in half.legal_steps)


def test_a_step_can_be_taken_back() -> None:
    half = half_move(line("ayu:R1L1 chi:M1"), "1", "R@ayu")
    assert half.undo() == half_move(line("ayu:R1L1 chi:M1"), "1")
    assert half.undo().undo() == half.undo().undo().undo()
    assert len({half, half.undo().then(half.steps[-1]), half.undo()}) == 2


def test_a_finished_game_offers_no_step() -> None:
    """§6.4."""
    assert offered(settled("BBBB", "R1/L1")) == ""


def asked(text: str, *steps: str, **options: object) -> str:
    """Name the parts of a move in the making; the one that is asked for now in brackets."""
    half = half_move(text, *steps, **options)
    named = [_named(part) for part in half.parts]
    if half.asks is not None:
        named[len(half.steps)] = f"[{named[len(half.steps)]}]"
    return " ".join(named)


def _named(part: Part) -> str:
    who = part.faction.letter if part.faction is not None else ""
    return f"{part.kind.value}{who}" + (f" {part.index}/{part.count}" if part.count > 1 else "")


@pytest.mark.parametrize(
    ("steps", "parts"),
    [
        ("", "[card]"),
        ("pass", "card"),
        ("K", "card [tile] crown take"),
        ("K ayu", "card tile [crown] take"),
        ("K ayu suk", "card tile crown [take]"),
        ("K ayu suk L@ayu", "card tile crown take"),
        ("T", "card [placeR 1/3] placeL 2/3 placeM 3/3 take"),
        ("1 R@ayu", "card give [receive] take"),
        ("2 R@ayu", "card give 1/2 [give 2/2] receive take"),
        ("2 R@ayu L@ayu", "card give 1/2 give 2/2 [receive] take"),
        ("R kho", "card placeR 1/2 [placeR 2/2] take"),
    ],
)
def test_a_move_tells_what_it_is_made_of_once_its_card_is_known(steps: str, parts: str) -> None:
    """§4.2, §5."""
    assert asked(line("ayu:R2L1 suk:M1"), *steps.split()) == parts


def test_a_part_that_is_not_there_is_not_asked_for() -> None:
    """§5.2, §5.4, R-10: too little in the supply, no two to swap, nothing to do, nobody to take."""
    assert asked(line("suk:L1", supply="R1M1"), "T") == "card [placeR 1/2] placeM 2/2 take"
    assert asked(line("chi:M1", supply="R1"), "R") == "card [placeR] take"
    assert asked(line("ayu:R1 suk:M1"), "2") == "card [give] receive take"
    assert asked(line("ayu:R1"), "1") == "card [take]"
    assert asked(line("suk:-", hands="1/K"), "1") == "card"
    assert asked(line("suk:-", hands="K/K"), "K") == "card [tile] crown"
    assert asked(settled("BBBB", "R1/L1")) == ""


def test_the_cards_without_effect_are_known_before_one_is_chosen() -> None:
    """§5.2, R-05."""
    assert cards_without_effect(position_of(line("ayu:R1", supply="L1"))) == tuple(map(CARDS.__getitem__, (2, 3, 4, 6)))
    assert cards_without_effect(position_of(line("ayu:R2 suk:L1"))) == ()
    assert cards_without_effect(position_of(settled("BBBB", "R1/L1"))) == ()


def test_what_was_chosen_so_far_can_be_carried_out() -> None:
    """Placements one by one; a swap once it is whole; the follower taken last."""
    table = line("ayu:R1L1 chi:M1")
    assert half_move(table).play_so_far is None
    for steps, so_far in [
        ("1 R@ayu", "1 - +-"),
        ("1 R@ayu M@chi", "1 R@ayu=M@chi +-"),
        ("1 R@ayu M@chi L@ayu", "1 R@ayu=M@chi +L@ayu"),
        ("T ked", "T R@ked +-"),
        ("R suk", "R suk +-"),
        ("R suk kho", "R kho suk +-"),
    ]:
        half = half_move(table, *steps.split())
        assert half.play_so_far is not None
        assert format_move(half.position.board, half.play_so_far) == so_far
