"""Compiled ways from the engine's rows to observations, masks and rewards, for one game or thousands."""

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray, int64, mix, ones, pick, uint64
from siam.engine.core.compiling import inlined, kernel
from siam.engine.core.last_card import legal_steps
from siam.engine.core.layout import (
    BAN_A,
    BAN_C,
    BAN_CARD,
    BRITISH,
    CAMPS,
    CARD,
    CARD_KHON_THAI,
    CARD_ONE,
    CARDS,
    CELLS,
    COURTS,
    HANDS,
    KING_SECOND,
    KINGS,
    MOVE,
    ONE_SECOND,
    OVER,
    PASSES,
    PICK_A,
    PICK_B,
    PROVINCES,
    RANKS,
    REDUCED_SECOND,
    RESOLVED,
    SEATS,
    SECOND_KHON_THAI,
    STAGE,
    SUPPLY,
    THAI,
    TO_MOVE,
    TRACK,
    TWO_OTHER,
    TWO_SECOND,
)
from siam.engine.core.outcomes import ending_of, frozen_boxes, frozen_winners, winners_of
from siam.engine.core.playouts import deal
from siam.engine.core.steps import apply_step
from siam.rl import observation as o

Observation = NDArray[np.int8]
Bits = NDArray[np.int64]
Rewards = NDArray[np.float32]

_FOLLOWERS, _CONTROL, _LEADING, _KING, _DISTANCE = o.FOLLOWERS, o.CONTROL, o.LEADING, o.KING, o.DISTANCE
_SUPPLY, _COURTS, _HANDS, _LATEST, _TO_MOVE, _CAMP = o.SUPPLY, o.COURTS, o.HANDS, o.LATEST, o.TO_MOVE, o.CAMP
_WINNING, _RULING, _PASSES, _CARDS, _BAN = o.WINNING, o.RULING, o.PASSES, o.CARDS, o.BAN
_STAGE, _CARD, _PICKED, _ACTIONS = o.STAGE, o.CARD, o.PICKED, o.ACTIONS


@inlined
def _observe_board(state: IntArray, out: Observation) -> int:
    """Write what lies on the board; return the boxes of the four controllers."""
    for cell in range(24):
        out[_FOLLOWERS + cell] = state[CELLS + cell]
    resolved = int64(state[RESOLVED])
    kings = int64(state[KINGS])
    boxes = frozen_boxes(state)
    for box in range(PROVINCES):
        province = int64(state[TRACK + box])
        leader = (boxes >> (8 + box) & 1) + 2 * (boxes >> (16 + box) & 1) + BRITISH * (boxes >> (24 + box) & 1)
        is_open = int64(box >= resolved)
        out[_CONTROL + is_open * (_LEADING - _CONTROL) + 4 * province + leader] = 1
        out[_DISTANCE + 8 * province + is_open * (box - resolved)] = is_open
        out[_KING + province] = kings >> province & is_open
    for faction in range(3):
        out[_SUPPLY + faction] = state[SUPPLY + faction]
    return boxes


@inlined
def _observe_seats(ground: IntArray, state: IntArray, seat: int, boxes: int, out: Observation) -> None:
    seats = int64(ground[SEATS])
    ending = ending_of(boxes)
    winners = winners_of(ground, state, ending)
    out[_RULING + (ending & 3)] = 1
    camp = int64(ground[CAMPS + seat])
    to_move = int64(state[TO_MOVE]) if state[STAGE] != OVER else -1
    for place in range(seats):
        other = seat + place
        if other >= seats:
            other -= seats
        for faction in range(3):
            out[_COURTS + 3 * place + faction] = state[COURTS + 3 * other + faction]
        hand = int64(state[HANDS + other])
        for card in range(7):
            out[_HANDS + 7 * place + card] = hand >> card & 1
        out[_HANDS + 7 * place + CARD_KHON_THAI] += hand >> SECOND_KHON_THAI & 1
        out[_LATEST + place] = state[RANKS + other]
        out[_CAMP + place] = camp >> other & 1
        out[_WINNING + place] = winners >> other & 1
        out[_TO_MOVE + place] = int64(other == to_move)


@inlined
def _observe_move(state: IntArray, out: Observation) -> None:
    out[_PASSES] = state[PASSES]
    out[_CARDS] = state[CARDS]
    if state[BAN_CARD] != 0:
        out[_BAN + state[BAN_CARD] - CARD_ONE] = 1
        for i in range(BAN_A, BAN_C + 1):
            if state[i] >= 0:
                out[_BAN + 2 + state[i]] += 1
    stage = state[STAGE]
    if stage == OVER:
        return
    out[_STAGE + stage] = 1
    if stage == MOVE:
        return
    out[_CARD + state[CARD]] = 1
    if stage in (ONE_SECOND, REDUCED_SECOND, TWO_SECOND, TWO_OTHER):
        out[_PICKED + state[PICK_A]] += 1
        if stage == TWO_OTHER:
            out[_PICKED + state[PICK_B]] += 1
    elif stage == KING_SECOND:
        out[_PICKED + 24 + state[PICK_A]] = 1
    elif stage == THAI:
        out[_PICKED + 32 + state[PICK_A]] = 1


