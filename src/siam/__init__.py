"""King of Siam: the board game by Peer Sylvester, as rules, engine, server and table.

>>> import siam
>>> game = siam.Game(siam.deal(players=2, seed=7))
>>> game.legal_moves
<16218 legal moves of seat 1>
>>> game = game.push("L chi suk +M@pat")
>>> while not game.outcome:
...     game = game.push("pass")
>>> print(game.outcome)
Lao rules, seat 1 wins (§7.1, §7.3a)

`print(game)` draws the position as text, `game.svg()` as a picture, which notebooks show by themselves. The names here
are loaded when they are first used. More: `siam.rules` (the game), `siam.notation` (texts and records), `siam.drawing`
(pictures), `siam.agents` (things that choose a move), `siam.engine` (search), `siam.rl` (environments), `siam.arena`
(tournaments), `siam.client` (a server's tables from a program).
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from siam.agents import agent as agent
    from siam.agents import agent_names as agent_names
    from siam.drawing import board_svg as board_svg
    from siam.drawing import position_svg as position_svg
    from siam.notation import NotationError as NotationError
    from siam.notation import format_move as format_move
    from siam.notation import parse_move as parse_move
    from siam.rules import PASS as PASS
    from siam.rules import Board as Board
    from siam.rules import Game as Game
    from siam.rules import HalfMove as HalfMove
    from siam.rules import IllegalMoveError as IllegalMoveError
    from siam.rules import Options as Options
    from siam.rules import Position as Position
    from siam.rules import SiamError as SiamError
    from siam.rules import deal as deal
    from siam.rules import legal_moves as legal_moves
    from siam.rules import load_board as load_board
    from siam.rules import play as play
    from siam.rules import standing_outcome as standing_outcome
    from siam.rules import why_illegal as why_illegal

__version__ = "0.1.0"

_HOMES = {
    "siam.agents": ("agent", "agent_names"),
    "siam.drawing": ("board_svg", "position_svg"),
    "siam.notation": ("NotationError", "format_move", "parse_move"),
    "siam.rules": (
        *("PASS", "Board", "Game", "HalfMove", "IllegalMoveError", "Options", "Position", "SiamError"),
        *("deal", "legal_moves", "load_board", "play", "standing_outcome", "why_illegal"),
    ),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Load a name from where it lives, when it is first used."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'siam' has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return sorted((*_HOME_OF, "__version__", "__doc__"))
