"""Decide what is sent to the machines of a cluster: modules in the working directory, and a map file.

Programs, and modules that are installed elsewhere, must be on every machine already, as `siam` itself must.
"""

from collections.abc import Sequence
from pathlib import Path
from shutil import copy, copytree, ignore_patterns

from siam.arena.play.entrants import Entrant, module_of
from siam.rules import load_board


def pack(entrants: Sequence[Entrant], board: str, here: Path, bag: Path) -> bool:
    """Copy what the tournament needs from here into a directory; return whether there is anything.

    For agents of one's own these are all modules that lie side by side here, and the packages that are named.
    """
    modules = {module for module in map(module_of, entrants) if module}
    for path in here.glob("*.py") if modules else ():
        copy(path, bag)
    for package in {module.partition(".")[0] for module in modules}:
        if (here / package).is_dir():
            copytree(here / package, bag / package, ignore=ignore_patterns("__pycache__"))
    if file := load_board(board).file:
        copy(file, bag)
    return any(bag.iterdir())


def unpacked(board: str) -> str:
    """Return the path of a map where that directory was unpacked."""
    file = load_board(board).file
    return file.name if file else board
