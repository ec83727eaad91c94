"""Decide who plays with whom: seats in turn order and the camps that win together (§2.1).

A seat is counted from 0 here, as an index into the players; people and the notation count from 1.
"""

from typing import TypeAlias

Seat: TypeAlias = int

PLAYER_COUNTS = (2, 3, 4)

_CAMPS = {
    2: ((0,), (1,)),
    3: ((0,), (1,), (2,)),
    4: ((0, 2), (1, 3)),
}


def camps(players: int) -> tuple[tuple[Seat, ...], ...]:
    """List who wins together: each seat alone, or with four the partners who sit opposite (§2.1)."""
    return _CAMPS[players]


def camp_of(players: int, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that win whenever this one wins."""
    return (seat % 2, seat % 2 + 2) if players == 4 else (seat,)


def seat_after(players: int, seat: Seat) -> Seat:
    """Return the next seat in turn order: the player to the left (§4.2)."""
    return (seat + 1) % players
