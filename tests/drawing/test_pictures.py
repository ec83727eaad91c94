"""Pictures of positions: well-formed, self-contained, and telling what stands where."""

from collections import Counter
from xml.etree import ElementTree

import pytest

from siam.drawing import DARK, LIGHT, board_svg, position_svg
from siam.notation import parse_move
from siam.rules import PASS, Board, Followers, Game, deal, load_board, parse_board

BARE = """name = "bare"
borders = ["aaa-bbb", "bbb-ccc", "ccc-ddd", "ddd-eee", "eee-fff", "fff-ggg", "ggg-hhh", "aaa-hhh"]
""" + "\n".join(
    f'[[provinces]]\ncode = "{letter * 3}"\n{home}'
    for letter, home in zip("abcdefgh", ['home = "rama"', 'home = "lao"', 'home = "malay"', *[""] * 5], strict=True)
)


def words(picture: str) -> list[str]:
    return ["".join(part.itertext()) for part in ElementTree.fromstring(picture).iter() if part.tag.endswith("text")]


def test_every_follower_of_a_position_is_drawn() -> None:
    position = deal(players=3, seed=4)
    counted = Counter(words(position_svg(position, players=False)))
    for faction in range(3):
        drawn = sum(min(4, there[faction]) for there in position.followers)
        assert counted["RLM"[faction]] == drawn + 1  # and one beside its number on the coat of arms


def test_more_than_four_followers_of_a_faction_get_a_number() -> None:
    position = deal(players=2, seed=7)
    crowded = position._replace(followers=(Followers(rama=17), *position.followers[1:]))
    said = words(position_svg(crowded, players=False))
    assert "17" in said


def test_a_resolved_province_shows_who_controls_it() -> None:
    game = Game(deal(players=2, seed=7)).play(PASS).play(PASS)
    picture = position_svg(game.position)
    assert LIGHT.land_tint_lao in picture
    assert LIGHT.land_tint_lao not in position_svg(game.setup)


def test_a_move_is_drawn_as_arrows() -> None:
    position = deal(players=2, seed=7)
    move = parse_move(position.board, "L chi suk +M@pat")
    assert position_svg(position, move=move).count(LIGHT.act_glow) > position_svg(position).count(LIGHT.act_glow)
    assert position_svg(position, move=PASS) == position_svg(position)


def test_hands_can_be_hidden() -> None:
    position = deal(players=2, seed=7)
    assert "K T T 1 2 R L M" in words(position_svg(position))
    assert "K T T 1 2 R L M" not in words(position_svg(position, hands=False))


def test_a_picture_has_no_ids_and_no_style_sheet() -> None:
    picture = position_svg(deal(players=4, seed=1))
    assert " id=" not in picture
    assert "<style" not in picture


def test_by_lamplight_no_colour_of_the_day_is_left() -> None:
    picture = position_svg(deal(players=2, seed=1), dark=True)
    assert DARK.sea in picture
    assert LIGHT.sea not in picture


@pytest.mark.parametrize("name", ["siam", "albion"])
def test_a_board_is_drawn_in_each_language(name: str) -> None:
    assert board_svg(load_board(name), language="de") != board_svg(load_board(name), language="en")


def test_a_board_without_a_drawing_is_drawn_as_a_graph() -> None:
    board = parse_board(BARE)
    said = words(position_svg(deal(players=2, seed=1, board=board), players=False))
    assert {code.upper() for code in board.codes} <= set(said)


def test_a_strangers_map_cannot_write_elements_of_its_own() -> None:
    text = BARE.replace('code = "aaa"', 'code = "aaa"\nnames = { en = "<script>1</script>" }')
    ElementTree.fromstring(board_svg(parse_board(text)))
    assert "<script" not in board_svg(parse_board(text)).lower()


def test_nonsense_in_a_drawing_is_left_out() -> None:
    board = load_board("siam")
    content = {**board.drawing, "seas": [{"names": 3, "at": "x"}, 5], "hills": [{"marks": [[1, "2", 3]]}], "compass": 7}
    odd = Board(board.name, board.provinces, board.homes, board.neighbours, drawing=content)
    ElementTree.fromstring(board_svg(odd))


def test_names_are_one_for_each_player() -> None:
    with pytest.raises(ValueError, match="2 players, not 1 names"):
        position_svg(deal(players=2, seed=1), names=["Anna"])
    assert "Anna & Bea" in words(position_svg(deal(players=2, seed=1), names=["Anna & Bea", "Carl"]))
