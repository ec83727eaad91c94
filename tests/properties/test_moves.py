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
from siam.rules import STEPS, HalfMove, IllegalMoveError, Move, legal_moves, play, why_illegal
from siam.rules.moves import Pass, Place, Swap, SwapTiles
from siam.rules.steps import PASS_STEP, card_step, follower_step, province_step
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
    from siam.rules import Game, Position, Step


def made_by_steps(half: HalfMove) -> set[Move]:
    """Collect every move that legal steps can make from here."""
    if half.move is not None:
        assert half.legal_steps == ()
        return {half.move}
    return {move for step in half.legal_steps for move in made_by_steps(half.then(step))}


def steps_of(move: Move) -> tuple[Step, ...]:
    """Take a move apart into the steps that make it."""
    if isinstance(move, Pass):
        return (PASS_STEP,)
    picks: list[Step] = [card_step(move.card)]
    match move.action:
        case SwapTiles(moved, king):
            picks += [province_step(moved), province_step(king)]
        case Place(cells):
            picks += [province_step(cell.province) for cell in cells]
        case Swap(left, left_given, right, right_given):
            picks += [STEPS[8 + 3 * left + faction] for faction in left_given]
            picks += [STEPS[8 + 3 * right + faction] for faction in right_given]
    return (*picks, *([follower_step(move.taken)] if move.taken else []))


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
