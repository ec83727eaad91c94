"""Positions as text: one line, eight fields, everything checked."""

from __future__ import annotations

import pytest

from siam.notation import NotationError, format_counts, format_position, parse_counts, parse_position
from siam.rules import Card, Control, Followers, Options, deal, load_board

TRACK = "suk=R,ayu*:R2L1,chi:-,ked:L1M3,kho:R4,lua:L2,pat:M2,ray:L1"
GOOD = f"siam {TRACK} R4L5M3 TT12RLM:R3L3M4/KTT12RLM:R3L3M4 2 0 1 -"
LATE = f"siam {TRACK} R4L5M3 TTRLM:R3L3M4/KTTRLM:R3L3M4"


def test_every_field_is_read() -> None:
    position = parse_position(GOOD)
    codes = position.board.codes
    assert position.board is load_board("siam")
    assert [codes[province] for province in position.track] == ["suk", "ayu", "chi", "ked", "kho", "lua", "pat", "ray"]
    assert position.controls[codes.index("suk")] is Control.RAMA
    assert position.controls.count(None) == 7
    assert [codes[province] for province in range(8) if position.kings[province]] == ["ayu"]
    assert position.followers[codes.index("ked")] == Followers(0, 1, 3)
    assert position.followers[codes.index("chi")] == Followers()
    assert position.supply == Followers(4, 5, 3)
    assert [len(player.hand) for player in position.players] == [7, 8]
    assert position.players[1].court == Followers(3, 3, 4)
    assert (position.to_move, position.passes, position.recency, position.last_swap) == (1, 0, (0,), None)


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"{LATE} 1 1 21 1M@ayu=R@ked",
        f"{LATE} 1 1 21 2LM@ayu=R@ray",
        f"{LATE} 1 1 21 2L@ayu=R@kho",
        GOOD.replace("ayu*", "ayu").replace(" 2 0 1 -", " 1 1 - -"),
        "siam ayu=R,chi=B,ked=L,kho=B,lua=B,pat=B,ray:R2,suk*:- R10L10M10 -:R6L6M6/-:-/KM:L2M2 3 0 132 -",
    ],
)
def test_a_position_is_written_in_one_way(text: str) -> None:
    assert format_position(parse_position(text)) == text


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["siam", "albion"])
def test_a_dealt_position_comes_back_as_it_was(players: int, name: str) -> None:
    position = deal(players, seed=3, board=load_board(name))
    assert parse_position(format_position(position)) == position


def test_the_options_of_the_table_are_given_beside_it() -> None:
    options = Options.from_values({"colony_loses": True})
    assert parse_position(GOOD, options).options == options


def test_a_map_of_ones_own_is_found_by_its_name() -> None:
    board = load_board("siam")
    assert parse_position(GOOD, find_board=lambda name: board).board is board


