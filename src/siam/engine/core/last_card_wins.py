"""Which follower, taken with the last card, wins which ending (§7): who plays last is known, so a table is enough.

An ending has a place: Rama before Lao, Rama before Malay and Lao before Malay are its bits, and the fourth is
set if only one faction is ranked (R-13). At each place stand four bits: the followers that win when taken, and
whether taking nobody wins.
"""

from typing import Final

from siam.engine.core.bits import IntArray, int64
from siam.engine.core.compiling import inlined, kernel
from siam.engine.core.layout import BRITISH, COLONY_LOSES, COURTS, NO_FACTION, RANKS, SEATS, TO_MOVE

NOTHING: Final = 3
"""In place of the faction when no follower can be taken (R-06)."""
COLONY: Final = 2
"""A place that no ranking has: Rama before Malay before Lao before Rama."""


@kernel
def wins_of(ground: IntArray, state: IntArray) -> int:
    """Return for each ending the followers that win it when the seat to move takes them last."""
    seats, seat = int64(ground[SEATS]), int64(state[TO_MOVE]) & 3
    left = (seat + 1 if seat + 1 < seats else 0) & 3
    right = (seat - 1 if seat > 0 else seats - 1) & 3
    partner = (seat + 2) & 3
    own, one, two, friend = _court(state, seat), _court(state, left), _court(state, right), _court(state, partner)
    ranks = int64(state[RANKS + left]), int64(state[RANKS + right]), int64(state[RANKS + partner])
    return wins_by_courts(own, one, two, friend, ranks, seats == 4, ground[COLONY_LOSES] != 0)


@inlined
def wins_by_courts(
    own: int, one: int, two: int, friend: int, ranks: tuple[int, int, int], allied: bool, colony_loses: bool
) -> int:
    """Return the same for a court, those of two rivals and of a friend, a byte for each faction."""
    wins = int64(0) if colony_loses else _colony_wins(own, one, two, friend, allied) << 4 * COLONY
    return (
        wins
        | _kingdom_wins(own, one, two, friend, ranks, allied, 2, 1) << 4 * 0b000
        | _kingdom_wins(own, one, two, friend, ranks, allied, 2, 0) << 4 * 0b001
        | _kingdom_wins(own, one, two, friend, ranks, allied, 0, 2) << 4 * 0b011
        | _kingdom_wins(own, one, two, friend, ranks, allied, 1, 2) << 4 * 0b100
        | _kingdom_wins(own, one, two, friend, ranks, allied, 1, 0) << 4 * 0b110
        | _kingdom_wins(own, one, two, friend, ranks, allied, 0, 1) << 4 * 0b111
        | _kingdom_wins(own, one, two, friend, ranks, allied, 2, NO_FACTION) << 4 * 0b1000
        | _kingdom_wins(own, one, two, friend, ranks, allied, 0, NO_FACTION) << 4 * 0b1011
        | _kingdom_wins(own, one, two, friend, ranks, allied, 1, NO_FACTION) << 4 * 0b1100
    )


@inlined
def _court(state: IntArray, seat: int) -> int:
    """Return the followers of a court, a byte each; the fourth is none, for the faction that is none."""
    court = COURTS + 3 * seat
    return int64(state[court]) | int64(state[court + 1]) << 8 | int64(state[court + 2]) << 16


@inlined
def _worth(court: int, ruler: int, second: int) -> int:
    """Return what counts in a court: followers of the ruling faction, then of the second (7.3)."""
    return (court >> 8 * ruler & 255) << 16 | (court >> 8 * second & 255) << 8


@inlined
def useful_of(wins: int) -> int:
    """Return the followers that win any ending."""
    pairs = wins | wins >> 32
    pairs |= pairs >> 16
    pairs |= pairs >> 8
    return (pairs | pairs >> 4) & 15


@inlined
def rulers_of(wins: int) -> int:
    """Return who rules in the endings that can be won, as bits; the British for a colony."""
    rama = (wins >> 4 * 0b011 | wins >> 4 * 0b111 | wins >> 4 * 0b1011) & 15
    lao = (wins >> 4 * 0b100 | wins >> 4 * 0b110 | wins >> 4 * 0b1100) & 15
    malay = (wins | wins >> 4 * 0b001 | wins >> 4 * 0b1000) & 15
    colony = wins >> 4 * COLONY & 15
    return int64(rama != 0) | int64(lao != 0) << 1 | int64(malay != 0) << 2 | int64(colony != 0) << BRITISH


@inlined
def _kingdom_wins(
    own: int, one: int, two: int, friend: int, ranks: tuple[int, int, int], allied: bool, ruler: int, second: int
) -> int:
    """Return the followers that win a kingdom when taken last, by the own court and those of two rivals and a friend.

    Who plays last loses every tie (7.3c); with four players the partner may be the one who wins (7.5).
    """
    mine, rival, other = _worth(own, ruler, second), _worth(one, ruler, second), _worth(two, ruler, second)
    most = max(rival, other)
    wins = 15 * int64(mine > most) | int64(mine + (1 << 16) > most) << ruler
    if second != NO_FACTION:
        wins |= int64(mine + (1 << 8) > most) << second
    if allied:
        wins |= 15 * int64(_worth(friend, ruler, second) - ranks[2] > max(rival - ranks[0], other - ranks[1]))
    return wins


@inlined
def _sets(court: int) -> int:
    """Count the complete sets of a court."""
    return min(court & 255, court >> 8 & 255, court >> 16)


@inlined
def _colony_wins(own: int, one: int, two: int, friend: int, allied: bool) -> int:
    """Return the followers that win a colony when taken last; who plays last wins every tie (7.4)."""
    mine, rival = own, max(_sets(one), _sets(two))
    if allied:  # courts of partners are put together (7.5)
        mine, rival = own + friend, _sets(one + two)
    return (
        int64(_sets(mine + 1) >= rival)
        | int64(_sets(mine + (1 << 8)) >= rival) << 1
        | int64(_sets(mine + (1 << 16)) >= rival) << 2
        | int64(_sets(mine) >= rival) << NOTHING
    )
