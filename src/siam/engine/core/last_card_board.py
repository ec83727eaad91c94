"""Whether a board wins for who plays the last card, all eight provinces judged at once.

The followers are packed; closed provinces hold nobody, and their boxes are in `won`.
"""

from typing import NamedTuple

from siam.engine.core.bits import IntArray, RandomState, int64, ones, pick
from siam.engine.core.compiling import inlined, kernel
from siam.engine.core.last_card_wins import COLONY, NOTHING, rulers_of, useful_of, wins_of
from siam.engine.core.layout import BRITISH, CELL_COUNT, WON
from siam.engine.core.packing import boxes_of, gathered, inhabited, leads, low, packed


class Sketch(NamedTuple):
    """A position in which the last card was begun, with what decides whether it wins."""

    rama: int
    lao: int
    malay: int
    boxes: int
    """For each open province its box as a bit."""
    won: int
    """The boxes of closed provinces that Rama, Lao and Malay control, a byte each."""
    wins: int
    """For each ending the followers that win it when taken last: four bits, the last for taking nobody."""
    useful: int
    """The followers that win any ending."""
    rulers: int
    """Who must rule for the last card to win, as bits; the British for a colony."""


@kernel
def sketch_of(ground: IntArray, state: IntArray) -> Sketch:
    """Sketch the position."""
    rama, lao, malay, boxes = packed(state)
    won = int64(state[WON]) | int64(state[WON + 1]) << 8 | int64(state[WON + 2]) << 16
    wins = wins_of(ground, state)
    return Sketch(rama, lao, malay, boxes, won, wins, useful_of(wins), rulers_of(wins))


@inlined
def winning_followers(sketch: Sketch, rama: int, lao: int, malay: int) -> int:
    """Return the followers that win when one of them was taken and this board is left, as bits (7.1, 7.2)."""
    ramas = boxes_of(leads(rama, lao, malay), sketch.boxes) | sketch.won & 255
    laos = boxes_of(leads(lao, rama, malay), sketch.boxes) | sketch.won >> 8 & 255
    malays = boxes_of(leads(malay, rama, lao), sketch.boxes) | sketch.won >> 16
    # boxes are held by one faction each, so among equally many the larger number has the later box
    rama_rank, lao_rank, malay_rank = ones(ramas) << 8 | ramas, ones(laos) << 8 | laos, ones(malays) << 8 | malays
    alone = int64(ramas | laos == 0) | int64(ramas | malays == 0) | int64(laos | malays == 0)
    place = (
        int64(rama_rank > lao_rank)
        | int64(rama_rank > malay_rank) << 1
        | int64(lao_rank > malay_rank) << 2
        | alone << 3
    )
    if ones(ramas | laos | malays) <= 4:
        place = int64(COLONY)
    return sketch.wins >> 4 * place & 15


@inlined
def is_hopeless(sketch: Sketch, rama: int, lao: int, malay: int, changes: int) -> bool:
    """Return whether nobody who must rule can, if each change gains or costs a faction at most one province."""
    ramas = ones(leads(rama, lao, malay)) + ones(sketch.won & 255)
    laos = ones(leads(lao, rama, malay)) + ones(sketch.won >> 8 & 255)
    malays = ones(leads(malay, rama, lao)) + ones(sketch.won >> 16)
    most = max(ramas, laos, malays) - changes
    possible = int64(ramas >= most) | int64(laos >= most) << 1 | int64(malays >= most) << 2
    possible |= int64(ramas + laos + malays - changes <= 4) << BRITISH
    return not possible & sketch.rulers


@inlined
def _all_of(factions: int) -> int:
    """Return all places of these factions: a byte of provinces for each."""
    return (factions & 1) * 0xFF | (factions >> 1 & 1) * 0xFF00 | (factions >> 2 & 1) * 0xFF0000


@inlined
def _differ(ramas: int, laos: int, malays: int, rama: int, lao: int, malay: int) -> int:
    """Mark the provinces that these followers give to others than to those marked."""
    return ramas ^ leads(rama, lao, malay) | laos ^ leads(lao, rama, malay) | malays ^ leads(malay, rama, lao)


@kernel
def draw_take(sketch: Sketch, rama: int, lao: int, malay: int, random: RandomState) -> int:
    """Draw one of the followers that win when taken from this board: give its cell, or -1; `CELL_COUNT` for nobody.

    A cell that does not win is dropped and another one drawn, so all that win are equally likely.
    """
    rama_in, lao_in, malay_in = inhabited(rama), inhabited(lao), inhabited(malay)
    standing = winning_followers(sketch, rama, lao, malay)
    if not rama_in | lao_in | malay_in:
        return CELL_COUNT if standing >> NOTHING & 1 else -1
    fewer_rama, fewer_lao, fewer_malay = rama - low(rama_in), lao - low(lao_in), malay - low(malay_in)
    ramas, laos, malays = leads(rama, lao, malay), leads(lao, rama, malay), leads(malay, rama, lao)
    turning = (
        gathered(_differ(ramas, laos, malays, fewer_rama, lao, malay))
        | gathered(_differ(ramas, laos, malays, rama, fewer_lao, malay)) << 8
        | gathered(_differ(ramas, laos, malays, rama, lao, fewer_malay)) << 16
    )
    standing_there = gathered(rama_in) | gathered(lao_in) << 8 | gathered(malay_in) << 16
    sure = standing_there & ~turning & _all_of(standing)
    left = sure | turning & _all_of(sketch.useful)
    while left:
        place = pick(random, left)
        left &= ~(1 << place)
        faction, province = place >> 3, place & 7
        if sure >> place & 1 or takes(sketch, rama, lao, malay, faction, province):
            return 3 * province + faction
    return -1


@inlined
def takes(sketch: Sketch, rama: int, lao: int, malay: int, faction: int, province: int) -> bool:
    """Return whether taking this follower from this board wins."""
    one = 1 << 8 * province
    rama -= one * int64(faction == 0)
    lao -= one * int64(faction == 1)
    malay -= one * int64(faction == 2)
    return bool(winning_followers(sketch, rama, lao, malay) >> faction & 1)