@kernel
def observe(ground: IntArray, state: IntArray, seat: int, out: Observation) -> None:
    """Write what a seat observes."""
    out[:] = 0
    boxes = _observe_board(state, out)
    _observe_seats(ground, state, seat, boxes, out)
    _observe_move(state, out)


@kernel
def write_mask(steps: int, out: Observation) -> None:
    """Write legal steps as a row of zeros and ones."""
    for step in range(_ACTIONS):
        out[step] = steps >> step & 1


@inlined
def add_rewards(seats: int, winners: int, out: Rewards) -> None:
    """Add what everybody gets if these win."""
    won = ones(winners)
    for seat in range(seats):
        if won == 0 or won == seats:
            continue
        out[seat] += (seats - won) / won if winners >> seat & 1 else -1.0


@kernel
def write_rewards(ground: IntArray, state: IntArray, out: Rewards) -> None:
    """Write everybody's reward: -1 for losers, whose losses the winners share; 0 if nobody or everybody won."""
    out[:] = 0
    add_rewards(int64(ground[SEATS]), frozen_winners(ground, state), out)


@kernel
def step_one(ground: IntArray, state: IntArray, step: int, mask: Observation) -> int:
    """Take a legal step, write the next mask, and return the legal steps as bits; 0 when the game is over."""
    apply_step(ground, state, step)
    steps = legal_steps(ground, state) if state[STAGE] != OVER else 0
    write_mask(steps, mask)
    return steps


@kernel
def steps_after(ground: IntArray, state: IntArray, step: int) -> int:
    """Take a legal step and return the next legal steps as bits; 0 when the game is over."""
    apply_step(ground, state, step)
    return legal_steps(ground, state) if state[STAGE] != OVER else 0


@kernel
def reset_games(
    ground: IntArray,
    states: IntArray,
    randoms: NDArray[np.uint64],
    legal: Bits,
    masks: Observation,
    observations: Observation,
    seed: int,
    first: int,
    last: int,
) -> None:
    """Deal the games from `first` to `last`, each with a stream of random numbers of its own."""
    for game in range(first, last):
        randoms[game, 0] = mix(mix(uint64(seed)) ^ uint64(game))
        deal(ground, states[game], randoms[game])
        legal[game] = legal_steps(ground, states[game])
        write_mask(legal[game], masks[game])
        if observations.shape[1] > 0:
            observe(ground, states[game], states[game, TO_MOVE], observations[game])


@kernel
def show_games(
    ground: IntArray,
    states: IntArray,
    legal: Bits,
    masks: Observation,
    observations: Observation,
    first: int,
    last: int,
) -> None:
    """Work out what the games from `first` to `last` show, after their states were set."""
    for game in range(first, last):
        state = states[game]
        legal[game] = legal_steps(ground, state) if state[STAGE] != OVER else 0
        write_mask(legal[game], masks[game])
        if observations.shape[1] > 0:
            observe(ground, state, state[TO_MOVE], observations[game])


@kernel
def illegal_game(legal: Bits, actions: NDArray[np.int64]) -> int:
    """Return the first game whose step is not legal, or -1; a game that is over takes anything."""
    for game in range(legal.size):
        action = actions[game]
        if legal[game] and (action < 0 or action >= _ACTIONS or not legal[game] >> action & 1):
            return game
    return -1


@kernel
def step_games(
    ground: IntArray,
    states: IntArray,
    randoms: NDArray[np.uint64],
    actions: NDArray[np.int64],
    legal: Bits,
    masks: Observation,
    observations: Observation,
    rewards: Rewards,
    dones: NDArray[np.bool_],
    auto_reset: bool,
    first: int,
    last: int,
) -> None:
    """Take a legal step in every game from `first` to `last`; a finished game is dealt anew."""
    for game in range(first, last):
        state = states[game]
        dones[game] = False
        for seat in range(ground[SEATS]):
            rewards[game, seat] = 0.0
        if state[STAGE] == OVER:
            dones[game] = True
            continue
        apply_step(ground, state, actions[game])
        if state[STAGE] == OVER:
            dones[game] = True
            write_rewards(ground, state, rewards[game])
            if auto_reset:
                deal(ground, state, randoms[game])
        legal[game] = legal_steps(ground, state) if state[STAGE] != OVER else 0
        write_mask(legal[game], masks[game])
        if observations.shape[1] > 0:
            observe(ground, state, state[TO_MOVE], observations[game])


@kernel
def sample_games(legal: Bits, randoms: NDArray[np.uint64], actions: NDArray[np.int64], first: int, last: int) -> None:
    """Draw a legal step for every game; 0 where a game is over."""
    for game in range(first, last):
        actions[game] = pick(randoms[game], legal[game]) if legal[game] else 0
