"""§4: eight power struggles, one card or a pass at a time."""

from __future__ import annotations

from tests.rules.tables import after, field, line, moves_of, position_of

OPEN_BOARD = "suk:R2L1 ayu:R2 chi:L2 ked:M2 kho:M1 lua:L3 pat:M1 ray:R1"


def test_the_contested_province_has_the_face_up_tile_in_the_lowest_box() -> None:
    """§4.1: eight struggles, one for each tile, in the order of the boxes."""
    position = position_of(line("suk=R kho=B ayu:R2 chi:L1"))
    assert position.contested == position.board.province("ayu")


def test_a_game_has_eight_power_struggles_one_for_each_tile() -> None:
    """§4.1."""
    position = line(OPEN_BOARD)
    for resolved in range(8):
        assert field(position, 2).count("=") == resolved
        assert moves_of(position)
        position = after(position, "pass", "pass")
    assert field(position, 2).count("=") == 8
    assert moves_of(position) == []


def test_seats_take_turns_in_ascending_order_and_after_the_last_comes_the_first() -> None:
    """§4.2."""
    position = line(OPEN_BOARD, hands="K/K/K", seat=2)
    assert field(after(position, "pass"), 5) == "3"
    assert field(after(position, "pass", "pass"), 5) == "1"
    assert field(after(position, "pass", "pass", "K ayu suk* +R@suk"), 5) == "2"


def test_a_turn_is_exactly_one_card_or_a_pass() -> None:
    """§4.2: the hand loses one card, and the next seat is to move."""
    position = line(OPEN_BOARD, hands="KTT12RLM/KTT12RLM")
    played = after(position, "K ayu suk* +R@suk")
    assert field(played, 4).startswith("TT12RLM:R1/KTT12RLM:")
    assert field(played, 5) == "2"


def test_who_passed_may_play_when_the_turn_comes_round_again() -> None:
    """§4.3: passing is never final."""
    position = line(OPEN_BOARD, hands="K/K")
    assert "K ayu suk* +R@suk" in moves_of(after(position, "pass", "K chi ked* +L@chi"))


def test_nobody_is_ever_forced_to_play_a_card() -> None:
    """§4.3: passing is always among the moves."""
    assert "pass" in moves_of(line(OPEN_BOARD, hands="KTT12RLM/KTT12RLM"))
    assert "pass" in moves_of(line(OPEN_BOARD, hands="K/-"))


def test_nobody_who_has_cards_is_forced_to_pass() -> None:
    """§4.3: even with nothing on the board a card may be laid down."""
    assert moves_of(line("suk:-", hands="1/1", supply="-")) == ["1 - +-", "pass"]


def test_who_has_no_cards_must_pass() -> None:
    """§4.3."""
    assert moves_of(line(OPEN_BOARD, hands="-/K")) == ["pass"]


def test_passes_count_until_everybody_has_passed_in_a_row() -> None:
    """§4.4."""
    position = line(OPEN_BOARD, hands="K/K/K")
    assert field(after(position, "pass"), 6) == "1"
    assert field(after(position, "pass", "pass"), 6) == "2"
    assert field(after(position, "pass", "pass", "pass"), 6) == "0"
    assert field(after(position, "pass", "pass", "pass"), 2).startswith("suk=R,")


def test_a_card_starts_the_count_of_passes_afresh() -> None:
    """§4.4: only passes in a row resolve a struggle."""
    position = after(line(OPEN_BOARD, hands="K/K"), "pass", "K chi ked* +L@chi", "pass")
    assert field(position, 6) == "1"
    assert "=" not in field(position, 2)


def test_after_a_struggle_the_turn_order_simply_goes_on() -> None:
    """§4.4: the player to the left of the last one to pass starts."""
    position = line(OPEN_BOARD, hands="K/K/K", seat=2)
    assert field(after(position, "pass", "pass", "pass"), 5) == "2"


def test_the_table_of_passes_resolves_after_the_third_pass_in_a_row() -> None:
    """§4.5: A pass, B pass, C plays, A pass, B plays, C pass, A pass, B pass: resolved; C starts."""
    position = line(OPEN_BOARD, hands="K/K/K")
    almost = after(position, "pass", "pass", "K ayu chi* +R@suk", "pass", "K ked kho* +L@suk", "pass", "pass")
    assert "=" not in field(almost, 2)
    resolved = after(almost, "pass")
    assert field(resolved, 2).startswith("suk=R,")
    assert field(resolved, 5) == "3"
