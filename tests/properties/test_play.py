"""What holds in every game, whatever is played."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hypothesis import given

from siam.notation import format_position
from siam.rules import Card, Play, legal_moves, outcome, play, standing_outcome
from tests.properties.games import early_positions, few, games, late_positions, many

if TYPE_CHECKING:
    from siam.rules import Game, Position


@few
@given(games())
def test_no_follower_is_ever_lost(game: Game) -> None:
    counts = {position.follower_count for position in game.positions}
    assert counts == {game.setup.follower_count}


@few
@given(games())
def test_cards_never_come_back(game: Game) -> None:
    held = [Counter(player.hand) for player in game.setup.players]
    for turn in game.turns:
        if isinstance(turn.move, Play):
            held[turn.seat] -= Counter([turn.move.card])
        assert [Counter(player.hand) for player in turn.position.players] == held


@few
@given(games())
def test_every_game_ends_with_an_outcome(game: Game) -> None:
    """Each card comes after at most all but one have passed, and each struggle ends with passes of all."""
    players = len(game.setup.players)
    assert game.position.is_over
    assert game.outcome == standing_outcome(game.position)
    assert len(game.turns) <= 8 * players * (players + 1)


@few
@given(games())
def test_until_the_end_nobody_has_won(game: Game) -> None:
    assert all(outcome(position) is None for position in game.positions[:-1])


@few
@given(games())
def test_resolved_provinces_are_empty_and_stay_resolved(game: Game) -> None:
    for before, after in zip(game.positions, game.positions[1:], strict=False):
        for province in range(8):
            if before.controls[province] is not None:
                assert after.controls[province] == before.controls[province]
                assert not any(after.followers[province])
        assert after.track[: before.resolved_count] == before.track[: before.resolved_count]


@few
@given(games())
def test_a_king_marker_never_moves_and_its_tile_never_either(game: Game) -> None:
    for before, after in zip(game.positions, game.positions[1:], strict=False):
        for province in before.open_provinces:
            if before.kings[province]:
                assert after.track.index(province) == before.track.index(province)
                assert after.kings[province] == (after.controls[province] is None)


@few
@given(games())
def test_the_court_grows_by_the_follower_taken_and_by_nothing_else(game: Game) -> None:
    for before, turn in zip(game.positions, game.turns, strict=False):
        grown = [
            after.court.total - player.court.total
            for player, after in zip(before.players, turn.position.players, strict=True)
        ]
        took = isinstance(turn.move, Play) and turn.move.taken is not None
        assert sum(grown) == grown[turn.seat] == int(took)


@few
@given(games())
def test_undoing_every_turn_leads_back_to_the_setup(game: Game) -> None:
    while game.turns:
        assert game.undo().play(game.turns[-1].move) == game
        game = game.undo()
    assert game.position == game.setup


@many
@given(late_positions())
def test_playing_leaves_the_position_alone(position: Position) -> None:
    before, shown = format_position(position), repr(position)
    for move in list(legal_moves(position))[:20]:
        play(position, move)
    assert (format_position(position), repr(position)) == (before, shown)


@few
@given(early_positions())
def test_every_card_in_the_hand_may_be_played_while_others_are_left(position: Position) -> None:
    playable = {move.card for move in legal_moves(position) if isinstance(move, Play)}
    if position.card_count > 1 and not position.is_over:
        assert playable == set(position.player.hand) <= set(Card)
