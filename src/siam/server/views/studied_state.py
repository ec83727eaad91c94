"""Build the state of a position without a table; all hands are open."""

from siam.notation import format_position
from siam.rules import Position
from siam.server.domain.clocks import NO_CLOCK
from siam.server.domain.live_game import LiveGame, begin
from siam.server.domain.log import Entry, Started
from siam.server.domain.rulesets import RULES_VERSION
from siam.server.messages.game import State
from siam.server.views.state import state_seen


def lone_game(position: Position) -> LiveGame:
    """Return a game that begins with a position."""
    entry = Entry(1, None, 0.0, Started(format_position(position), RULES_VERSION))
    return begin(entry, position.board, position.options, NO_CLOCK)


def position_state(position: Position) -> State:
    """Return the state of a position."""
    return state_seen(lone_game(position), frozenset(range(len(position.players))), 0.0)
