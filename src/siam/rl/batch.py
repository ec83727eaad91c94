"""Thousands of games at once in NumPy arrays, on the compiled engine and as many threads as you like."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siam.engine.codec import decode, encode, ground_of
from siam.engine.layout import SIZE as STATE_SIZE
from siam.engine.layout import TO_MOVE
from siam.rl import observation
from siam.rl.kernels import reset_games, sample_games, show_games, step_games
from siam.rules import BOOK, Options, Position, SiamError, load_board

GAMES_A_THREAD = 1024
"""With fewer, handing the work over takes longer than another thread saves."""


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
    """(games,): the game has just ended (and was dealt anew, with `auto_reset`)."""


class BatchSimulator:
    """Plays many games side by side; game `i` of a seed is the same whatever the number of threads."""

    def __init__(
        self,
        games: int,
        players: int = 2,
        *,
        board: str = "siam",
        options: Options = BOOK,
        observations: bool = True,
        auto_reset: bool = True,
        threads: int | None = None,
    ) -> None:
        """Make room for the games. Without a number, large batches get a thread for each processor."""
        threads = threads or max(1, min(os.cpu_count() or 1, games // GAMES_A_THREAD))
        self.games = games
        self.players = players
        self.board = load_board(board)
        self.options = options
        self.auto_reset = auto_reset
        self.ground = ground_of(players, self.board, options)
        self.states = np.zeros((games, STATE_SIZE), np.int32)
        self.legal = np.zeros(games, np.int64)
        self._randoms = np.zeros((games, 1), np.uint64)
        self._masks = np.zeros((games, observation.ACTIONS), np.int8)
        self._observations = np.zeros((games, observation.SIZE if observations else 0), np.int8)
        self._rewards = np.zeros((games, players), np.float32)
        self._dones = np.zeros(games, np.bool_)
        self._actions = np.zeros(games, np.int64)
        edges = np.linspace(0, games, threads + 1).astype(int).tolist()
        self._parts = list(pairwise(edges))
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    def reset(self, seed: int = 0) -> BatchStep:
        """Deal every game anew."""
        self._rewards[:] = 0
        self._dones[:] = False
        masks, observations = self._masks, self._observations
        self._each(
            lambda first, last: reset_games(
                self.ground, self.states, self._randoms, self.legal, masks, observations, seed, first, last
            )
        )
        return self._shown()

    def step(self, actions: NDArray[Any]) -> BatchStep:
        """Take one action in every game; IllegalActionError if one of them is not legal."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.games,):
            raise IllegalActionError(f"{self.games} actions are needed, not {chosen.shape}")
        wrong = self._each(
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
        for game in wrong:
            if game >= 0:
                raise IllegalActionError(f"action {chosen[game]} is not legal in game {game}")
        return self._shown()

    def sample(self) -> NDArray[np.int64]:
        """Draw a legal action for every game from the game's own random numbers."""
        sample_games(self.legal, self._randoms, self._actions, 0, self.games)  # done before another thread wakes up
        return self._actions

    def position(self, game: int) -> Position:
        """Give the position of a game in which no move has been begun."""
        return decode(self.states[game], self.board, self.options, self.players)

    def set_position(self, game: int, position: Position) -> None:
        """Put a position of the same table into a game."""
        if (len(position.players), position.board, position.options) != (self.players, self.board, self.options):
            raise SiamError("the position belongs to another kind of table")
        self.states[game] = encode(position)
        self._show(game, game + 1)

    def load(self, states: NDArray[np.int32]) -> BatchStep:
        """Put states that were copied from `states` of such a simulator into all games, begun moves included."""
        self.states[:] = states
        self._each(self._show)
        return self._shown()

    def close(self) -> None:
        """Let the threads go."""
        if self._pool:
            self._pool.shutdown()

    def _show(self, first: int, last: int) -> None:
        show_games(self.ground, self.states, self.legal, self._masks, self._observations, first, last)

    def _shown(self) -> BatchStep:
        return BatchStep(self._observations, self._masks, self.states[:, TO_MOVE], self._rewards, self._dones)

    def _each(self, work: Callable[[int, int], Any]) -> list[Any]:
        """Do the work on every part of the games: on the first one here, on the others in threads."""
        first, *others = self._parts
        if self._pool is None:
            return [work(*first)]
        promises = [self._pool.submit(work, *part) for part in others]
        return [work(*first), *(promise.result() for promise in promises)]
