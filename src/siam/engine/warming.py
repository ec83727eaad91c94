"""Compile everything that bots, hints and analyses need, before somebody waits for it.

`python -m siam.engine.warming` does it for everybody who uses this installation: compiled code stays on disk.
"""

import fcntl
import os

from siam.engine.evaluation import net_for
from siam.engine.keeping import CACHE_DIRECTORY, is_complete, note_complete
from siam.engine.limits import Limits
from siam.engine.search import Search, Style, analyse
from siam.engine.uct import choose_by_playouts
from siam.engine.widening import Breadth
from siam.rules import Position, deal
from siam.rules.seats import PLAYER_COUNTS


def compile_all() -> None:
    """Search every kind of position a little: openings, the next move of the same game, endings; and play `uct`."""
    for players in PLAYER_COUNTS:
        opening = deal(players, 1)
        first = Search(opening, net_for(players, opening.board), Style(wider=(Breadth(1, 40, 8, 4),)))
        first.run(Limits(nodes=3))
        Search(opening, first.net, previous=first).run(Limits(nodes=4))
        analyse(_ending(opening), Limits(nodes=2), style=Style(endgame_cards=8))
        choose_by_playouts(opening, Limits(nodes=100))
    note_complete()


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
