"""§8: the options of a table, and what a seat may see (§2.2, §5.1)."""

from __future__ import annotations

import pytest

from siam.notation import parse_move
from siam.rules import BOOK, Card, Discards, FirstPlayer, Game, OptionError, Options, TableTalk, seat_views
from tests.rules.tables import actions_of, ending_of, line, moves_of, outcome_of, position_of, reason_against, settled

BOARD = "suk:R2L1 ayu:R2 chi:L2 ked:M2"


def game_of(text: str, *moves: str, **options: object) -> Game:
    game = Game(position_of(text, **options))
    return game.play_all(parse_move(game.setup.board, move) for move in moves)


def test_all_options_are_off_by_default() -> None:
    """§8: the default is the book."""
    assert Options() == BOOK
    assert BOOK.differing == {}
    assert BOOK.values == {
        "first_player": "lowest",
        "discards": "top",
        "table_talk": "silent",
        "capital_last": False,
        "colony_loses": False,
    }


def test_options_are_read_from_plain_names_and_values() -> None:
    """§8."""
    options = Options.from_values(
        {"first_player": "highest", "discards": "open", "table_talk": "open", "capital_last": True}
    )
    assert options == Options(FirstPlayer.HIGHEST, Discards.OPEN, TableTalk.OPEN, capital_last=True)
    assert options.differing == {
        "first_player": "highest",
        "discards": "open",
        "table_talk": "open",
        "capital_last": True,
    }


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"capital": True}, "unknown option 'capital'"),
        ({"capital_last": "on"}, "'capital_last' is true or false, not 'on'"),
        ({"colony_loses": 1}, "'colony_loses' is true or false, not 1"),
        ({"discards": "closed"}, "'discards' has no value 'closed'; known: top, open"),
        ({"first_player": True}, "'first_player' has no value True"),
    ],
)
def test_an_unknown_name_or_value_is_an_error(values: dict[str, object], message: str) -> None:
    """§8."""
    with pytest.raises(OptionError, match=message):
        Options.from_values(values)


def test_capital_last_fixes_the_tile_of_the_rama_home() -> None:
    """§8: Ayutthaya's tile can't be swapped; by the book it can."""
    track = "suk=R kho=L chi=L lua=L pat=M ked:M1 ray:- ayu:R1"
    assert actions_of(line(track, hands="K/K"), "K", capital_last=True) == ["ked ray*", "ray ked*"]
    assert "ayu ked*" in actions_of(line(track, hands="K/K"), "K")
    assert reason_against(line(track, hands="K/K"), "K ayu ked* +R@ayu", capital_last=True) is not None


def test_with_capital_last_two_open_tiles_are_too_few_to_swap() -> None:
    """§8 with R-08."""
    position = line("suk=R kho=L chi=L lua=L pat=M ked=M ray:- ayu:R1", hands="K/K")
    assert moves_of(position, capital_last=True) == ["K - +R@ayu", "pass"]


def test_if_a_colony_loses_nobody_wins_it() -> None:
    """§8."""
    colony = settled("BBBB", "R2L2M2/R1L1M1", recency="12")
    assert outcome_of(colony, colony_loses=True).winners == ()
    assert ending_of(colony, colony_loses=True) == "B"
    assert outcome_of(colony).winners == (0,)


def test_colony_loses_changes_nothing_in_a_kingdom() -> None:
    """§8."""
    kingdom = settled("RRRRLLMM", "R2/R1")
    assert outcome_of(kingdom, colony_loses=True) == outcome_of(kingdom)


def test_hands_stay_hidden_from_everybody_else_even_from_the_partner() -> None:
    """§2.2: the own hand is seen, of the others only how many cards they hold."""
    game = game_of(line(BOARD, hands="KT/K/T12/-"))
    views = seat_views(game, watcher=0)
    assert views[0].hand == (Card.MAHARACHA, Card.KHON_THAI)
    assert [view.hand for view in views[1:]] == [None, None, None]
    assert [view.hand_size for view in views] == [2, 1, 3, 0]


def test_table_talk_opens_no_hand() -> None:
    """§2.2, §8: a player may say which cards are left, may not show them."""
    game = game_of(line(BOARD, hands="KT/K/T12/-"), table_talk="open")
    assert [view.hand for view in seat_views(game, watcher=2)] == [
        None,
        None,
        (Card.KHON_THAI, Card.ONE_VS_ONE, Card.TWO_VS_ONE),
        None,
    ]


def test_who_only_watches_sees_no_hand() -> None:
    """§2.2, §5.1."""
    assert [view.hand for view in seat_views(game_of(line(BOARD)), watcher=None)] == [None, None]


def test_only_the_top_card_of_a_discard_pile_is_visible() -> None:
    """§5.1, R-04."""
    game = game_of(line(BOARD), "K chi ked* +R@suk", "R suk suk +R@suk", "L suk suk +L@suk")
    views = seat_views(game, watcher=1)
    assert [view.discards for view in views] == [(Card.LAO,), (Card.RAMA,)]


def test_open_discards_show_every_card_and_so_the_hands() -> None:
    """R-04 of §5.1, §8: what is not on the pile is in the hand."""
    game = game_of(line(BOARD), "K chi ked* +R@suk", "R suk suk +R@suk", "L suk suk +L@suk", discards="open")
    views = seat_views(game, watcher=None)
    assert [view.discards for view in views] == [(Card.MAHARACHA, Card.LAO), (Card.RAMA,)]
    assert views[1].hand == tuple(card for card in game.setup.players[1].hand if card is not Card.RAMA)


def test_once_the_game_is_over_nothing_is_hidden() -> None:
    """§5.1: the piles may be looked through."""
    last = "chi=B ked=B kho=B suk:R1 ayu:-"
    game = game_of(line(last, hands="KT/K"), "K ayu suk* +R@suk", "pass", "pass")
    assert game.outcome is not None
    assert [view.hand for view in seat_views(game, watcher=None)] == [(Card.KHON_THAI,), (Card.MAHARACHA,)]
    assert seat_views(game, watcher=None)[0].discards == (Card.MAHARACHA,)
