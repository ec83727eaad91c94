"""Decide how a game looks to somebody who watches an agent learn: as text, or as a small picture."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from siam.engine.layout import CELLS, CONTROL, COURTS, HANDS, KINGS, RESOLVED, SEATS, SUPPLY, TO_MOVE, TRACK
from siam.rl.table import Table, step_name

Picture = NDArray[np.uint8]

LETTERS = "RLM"
COLOURS = np.array([[245, 197, 66], [179, 18, 58], [27, 79, 156], [91, 91, 91]], np.uint8)
PAPER, INK, LAND, GLOW = (250, 243, 224), (59, 47, 47), (232, 218, 186), (46, 139, 87)
SCALE = 8
WIDTH, HEIGHT = 88, 84


def draw_ansi(table: Table) -> str:
    """Draw the track with its followers, the players, and the move that is being made."""
    state, codes = table.state, table.board.codes
    lines = []
    for box in range(8):
        province = int(state[TRACK + box])
        if box < state[RESOLVED]:
            control = next(i for i in range(4) if state[CONTROL + i] >> province & 1)
            lines.append(f"{box + 1} {codes[province]} = {'RLMB'[control]}")
        else:
            king = "*" if state[KINGS] >> province & 1 else " "
            mark = ">" if box == state[RESOLVED] else " "
            lines.append(f"{box + 1}{mark}{codes[province]}{king} {_counts(state[CELLS + 3 * province :])}")
    lines.append(f"supply {_counts(state[SUPPLY:])}")
    for seat in range(int(state_seats(table))):
        hand = "".join(letter for bit, letter in enumerate("KT12RLMT") if state[HANDS + seat] >> bit & 1)
        mark = ">" if seat == state[TO_MOVE] and not table.is_over else " "
        lines.append(f"{mark}player_{seat} {_counts(state[COURTS + 3 * seat :])} {hand or '-'}")
    if table.started:
        lines.append("so far " + " ".join(step_name(table, step) for step in table.started))
    return "\n".join(lines) + "\n"


def state_seats(table: Table) -> int:
    """Say how many play."""
    return int(table.ground[SEATS])


def draw_rgb(table: Table) -> Picture:
    """Draw the eight boxes of the track with bars for the followers, then the supply and the courts."""
    small = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    small[:] = PAPER
    state = table.state
    for box in range(8):
        top = 1 + 7 * box
        province = int(state[TRACK + box])
        if box < state[RESOLVED]:
            control = next(i for i in range(4) if state[CONTROL + i] >> province & 1)
            _fill(small, top, 1, 6, 6, COLOURS[control])
            continue
        _fill(small, top, 1, 6, 6, GLOW if box == state[RESOLVED] else INK)
        _fill(small, top + 1, 2, 4, 4, LAND)
        if state[KINGS] >> province & 1:
            _fill(small, top + 2, 3, 2, 2, INK)
        _bars(small, top, 9, state[CELLS + 3 * province : CELLS + 3 * province + 3])
    _bars(small, 58, 9, state[SUPPLY : SUPPLY + 3])
    for seat in range(state_seats(table)):
        row, column = 65 + 7 * (seat // 2) + 2 * (seat // 2), 1 + 44 * (seat % 2)
        mine = seat == state[TO_MOVE] and not table.is_over
        _fill(small, row, column, 6, 2, GLOW if mine else INK)
        _bars(small, row, column + 3, state[COURTS + 3 * seat : COURTS + 3 * seat + 3], most=9)
        for card in range(8):
            if state[HANDS + seat] >> card & 1:
                _fill(small, row + 6, column + 3 + 4 * card, 1, 3, INK)
    return np.repeat(np.repeat(small, SCALE, axis=0), SCALE, axis=1)


def _bars(small: Picture, top: int, left: int, counts: Any, most: int = 18) -> None:
    for faction in range(3):
        for follower in range(min(int(counts[faction]), most)):
            _fill(small, top + 2 * faction, left + 4 * follower, 1, 3, COLOURS[faction])


def _fill(small: Picture, top: int, left: int, height: int, width: int, colour: Any) -> None:
    small[top : top + height, left : left + width] = colour


def _counts(row: Any) -> str:
    return "".join(f"{LETTERS[i]}{int(row[i])}" for i in range(3) if row[i]) or "-"
