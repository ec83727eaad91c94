"""How many endings of two camps are proven within some seconds on two processors, by the number of cards left.

The positions are those that games between trees of 25 nodes come to: the first with so many cards left in each game.
Each is proven with nothing known before. Seconds are those of the processors, shared by the threads, so that other work
on the machine hardly matters.
"""

import time
from collections.abc import Iterator, Sequence
from itertools import count

from siam.engine.search.limits import Limits
from siam.engine.search.proofs import Prover
from siam.engine.search.search import THREADS, analyse
from siam.rules import Position, advance, deal

CARDS = (3, 4, 5, 6)
SECONDS = {3: 1.0, 4: 5.0, 5: 5.0, 6: 20.0}
_NODES = 25
_MOMENT = 0.002


def games(players: int) -> Iterator[dict[int, Position]]:
    """Yield for one game after the other the first position with so few cards left, for each of these numbers."""
    for seed in count(1):
        position, found = deal(players, seed), dict[int, Position]()
        while not position.is_over and position.card_count >= min(CARDS):
            if position.card_count in CARDS:
                found.setdefault(position.card_count, position)
            position = advance(position, analyse(position, Limits(nodes=_NODES), lines=1).move).position
        yield found


def endings(players: int, number: int) -> dict[int, list[Position]]:
    """Return so many endings for each number of cards left."""
    endings: dict[int, list[Position]] = {cards: [] for cards in CARDS}
    for found in games(players):
        for cards, position in found.items():
            if len(endings[cards]) < number:
                endings[cards].append(position)
        if all(len(some) == number for some in endings.values()):
            return endings
    return endings


def seconds_to_prove(position: Position, at_most: float) -> float | None:
    """Return how long the proof takes on two processors; None if it takes longer than allowed."""
    prover, begun, taken = Prover(position, threads=THREADS), time.process_time(), 0.0
    prover.start()
    while prover.proof is None and taken < at_most:
        time.sleep(_MOMENT)
        taken = (time.process_time() - begun) / THREADS
    prover.end()
    return None if prover.proof is None else taken


def measure_endings(number: int, players: Sequence[int] = (2, 4)) -> None:
    """Print how many endings are proven, with the seconds by which a half and nine of ten of all were."""
    Prover(next(game for game in games(2) if min(CARDS) in game)[min(CARDS)]).prove(1000)  # compiles
    for seats in players:
        for cards, some in endings(seats, number).items():
            taken = [seconds_to_prove(position, SECONDS[cards]) for position in some]
            proven = sorted(seconds for seconds in taken if seconds is not None)
            marks = [
                f"{proven[at]:.2f} s" if (at := int(share * number)) < len(proven) else "longer" for share in (0.5, 0.9)
            ]
            print(
                f"{seats} players, {cards} cards left: {len(proven)} of {number} proven within {SECONDS[cards]:.0f} s; "
                f"a half in {marks[0]}, nine of ten in {marks[1]}",
                flush=True,
            )
