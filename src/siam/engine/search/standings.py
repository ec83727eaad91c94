"""How the game stands on a board, summed up once a turn: who would control which boxes, and how it would end.

While the effect of a card is carried out, courts and hands do not change, and a follower taken adds one to one court.
So what the evaluation sees of the standing follows from the boxes of the four controllers and the faction taken.
"""

from typing import Final

from siam.engine.core.bits import IntArray, int64
from siam.engine.core.compiling import borrowing, inlined
from siam.engine.core.layout import COURTS, RESOLVED, SEATS, TO_MOVE
from siam.engine.core.outcomes import ending_of
from siam.engine.evaluation.features import SLOT_CONTROL, SLOT_ENDING, SLOT_SUPPLY, Slots, write_control, write_ending
from siam.engine.evaluation.integers import add_row, copy_row
from siam.engine.evaluation.quantized import Units
from siam.engine.search.workspace import STANDING_KEYS, STANDING_ROWS, Sums

NOBODY_TAKEN: Final = 3
_MULTIPLIER: Final = 0x1E3779B97F4A7C15
_USED: Final = 1 << 40
"""No key is zero."""


@inlined
def forget_standings(sums: Sums) -> None:
    """Begin a turn, or begin anew when there is no more room."""
    sums.standing_keys[:] = 0
    sums.is_summed[:] = 0
    sums.used[1] = 0


@inlined
def row_of_standing(
    ground: IntArray, after: IntArray, inputs: Units, slots: Slots, sums: Sums, boxes: int, taken: int
) -> int:
    """Return the row of a standing: these boxes, and a follower of this faction taken by who moved last.

    `after` is what a turn leaves behind, with nobody taken.
    """
    key = boxes | taken << 32 | _USED
    place = (key * _MULTIPLIER) >> 40 & (STANDING_KEYS - 1)
    while sums.standing_keys[place] != key and sums.standing_keys[place] != 0:
        place = (place + 1) & (STANDING_KEYS - 1)
    row = int64(sums.row_of_standing[place])
    if sums.standing_keys[place] == 0:
        if sums.used[1] == STANDING_ROWS:
            forget_standings(sums)
            place = (key * _MULTIPLIER) >> 40 & (STANDING_KEYS - 1)
        row = sums.used[1]
        sums.used[1] += 1
        sums.standing_keys[place] = key
        sums.row_of_standing[place] = row
        ending = ending_of(boxes)
        summed = ending | taken << 4
        if not sums.is_summed[summed]:
            sums.is_summed[summed] = 1
            _sum_ending(ground, after, inputs, slots, ending, taken, sums.ending_rows)
        contested = int64(after[RESOLVED])
        _sum_control(inputs, slots, boxes, contested, sums.ending_rows, summed, sums.standing_rows, row)
    return row


@borrowing
def _sum_ending(
    ground: IntArray, after: IntArray, inputs: Units, slots: Slots, ending: int, taken: int, rows: Units
) -> None:
    seats = int64(ground[SEATS])
    court = COURTS + 3 * ((int64(after[TO_MOVE]) + seats - 1) % seats) + taken
    if taken != NOBODY_TAKEN:
        after[court] += 1
    written = slots[0]
    written[SLOT_ENDING:SLOT_SUPPLY] = 0
    write_ending(ground, after, written, ending)
    row = ending | taken << 4
    copy_row(rows, row, inputs, 0)
    for i in range(SLOT_ENDING, SLOT_SUPPLY):
        if written[i]:
            add_row(rows, row, inputs, written[i])
    if taken != NOBODY_TAKEN:
        after[court] -= 1


@borrowing
def _sum_control(
    inputs: Units, slots: Slots, boxes: int, contested: int, endings: Units, ending: int, rows: Units, row: int
) -> None:
    written = slots[0]
    write_control(boxes, contested, written, SLOT_CONTROL)
    copy_row(rows, row, endings, ending)
    for i in range(SLOT_CONTROL, SLOT_ENDING):
        add_row(rows, row, inputs, written[i])
