"""Find the draws that set up a position."""

from itertools import permutations

from siam.rl.chance_setup import Kind
from siam.rules import Position
from siam.rules.setups import NATIVES_PER_HOME, courts_for, starting_seat


def draws_of(kind: Kind, position: Position) -> list[int]:
    """Find draws that set up this position, for a game that has just been dealt by the rules."""
    courts = [player.court for player in position.players]
    for cards in permutations(range(max(3, kind.players)), kind.players):
        help_cards = [card + 1 for card in cards]
        if list(courts_for(help_cards)) == courts and starting_seat(help_cards, kind.options) == position.to_move:
            break
    else:
        raise ValueError("no help cards give these courts and this starting player")
    followers: list[int] = []
    for province in range(8):
        there = list(position.followers[province])
        if province in kind.board.homes:
            there[kind.board.homes.index(province)] -= NATIVES_PER_HOME
        followers += [faction for faction in range(3) for _ in range(there[faction])]
    return [*cards, *followers, *[tile for tile in position.track if tile in kind.tiles][:-1]]
