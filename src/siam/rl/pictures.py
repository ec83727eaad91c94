"""Decide how a game looks to somebody who watches an agent learn: as text, or as a small picture."""

import sys
from typing import Any, Final, Literal

import numpy as np

from siam.engine.core.layout import CELLS, CONTROL, COURTS, HANDS, KINGS, RESOLVED, SUPPLY, TO_MOVE, TRACK
from siam.rl.pixel_font import Picture, width_of, write
from siam.rl.stepped_game import SteppedGame, step_name
from siam.rules import SiamError

RenderMode = Literal["human", "ansi", "rgb_array"]
RENDER_MODES: Final = ["human", "ansi", "rgb_array"]

LETTERS = "RLM"
CARDS = "KT12RLMT"
RULERS = ("rama", "lao", "malay", "british")
COLOURS = np.array([[214, 148, 8], [179, 18, 58], [27, 79, 156], [91, 91, 91]], np.uint8)
PAPER, INK, LAND, FAINT, GLOW = (250, 243, 224), (59, 47, 47), (232, 218, 186), (212, 199, 168), (46, 139, 87)
WIDTH, HEIGHT, SCALE = 216, 127, 4
MARGIN = 4
ROW = 15
"""From one province to the next."""
COLUMN = 114
"""Where the supply and the players begin."""
PIP = 4
"""From one follower to the next."""


def check_render_mode(mode: str | None) -> None:
    """Refuse a render mode that there is not; None means that nothing is drawn."""
    if mode is not None and mode not in RENDER_MODES:
        raise SiamError(f"there is no render mode {mode!r}; known: {', '.join(RENDER_MODES)}")


def draw(table: SteppedGame, mode: str | None) -> str | Picture | None:
    """Draw a game in a render mode; for a human the text is written to standard output."""
    match mode:
        case "ansi":
            return draw_ansi(table)
        case "rgb_array":
            return draw_rgb(table)
        case "human":
            sys.stdout.write(draw_ansi(table))
    return None


def draw_ansi(table: SteppedGame) -> str:
    """Draw the track with its followers, the players, and the move that is being made."""
    state, codes = table.state, table.board.codes
    lines = []
    for box in range(8):
        province = int(state[TRACK + box])
        if box < state[RESOLVED]:
            lines.append(f"{box + 1} {codes[province]} = {'RLMB'[_control(table, province)]}")
        else:
            king = "*" if state[KINGS] >> province & 1 else " "
            mark = ">" if box == state[RESOLVED] else " "
            lines.append(f"{box + 1}{mark}{codes[province]}{king} {_counts(state[CELLS + 3 * province :])}")
    lines.append(f"supply {_counts(state[SUPPLY:])}")
    for seat in range(table.players):
        mark = ">" if _is_to_move(table, seat) else " "
        lines.append(f"{mark}player_{seat} {_counts(state[COURTS + 3 * seat :])} {_hand(table, seat) or '-'}")
    if table.started:
        lines.append("so far " + " ".join(step_name(table, step) for step in table.started))
    return "\n".join(lines) + "\n"


def draw_rgb(table: SteppedGame) -> Picture:
    """Draw the track from top to bottom, each province with its code and its followers; then supply and players."""
    small = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    small[:] = PAPER
    for box in range(8):
        _draw_province(small, table, box)
    _fill(small, MARGIN, COLUMN - 5, HEIGHT - 2 * MARGIN, 1, FAINT)
    write(small, MARGIN, COLUMN, "supply", INK)
    _draw_followers(small, MARGIN + 7, COLUMN, table.state[SUPPLY : SUPPLY + 3])
    for seat in range(table.players):
        _draw_player(small, table, seat)
    return np.repeat(np.repeat(small, SCALE, axis=0), SCALE, axis=1)


def _draw_province(small: Picture, table: SteppedGame, box: int) -> None:
    """Draw a box of the track: framed while it is open, green if it comes next, filled once somebody controls it."""
    state, top = table.state, MARGIN + ROW * box
    province = int(state[TRACK + box])
    code = table.board.codes[province]
    write(small, top + 3, MARGIN, str(box + 1), INK)
    left = MARGIN + 8
    if box < state[RESOLVED]:
        control = _control(table, province)
        _fill(small, top, left, 11, 23, COLOURS[control])
        write(small, top + 3, left + 3, code, PAPER)
        write(small, top + 3, left + 27, RULERS[control], COLOURS[control])
        return
    _fill(small, top, left, 11, 23, GLOW if box == state[RESOLVED] else INK)
    _fill(small, top + 1, left + 1, 9, 21, LAND)
    write(small, top + 3, left + 3, code, INK)
    if state[KINGS] >> province & 1:
        _draw_crown(small, top + 3, left + 25)
    _draw_followers(small, top, left + 33, state[CELLS + 3 * province : CELLS + 3 * province + 3])


def _draw_player(small: Picture, table: SteppedGame, seat: int) -> None:
    """Draw a player's name, cards and court; green if it is their turn."""
    state, top = table.state, MARGIN + 25 + 25 * seat
    colour = GLOW if _is_to_move(table, seat) else INK
    name = f"player {seat}"
    write(small, top, COLUMN, name, colour)
    write(small, top, COLUMN + width_of(name) + 5, _hand(table, seat), COLOURS[3])
    _draw_followers(small, top + 7, COLUMN, state[COURTS + 3 * seat : COURTS + 3 * seat + 3])


def _draw_followers(small: Picture, top: int, left: int, counts: Any) -> None:
    """Draw a row of pips for each faction."""
    for faction in range(3):
        for follower in range(int(counts[faction])):
            _fill(small, top + PIP * faction, left + PIP * follower, 3, 3, COLOURS[faction])


def _draw_crown(small: Picture, top: int, left: int) -> None:
    for column in (0, 2, 4):
        _fill(small, top, left + column, 2, 1, INK)
    _fill(small, top + 2, left, 3, 5, INK)


def _control(table: SteppedGame, province: int) -> int:
    return next(control for control in range(4) if table.state[CONTROL + control] >> province & 1)


def _is_to_move(table: SteppedGame, seat: int) -> bool:
    return bool(seat == table.state[TO_MOVE]) and not table.is_over


def _hand(table: SteppedGame, seat: int) -> str:
    held = [letter for bit, letter in enumerate(CARDS) if table.state[HANDS + seat] >> bit & 1]
    return "".join(sorted(held, key=CARDS.index))  # the second Khon Thai is the last bit


def _fill(small: Picture, top: int, left: int, height: int, width: int, colour: Any) -> None:
    small[top : top + height, left : left + width] = colour


def _counts(row: Any) -> str:
    return "".join(f"{LETTERS[i]}{int(row[i])}" for i in range(3) if row[i]) or "-"
