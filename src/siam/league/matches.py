"""Matches between two evaluations: every deal from every seat, who won, what each foresaw and how often it passed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray, random_state
from siam.engine.core.codec import ground_of
from siam.engine.core.layout import CARDS, HANDS, PROVINCES, RESOLVED, SIZE, TO_MOVE
from siam.engine.core.outcomes import frozen_winners
from siam.engine.core.playouts import deal
from siam.engine.evaluation.net import Net
from siam.engine.search.workspace import new_desk
from siam.league.calibration import new_forecasts, new_tally, note_surprise
from siam.league.contests import MAX_POSITIONS, Contestant, play_contest
from siam.rules import BOOK, load_board


@dataclass(frozen=True, slots=True)
class Match:
    """What is played: a number of deals, each with every seating."""

    players: int
    deals: int
    seed: int


@dataclass(frozen=True, slots=True)
class Findings:
    """What a match showed to the two who played it, and to those who only looked on."""

    surprises: tuple[NDArray[np.float64], ...]
    forecasts: tuple[NDArray[np.float64], ...]
    """What each evaluation foretold and what came of it, by stage and bin."""
    shares: dict[str, list[float]] = field(default_factory=dict)
    """What the first contestant got of the win in each game, by how it was seated."""
    turns: NDArray[np.int64] = field(default_factory=lambda: np.zeros((2, PROVINCES, 2), np.int64))
    """For each contestant and stage, turns with cards in hand, and how many of them were passed."""

    @property
    def surprise(self) -> tuple[NDArray[np.float64], ...]:
        """The mean surprise of each evaluation at the outcomes (nats), by provinces resolved."""
        return tuple(tally[:, 0] / np.maximum(tally[:, 1], 1) for tally in self.surprises)

    @property
    def mean_surprise(self) -> tuple[float, ...]:
        """The same over all positions."""
        return tuple(float(tally[:, 0].sum() / max(tally[:, 1].sum(), 1)) for tally in self.surprises)

    @property
    def passed(self) -> NDArray[np.float64]:
        """How many of its turns each contestant passed, by provinces resolved."""
        return self.turns[:, :, 1] / np.maximum(self.turns[:, :, 0], 1)


def seatings(players: int) -> tuple[tuple[str, int], ...]:
    """Return how two contestants can sit: a name, and the seats of the second as bits."""
    if players != 3:
        return ("even", 0b1010 & (1 << players) - 1), ("even", 0b0101 & (1 << players) - 1)
    alone = tuple(("alone against two", 0b111 & ~(1 << seat)) for seat in range(3))
    return (*alone, *(("two against one", 1 << seat) for seat in range(3)))


def play_match(match: Match, first: Contestant, second: Contestant, onlookers: Sequence[Net] = ()) -> Findings:
    """Play every deal with every seating; what the two and all onlookers foresee is compared with the outcomes."""
    ground = ground_of(match.players, load_board("siam"), BOOK)
    random = random_state(match.seed)
    positions = np.zeros((MAX_POSITIONS, SIZE), np.int32)
    start = np.zeros(SIZE, np.int32)
    nets = (first.net, second.net, *onlookers)
    desks = [new_desk(net.bias.size) for net in nets]
    findings = Findings(tuple(new_tally() for _ in nets), tuple(new_forecasts() for _ in nets))
    for _ in range(match.deals):
        deal(ground, start, random)
        for name, seats_of_second in seatings(match.players):
            positions[0] = start
            last = int(play_contest(ground, first, second, seats_of_second, positions))
            winners = int(frozen_winners(ground, positions[last]))
            findings.shares.setdefault(name, []).append(_share(winners, seats_of_second))
            for net, desk, *noted in zip(nets, desks, findings.surprises, findings.forecasts, strict=True):
                note_surprise(ground, positions, last, net, desk, *noted)
            _note_passes(positions[: last + 1], seats_of_second, findings.turns)
    return findings


def _share(winners: int, seats_of_second: int) -> float:
    """Return the first contestant's share of a win."""
    return (winners & ~seats_of_second).bit_count() / winners.bit_count()


def _note_passes(positions: IntArray, seats_of_second: int, turns: NDArray[np.int64]) -> None:
    for before, after in pairwise(positions):
        seat = int(before[TO_MOVE])
        if before[HANDS + seat]:
            counts = turns[seats_of_second >> seat & 1, before[RESOLVED]]
            counts[0] += 1
            counts[1] += before[CARDS] == after[CARDS]
