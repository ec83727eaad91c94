"""A game is its setup and the turns since; a turn tells everything that happened, in order."""

from __future__ import annotations

import pytest

from siam.notation import parse_move
from siam.rules import (
    Card,
    CardPlayed,
    Cell,
    Control,
    Event,
    Faction,
    FollowerPlaced,
    Followers,
    FollowersSwapped,
    FollowerTaken,
    Game,
    GameEnded,
    IllegalMoveError,
    Outcome,
    Passed,
    StruggleResolved,
    TilesSwapped,
    play,
    swap,
)
from tests.rules.tables import line, outcome_of, position_of

AYU, CHI, KED, KHO, LUA, PAT, RAY, SUK = range(8)
BOARD = "suk:R2L1 ayu:R2 chi:L2 ked:M2"


def events_of(text: str, move: str) -> tuple[Event, ...]:
    position = position_of(text)
    return play(position, parse_move(position.board, move)).events


def test_a_pass_happens_alone() -> None:
    assert events_of(line(BOARD), "pass") == (Passed(0),)


def test_the_last_pass_in_a_row_resolves_the_struggle() -> None:
    """§4.4, §6."""
    position = line(BOARD, hands="K/K", seat=2, passes=1)
    assert events_of(position, "pass") == (
        Passed(1),
        StruggleResolved(SUK, Control.RAMA, Followers(2, 1, 0)),
    )


def test_the_last_resolution_ends_the_game_with_its_outcome() -> None:
    """§6.4, §7."""
    position = line("suk=B chi=B kho=B ayu:-", hands="K/K", passes=1, courts="R1/L1")
    *_, resolved, ended = events_of(position, "pass")
    assert resolved == StruggleResolved(AYU, Control.BRITISH, Followers())
    assert ended == GameEnded(outcome_of(position))


@pytest.mark.parametrize(
    ("move", "events"),
    [
        ("K ayu suk* +R@suk", (CardPlayed(0, Card.MAHARACHA, has_effect=True), TilesSwapped(AYU, SUK))),
        (
            "T R@ayu L@chi M@ayu +R@suk",
            (
                CardPlayed(0, Card.KHON_THAI, has_effect=True),
                FollowerPlaced(Faction.RAMA, AYU),
                FollowerPlaced(Faction.LAO, CHI),
                FollowerPlaced(Faction.MALAY, AYU),
            ),
        ),
        (
            "2 RR@ayu=L@suk +R@suk",
            (
                CardPlayed(0, Card.TWO_VS_ONE, has_effect=True),
                FollowersSwapped(swap(SUK, [Faction.LAO], AYU, [Faction.RAMA, Faction.RAMA])),
            ),
        ),
        (
            "R kho kho +R@suk",
            (CardPlayed(0, Card.RAMA, has_effect=True), *[FollowerPlaced(Faction.RAMA, KHO)] * 2),
        ),
    ],
)
def test_a_card_tells_what_it_did_and_what_was_taken(move: str, events: tuple[Event, ...]) -> None:
    """§5."""
    assert events_of(line(BOARD), move) == (*events, FollowerTaken(0, Faction.RAMA, SUK))


def test_a_card_without_effect_and_nothing_to_take_says_so() -> None:
    """§5.2, R-06."""
    assert events_of(line("suk:-", hands="1/K"), "1 - +-") == (CardPlayed(0, Card.ONE_VS_ONE, has_effect=False),)


def test_a_turn_knows_its_seat_and_its_move() -> None:
    position = position_of(line(BOARD, hands="K/K/K", seat=3))
    move = parse_move(position.board, "K ayu suk* +R@suk")
    turn = play(position, move)
    assert (turn.seat, turn.move) == (2, move)


def test_playing_and_undoing_give_new_games() -> None:
    setup = position_of(line(BOARD))
    game = Game(setup)
    moves = [parse_move(setup.board, text) for text in ("pass", "K ayu suk* +R@suk", "pass")]
    played = game.play_all(moves)
    assert played == game.play(moves[0]).play(moves[1]).play(moves[2])
    assert played.moves == tuple(moves)
    assert played.positions[0] == setup
    assert played.positions[-1] == played.position
    assert len(played.positions) == 4
    assert played.undo().undo().moves == (moves[0],)
    assert game.turns == ()


def test_undoing_a_game_just_set_up_changes_nothing() -> None:
    game = Game(position_of(line(BOARD)))
    assert game.undo() == game


def test_a_game_has_an_outcome_only_once_it_is_over() -> None:
    """§7."""
    game = Game(position_of(line("suk=B chi=B kho=B ayu:-", hands="K/K", courts="R1L1M1/L1")))
    pass_move = parse_move(game.setup.board, "pass")
    assert game.play(pass_move).outcome is None
    over = game.play_all([pass_move, pass_move])
    assert isinstance(over.outcome, Outcome)
    assert over.outcome.winners == (0,)
    with pytest.raises(IllegalMoveError, match="over"):
        over.play(pass_move)


def test_what_has_been_taken_is_a_cell() -> None:
    position = position_of(line(BOARD))
    move = parse_move(position.board, "K ayu suk* +L@chi")
    assert play(position, move).events[-1] == FollowerTaken(0, *Cell(Faction.LAO, CHI))
