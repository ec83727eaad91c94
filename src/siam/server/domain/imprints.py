"""Recognise positions on which people are playing just now, so that nobody gets advice on them in secret."""

import hashlib

from siam.notation import format_position
from siam.rules import Position
from siam.server.domain.live_game import LiveGame
from siam.server.domain.tables import Table

IMPRINT_BYTES = 12
PEOPLE = 2
"""So many people must play for advice to be unfair."""


def imprint(position: Position) -> str:
    """Return an imprint of what lies on the board and before the players.

    The name of the board, whose turn it is, the passes, the order of the latest cards and the banned swap are left
    out, as is the order of the seats: with any of them changed a question is still about the same game.
    """
    _, provinces, _, players, *_ = format_position(position).split(" ")
    text = f"{provinces} {'/'.join(sorted(players.split('/')))}"
    return hashlib.blake2b(text.encode(), digest_size=IMPRINT_BYTES).hexdigest()


def imprint_of(table: Table, game: LiveGame) -> str:
    """Return the imprint of a game that several people play now; nothing for any other."""
    if game.result is not None or len(table.people_playing(game)) < PEOPLE:
        return ""
    return imprint(game.position)
