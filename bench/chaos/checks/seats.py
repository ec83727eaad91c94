"""Find an order for everything that was asked about the seats of a table in which each answer is right.

Who sits where is small enough to try orders one by one, remembering what was tried (after Wing and Gong). What is not
known to have happened may come at any time after it was asked for, or never.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bench.chaos.checks.anomalies import Anomaly
from bench.chaos.history import Cancel, Deed, Leave, Result, Take, Try

NEVER = float("inf")
GONE = "gone"
Seats: TypeAlias = tuple[str | None, ...] | str
"""Who sits where; the game begins when nobody is missing. Or: the table is gone."""

ABOUT_SEATS = (Take, Leave, Cancel)


@dataclass(frozen=True, slots=True)
class Ask:
    """Something asked about seats, and how it was answered."""

    player: str
    wish: Take | Leave | Cancel
    tried: Try

    @property
    def end(self) -> float:
        """When the answer was known."""
        return NEVER if self.tried.result is Result.UNKNOWN else self.tried.end


def asks_of(deeds: Sequence[Deed]) -> list[Ask]:
    """Return everything that was asked about seats."""
    return [
        Ask(deed.player, deed.wish, tried)
        for deed in deeds
        for tried in deed.tries
        if isinstance(deed.wish, ABOUT_SEATS)
    ]


def answer(seats: Seats, ask: Ask, host: str) -> tuple[str, Seats]:
    """Return how a server has to answer (with a code, or nothing for yes), and the seats afterwards."""
    if isinstance(seats, str):
        return "not_found", seats
    if None not in seats:
        return "already_started", seats
    match ask.wish:
        case Take(seat=number):
            if ask.player in seats:
                return "already_seated", seats
            if seats[number - 1] is not None:
                return "seat_taken", seats
            return "", (*seats[: number - 1], ask.player, *seats[number:])
        case Leave(seat=number):
            if seats[number - 1] != ask.player:
                return "not_your_seat", seats
            return "", (*seats[: number - 1], None, *seats[number:])
        case Cancel():
            return ("", GONE) if ask.player == host else ("forbidden", seats)


def has_order(asks: Sequence[Ask], first: Seats, last: Seats, host: str) -> bool:
    """Return whether there is an order from the first seats to the last."""
    asks = sorted(asks, key=lambda ask: ask.tried.begin)
    tried: set[tuple[frozenset[int], Seats]] = set()
    todo = [(frozenset(range(len(asks))), first)]
    while todo:
        left, seats = todo.pop()
        if (left, seats) in tried:
            continue
        tried.add((left, seats))
        if seats == last and all(asks[number].tried.result is Result.UNKNOWN for number in left):
            return True
        soonest = min((asks[number].end for number in left), default=NEVER)
        for number in left:
            ask = asks[number]
            if ask.tried.begin > soonest:
                continue
            code, after = answer(seats, ask, host)
            result = ask.tried.result
            if (
                result is Result.UNKNOWN
                or (result is Result.DONE and not code)
                or (result is Result.REFUSED and code == ask.tried.code)
            ):
                todo.append((left - {number}, after))
    return False


def check_seats(table: str, asks: Sequence[Ask], first: Seats, last: Seats, host: str) -> Iterator[Anomaly]:
    """Check that there is an order."""
    if not has_order(asks, first, last, host):
        told = "\n    ".join(f"{ask.player} {ask.wish} {ask.tried}" for ask in asks)
        yield Anomaly(table, f"the answers about seats fit no order from {first} to {last}", told)
