"""Random games draw every step uniformly from the legal ones: results and moves have the exact frequencies."""

from collections import Counter
from collections.abc import Iterator
from math import sqrt
from random import Random
from typing import Any

import numba
import numpy as np
import pytest

from siam.engine.core.bits import IntArray, RandomState, random_state
from siam.engine.core.codec import encode, position_ground
from siam.engine.core.last_card import legal_steps, winning_completion
from siam.engine.core.layout import CANONICAL, CARDS, MOVE, OVER, SIZE, STAGE, STEP_CARD, WAY_SIZE
from siam.engine.core.outcomes import frozen_winners
from siam.engine.core.playouts import play_out, play_random_card
from siam.engine.core.steps import apply_step
from tests.engine.positions import small_ending

DRAWS = 20_000
TOLERANCE = 4.5
"""In standard deviations; seeds are fixed, so a test that passes keeps passing."""


def _play_card(ground: IntArray, state: IntArray, card: int, random: RandomState) -> None:
    play_random_card(ground, state, card, random)


play_card: Any = numba.njit(_play_card)


def steps_of(ground: IntArray, state: IntArray) -> list[int]:
    mask = int(legal_steps(ground, state))
    return [step for step in range(mask.bit_length()) if mask >> step & 1]


def after(ground: IntArray, state: IntArray, step: int) -> IntArray:
    state = state.copy()
    apply_step(ground, state, step)
    return state


def result_chances(ground: IntArray, state: IntArray, known: dict[bytes, Counter[int]]) -> Counter[int]:
    """Return the exact chance of each result if every step is drawn uniformly from the legal ones."""
    key = state.tobytes()
    if key not in known:
        chances: Counter[int] = Counter()
        if state[STAGE] == OVER or state[CARDS] == 0:
            chances[int(frozen_winners(ground, state))] = 1
        else:
            steps = steps_of(ground, state)
            for step in steps:
                for winners, chance in result_chances(ground, after(ground, state, step), known).items():
                    chances[winners] += chance / len(steps)  # type: ignore[assignment]
        known[key] = chances
    return known[key]


def move_ends(ground: IntArray, state: IntArray, chance: float) -> Iterator[tuple[bytes, float]]:
    """Return the positions in which a started move can end, each with its exact chance."""
    if state[STAGE] == MOVE:
        yield state[:CANONICAL].tobytes(), chance
        return
    steps = steps_of(ground, state)
    for step in steps:
        yield from move_ends(ground, after(ground, state, step), chance / len(steps))


def assert_frequencies(counts: Counter[bytes] | Counter[int], chances: dict[bytes, float] | Counter[int]) -> None:
    assert set(counts) <= set(chances)
    for outcome, chance in chances.items():
        spread = sqrt(DRAWS * chance * (1 - chance))
        seen = counts[outcome]  # type: ignore[index]
        assert abs(seen - DRAWS * chance) <= TOLERANCE * spread + 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end_as_often_as_uniform_steps_do(players: int) -> None:
    random, stream = Random(players), random_state(players)
    trial, steps = np.empty(SIZE, np.int32), np.empty(WAY_SIZE, np.int64)
    for cards in (1, 1, 2, 2):
        position = small_ending(random, players, open_provinces=2 if cards == 1 else 1, cards=cards)
        ground, state = position_ground(position), encode(position)
        counts = Counter(int(play_out(ground, state.copy(), trial, steps, stream)) for _ in range(DRAWS))
        assert_frequencies(counts, result_chances(ground, state, {}))


@pytest.mark.parametrize("card", range(7))
def test_a_random_card_is_carried_out_in_every_way_equally_often_step_by_step(card: int) -> None:
    random, stream = Random(card), random_state(card)
    for open_provinces in (1, 2):
        position = small_ending(random, 2, open_provinces=open_provinces, cards=3)
        ground, state = position_ground(position), encode(position)
        chances: dict[bytes, float] = {}
        for end, chance in move_ends(ground, after(ground, state, STEP_CARD + card), 1.0):
            chances[end] = chances.get(end, 0.0) + chance
        counts: Counter[bytes] = Counter()
        for _ in range(DRAWS):
            played = state.copy()
            play_card(ground, played, card, stream)
            counts[played[:CANONICAL].tobytes()] += 1
        assert_frequencies(counts, chances)


def test_a_winning_last_card_is_completed_by_uniform_steps() -> None:
    random, stream = Random(7), random_state(7)
    path = np.empty(WAY_SIZE, np.int64)
    tested = 0
    while tested < 8:
        position = small_ending(random, 2, open_provinces=2, cards=1)
        ground, state = position_ground(position), encode(position)
        cards = [step for step in steps_of(ground, state) if step]
        if not cards:
            continue
        begun = after(ground, state, cards[0])
        chances: dict[bytes, float] = {}
        for end, chance in move_ends(ground, begun, 1.0):
            chances[end] = chances.get(end, 0.0) + chance
        counts: Counter[bytes] = Counter()
        for _ in range(DRAWS):
            finished = begun.copy()
            for i in range(winning_completion(ground, begun, path, stream)):
                apply_step(ground, finished, path[i])
            counts[finished[:CANONICAL].tobytes()] += 1
        assert_frequencies(counts, chances)
        tested += 1
