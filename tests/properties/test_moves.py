"""Listing, counting, membership, steps and text forms of moves say the same."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from siam.notation import (
    Record,
    format_move,
    format_position,
    format_record,
    format_step,
    parse_move,
    parse_position,
    parse_record,
    parse_step,
)
from siam.rules import (
    NO_EFFECT,
    STEPS,
    CardStep,
    FollowerStep,
    HalfMove,
    IllegalMoveError,
    Move,
    PartKind,
    Play,
    ProvinceStep,
    advance,
    cards_without_effect,
    legal_moves,
    play,
    steps_of,
    why_illegal,
)
from tests.properties.games import (
    any_moves,
    early_positions,
    few,
    games,
    late_positions,
    many,
    random_move,
    seeds,
)

if TYPE_CHECKING:
    from siam.rules import Game, Position


def made_by_steps(half: HalfMove) -> set[Move]:
    """Collect every move that legal steps can make from here."""
    if half.move is not None:
        assert half.legal_steps == ()
        return {half.move}
    return {move for step in half.legal_steps for move in made_by_steps(half.then(step))}


@many
@given(late_positions())
def test_steps_make_exactly_the_legal_moves(position: Position) -> None:
    if len(legal_moves(position)) < 2000:
        assert made_by_steps(HalfMove(position)) == set(legal_moves(position))


@few
@given(early_positions(), seeds)
def test_every_legal_move_of_an_opening_can_be_made_by_steps(position: Position, seed: int) -> None:
    moves = list(legal_moves(position))
    for move in Random(seed).sample(moves, min(30, len(moves))):
        half = HalfMove(position)
        for step in steps_of(move):
            assert half.move is None
            assert step in half.legal_steps
            half = half.then(step)
        assert half.move == move


CHOSEN_AS = {
    PartKind.CARD: CardStep,
    PartKind.TILE: ProvinceStep,
    PartKind.CROWN: ProvinceStep,
    PartKind.PLACE: ProvinceStep,
    PartKind.GIVE: FollowerStep,
    PartKind.RECEIVE: FollowerStep,
    PartKind.TAKE: FollowerStep,
}


@many
@given(late_positions(), seeds)
def test_the_parts_of_a_move_tell_what_is_asked_next_until_it_is_complete(position: Position, seed: int) -> None:
    random = Random(seed)
    half = HalfMove(position)
    while half.legal_steps:
        asked = half.asks
        assert asked is not None
        assert asked == half.parts[len(half.steps)]
        cards = [step for step in half.legal_steps if step.id]
        assert all(isinstance(step, CHOSEN_AS[asked.kind]) for step in cards)
        half = half.then(random.choice(cards or half.legal_steps))
        assert half.parts[: len(half.steps)] == half.undo().then(half.steps[-1]).parts[: len(half.steps)]
    assert half.asks is None
    assert len(half.parts) == len(half.steps)
    for part in half.parts:
        same = [other for other in half.parts if other.kind is part.kind]
        assert part.count == len(same)
        assert part.index == same.index(part) + 1
    if isinstance(half.move, Play):
        assert half.play_so_far == half.move
        assert half.has_no_effect == (half.move.effect == NO_EFFECT)
        assert half.has_no_effect == (half.move.card in cards_without_effect(position))


@few
@given(early_positions(), seeds)
def test_every_step_brings_the_table_closer_to_the_move(position: Position, seed: int) -> None:
    """What the steps have done so far never leaves what the whole move will have done."""
    random = Random(seed)
    half = HalfMove(position)
    while half.legal_steps:
        half = half.then(random.choice(half.legal_steps))
    if not isinstance(half.move, Play):
        return
    after = advance(position, half.move).position
    supplies = [position.supply]
    while len(half.steps) > 1:
        assert half.play_so_far is not None
        supplies.insert(1, advance(position, half.play_so_far).position.supply)
        half = half.undo()
    assert supplies[-1] == after.supply
    assert [sum(supply) for supply in supplies] == sorted([sum(supply) for supply in supplies], reverse=True)


@few
@given(early_positions(), seeds)
def test_whatever_is_made_by_steps_in_an_opening_is_legal(position: Position, seed: int) -> None:
    random = Random(seed)
    for _ in range(0 if position.is_over else 20):
        assert why_illegal(position, random_move(position, random, keenness=1.0)) is None


@many
@given(late_positions())
def test_every_listed_move_is_accepted_and_listed_once(position: Position) -> None:
    moves = legal_moves(position)
    listed = list(moves)
    assert len(set(listed)) == len(listed) == len(moves)
    assert bool(moves) == bool(listed)
    assert all(move in moves for move in listed)


@few
@given(early_positions())
def test_counting_and_listing_an_opening_agree(position: Position) -> None:
    listed = list(legal_moves(position))
    assert len(legal_moves(position)) == len(listed) == len(set(listed))


@many
@given(late_positions(), any_moves())
def test_nothing_but_the_listed_moves_is_accepted(position: Position, move: Move) -> None:
    is_listed = move in set(legal_moves(position))
    assert (move in legal_moves(position)) == is_listed
    if is_listed:
        assert play(position, move).move == move
    else:
        with pytest.raises(IllegalMoveError, match=r"."):
            play(position, move)


@few
@given(games())
def test_every_text_form_of_a_game_comes_back_as_it_was(game: Game) -> None:
    board, options = game.setup.board, game.setup.options
    for position in game.positions:
        assert parse_position(format_position(position), options) == position
    for move in game.moves:
        assert parse_move(board, format_move(board, move)) == move
    record = Record.of(game, Event="a property")
    assert parse_record(format_record(record)) == record


@many
@given(late_positions())
def test_every_text_form_of_a_late_position_comes_back_as_it_was(position: Position) -> None:
    board = position.board
    assert parse_position(format_position(position), position.options) == position
    for move in list(legal_moves(position))[:200]:
        assert parse_move(board, format_move(board, move)) == move
    for step in STEPS:
        assert parse_step(board, format_step(board, step)) == step
