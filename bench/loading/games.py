"""Play games out at random beforehand, so that the clients need no time to think."""

import random
from dataclasses import dataclass

from siam.notation import format_move
from siam.rules import HalfMove, advance, deal


@dataclass(frozen=True, slots=True)
class Game:
    """For each version of the table the seat to move and its move (forced passes are the server's), and the last."""

    moves: dict[int, tuple[int, str]]
    last: int


def random_game(seed: int) -> Game:
    """Play a game of two out, each step chosen by chance among the legal ones."""
    chance, position, version = random.Random(seed), deal(2, seed), 1
    moves: dict[int, tuple[int, str]] = {}
    while not position.is_over:
        half = HalfMove(position)
        while half.move is None:
            half = half.then(chance.choice(half.legal_steps))
        if position.player.hand:
            moves[version] = (position.to_move, format_move(position.board, half.move))
        position = advance(position, half.move).position
        version += 1
    return Game(moves, version)
