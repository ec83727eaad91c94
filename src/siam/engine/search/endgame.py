"""Exact endings: with one card left the rest of the game is forced, with few it is searched to the end.

With two camps the search is alpha-beta over every legal move. A camp that holds all cards left can always
pass, so it gets at least what the position stands at, and a camp without cards gets at most that. Three
players each maximise their own share of the win (max^n); among equals the first move in order is played,
passing before all others.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray, RandomState, int64, lowest, uint64
from siam.engine.core.compiling import kernel
from siam.engine.core.effects import play_pass
from siam.engine.core.last_card import can_win, finish_last_card
from siam.engine.core.layout import (
    CAMPS,
    CANONICAL,
    CARDS,
    HANDS,
    MOVE,
    OVER,
    RESOLVED,
    SEATS,
    SIZE,
    STAGE,
    STEP_CARD,
    TO_MOVE,
    WAY_SIZE,
)
from siam.engine.core.outcomes import frozen_winners
from siam.engine.core.states import copy_state, distinct_steps, hashed
from siam.engine.core.steps import apply_step, begin_card, possible_steps

LOSS: Final = 0
SHARED: Final = 1
WIN: Final = 2
UNKNOWN: Final = -1
_LEVELS: Final = 64
_ROWS: Final = 8
_PATH: Final = 8


class Endgame(NamedTuple):
    """Room to work in: a few positions for each level of the search."""

    rows: IntArray
    steps: NDArray[np.int64]
    paths: NDArray[np.int8]
    """The best move of each level, and below them the last one that refuted something there."""
    budget: NDArray[np.int64]
    """How many positions may still be looked at."""
    keys: NDArray[np.uint64]
    """Positions that have been looked at, each at a place given by its key; a newer one replaces an older."""
    bounds: NDArray[np.int8]
    """What they are worth at least, and 4 times what they are worth at most."""
    way: NDArray[np.int64]
    random: RandomState


def new_endgame(budget: int, known: int = 1 << 10) -> Endgame:
    """Make room for a search of so many positions, of which so many (a power of two) are remembered."""
    return Endgame(
        np.zeros((_LEVELS, _ROWS, SIZE), np.int32),
        np.zeros((_LEVELS, _ROWS), np.int64),
        np.full((2 * _LEVELS, _PATH), -1, np.int8),
        np.array([budget], np.int64),
        np.zeros(known, np.uint64),
        np.zeros(known, np.int8),
        np.zeros(WAY_SIZE, np.int64),
        np.zeros(1, np.uint64),
    )


@kernel
def settle_last_card(
    ground: IntArray, state: IntArray, trial: IntArray, way: NDArray[np.int64], random: RandomState
) -> int:
    """Return the winning seats once a single card is left: its holder plays it as soon as it wins (5.5).

    Everybody else can only pass, and playing a last card that wins is never wrong.
    """
    hopeless = -1
    while state[STAGE] != OVER and state[CARDS] == 1:
        seat = int64(state[TO_MOVE])
        hand = int64(state[HANDS + seat])
        if hand and hopeless != state[RESOLVED]:
            copy_state(state, trial)
            begin_card(ground, trial, lowest(hand))
            if can_win(ground, trial, seat, way, random):
                return int64(ground[CAMPS + seat])
            hopeless = int64(state[RESOLVED])
        play_pass(ground, state)
    return frozen_winners(ground, state)


@kernel
def _next_afterstate(
    ground: IntArray, rows: IntArray, steps: NDArray[np.int64], depth: int, path: NDArray[np.int8]
) -> int:
    """Go on to the next complete move with a card; give its row, or 0 when there is none left.

    `rows[0]` is the position; the first call has depth 0 and the cards to play in `steps[0]`.
    """
    while True:
        while depth >= 0 and steps[depth] == 0:
            depth -= 1
        if depth < 0:
            return 0
        step = lowest(steps[depth])
        steps[depth] &= steps[depth] - 1
        path[depth] = step
        copy_state(rows[depth], rows[depth + 1])
        apply_step(ground, rows[depth + 1], step)
        depth += 1
        if rows[depth, STAGE] == MOVE:
            steps[depth] = 0  # what an earlier search left there belongs to another position
            _end_path(path, depth)
            return depth
        steps[depth] = distinct_steps(rows[depth], possible_steps(ground, rows[depth]))


@kernel
def _end_path(path: NDArray[np.int8], depth: int) -> None:
    """Let a move end after so many steps."""
    for i in range(depth, _PATH):
        path[i] = -1


@kernel
def _standing(ground: IntArray, winners: int, seat: int) -> int:
    """Return what an outcome is worth for the camp of a seat."""
    camp = int64(ground[CAMPS + seat])
    if winners == camp:
        return WIN
    return LOSS if winners and not winners & camp else SHARED


@kernel
def _cards_of(ground: IntArray, state: IntArray, camp: int) -> int:
    """Return whether a camp holds any card."""
    cards = int64(0)
    for seat in range(ground[SEATS]):
        if camp >> seat & 1:
            cards |= int64(state[HANDS + seat])
    return cards


@kernel
def _recall(endgame: Endgame, key: int, alpha: int, beta: int) -> int:
    """Return what a position is worth, as far as it matters between two bounds, if that is remembered."""
    place = int64(key & uint64(endgame.keys.size - 1))
    if endgame.keys[place] != key:
        return UNKNOWN
    low, high = int64(endgame.bounds[place]) & 3, int64(endgame.bounds[place]) >> 2
    if low >= beta or low == high:
        return low
    return high if high <= alpha else UNKNOWN


@kernel
def _remember(endgame: Endgame, key: int, alpha: int, beta: int, worth: int) -> None:
    """Keep what a search between two bounds has shown: a worth outside of them is a bound itself."""
    place = int64(key & uint64(endgame.keys.size - 1))
    low = worth if worth > alpha else LOSS
    high = worth if worth < beta else WIN
    endgame.keys[place] = key
    endgame.bounds[place] = low | high << 2


@kernel
def solve(ground: IntArray, endgame: Endgame, level: int, alpha: int, beta: int) -> int:
    """Return the worth of `rows[level, 0]` for the camp to move, two camps playing perfectly; or `UNKNOWN`.

    The best move is left in the path of the level.
    """
    rows, steps = endgame.rows[level], endgame.steps[level]
    state, best_path, killer = rows[0], endgame.paths[level], endgame.paths[_LEVELS + level]
    seat = int64(state[TO_MOVE])
    own = int64(ground[CAMPS + seat])
    endgame.budget[0] -= 1
    if endgame.budget[0] < 0 or level + 1 >= _LEVELS:
        return UNKNOWN
    if state[STAGE] == OVER or state[CARDS] == 0:
        return _standing(ground, frozen_winners(ground, state), seat)
    if state[CARDS] == 1 and level > 0:
        copy_state(state, rows[1])
        return _standing(ground, settle_last_card(ground, rows[1], rows[2], endgame.way, endgame.random), seat)
    hand = int64(state[HANDS + seat]) & 0x7F
    best = UNKNOWN
    ours, theirs = _cards_of(ground, state, own), _cards_of(ground, state, ((1 << ground[SEATS]) - 1) & ~own)
    if not ours or not theirs:
        standing = _standing(ground, frozen_winners(ground, state), seat)
        if not theirs and standing >= beta and level > 0:
            return standing
        if not ours and standing <= alpha and level > 0:
            return standing
    path = np.full(_PATH, -1, np.int8)
    if hand and state[CARDS] == 1:
        copy_state(state, rows[1])
        begin_card(ground, rows[1], lowest(hand))
        if finish_last_card(ground, rows[1], seat, endgame.way, endgame.random):
            best_path[:] = -1
            best_path[0] = STEP_CARD + lowest(hand)
            return WIN
        hand = 0
    for phase in range(4):
        # first what refuted a sibling, then what wins as it stands, then passing, then everything else
        if phase == 2 or not hand:
            if phase != 2:
                continue
            copy_state(state, endgame.rows[level + 1, 0])
            play_pass(ground, endgame.rows[level + 1, 0])
            key = hashed(endgame.rows[level + 1, 0], CANONICAL)
            worth = _recall(endgame, key, WIN - beta, WIN - alpha)
            if worth == UNKNOWN:
                worth = solve(ground, endgame, level + 1, WIN - beta, WIN - alpha)
                if worth == UNKNOWN:
                    return UNKNOWN
                _remember(endgame, key, WIN - beta, WIN - alpha, worth)
            worth = WIN - worth
            if worth > best:
                best = worth
                best_path[:] = -1
                best_path[0] = 0
                alpha = max(alpha, best)
                if best >= beta:
                    return best
            continue
        depth = 0
        steps[0] = hand << STEP_CARD
        tries = 0
        while True:
            if phase == 0:
                depth = _replay(ground, rows, killer, path) if tries == 0 else 0
            else:
                depth = _next_afterstate(ground, rows, steps, depth, path)
            tries += 1
            if depth == 0:
                break
            after = rows[depth]
            standing = _standing(ground, frozen_winners(ground, after), seat)
            if phase == 1 and standing != WIN:
                continue
            if phase == 3 and (standing == WIN or (standing <= best and not _cards_of(ground, after, own))):
                continue
            copy_state(after, endgame.rows[level + 1, 0])
            key = hashed(endgame.rows[level + 1, 0], CANONICAL)
            worth = _recall(endgame, key, WIN - beta, WIN - alpha)
            if worth == UNKNOWN:
                worth = solve(ground, endgame, level + 1, WIN - beta, WIN - alpha)
                if worth == UNKNOWN:
                    return UNKNOWN
                _remember(endgame, key, WIN - beta, WIN - alpha, worth)
            worth = WIN - worth
            if worth > best:
                best = worth
                best_path[:] = path
                alpha = max(alpha, best)
                if best >= beta:
                    killer[:] = path
                    return best
    return best


@kernel
def _replay(ground: IntArray, rows: IntArray, remembered: NDArray[np.int8], path: NDArray[np.int8]) -> int:
    """Play a remembered move if it is legal here; give its row, or 0.

    Where nobody is left to take, it ends before its last step.
    """
    depth = 0
    while remembered[depth] >= 0:
        step = int64(remembered[depth])
        path[depth] = step
        if step == 0 or not possible_steps(ground, rows[depth]) >> step & 1:
            return 0
        copy_state(rows[depth], rows[depth + 1])
        apply_step(ground, rows[depth + 1], step)
        depth += 1
        if rows[depth, STAGE] == MOVE:
            _end_path(path, depth)
            return depth
    return 0


@kernel
def solve_three(ground: IntArray, endgame: Endgame, level: int) -> int:
    """Return the winning seats of `rows[level, 0]` as bits, three players playing for themselves; or `UNKNOWN`."""
    rows, steps = endgame.rows[level], endgame.steps[level]
    state, best_path = rows[0], endgame.paths[level]
    seat = int64(state[TO_MOVE])
    endgame.budget[0] -= 1
    if endgame.budget[0] < 0 or level + 1 >= _LEVELS:
        return UNKNOWN
    if state[STAGE] == OVER or state[CARDS] == 0:
        return frozen_winners(ground, state)
    if state[CARDS] == 1 and level > 0:
        copy_state(state, rows[1])
        return settle_last_card(ground, rows[1], rows[2], endgame.way, endgame.random)
    hand = int64(state[HANDS + seat]) & 0x7F
    path = np.full(_PATH, -1, np.int8)
    path[0] = 0
    copy_state(state, endgame.rows[level + 1, 0])
    play_pass(ground, endgame.rows[level + 1, 0])
    winners = solve_three(ground, endgame, level + 1)
    best_path[:] = path
    if winners == UNKNOWN or winners == 1 << seat or not hand:
        return winners
    if state[CARDS] == 1:
        copy_state(state, rows[1])
        begin_card(ground, rows[1], lowest(hand))
        if finish_last_card(ground, rows[1], seat, endgame.way, endgame.random):
            best_path[0] = STEP_CARD + lowest(hand)
            return 1 << seat
        return winners
    depth = 0
    steps[0] = hand << STEP_CARD
    while True:
        depth = _next_afterstate(ground, rows, steps, depth, path)
        if depth == 0:
            return winners
        copy_state(rows[depth], endgame.rows[level + 1, 0])
        after = solve_three(ground, endgame, level + 1)
        if after == UNKNOWN:
            return UNKNOWN
        if _share(after, seat) > _share(winners, seat):
            winners = after
            best_path[:] = path
            if winners == 1 << seat:
                return winners


@kernel
def _share(winners: int, seat: int) -> int:
    """Rank an outcome for a seat: six for a win alone, three or two for a shared one, two for nobody's."""
    if not winners:
        return 2
    if not winners >> seat & 1:
        return 0
    count = 0
    for other in range(3):
        count += winners >> other & 1
    return 6 // count
