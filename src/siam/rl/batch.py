"""Thousands of games at once in NumPy arrays, on the compiled engine and as many threads as you like."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from operator import index
from pathlib import Path
from typing import Any, NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from siam.engine.core.codec import decode, encode, ground_of
from siam.engine.core.layout import MOVE, OVER, STAGE, TO_MOVE
from siam.engine.core.layout import SIZE as STATE_SIZE
from siam.rl import observation
from siam.rl.kernels import illegal_game, reset_games, sample_games, show_games, step_games
from siam.rl.terms import Terms, terms_from
from siam.rules import Options, Position, SiamError

GAMES_A_THREAD = 1024
"""With fewer, handing the work over takes longer than another thread saves."""
SEEDS = 2**63
"""A seed is smaller than this: kernels take signed words."""


class IllegalActionError(SiamError):
    """An action that is not legal in its game."""


class BatchStep(NamedTuple):
    """What all games show after a step. The arrays are the simulator's own: copy what you want to keep."""

    observations: NDArray[np.int8]
    """(games, observation.SIZE): seen by whoever is to move; (games, 0) if observations were not asked for."""
    masks: NDArray[np.int8]
    """(games, 40): legal actions."""
    seats: NDArray[np.int32]
    """(games,): who is to move."""
    rewards: NDArray[np.float32]
    """(games, players): not zero only where a game has just ended."""
    dones: NDArray[np.bool_]
    """(games,): the game has just ended and was dealt anew; without `auto_reset`, that it is over."""


class BatchSimulator:
    """Plays many games side by side; game `i` of a seed is the same whatever the number of threads."""

    def __init__(
        self,
        games: int,
        players: int = 2,
        *,
        board: str | Path = "siam",
        options: Options | str | dict[str, Any] | None = None,
        observations: bool = True,
        auto_reset: bool = True,
        threads: int | None = None,
    ) -> None:
        """Deal the games, at random. Without a number, large batches get a thread for each processor."""
        if games < 1 or (threads is not None and threads < 1):
            raise SiamError(f"there is no batch of {games} games on {threads} threads")
        threads = threads or max(1, min(os.cpu_count() or 1, games // GAMES_A_THREAD))
        self.games = games
        self._terms = terms_from(players, board, options)
        self.players, self.board, self.options = self._terms
        self.auto_reset = auto_reset
        self.ground = ground_of(players, self.board, self.options)
        self.states = np.zeros((games, STATE_SIZE), np.int32)
        self.legal = np.zeros(games, np.int64)
        self._randoms = np.zeros((games, 1), np.uint64)
        self._masks = np.zeros((games, observation.ACTIONS), np.int8)
        self._observations = np.zeros((games, observation.SIZE if observations else 0), np.int8)
        self._rewards = np.zeros((games, players), np.float32)
        self._dones = np.zeros(games, np.bool_)
        self._actions = np.zeros(games, np.int64)
        part = -(-games // threads)
        self._parts = [(first, min(first + part, games)) for first in range(0, games, part)]
        self._helpers = threads - 1
        self._pool = ThreadPoolExecutor(self._helpers) if threads > 1 else None
        self._seeds = np.random.default_rng()
        self.reset()

    def reset(self, seed: SupportsIndex | None = None) -> BatchStep:
        """Deal every game anew; the same seed deals the same games, and so do the deals without one that follow it."""
        if seed is not None:
            self._seeds = np.random.default_rng(_checked_seed(index(seed)))
        deal_seed = int(self._seeds.integers(SEEDS)) if seed is None else index(seed)
        self._rewards[:] = 0
        self._dones[:] = False
        masks, observations = self._masks, self._observations
        self._each(
            lambda first, last: reset_games(
                self.ground, self.states, self._randoms, self.legal, masks, observations, deal_seed, first, last
            )
        )
        return self._shown()

    def step(self, actions: ArrayLike) -> BatchStep:
        """Take one action in every game; IllegalActionError, and nothing happens, if one of them is not legal."""
        given = np.asarray(actions)
        if given.shape != (self.games,):
            raise IllegalActionError(f"{self.games} actions are needed, not {given.shape}")
        if given.dtype.kind not in "iu":
            raise IllegalActionError(f"actions are whole numbers, not {given.dtype}")
        chosen = np.ascontiguousarray(given, np.int64)
        if (game := illegal_game(self.legal, chosen)) >= 0:
            raise IllegalActionError(f"action {chosen[game]} is not legal in game {game}")
        self._each(
            lambda first, last: step_games(
                self.ground,
                self.states,
                self._randoms,
                chosen,
                self.legal,
                self._masks,
                self._observations,
                self._rewards,
                self._dones,
                self.auto_reset,
                first,
                last,
            )
        )
        return self._shown()

    def sample(self) -> NDArray[np.int64]:
        """Draw a legal action for every game from the game's own random numbers."""
        sample_games(self.legal, self._randoms, self._actions, 0, self.games)  # done before another thread wakes up
        return self._actions

    def position(self, game: int) -> Position:
        """Return the position of a game; SiamError if a move has been begun in it."""
        if self.states[game, STAGE] not in (MOVE, OVER):
            raise SiamError(f"a move has been begun in game {game}: the position comes after its last step")
        return decode(self.states[game], self.board, self.options, self.players)

    def set_position(self, game: int, position: Position) -> None:
        """Put a position of the same table into a game."""
        if Terms(len(position.players), position.board, position.options) != self._terms:
            raise SiamError("the position belongs to another kind of table")
        self.states[game] = encode(position)
        self._show(game, game + 1)
        self._rewards[game] = 0
        self._dones[game] = position.is_over

    def load(self, states: NDArray[np.int32]) -> BatchStep:
        """Put states that were copied from `states` of such a simulator into all games, begun moves included."""
        self.states[:] = states
        self._each(self._show)
        self._rewards[:] = 0
        self._dones[:] = self.states[:, STAGE] == OVER
        return self._shown()

    def close(self) -> None:
        """Let the threads go."""
        if self._pool:
            self._pool.shutdown()

    def _show(self, first: int, last: int) -> None:
        show_games(self.ground, self.states, self.legal, self._masks, self._observations, first, last)

    def _shown(self) -> BatchStep:
        return BatchStep(self._observations, self._masks, self.states[:, TO_MOVE], self._rewards, self._dones)

    def _each(self, work: Callable[[int, int], None]) -> None:
        """Do the work on every part of the games, here and in the other threads: whoever is free takes the next."""
        parts = iter(self._parts)

        def share() -> None:
            for first, last in parts:
                work(first, last)

        helpers = [self._pool.submit(share) for _ in range(self._helpers)] if self._pool else []
        share()
        for helper in helpers:
            if not helper.cancel():  # it has begun
                helper.result()


def _checked_seed(seed: int) -> int:
    if not 0 <= seed < SEEDS:
        raise SiamError(f"a seed is a whole number from 0 to 2**63 - 1, not {seed}")
    return seed
