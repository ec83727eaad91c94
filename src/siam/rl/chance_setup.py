"""The set-up as a row of small draws (§3): help cards, followers, tiles; what OpenSpiel calls chance nodes."""

from typing import NamedTuple

import numpy as np

from siam.engine.core.bits import IntArray
from siam.engine.core.codec import encode, ground_of
from siam.engine.core.layout import CELLS, COURTS, SUPPLY, TO_MOVE, TRACK
from siam.rules import Board, Faction, Options, deal
from siam.rules.setups import (
    FOLLOWERS_PER_PROVINCE,
    NATIVES_PER_HOME,
    courts_for,
    followers_per_faction,
    starting_seat,
)

FOLLOWER_DRAWS = 26
MOST_OUTCOMES = 8


class Kind(NamedTuple):
    """What all games with the same terms share: the row of an empty table, and the number of draws of each sort."""

    players: int
    board: Board
    options: Options
    ground: IntArray
    row: IntArray
    provinces: tuple[int, ...]
    natives: tuple[int, int, int]
    tiles: tuple[int, ...]

    @property
    def draws(self) -> int:
        """How many draws a set-up has; the last tile needs none."""
        return self.players + FOLLOWER_DRAWS + len(self.tiles) - 1


def kind_of(players: int, board: Board, options: Options) -> Kind:
    """Prepare the set-up of such games."""
    row = encode(deal(players, 0, board=board, options=options))
    row[CELLS : CELLS + 24] = 0
    for faction, home in enumerate(board.homes):
        row[CELLS + 3 * home + faction] = NATIVES_PER_HOME
    drawn = []
    for province in range(8):
        natives = NATIVES_PER_HOME if province in board.homes else 0
        drawn += [province] * (FOLLOWERS_PER_PROVINCE - natives)
    tiles = tuple(p for p in range(8) if not (options.capital_last and p == board.homes[Faction.RAMA]))
    left = followers_per_faction(players) - NATIVES_PER_HOME
    ground = ground_of(players, board, options)
    return Kind(players, board, options, ground, row, tuple(drawn), (left, left, left), tiles)


def outcomes(kind: Kind, drawn: list[int], bag: list[int]) -> list[tuple[int, float]]:
    """List what can be drawn next, with its chance; the bag holds the followers that are left (`bag_of`)."""
    number = len(drawn)
    if number < kind.players:
        cards = [card for card in range(max(3, kind.players)) if card not in drawn]
        return [(card, 1 / len(cards)) for card in cards]
    if number < kind.players + FOLLOWER_DRAWS:
        total = sum(bag)
        return [(faction, count / total) for faction, count in enumerate(bag) if count]
    laid = drawn[kind.players + FOLLOWER_DRAWS :]
    tiles = [tile for tile in kind.tiles if tile not in laid]
    return [(tile, 1 / len(tiles)) for tile in tiles]


def can_be_drawn(kind: Kind, drawn: list[int], bag: list[int], outcome: int) -> bool:
    """Return whether this is among the outcomes, without listing them."""
    number = len(drawn)
    if number < kind.players:
        return 0 <= outcome < max(3, kind.players) and outcome not in drawn
    if number < kind.players + FOLLOWER_DRAWS:
        return 0 <= outcome < len(bag) and bag[outcome] > 0
    return outcome in kind.tiles and outcome not in drawn[kind.players + FOLLOWER_DRAWS :]


def row_of(kind: Kind, drawn: list[int]) -> IntArray:
    """Write the game that these draws have set up as the engine's row."""
    row = kind.row.copy()
    help_cards = [card + 1 for card in drawn[: kind.players]]
    for seat, court in enumerate(courts_for(help_cards)):
        row[COURTS + 3 * seat : COURTS + 3 * seat + 3] = court
    row[SUPPLY : SUPPLY + 3] = bag_of(kind, drawn)
    followers = drawn[kind.players : kind.players + FOLLOWER_DRAWS]
    np.add.at(row, CELLS + 3 * np.array(kind.provinces) + np.array(followers), 1)
    laid = drawn[kind.players + FOLLOWER_DRAWS :]
    laid = laid + [tile for tile in kind.tiles if tile not in laid]
    laid += [tile for tile in range(8) if tile not in kind.tiles]
    row[TRACK : TRACK + 8] = laid
    row[TO_MOVE] = starting_seat(help_cards, kind.options)
    return row


def bag_of(kind: Kind, drawn: list[int]) -> list[int]:
    """Count the followers that are neither natives, nor in a court, nor drawn yet."""
    bag = list(kind.natives)
    for court in courts_for([card + 1 for card in drawn[: kind.players]]):
        for faction in range(3):
            bag[faction] -= court[faction]
    for faction in drawn[kind.players : kind.players + FOLLOWER_DRAWS]:
        bag[faction] -= 1
    return bag
