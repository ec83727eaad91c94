"""Compile everything that bots, hints and analyses need, before somebody waits for it.

`python -m siam.engine.precompile` does it for everybody who uses this installation: compiled code stays on disk.
"""

import fcntl
import os
import subprocess
import sys

import numpy as np

from siam.engine.core.cache import CACHE_DIRECTORY, clear_stale, is_complete, note_complete
from siam.engine.core.codec import encode, position_ground
from siam.engine.evaluation.shipped import evaluation_for
from siam.engine.search.beginner import choose_as_it_stands
from siam.engine.search.limits import Limits
from siam.engine.search.noise import noisy_choice
from siam.engine.search.proofs import Prover, can_be_foreseen, can_be_proven, foresee, prove
from siam.engine.search.search import Search, Style
from siam.engine.search.uct import choose_by_playouts
from siam.engine.search.widening import Breadth
from siam.engine.search.workspace import MAX_PATH
from siam.rules import PLAYER_COUNTS, Position, deal

_COMPANION = "from siam.engine.precompile import play_out; play_out()"


def compile_all() -> None:
    """Compile everything, on two processors: a process beside this one does what the tree does not need."""
    companion = None
    if not is_complete():
        command = (sys.executable, "-c", _COMPANION)
        companion = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    grow_trees()
    if companion is not None:
        companion.wait()
    play_out()  # what the companion has compiled; if it could not, that is done here
    note_complete()
    clear_stale()


def grow_trees() -> None:
    """Search openings a little, and the next move of the same game."""
    for players in PLAYER_COUNTS:
        opening = deal(players, 1)
        first = Search(opening, evaluation_for(players, opening.board), Style(wider=(Breadth(1, 40, 8, 4),)))
        first.run(Limits(nodes=3))
        second = Search(opening, first.evaluation, previous=first)
        second.run(Limits(nodes=4))
        second.result()


def play_out() -> None:
    """Search openings by playouts, as `uct` does, and as beginners do; prove endings."""
    noisy_choice(np.zeros(1), np.ones(1, np.int8), 1.0, 1)
    for players in PLAYER_COUNTS:
        opening = deal(players, 1)
        choose_by_playouts(opening, Limits(nodes=100))
        choose_as_it_stands(position_ground(opening), encode(opening), 1, 1, np.empty(MAX_PATH, np.int8))
        ending = _ending(opening)
        if can_be_proven(ending):
            prove(ending, 200)
            Prover(ending).prove(200)
        elif can_be_foreseen(ending):
            foresee(ending, 200)


def _ending(opening: Position) -> Position:
    """Leave everybody one card."""
    return opening._replace(players=tuple(player._replace(hand=player.hand[:1]) for player in opening.players))


def main() -> None:
    """Compile, unless it is done or another process is at it; whatever else runs on the machine comes first."""
    os.nice(10)
    with (CACHE_DIRECTORY / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        if not is_complete():
            compile_all()


if __name__ == "__main__":
    main()
