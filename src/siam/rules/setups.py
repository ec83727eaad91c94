"""Decide how a game begins: courts, followers in the provinces, the track, the starting player (§3)."""

from collections.abc import Sequence
from random import Random
from typing import SupportsIndex

from siam.rules.boards import PROVINCES, Board, Province, load_board
from siam.rules.cards import FULL_HAND
from siam.rules.errors import A_BOARD, OptionError, wrong_type
from siam.rules.factions import FACTIONS, Faction
from siam.rules.followers import NOBODY, Followers
from siam.rules.options import BOOK, FirstPlayer, Options
from siam.rules.position import Player, Position
from siam.rules.seats import PLAYER_COUNTS, Seat, seat_after

FOLLOWERS_PER_FACTION = 18
REMOVED_WITH_TWO = 2
FOLLOWERS_PER_PROVINCE = 4
NATIVES_PER_HOME = 2

# no rulebook says which pair is on which help card.
HELP_CARDS = {
    1: Followers(rama=1, lao=1),
    2: Followers(lao=1, malay=1),
    3: Followers(rama=1, malay=1),
}
COPYING_HELP_CARD = 4


def followers_per_faction(players: int) -> int:
    """Return how many followers of each faction are in the game (§1.2, §3.1)."""
    return FOLLOWERS_PER_FACTION - (REMOVED_WITH_TWO if players == 2 else 0)


def deal(players: int, seed: int | str, *, board: Board | None = None, options: Options = BOOK) -> Position:
    """Set up a game at random; the same seed deals the same position (§3).

    >>> deal(players=3, seed=1).supply == deal(players=3, seed="1").supply
    True
    """
    _check_types(players, seed, board, options)
    if players not in PLAYER_COUNTS:
        raise OptionError(f"two, three or four can play, not {players}")
    random = Random(f"siam {seed}")  # a text, so that seeds 1 and "1" are one and the hash is stable
    board = board or load_board("siam")
    help_cards = random.sample(range(1, max(3, players) + 1), players)
    courts = courts_for(help_cards)
    track = _shuffled_track(board, options, random)
    followers, supply = _populate(board, courts, followers_per_faction(players), random)
    return Position(
        board=board,
        track=track,
        controls=(None,) * len(PROVINCES),
        kings=(False,) * len(PROVINCES),
        followers=followers,
        supply=supply,
        players=tuple(Player(FULL_HAND, court) for court in courts),
        to_move=starting_seat(help_cards, options),
        options=options,
    )


def _check_types(players: object, seed: object, board: object, options: object) -> None:
    if not isinstance(players, SupportsIndex):
        raise wrong_type("players is a number from 2 to 4", players)
    if not isinstance(seed, str | SupportsIndex):
        raise wrong_type("a seed is a whole number or a text", seed)
    if board is not None and not isinstance(board, Board):
        raise wrong_type(A_BOARD, board)
    if not isinstance(options, Options):
        raise wrong_type("options are made by Options()", options)


def courts_for(help_cards: Sequence[int]) -> tuple[Followers, ...]:
    """Return for each seat the two followers of its help card; card 4 copies the player on the left (§3.2)."""
    shown = [HELP_CARDS.get(card) for card in help_cards]
    left = (seat_after(len(help_cards), seat) for seat in range(len(help_cards)))
    return tuple(court or shown[neighbour] or NOBODY for court, neighbour in zip(shown, left, strict=True))


def starting_seat(help_cards: Sequence[int], options: Options) -> Seat:
    """Find who starts: the lowest help card, or by option the highest (§3.6, R-03)."""
    pick = min if options.first_player is FirstPlayer.LOWEST else max
    return list(help_cards).index(pick(help_cards))


def _shuffled_track(board: Board, options: Options, random: Random) -> tuple[Province, ...]:
    """Lay the tiles in random order; `capital_last` keeps the Rama home for box 8 (§3.5, §8)."""
    track = random.sample(PROVINCES, len(PROVINCES))
    if options.capital_last:
        capital = board.homes[Faction.RAMA]
        track.remove(capital)
        track.append(capital)
    return tuple(track)


def _populate(
    board: Board, courts: tuple[Followers, ...], per_faction: int, random: Random
) -> tuple[tuple[Followers, ...], Followers]:
    """Draw the followers of the provinces; what is left is the supply (§3.3, §3.4)."""
    bag: list[Faction] = []
    for faction in FACTIONS:
        spoken_for = NATIVES_PER_HOME + sum(court[faction] for court in courts)
        bag += [faction] * (per_faction - spoken_for)
    random.shuffle(bag)
    followers = []
    for province in PROVINCES:
        home = board.home_of(province)
        there = NOBODY if home is None else NOBODY.plus(home, NATIVES_PER_HOME)
        while there.total < FOLLOWERS_PER_PROVINCE:
            there = there.plus(bag.pop())
        followers.append(there)
    supply = Followers(*(bag.count(faction) for faction in FACTIONS))
    return tuple(followers), supply
