"""Moves are scored by adding up parts that were summed before: the sums must be those of each afterstate alone."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from siam.engine.core.bits import IntArray
from siam.engine.core.codec import encode, ground_of, position_ground
from siam.engine.core.layout import (
    CARD_KINDS,
    CARDS,
    CELLS,
    COURTS,
    HANDS,
    KING_FIRST,
    KINGS,
    MOVE,
    ONE_FIRST,
    PLACE_FIRST,
    PROVINCES,
    STAGE,
    STEP_CARD,
    STEPS,
    TAKE,
    THAI,
    TO_MOVE,
    TRACK,
    TWO_FIRST,
    WON,
)
from siam.engine.core.outcomes import is_decided
from siam.engine.core.steps import apply_step, possible_steps
from siam.engine.evaluation.features import INPUTS
from siam.engine.evaluation.net import new_net
from siam.engine.evaluation.quantized import Evaluation, quantized
from siam.engine.evaluation.shipped import evaluation_for
from siam.engine.search.board_scores import begin_turn, score_boards
from siam.engine.search.candidates import new_candidates
from siam.engine.search.limits import Limits
from siam.engine.search.moves import score_moves
from siam.engine.search.search import analyse
from siam.engine.search.workspace import MAX_BOARDS, MAX_PATH, new_desk
from siam.notation import parse_position
from siam.rules import BOOK, PASS, advance, deal, load_board
from tests.engine.positions import random_position
from tests.engine.reference import outputs_alone


def afterstates(players: int, evaluation: Evaluation, seeds: range) -> Iterator[tuple[IntArray, np.ndarray, float]]:
    """Yield afterstates of games, the outputs they were scored by, and the chance of who moved."""
    desk, candidates = new_desk(evaluation.bias.size), new_candidates(40)
    for seed in seeds:
        position, random = deal(players, seed), Random(seed)
        ground, state = position_ground(position), encode(position)
        while not is_decided(state) and state[CARDS] > 1:
            count = score_moves(ground, state, evaluation, desk, candidates, 40, 200, PROVINCES)
            for i in range(count):
                if not is_decided(candidates.states[i]):
                    yield candidates.states[i], candidates.outputs[i], float(candidates.worth[i])
            state = candidates.states[random.randrange(min(count, 12))].copy()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_scores_are_those_of_the_afterstates_to_the_last_bit(players: int) -> None:
    evaluation = evaluation_for(players, load_board("siam"))
    outputs = len(evaluation.output_bias)
    ground = ground_of(players, load_board("siam"), BOOK)
    seen = 0
    for after, found, _ in afterstates(players, evaluation, range(8)):
        assert np.array_equal(found[:outputs], outputs_alone(evaluation, ground, after))
        seen += 1
    assert seen > 3000


@pytest.mark.parametrize("players", [2, 3, 4])
def test_moves_are_ordered_by_the_chance_of_who_moves(players: int) -> None:
    evaluation = evaluation_for(players, load_board("siam"))
    for _, found, worth in afterstates(players, evaluation, range(1)):
        if players == 3:
            odds = np.exp(found.astype(float))
            assert worth == pytest.approx(odds[2] / odds.sum(), abs=1e-4)
        else:
            assert worth == pytest.approx(1 / (1 + np.exp(float(found[0]))), abs=1e-6)


def test_looking_at_all_boards_finds_nothing_worse() -> None:
    position = deal(2, 4)
    evaluation, ground, state = evaluation_for(2, position.board), position_ground(position), encode(position)
    desk, few, all_of_them = new_desk(evaluation.bias.size), new_candidates(16), new_candidates(16)
    score_moves(ground, state, evaluation, desk, few, 16, 8, 4)
    score_moves(ground, state, evaluation, desk, all_of_them, 16, MAX_BOARDS, PROVINCES)
    assert all_of_them.worth[0] >= few.worth[0]
    assert list(all_of_them.worth) == sorted(all_of_them.worth, reverse=True)


def everything(ground: IntArray, begun: IntArray) -> set[bytes]:
    """Find every board that a card can make by all of its steps."""
    if begun[STAGE] in (TAKE, MOVE):
        return {made(begun)}
    boards = set()
    for step in range(STEPS):
        if int(possible_steps(ground, begun)) >> step & 1:
            boards |= everything(ground, after_steps(ground, begun, (step,)))
    return boards


def made(state: IntArray) -> bytes:
    """Return what a card changes: followers, supply, track and king markers."""
    return np.concatenate([state[CELLS:COURTS], state[TRACK:WON], state[KINGS : KINGS + 1]]).tobytes()


def after_steps(ground: IntArray, state: IntArray, steps: tuple[int, ...]) -> IntArray:
    after = state.copy()
    for step in steps:
        apply_step(ground, after, step)
    return after


@pytest.mark.parametrize("board", ["siam", "albion"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_boards_listed_are_those_that_steps_lead_to_each_once_and_in_order(players: int, board: str) -> None:
    random, evaluation = Random(players), quantized(new_net(INPUTS, 16, 3 if players == 3 else 1, 1))
    desk, kinds = new_desk(16), set()
    for _ in range(40):
        position = random_position(random, players, moves=random.randrange(30), board=load_board(board))
        ground, state = position_ground(position), encode(position)
        hand = [card for card in range(CARD_KINDS) if state[HANDS + state[TO_MOVE]] >> card & 1]
        if state[CARDS] < 2 or not hand:
            continue
        desk.stack[0] = state
        boxes = begin_turn(ground, evaluation, desk, hand[0])
        for card in hand:
            count = int(score_boards(ground, card, evaluation, desk, boxes, 0, PROVINCES))
            words = [int(path).to_bytes(MAX_PATH, "little") for path in desk.boards.paths[:count]]
            steps = [tuple(word.rstrip(b"\xff")) for word in words]
            boards = [made(after_steps(ground, state, path)) for path in steps]
            assert steps == sorted(steps)
            assert len(set(boards)) == len(boards)
            begun = after_steps(ground, state, (STEP_CARD + card,))
            assert set(boards) == everything(ground, begun)
            kinds.add(int(begun[STAGE]))
    assert {KING_FIRST, THAI, ONE_FIRST, TWO_FIRST, PLACE_FIRST, TAKE} <= kinds


def test_a_card_without_effect_is_played_where_nobody_is_left_to_take() -> None:
    """The move is complete with its card, and names it: a line that named another could not be played."""
    text = (
        "siam ked=M,kho=R,ayu=M,ray=B,chi=L,suk=L,pat:R4L1M4,lua*:M2 R3L8M1 "
        "1:R5L4/2M:L3M5/1RL:R1M6/T1M:R5L2 3 1 2341 2MM@chi=L@lua"
    )
    position = parse_position(text)
    assert analyse(position, Limits(nodes=25)).nodes == 25
    for _ in range(6):  # six passes, and nobody is on the board any more
        position = advance(position, PASS).position
    desk, candidates = new_desk(128), new_candidates(40)
    evaluation = evaluation_for(4, position.board)
    count = score_moves(
        position_ground(position), encode(position), evaluation, desk, candidates, 40, MAX_BOARDS, PROVINCES
    )
    hand = {int(STEP_CARD) + int(card) for card in position.player.hand}
    assert {int(candidates.paths[i, 0]) for i in range(count)} <= hand | {0}