def changed(number: int, text: str) -> str:
    fields = GOOD.split(" ")
    fields[number - 1] = text
    return " ".join(fields)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a position has 8 fields"),
        (GOOD + " ", "a position has 8 fields separated by single spaces, not 9"),
        (GOOD.replace(" 2 0", " 2  0"), "not 9"),
        (changed(1, "Siam"), "field 1 (map): there is no map 'Siam'"),
        (changed(1, "../siam"), "field 1 (map): '../siam' is no name of a map"),
        (changed(1, ""), "field 1 (map): '' is no name"),
        (changed(2, TRACK + ",suk:-"), "field 2 (track): the track has eight boxes, not 9"),
        (changed(2, TRACK.replace("chi:-", "chi")), "box 3: 'chi' is neither resolved"),
        (changed(2, TRACK.replace("chi:-", "bkk:-")), "'bkk' is no province"),
        (changed(2, TRACK.replace("chi:-", "ayu:-")), "box 3: ayu is on the track twice"),
        (changed(2, TRACK.replace("chi:-", "chi=L")), "box 3: resolved provinces come first"),
        (changed(2, TRACK.replace("suk=R", "suk=X")), "'X' controls no province"),
        (changed(2, TRACK.replace("suk=R", "suk=")), "'' controls no province"),
        (changed(2, TRACK.replace("suk=R", "suk*=R")), "'suk*' is no province"),
        (changed(2, TRACK.replace("ayu*", "ayu**")), "'ayu*' is no province"),
        (changed(2, TRACK.replace("ayu*:R2L1", "ayu*:L1R2")), "'L1R2' is no count"),
        (changed(2, "ayu=B,chi=B,ked=B,kho=B,lua=B,pat:-,ray:-,suk:-"), "more than four provinces"),
        (changed(3, "R0"), "field 3 (supply): 'R0' is no count"),
        (changed(3, ""), "field 3 (supply): '' is no count"),
        (changed(3, "R04L5M3"), "'R04L5M3' is no count"),
        (changed(3, "R4L5"), "13 Malay followers in all, not 16"),
        (changed(3, "R5L5M3"), "fields 2 to 4 (followers): 17 Rama followers in all, not 16 as with 2 players"),
        (changed(4, "TT12RLM:R3L3M4"), "field 4 (players): two, three or four players, not 1"),
        (changed(4, "/".join(["-:-"] * 5)), "two, three or four players, not 5"),
        (changed(4, "TT12RLM/KTT12RLM:R3L3M4"), "'TT12RLM' is no hand and court"),
        (changed(4, "TK:R3L3M4/K:R3L3M4"), "the hand 'TK' is not in the order KTT12RLM"),
        (changed(4, "KK:R3L3M4/K:R3L3M4"), "the hand 'KK' has a card too often"),
        (changed(4, "TTT:R3L3M4/K:R3L3M4"), "the hand 'TTT' has a card too often"),
        (changed(4, "KX:R3L3M4/K:R3L3M4"), "'KX' is no hand"),
        (changed(4, ":R3L3M4/K:R3L3M4"), "'' is no hand"),
        (changed(5, "3"), "field 5 (seat to move): '3' is no seat: 1 to 2"),
        (changed(5, "0"), "'0' is no seat"),
        (changed(5, "x"), "'x' is no seat"),
        (changed(6, "2"), "field 6 (passes): '2' is no number of passes: 0 to 1"),
        (changed(6, "-1"), "'-1' is no number of passes"),
        (changed(6, "00"), "'00' is no number of passes"),
        (changed(7, "11"), "field 7 (latest cards): '11' is no list of different seats"),
        (changed(7, "13"), "'3' is no seat"),
        (changed(7, ""), "'' is no list of different seats"),
        (changed(8, "3R@ayu=L@chi"), "field 8 (last swap): '3' is no card"),
        (changed(8, "KR@ayu=L@chi"), "it begins with 1 or 2"),
        (changed(8, ""), "'' is no card"),
        (changed(8, "1L@chi=R@ayu"), "is spelled R@ayu=L@chi"),
        (changed(8, "1RL@ayu=R@chi"), "one follower for one"),
        (changed(8, "2RL@ayu=R@chi"), "not adjacent"),
    ],
)
def test_a_faulty_line_gets_one_error_that_names_the_field(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "followers"),
    [
        ("-", Followers()),
        ("R2L1", Followers(2, 1, 0)),
        ("M18", Followers(0, 0, 18)),
        ("R1L10M9", Followers(1, 10, 9)),
    ],
)
def test_counts_leave_zeros_out(text: str, followers: Followers) -> None:
    assert parse_counts(text) == followers
    assert format_counts(followers) == text


@pytest.mark.parametrize("text", ["", "0", "R", "R-1", "r1", "R1R1", "M1R1", "R0", "R1 ", "R1-", "R100", "R²"])
def test_any_other_count_is_rejected(text: str) -> None:
    with pytest.raises(NotationError, match="is no count of followers"):
        parse_counts(text)


def test_the_hand_of_a_new_game_is_written_whole() -> None:
    assert "KTT12RLM:" in format_position(deal(2, seed=1))
    assert [card.letter for card in Card] == list("KT12RLM")
