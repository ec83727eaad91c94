"""The rules on rows of integers, for whoever knows nothing but addresses."""

import numpy as np

from siam.engine.core import last_card, outcomes, playouts, steps
from siam.engine.core.bits import int64, pick, uint64
from siam.engine.core.layout import (
    BORDERS,
    CAMPS,
    CAPITAL_LAST,
    CELL_BORDERS,
    COLONY_LOSES,
    FACTIONS,
    FIRST_HIGHEST,
    GROUND_SIZE,
    HOMES,
    PROVINCES,
    SEATS,
    SIZE,
)
from siam.engine.portable import memory
from siam.engine.portable.boundary import Address, Bits, Count, exported, integers, words
from siam.engine.search.noise import seeded


@exported
def room(size: Count) -> Address:
    """Make room for so many bytes; zero if there is no memory left."""
    return memory.allocate(size)


@exported
def give_back(address: Address) -> None:
    """Give room back."""
    memory.release(address)


@exported
def lay_ground(
    ground: Address, players: Count, borders: Address, homes: Address, highest: Count, capital: Count, colony: Count
) -> None:
    """Write down what does not change in a game.

    The borders are eight integers with a bit for each neighbour, the homes three provinces; the options are one or
    zero: the highest help card begins, the capital comes last, a colony makes everybody lose.
    """
    target = integers(ground, GROUND_SIZE)
    target[:] = 0
    target[SEATS] = players
    for province in range(PROVINCES):
        neighbours = int64(integers(borders, PROVINCES)[province])
        target[BORDERS + province] = neighbours
        for other in range(PROVINCES):
            target[CELL_BORDERS + province] |= (7 << 3 * other) * (neighbours >> other & 1)
    for faction in range(FACTIONS):
        target[HOMES + faction] = integers(homes, FACTIONS)[faction]
    target[FIRST_HIGHEST] = highest
    target[CAPITAL_LAST] = capital
    target[COLONY_LOSES] = colony
    for seat in range(players):
        target[CAMPS + seat] = 5 << seat % 2 if players == 4 else 1 << seat


@exported
def deal(ground: Address, state: Address, seed: Bits) -> None:
    """Set up a game at random; the same seed deals the same position."""
    playouts.deal(integers(ground, GROUND_SIZE), integers(state, SIZE), seeded(seed))


@exported
def derive(ground: Address, state: Address) -> None:
    """Fill in what is derived from a position."""
    steps.derive(integers(ground, GROUND_SIZE), integers(state, SIZE))


@exported
def legal_steps(ground: Address, state: Address) -> Bits:
    """Return the legal steps as bits."""
    return last_card.legal_steps(integers(ground, GROUND_SIZE), integers(state, SIZE))


@exported
def apply_step(ground: Address, state: Address, step: Count) -> None:
    """Carry out a step that is legal."""
    steps.apply_step(integers(ground, GROUND_SIZE), integers(state, SIZE), step)


@exported
def standing_winners(ground: Address, state: Address) -> Count:
    """Return the winning seats, as bits, if everybody passes from here on."""
    return outcomes.frozen_winners(integers(ground, GROUND_SIZE), integers(state, SIZE))


@exported
def random_games(ground: Address, games: Count, seed: Bits) -> Bits:
    """Play whole random games and give a sum over who won."""
    return playouts.random_games(integers(ground, GROUND_SIZE), games, seeded(seed))


@exported
def signature_of(ground: Address, games: Count, seed: Count, target: Address) -> None:
    """Fold every position of random games into one word, written at the target."""
    words(target, 1)[0] = playouts.signature_of(integers(ground, GROUND_SIZE), games, seed)


@exported
def walk(ground: Address, games: Count, seed: Bits, target: Address, room_for: Count) -> Count:
    """Play random games step by step; write of each position its hash, its legal steps and its winners.

    Each takes three words at the target. Return how many positions there were; more than there is room for are
    counted, not written.
    """
    field, random = integers(ground, GROUND_SIZE), seeded(seed)
    told = words(target, 3 * room_for)
    state = np.zeros(SIZE, np.int32)
    count = 0
    for _ in range(games):
        playouts.deal(field, state, random)
        going = True
        while going:
            legal = last_card.legal_steps(field, state)
            if count < room_for:
                told[3 * count] = playouts.position_hash(state)
                told[3 * count + 1] = uint64(legal)
                told[3 * count + 2] = uint64(outcomes.frozen_winners(field, state))
            count += 1
            going = legal != 0
            if going:
                steps.apply_step(field, state, pick(random, legal))
    return count
